// Keeps a table's page up to date: appends new lines, swaps parts that changed, sends forms without leaving the page.
// @ts-check

import { announce, swap } from "./page.js";

const table = document.getElementById("table");
const feed = document.getElementById("feed");
const streaming = document.getElementById("streaming");
/** @param {HTMLElement} list */
function isAtEnd(list) {
  return list.scrollHeight - list.scrollTop - list.clientHeight < 48;
}

/** @param {{feed: string, parts: Record<string, string>, chunks: {attempt: number, ask: number, text: string}[]}} page */
function show(page) {
  if (feed && page.feed) {
    const follow = isAtEnd(feed);
    const holder = document.createElement("template");
    holder.innerHTML = page.feed;
    const words = [...holder.content.querySelectorAll(".words, .phase")].map((it) => it.textContent ?? "");
    feed.append(holder.content);
    if (follow) feed.scrollTop = feed.scrollHeight;
    if (streaming) streaming.textContent = "";
    announce(words.join(" "));
  }
  for (const [id, html] of Object.entries(page.parts)) swap(id, html);
  for (const chunk of page.chunks) {
    if (!streaming) continue;
    const key = `${chunk.ask}.${chunk.attempt}`;
    if (streaming.dataset.key !== key) streaming.textContent = "";
    streaming.dataset.key = key;
    streaming.textContent += chunk.text;
  }
}

/** How long to wait before listening again: the longer it was in vain, the longer. */
const AGAIN_MS = { first: 2000, most: 30000 };
let again = AGAIN_MS.first;

/** @param {EventSource} source */
function listenAgain(source) {
  source.close();
  setTimeout(listen, again);
  again = Math.min(again * 2, AGAIN_MS.most);
}

function listen() {
  if (!table) return;
  const { id, as, after } = table.dataset;
  const query = new URLSearchParams({ as: as ?? "public" });
  if (after) query.set("after", after);
  const source = new EventSource(`/t/${id}/live?${query}`);
  source.addEventListener("page", (event) => {
    const message = /** @type {MessageEvent<string>} */ (event);
    if (message.lastEventId) table.dataset.after = message.lastEventId;
    again = AGAIN_MS.first;
    show(JSON.parse(message.data));
  });
  source.addEventListener("closed", () => listenAgain(source));
  // A connection that broke is made anew by the browser; after one that was refused it gives up.
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) listenAgain(source);
  });
}

/** Sends a form in the background; an error is told beside it. @param {SubmitEvent} event */
async function send(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches(".answer, .line, .controls form")) return;
  event.preventDefault();
  const data = new URLSearchParams();
  for (const [name, value] of new FormData(form, event.submitter)) data.append(name, String(value));
  const answer = await fetch(form.action, { method: "POST", body: data, redirect: "manual" }).catch(() => null);
  if (answer && (answer.type === "opaqueredirect" || answer.ok)) {
    // The line may be another by now, with what was sent carried over to it; or somebody may have typed on.
    const line = /** @type {HTMLInputElement | null} */ (document.getElementById("line"));
    if (line && line.value === data.get("line")) line.value = "";
    if (answer.ok) {
      const body = await answer.json().catch(() => ({}));
      if (body.report) note(form, body.report);
    }
    return;
  }
  const body = answer ? await answer.json().catch(() => null) : null;
  note(form, body?.error?.message ?? "The server does not answer: nothing was sent. Try again.");
}

/** @param {HTMLElement} form @param {string} words */
function note(form, words) {
  // What was sent from may be gone by now: then it is told below the line.
  if (!form.isConnected) form = document.querySelector("form.line") ?? form;
  let place = form.querySelector(".note");
  if (!place) {
    place = document.createElement("p");
    place.className = "note";
    place.setAttribute("role", "alert");
    form.append(place);
  }
  place.textContent = words;
}

document.addEventListener("submit", send);
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
  const button = /** @type {HTMLElement | null} */ (document.querySelector(`[data-key="${CSS.escape(event.key)}"]`));
  if (button) {
    event.preventDefault();
    button.click();
  }
});
if (feed) feed.scrollTop = feed.scrollHeight;
listen();
