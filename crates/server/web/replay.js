// Plays a session again: steps, scrubs and plays without loading the page anew. Every moment was rendered by the server;
// this shows the one that is wanted. In a file to keep, all of them are in the file.
// @ts-check

import { announce, arrange, closeMenus, copy, keysAreOn, swap } from "./page.js";
import { says } from "./says.js";

/**
 * @typedef {{pieces: string[], all: number[][]}} Texts Texts, made of pieces that are kept once
 * @typedef {{ids: string[], places: Record<string, string[]>}} Layout Which parts there are, and where each stands
 * @typedef {{layouts: Layout[], layout: number[], moments: number[][]}} LaidOut
 * @typedef {LaidOut & {from: number, have: number, lines: string[], texts: Texts}} Cut
 * @typedef {LaidOut & {last: number, lines: number[], records: number[], bar: number}} Kept
 * @typedef {{texts: Texts, viewers: Record<string, Kept>}} File
 */

const replay = /** @type {HTMLElement} */ (document.getElementById("replay"));
const feed = /** @type {HTMLElement} */ (document.getElementById("feed"));
const file = /** @type {File | null} */ (JSON.parse(document.getElementById("reel")?.textContent ?? "null"));

let viewer = replay.dataset.as ?? "public";
let at = Number(replay.dataset.at);
let last = Number(replay.dataset.last);
let think = replay.dataset.think ?? "off";
/** The first line that is not in the feed yet. */
let have = at + 1;
/** The parts of the moments that are known. @type {Map<number, {layout: Layout, texts: string[]}>} */
let moments = new Map();
/** The parts as they are shown. @type {Map<string, string>} */
const shown = new Map();
/** Where they stand. @type {Layout | null} */
let laid = null;
/** Lines of the feed, by the number of their moment. @type {{number: number, item: HTMLElement}[]} */
let items = [];
/** Which of them are in the feed. */
let [shownFrom, shownTo] = [0, 0];
/** How many may be: a long feed would make every step slow. */
const ROOM = 300;
let room = ROOM;
/** What plays on. @type {number | undefined} */
let timer;
/** Counts what was wanted, so that an answer that comes late is left. */
let wanted = 0;

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

/** Takes in lines, still unseen. @param {string[]} lines @param {number} from */
function append(lines, from) {
  lines.forEach((html, index) => {
    if (from + index < have) return;
    const holder = document.createElement("template");
    holder.innerHTML = html;
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (holder.content.querySelectorAll("li"))) {
      items.push({ number: from + index, item });
    }
  });
  have = Math.max(have, from + lines.length);
}

/** Texts that were put together out of their pieces: once, however many moments show them. @type {WeakMap<Texts, string[]>} */
const whole = new WeakMap();

/** The texts at some places. @param {number[]} places @param {Texts} from */
function texts(places, from) {
  const all = whole.get(from) ?? from.all.map((pieces) => pieces.map((piece) => from.pieces[piece]).join(""));
  whole.set(from, all);
  return places.map((place) => all[place] ?? "");
}

/** The parts of one of some moments. @param {LaidOut} from @param {number} index @param {Texts} all */
function laidOut(from, index, all) {
  const layout = from.layouts[from.layout[index] ?? 0] ?? { ids: [], places: {} };
  return { layout, texts: texts(from.moments[index] ?? [], all) };
}

/** Makes sure that a moment is known. @param {number} moment */
async function load(moment) {
  if (moments.has(moment) && have > moment) return;
  const kept = file?.viewers[viewer];
  if (file && kept) {
    append(texts(kept.lines.slice(have, moment + 1), file.texts), have);
    moments.set(moment, laidOut(kept, moment, file.texts));
    return;
  }
  const query = new URLSearchParams({ as: viewer, at: String(moment), have: String(have) });
  const answer = await fetch(`/t/${replay.dataset.id}/replay/cut?${query}`);
  if (!answer.ok) throw new Error((await answer.json()).error.message);
  const cut = /** @type {Cut} */ (await answer.json());
  append(cut.lines, cut.have);
  cut.moments.forEach((_, index) => moments.set(cut.from + index, laidOut(cut, index, cut.texts)));
}

/** The place of the first line of a moment or of one after it. @param {number} moment */
function lineOf(moment) {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((items[middle]?.number ?? 0) < moment) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Shows the lines up to this moment: the last of them, and more on demand. A thought may wait for the words after it. */
function cover() {
  const to = lineOf(at + 1);
  const from = Math.max(0, to - room);
  for (const { item } of items.slice(shownFrom, Math.min(from, shownTo))) item.remove();
  for (const { item } of items.slice(Math.max(to, shownFrom), shownTo)) item.remove();
  if (from < shownFrom || to <= shownFrom) feed.prepend(...items.slice(from, Math.min(to, shownFrom)).map(({ item }) => item));
  feed.append(...items.slice(Math.max(from, shownTo), to).map(({ item }) => item));
  [shownFrom, shownTo] = [from, to];
  const waiting = think === "after" ? lineOf(at) : to;
  for (const [index, { item }] of items.slice(Math.max(from, lineOf(at - 1)), to).entries()) {
    item.hidden = Math.max(from, lineOf(at - 1)) + index >= waiting && item.classList.contains("thought");
  }
  input("earlier").hidden = from === 0;
  feed.scrollTop = feed.scrollHeight;
}

/** The link to this moment. */
function link() {
  const query = new URLSearchParams({ as: viewer, at: String(at) });
  if (think !== "off") query.set("think", think);
  if (replay.dataset.view !== "talk") query.set("view", replay.dataset.view ?? "talk");
  if (replay.dataset.with) query.set("with", replay.dataset.with);
  return `${location.pathname}?${query}`;
}

/** The title of the phase that a moment is in. @param {number} moment */
function place(moment) {
  let title = "";
  for (const jump of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#phases .jump"))) {
    if (Number(jump.dataset.at) <= moment) title = jump.textContent ?? "";
  }
  return title;
}

/** Shows a moment. @param {number} moment @param {"push" | "replace" | "none"} [history] */
async function show(moment, history = "replace") {
  const turn = ++wanted;
  moment = Math.max(0, Math.min(last, moment));
  try {
    await load(moment);
  } catch (error) {
    stop();
    announce(says.notLoaded(error instanceof Error ? error.message : error));
    return;
  }
  if (turn !== wanted) return;
  at = moment;
  const known = moments.get(at);
  if (known && known.layout !== laid) {
    laid = known.layout;
    arrange(laid.places);
    for (const id of shown.keys()) if (!known.layout.ids.includes(id)) shown.delete(id);
  }
  known?.layout.ids.forEach((id, index) => {
    const html = known.texts[index] ?? "";
    if (shown.get(id) === html) return;
    shown.set(id, html);
    swap(id, html);
  });
  cover();
  replay.dataset.at = String(at);
  input("scrub").value = String(at);
  input("scrub").setAttribute("aria-valuetext", `${says.atOf(at, last)}, ${place(at)}`);
  input("at").value = String(at);
  const output = document.getElementById("place");
  if (output) output.textContent = place(at);
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-keeps=at]"))) {
    field.value = String(at);
  }
  for (const clip of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.clip"))) {
    clip.href = `/t/${replay.dataset.id}/clip.${clip.dataset.clip}?${new URLSearchParams({ as: viewer, at: String(at) })}`;
    if (clip.download) clip.download = `moment-${at}.svg`;
  }
  document.getElementById("thought")?.remove();
  sendLead();
  if (file || history === "none") return;
  if (history === "push") window.history.pushState(null, "", link());
  else window.history.replaceState(null, "", link());
}

// What was he thinking: beside what was said last, for those who may know it.

async function showThought() {
  document.getElementById("thought")?.remove();
  const query = new URLSearchParams({ as: viewer, at: String(at) });
  const answer = await fetch(`/t/${replay.dataset.id}/replay/thought?${query}`).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  const said = items.slice(0, lineOf(at + 1)).findLast(({ item }) => item.matches(".said, .speech, .act"))?.item;
  const beside = document.createElement("li");
  beside.id = "thought";
  beside.className = "beside";
  if (html) {
    const lines = document.createElement("ul");
    lines.className = "feed";
    lines.innerHTML = html;
    beside.append(lines);
  } else beside.textContent = answer?.ok ? says.noThought : says.thoughtsLater;
  if (said?.isConnected) said.after(beside);
  else feed.append(beside);
  beside.scrollIntoView({ block: "nearest" });
  announce(beside.textContent ?? "");
}

// Watched together: one leads, the others are where they are, until they go on their own.

const together = document.getElementById("together");
/** What lets this window lead. @type {{with: string, key: string, link: string} | null} */
let leads = JSON.parse(sessionStorage.getItem(`parlor-lead-${replay.dataset.with}`) ?? "null");
/** Where whoever leads is, for one who follows. @type {{as: string, at: number, think: string, view: string} | null} */
let led = null;
let follows = false;
/** @type {number | undefined} */
let sending;

/** Says how this window watches with others. @param {string} words @param {string} [action] @param {() => void} [act] */
function tellTogether(words, action, act) {
  if (!together) return;
  together.hidden = false;
  together.textContent = `${words} `;
  if (!action || !act) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = action;
  button.addEventListener("click", act);
  together.append(button);
}

/** Where this window is. */
const here = () => ({ as: viewer, at: String(at), think, view: replay.dataset.view ?? "talk" });

/** Tells those who follow where this window is, and not more often than anybody could look. */
function sendLead() {
  if (!leads || sending !== undefined) return;
  sending = window.setTimeout(() => {
    sending = undefined;
    if (!leads) return;
    const body = new URLSearchParams({ ...here(), with: leads.with, key: leads.key });
    void fetch(`/t/${replay.dataset.id}/together`, { method: "POST", body }).catch(() => null);
  }, 200);
}

async function lead() {
  const answer = await fetch(`/t/${replay.dataset.id}/together`, { method: "POST", body: new URLSearchParams(here()) }).catch(() => null);
  if (!answer?.ok) return tellTogether(says.nobodyFollows);
  leads = await answer.json();
  if (!leads) return;
  sessionStorage.setItem(`parlor-lead-${leads.with}`, JSON.stringify(leads));
  replay.dataset.with = leads.with;
  window.history.replaceState(null, "", link());
  tellLeads();
}

function tellLeads() {
  tellTogether(says.youLead, says.copyTheLink, () => leads && copy(leads.link));
}

/** Goes where whoever leads is. */
async function goAlong() {
  if (!led || !follows) return;
  if (led.as !== viewer) return see(led.as, led.at);
  stop();
  if (think !== led.think) thinks(led.think, false);
  if (replay.dataset.view !== led.view) lays(led.view, false);
  await show(led.at);
}

function follow() {
  follows = true;
  tellTogether(says.youFollow);
  void goAlong();
}

/** Somebody who follows does something of their own. */
function onOnesOwn() {
  if (!follows) return;
  follows = false;
  tellTogether(says.onYourOwn, says.followAgain, follow);
}

function joinIn() {
  if (leads) {
    sendLead();
    return tellLeads();
  }
  const source = new EventSource(`/t/${replay.dataset.id}/together/${replay.dataset.with}`);
  source.addEventListener("now", (event) => {
    const now = JSON.parse(/** @type {MessageEvent<string>} */ (event).data);
    if (now.hidden) return tellTogether(says.otherEyes);
    led = now;
    if (follows) void goAlong();
  });
  const over = () => {
    source.close();
    follows = false;
    tellTogether(says.nobodyLeads);
  };
  source.addEventListener("over", over);
  source.addEventListener("error", () => source.readyState === EventSource.CLOSED && over());
  follow();
}

/** Steps, and says where. @param {number} moment @param {"push" | "replace"} [history] */
async function go(moment, history) {
  stop();
  await show(moment, history);
  const words = items.slice(lineOf(at), lineOf(at + 1)).map(({ item }) => item.textContent);
  announce(words.join(" ") || says.atOf(at, last));
}

/** The moments at which phases begin. */
function starts() {
  const jumps = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#phases .jump"));
  return [...jumps].map((jump) => Number(jump.dataset.at));
}

/** How long a moment is looked at, in milliseconds. What has no line is passed over. @param {number} moment */
function lasts(moment) {
  const told = items.slice(lineOf(moment), lineOf(moment + 1)).some(({ item }) => item.checkVisibility());
  return (told ? 1000 : 60) / Number(input("speed").value);
}

function play() {
  const button = input("play");
  button.textContent = says.pause;
  button.setAttribute("aria-pressed", "true");
  const step = async () => {
    if (at >= last) return stop();
    await show(at + 1);
    if (timer !== undefined) timer = window.setTimeout(step, lasts(at));
  };
  timer = window.setTimeout(step, at >= last ? 0 : lasts(at));
}

function stop() {
  window.clearTimeout(timer);
  timer = undefined;
  input("play").textContent = says.play;
  input("play").setAttribute("aria-pressed", "false");
}

/** Shows thoughts at other times. @param {string} mode @param {boolean} [push] */
function thinks(mode, push = true) {
  think = mode;
  replay.dataset.think = mode;
  mark("think", mode);
  cover();
  sendLead();
  if (push && !file) window.history.pushState(null, "", link());
}

/** Marks which of some choices it is. @param {"think" | "view"} name @param {string} value */
function mark(name, value) {
  for (const choice of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`.choice[data-${name}]`))) {
    if (choice.dataset[name] === value) choice.setAttribute("aria-current", "true");
    else choice.removeAttribute("aria-current");
  }
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`[data-keeps=${name}]`))) {
    field.value = value;
  }
}

/** Lays talk and thoughts out. @param {string} view @param {boolean} [push] */
function lays(view, push = true) {
  replay.dataset.view = view;
  mark("view", view);
  sendLead();
  if (push && !file) window.history.pushState(null, "", link());
}

/** Looks through other eyes at the same moment, or at one of theirs. @param {string} other @param {number} [moment] */
function see(other, moment) {
  if (!file) {
    const query = new URLSearchParams(moment === undefined ? { as: other, from: viewer, at: String(at) } : { as: other, at: String(moment) });
    if (replay.dataset.with) query.set("with", replay.dataset.with);
    if (think !== "off") query.set("think", think);
    if (replay.dataset.view === "side") query.set("view", "side");
    location.assign(`${location.pathname}?${query}`);
    return;
  }
  const kept = file.viewers[other];
  if (!kept) return;
  const record = file.viewers[viewer]?.records[at] ?? 0;
  viewer = other;
  at = Math.max(0, kept.records.findLastIndex((number) => number <= record));
  last = kept.last;
  input("at").max = String(last);
  const of = document.getElementById("of");
  if (of) of.textContent = says.ofLast(last);
  swap("timeline", texts([kept.bar], file.texts)[0] ?? "");
  input("scrub").hidden = false;
  feed.replaceChildren();
  items = [];
  [shownFrom, shownTo] = [0, 0];
  have = 0;
  moments = new Map();
  input("as").value = other;
  void show(at);
}

/** Asks once before roles are shown. */
function agreed() {
  if (localStorage.getItem("parlor-spoilers") === "seen") return true;
  const yes = window.confirm(says.thoughtsTell);
  if (yes) localStorage.setItem("parlor-spoilers", "seen");
  return yes;
}

/** @param {MouseEvent} event */
function click(event) {
  const target = /** @type {Element} */ (event.target).closest("a, button");
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const band = starts();
  /** @type {Record<string, () => unknown>} */
  const steps = {
    first: () => go(0),
    back: () => go(at - 1),
    on: () => go(at + 1),
    end: () => go(last),
    "phase-back": () => go(band.findLast((start) => start < at) ?? 0),
    "phase-on": () => go(band.find((start) => start > at) ?? last),
    earlier: () => {
      room += ROOM;
      const height = feed.scrollHeight;
      cover();
      feed.scrollTop = feed.scrollHeight - height;
    },
    play: () => (timer === undefined ? play() : stop()),
    copy: () => copy(location.origin + link()),
  };
  const step = steps[target.id];
  if (target.id in steps || target.classList.contains("jump") || target.dataset.think || target.dataset.view) onOnesOwn();
  if (target.id === "thinking") {
    event.preventDefault();
    if (agreed()) void showThought();
  } else if (target.id === "lead") void lead();
  else if (target.dataset.clip === "txt") {
    event.preventDefault();
    void fetch(/** @type {HTMLAnchorElement} */ (target).href).then((answer) => answer.text()).then(copy);
  } else if (step) {
    event.preventDefault();
    void step();
  } else if (target.classList.contains("jump")) {
    event.preventDefault();
    closeMenus(target);
    void go(Number(target.dataset.at), "push");
  } else if (target.dataset.think) {
    event.preventDefault();
    if (target.dataset.think !== "off" && !agreed()) return;
    if (viewer === "public" && target.dataset.think !== "off" && document.querySelector("#as option[value=host]")) {
      think = target.dataset.think;
      mark("think", think);
      replay.dataset.think = think;
      see("host");
    } else thinks(target.dataset.think);
  } else if (target.dataset.view) {
    event.preventDefault();
    lays(target.dataset.view);
  }
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!keysAreOn() || event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
  const on = (/** @type {string} */ id) => () => document.getElementById(id)?.click();
  const speed = (/** @type {number} */ by) => () => {
    const select = /** @type {HTMLSelectElement} */ (document.getElementById("speed"));
    select.selectedIndex = Math.max(0, Math.min(select.options.length - 1, select.selectedIndex + by));
  };
  /** @type {Record<string, () => unknown>} */
  const keys = {
    ArrowLeft: on(event.shiftKey ? "phase-back" : "back"),
    ArrowRight: on(event.shiftKey ? "phase-on" : "on"),
    Home: on("first"),
    End: on("end"),
    " ": on("play"),
    ".": on("end"),
    "[": speed(-1),
    "]": speed(1),
    g: () => input("at").focus(),
    p: () => see("public"),
    o: () => see("host"),
  };
  const seat = /^[0-9]$/.test(event.key) ? `seat:${event.key === "0" ? 10 : event.key}` : "";
  const action = keys[event.key];
  if (seat && document.querySelector(`#as option[value="${seat}"]`)) see(seat);
  else if (action && !(event.key === " " && target.matches("a, button, summary"))) action();
  else return;
  event.preventDefault();
}

for (const item of /** @type {NodeListOf<HTMLElement>} */ (feed.querySelectorAll("li"))) {
  items.push({ number: Number(item.dataset.number), item });
}
shownTo = items.length;
for (const id of ["play", "scrub", "speeds", "copy", "lead"]) input(id).hidden = (id === "copy" || id === "lead") && file !== null;
// What asks the server for something is not for a file to keep.
if (file) for (const it of document.querySelectorAll("a.clip, #thinking")) it.remove();
for (const button of /** @type {NodeListOf<HTMLElement>} */ (replay.querySelectorAll("button.plain"))) button.hidden = true;
replay.addEventListener("click", click);
replay.addEventListener("input", (event) => {
  if (/** @type {HTMLElement} */ (event.target).id !== "scrub") return;
  onOnesOwn();
  stop();
  void show(Number(input("scrub").value));
});
replay.addEventListener("change", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  if (target.id === "at" || target.id === "as") onOnesOwn();
  if (target.id === "at") void go(Number(target.value), "push");
  if (target.id === "as") see(target.value);
});
replay.addEventListener("submit", (event) => {
  const form = /** @type {HTMLElement} */ (event.target);
  if (form.matches(".go, .eyes")) event.preventDefault();
});
window.addEventListener("keydown", key);
window.addEventListener("popstate", () => {
  const query = new URLSearchParams(location.search);
  if ((query.get("as") ?? viewer) !== viewer) return location.reload();
  stop();
  thinks(query.get("think") ?? "off", false);
  lays(query.get("view") ?? "talk", false);
  void show(Number(query.get("at") ?? 0), "none");
});
cover();
if (replay.dataset.with && !file) joinIn();
