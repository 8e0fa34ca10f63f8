// Takes photos: chosen, taken, dropped or pasted. They are sent one by one, and what is wrong with one is told in words.
// @ts-check

import { says } from "./says.js";

/** @type {File[]} */
const waiting = [];
let sending = false;

/** Where photos go now; nothing where none are taken. @returns {HTMLFormElement | null} */
function place() {
  return /** @type {HTMLFormElement | null} */ (document.getElementById("photo-form"));
}

/** The list of what is under way. It stands beside the part that is swapped, and so it stays. */
function list() {
  let list = document.getElementById("photo-progress");
  if (!list) {
    list = document.createElement("div");
    list.id = "photo-progress";
    list.setAttribute("role", "status");
    document.getElementById("add-photos")?.after(list);
  }
  return list;
}

/** A line about a photo. @param {File} file */
function line(file) {
  const item = document.createElement("div");
  const words = document.createElement("span");
  const bar = document.createElement("progress");
  bar.max = 100;
  bar.setAttribute("aria-label", says.sending(file.name));
  words.textContent = says.sending(file.name);
  item.append(words, bar);
  list().append(item);
  return {
    /** @param {number} percent */
    at: (percent) => (bar.value = percent),
    done: () => item.remove(),
    /** @param {string} why */
    wrong: (why) => {
      bar.remove();
      item.className = "note";
      words.textContent = `${file.name}: ${why}`;
      const close = document.createElement("button");
      close.type = "button";
      close.textContent = says.ok;
      close.setAttribute("aria-label", says.notAdded(file.name));
      close.addEventListener("click", () => item.remove());
      item.append(close);
    },
  };
}

/** What to do about a refusal, where the server cannot know it. @param {string} why */
function remedy(why) {
  if (!/HEIC/.test(why)) return why;
  return says.otherFormat(why);
}

/** Sends one photo. @param {File} file @param {HTMLFormElement} form @returns {Promise<void>} */
function send(file, form) {
  const told = line(file);
  const most = Number(form.dataset.most);
  if (file.size > most) {
    const megabytes = (/** @type {number} */ bytes) => Math.ceil((bytes / 1024 / 1024) * 10) / 10;
    told.wrong(says.tooLarge(megabytes(file.size), megabytes(most)));
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", form.dataset.to ?? "");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => told.at((event.loaded / Math.max(event.total, 1)) * 100));
    request.addEventListener("load", () => {
      if (request.status < 300) told.done();
      else told.wrong(remedy(request.response?.error?.message ?? says.refused(request.status)));
      resolve();
    });
    request.addEventListener("error", () => {
      told.wrong(says.notSent);
      resolve();
    });
    request.send(file);
  });
}

/** @param {Iterable<File>} files */
async function take(files) {
  waiting.push(...files);
  if (sending) return;
  sending = true;
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const form = place();
    if (form) await send(file, form);
  }
  sending = false;
}

/** The files of a drop or of the clipboard. @param {DataTransfer | null} data */
function files(data) {
  return place() && data ? [...data.files] : [];
}

/** @param {Event} event */
function chosen(event) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  event.stopPropagation();
  const all = [...(input.files ?? [])];
  input.value = "";
  void take(all);
}

document.addEventListener("change", (event) => {
  if (/** @type {HTMLElement} */ (event.target).matches("#photo-form .file")) chosen(event);
});
// While somebody takes a photo the page may be renewed behind the camera. The field that was tapped still hears of it.
document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches("#photo-form .file")) target.addEventListener("change", chosen, { once: true });
});
document.addEventListener("paste", (event) => {
  const all = files(event.clipboardData);
  if (all.length === 0) return;
  event.preventDefault();
  void take(all);
});
document.addEventListener("dragover", (event) => {
  if (!place() || !event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  place()?.classList.add("over");
});
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) place()?.classList.remove("over");
});
document.addEventListener("drop", (event) => {
  place()?.classList.remove("over");
  const all = files(event.dataTransfer);
  if (all.length === 0) return;
  event.preventDefault();
  void take(all);
});
