// Keeps a table's page up to date: appends new lines, swaps parts that changed, counts the clock down, sends forms
// without leaving the page. It knows no rules and no machine.
// @ts-check

import { leadAlong } from "./along.js";
import { keepAwake } from "./awake.js";
import { hint } from "./hints.js";
import { announce, arrange, closeMenus, copy, keysAreOn, swap } from "./page.js";
import { says } from "./says.js";
import { wholeOnly } from "./settings.js";
import { hear } from "./streams.js";
import { noticeKnock, noticeTurn } from "./turn.js";

const table = document.getElementById("table");
const feed = document.getElementById("feed");
const box = document.getElementById("talk");
const streaming = document.getElementById("streaming");
const news = document.getElementById("news");
const hold = document.getElementById("hold");

/**
 * @typedef {{attempt: number, ask: number, text: string, kind: string, seat: number | null, who: string | null,
 *   lang: string | null, again: boolean}} Chunk
 * @typedef {{feed: string, undone: {from: number, numbers: number[]} | null, places: Record<string, string[]> | null,
 *   parts: Record<string, string>, chunks: Chunk[], now: number | null, knocks: boolean}} Page
 */

// The talk: it follows what is said until somebody scrolls up or holds it.

/** Lines that came while the talk was held. */
let held = "";
let unread = 0;

/** Does the talk follow? Only whoever looks changes that, by scrolling: a box that gets smaller does not. */
let following = true;
/** Where the talk was when it was last looked at, and how far it could be scrolled then. */
let seen = { top: 0, most: 0 };

const isHeld = () => hold?.getAttribute("aria-pressed") === "true";

/** How far the talk can be scrolled. */
const most = () => (box ? box.scrollHeight - box.clientHeight : 0);

const isAtEnd = () => !box || most() - box.scrollTop < 48;

/** Keeps the end in sight, if the talk follows, and notes where it stands. */
function settle() {
  if (!box) return;
  if (following) box.scrollTop = box.scrollHeight;
  seen = { top: box.scrollTop, most: most() };
}

function toEnd() {
  following = true;
  settle();
  tellUnread(0);
}

box?.addEventListener("scroll", () => {
  // What the page does by itself, when it grows or shrinks, leaves the talk where it was or at its end.
  const isOwn = following ? box.scrollTop < Math.min(seen.top, most()) - 1 : most() === seen.most;
  if (isOwn) following = isAtEnd();
  settle();
  if (following && !isHeld()) tellUnread(0);
});
if (box && feed) {
  // Whatever is swapped may make the box smaller or its lines longer.
  const sizes = new ResizeObserver(settle);
  for (const it of [box, feed, streaming]) if (it) sizes.observe(it);
}

/** @param {number} count */
function tellUnread(count) {
  unread = count;
  if (!news) return;
  news.hidden = count === 0 && !isHeld();
  news.textContent = count === 0 ? says.held : says.newLines(count);
}

/** @param {string} html */
function append(html) {
  if (!feed || !html) return;
  if (isHeld()) {
    const counted = document.createElement("template");
    counted.innerHTML = html;
    held += html;
    tellUnread(unread + counted.content.children.length);
    return;
  }
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const lines = [...holder.content.children];
  feed.append(holder.content);
  settle();
  if (!following) tellUnread(unread + lines.length);
  // What was told to one seat alone may be heard by others in the room.
  const open = lines.filter((line) => !line.querySelector(".secret"));
  const words = open.map(spoken).filter(Boolean).join(" ");
  if (words) announce(words);
}

/** Strikes out what was taken back, and nothing else, as far back as is known. @param {number} from @param {Set<number>} undone */
function strike(from, undone) {
  for (const line of feed?.querySelectorAll(":scope > [data-number]") ?? []) {
    const number = Number(line.getAttribute("data-number"));
    if (number >= from) line.toggleAttribute("data-undone", undone.has(number));
  }
}

/** A line as it is read out. @param {Element} line */
function spoken(line) {
  const who = line.querySelector("b")?.textContent;
  const words = line.querySelector(".words")?.textContent ?? line.textContent ?? "";
  return who ? `${who}: ${words}` : words;
}

function letGo() {
  hold?.setAttribute("aria-pressed", "false");
  if (hold) hold.textContent = says.pauseFeed;
  const html = held;
  held = "";
  if (html) append(html);
  toEnd();
}

news?.addEventListener("click", () => {
  letGo();
  box?.focus();
});
hold?.addEventListener("click", () => {
  if (isHeld()) {
    letGo();
    return;
  }
  hold.setAttribute("aria-pressed", "true");
  hold.textContent = says.goOn;
  tellUnread(unread);
  closeMenus(hold);
});

// Words while they are being said.

/** @param {Chunk} chunk */
function stream(chunk) {
  if (!streaming) return;
  busy(chunk.seat, chunk.again ? chunk.text : chunk.kind === "thought" ? "thinks" : "speaks");
  if (wholeOnly() || isHeld()) return;
  // A call that is made again is told of in the place of the words that are waited for.
  const key = chunk.again ? `again ${chunk.ask}.${chunk.seat}` : `${chunk.ask}.${chunk.attempt}.${chunk.kind}`;
  if (streaming.dataset.key !== key) {
    streaming.textContent = "";
    if (chunk.who) {
      const name = document.createElement("b");
      name.textContent = chunk.who;
      streaming.append(name, chunk.kind === "thought" && !chunk.again ? says.thinks : " ");
    }
    const words = document.createElement("span");
    words.className = "words";
    streaming.append(words);
  }
  streaming.dataset.key = key;
  streaming.lang = chunk.lang ?? "";
  streaming.setAttribute("aria-busy", "true");
  const words = streaming.querySelector(".words");
  if (words) words.textContent = (chunk.again ? "" : words.textContent) + chunk.text;
  settle();
}

function quiet() {
  if (!streaming) return;
  streaming.textContent = "";
  delete streaming.dataset.key;
  streaming.setAttribute("aria-busy", "false");
  busy(null, "");
}

/** Marks the seat that is at it. @param {number | null} seat @param {string} how */
function busy(seat, how) {
  for (const old of document.querySelectorAll("[data-busy]")) {
    if (old.getAttribute("data-at") !== String(seat)) old.removeAttribute("data-busy");
  }
  if (seat !== null) document.querySelector(`[data-at="${seat}"]`)?.setAttribute("data-busy", how);
}

// What has changed.

/** @param {Page} page */
function show(page) {
  if (page.now !== null) told = { now: page.now, at: performance.now() };
  if (page.feed) quiet();
  append(page.feed);
  if (page.undone) strike(page.undone.from, new Set(page.undone.numbers));
  if (page.places) arrange(page.places);
  for (const [id, html] of Object.entries(page.parts)) swap(id, html);
  localise();
  noticeTurn();
  keepAwake(isPlayed());
  if (page.knocks) noticeKnock();
  hint();
  for (const chunk of page.chunks) stream(chunk);
  tick();
}

// The clock: table time runs while the table is live.

/** Table time as it was last told, and when that was. */
let told = { now: Number(table?.dataset.now ?? 0), at: performance.now() };
/** The clock that was warned of: each is once. */
let warned = "";

/** Seconds before the end at which a warning is given. */
const WARNING = 20;

function tick() {
  leadAlong();
  const suggestion = document.getElementById("suggestion");
  if (suggestion?.dataset.lapses) suggestion.hidden = Date.now() > Number(suggestion.dataset.lapses);
  const timer = document.getElementById("timer");
  const closes = timer?.dataset.closes;
  if (!timer || closes === undefined) return;
  const stopped = timer.hasAttribute("data-stopped");
  const now = told.now + (stopped ? 0 : performance.now() - told.at);
  const left = Math.max(0, Math.ceil((Number(closes) - now) / 1000));
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const text = `${two(Math.floor(left / 60))}:${two(left % 60)}`;
  for (const place of document.querySelectorAll("#timer .left, #banner .left")) {
    if (place.textContent !== text) place.textContent = text;
  }
  const late = !stopped && left <= WARNING;
  timer.classList.toggle("late", late);
  if (late && left > 0 && warned !== closes && table?.dataset.as?.startsWith("seat")) {
    warned = closes;
    const more = document.getElementById("more-time") ? says.moreTime : "";
    announce(says.secondsLeft(left, more));
  }
}

/** Is something played here just now? */
function isPlayed() {
  const timer = document.getElementById("timer");
  return timer !== null && !timer.hasAttribute("data-stopped") && !document.getElementById("ending-title");
}

/** Times in the words of whoever looks. */
function localise() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const date = new Date(time.getAttribute("datetime") ?? "");
    if (!Number.isNaN(date.valueOf())) time.textContent = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  }
}

// The stream.

/** Is it listened to? */
let isHeard = false;

/** How long to wait before listening again: the longer it was in vain, the longer. */
const AGAIN_MS = { first: 2000, most: 30000 };
let again = AGAIN_MS.first;

/** How long a break lasts that is not worth a word. */
const BREAK_MS = 500;
/** What says, after that, that the connection is lost. @type {ReturnType<typeof setTimeout> | undefined} */
let breaking;

function broke() {
  breaking ??= setTimeout(() => tellLost(true), BREAK_MS);
}

function isBack() {
  clearTimeout(breaking);
  breaking = undefined;
  tellLost(false);
}

/** Says in the place of how the table stands that nobody knows it just now. @param {boolean} isLost */
function tellLost(isLost) {
  const place = document.getElementById("lost");
  if (!place || place.hidden === !isLost) return;
  place.hidden = !isLost;
  table?.toggleAttribute("data-lost", isLost);
  announce(isLost ? (place.textContent ?? "") : says.connectedAgain);
}

addEventListener("offline", broke);

/** Nothing says why a stream is refused: the page is asked for. @param {string} id @param {string} as */
async function leaveIfNotOurs(id, as) {
  const answer = await fetch(`/t/${id}?as=${encodeURIComponent(as)}`, { method: "HEAD" }).catch(() => null);
  // What is not one's own any more is left for what one may see.
  if (answer?.status === 404) location.assign(`/t/${id}`);
}

function listen() {
  if (!table || isHeard) return;
  isHeard = true;
  const { id = "", as = "public", after } = table.dataset;
  hear(after ? { id, as, after } : { id, as }, (told) => {
    if (told.is === "broke") return broke();
    if (told.is === "page") {
      if (told.last) table.dataset.after = told.last;
      again = AGAIN_MS.first;
      return show(told.page);
    }
    // Somebody answered, if only to refuse.
    if (told.is !== "closed") isBack();
    if (told.is === "refused") return leaveIfNotOurs(id, as);
    if (told.is !== "closed") return;
    // What is not one's own any more is left for what one may see.
    if (told.code === "not-found") return location.assign(`/t/${id}`);
    // Until it is open again nobody knows how the table stands, and perhaps nobody is there to tell.
    broke();
    isHeard = false;
    setTimeout(listen, again);
    again = Math.min(again * 2, AGAIN_MS.most);
  });
}

// Of what was said before, only the last is on the page: the rest comes as one scrolls up.

/** Puts what came before in its place, and leaves what is read where it is. */
async function bringEarlier() {
  const link = document.getElementById("earlier");
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const answer = await fetch(link.href).catch(() => null);
  link.removeAttribute("aria-busy");
  if (!answer?.ok || !box || !feed) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const below = box.scrollHeight - box.scrollTop;
  const next = page.getElementById("earlier");
  if (next) link.replaceWith(next);
  else link.remove();
  feed.prepend(...(page.getElementById("feed")?.children ?? []));
  box.scrollTop = box.scrollHeight - below;
  seen = { top: box.scrollTop, most: most() };
  localise();
  lookForEarlier();
}

/** Asks for it once its place comes into sight. */
const sight = new IntersectionObserver((seen) => seen.some((it) => it.isIntersecting) && bringEarlier(), { root: box });

function lookForEarlier() {
  sight.disconnect();
  const link = document.getElementById("earlier");
  if (link) sight.observe(link);
}

// Forms.

/** Sends a form in the background; an error is told beside it. @param {SubmitEvent} event */
async function send(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.matches("[data-invites]")) {
    event.preventDefault();
    await invite(form);
    return;
  }
  if (!form.matches(".answer, .line, [data-send]")) return;
  event.preventDefault();
  const data = new URLSearchParams();
  for (const [name, value] of new FormData(form, event.submitter)) data.append(name, String(value));
  const answer = await fetch(form.action, { method: "POST", body: data, redirect: "manual" }).catch(() => null);
  if (answer && (answer.type === "opaqueredirect" || answer.ok)) {
    // A field may be another by now, with what was sent carried over to it; or somebody may have typed on.
    for (const old of form.querySelectorAll("input[type=text][id], textarea[id]")) {
      const field = /** @type {HTMLInputElement | null} */ (document.getElementById(old.id));
      if (field && field.value === data.get(field.name)) field.value = "";
    }
    form.querySelector(".note")?.remove();
    const body = answer.ok ? await answer.json().catch(() => ({})) : {};
    if (body.report) note(form, body.report, body.export);
    if (body.to) return location.assign(body.to);
    if (!body.report) closeMenus(form);
    if (form.matches(".line")) document.getElementById("line")?.focus({ preventScroll: true });
    // One that rested goes on now, and has news.
    listen();
    return;
  }
  const body = answer ? await answer.json().catch(() => null) : null;
  note(form, body?.error?.message ?? says.nothingSent);
}

/** @param {HTMLElement} form @param {string} words @param {string} [file] something to save with it */
function note(form, words, file) {
  // What was sent from may be gone by now: then it is told below the line.
  const shown = form.isConnected ? form : (document.querySelector("form.line") ?? form);
  let place = shown.querySelector(".note");
  if (!place) {
    place = document.createElement("p");
    place.className = "note";
    place.setAttribute("role", "alert");
    shown.append(place);
  }
  place.textContent = words;
  if (!file) return;
  const save = document.createElement("a");
  save.href = file;
  save.download = "";
  save.textContent = says.save;
  place.append(" ", save);
}

/** Makes an invitation, and shows the address to hand on. @param {HTMLFormElement} form */
async function invite(form) {
  const data = new URLSearchParams({ to: String(new FormData(form).get("to")) });
  const answer = await fetch(form.action, { method: "POST", body: data }).catch(() => null);
  if (!answer?.ok) {
    const body = answer ? await answer.json().catch(() => null) : null;
    note(form, body?.error?.message ?? says.noLink);
    return;
  }
  // The same as on the page that a browser without scripts is shown.
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const made = page.querySelector(".made");
  form.querySelectorAll(".made, .note").forEach((old) => old.remove());
  if (made) form.append(document.adoptNode(made));
  form.querySelector("input")?.select();
}

document.addEventListener("submit", send);

// Small things that every page of a table has.

document.addEventListener("click", async (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest("[data-copy]"));
  if (button?.dataset.copy !== undefined) {
    button.dataset.copied = (await copy(button.dataset.copy)) ? "yes" : "no";
    button.focus({ preventScroll: true });
  }
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing && target.matches("textarea[data-enter]")) {
    event.preventDefault();
    const { form } = /** @type {HTMLTextAreaElement} */ (target);
    form?.requestSubmit(/** @type {HTMLElement | null} */ (form.querySelector("button.main[type=submit]")));
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !keysAreOn()) return;
  if (target.matches("input:not([type=radio], [type=checkbox]), textarea, select")) return;
  if (event.key === "?") location.assign("/help");
  // What is covered is not taken by a number that nobody sees.
  const numbered = [...document.querySelectorAll(`[data-key="${CSS.escape(event.key)}"]`)];
  const button = /** @type {HTMLElement | undefined} */ (numbered.find((it) => it.checkVisibility()));
  if (button) {
    event.preventDefault();
    button.click();
    button.focus();
  }
});

if (hold && box) {
  hold.hidden = false;
  toEnd();
}
localise();
noticeTurn();
hint();
tick();
setInterval(tick, 250);
lookForEarlier();
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("#earlier")) return;
  event.preventDefault();
  void bringEarlier();
});
addEventListener("pageshow", (event) => {
  if (!event.persisted || !table?.hasAttribute("data-live")) return;
  isHeard = false;
  listen();
});
if (table?.hasAttribute("data-live")) listen();
