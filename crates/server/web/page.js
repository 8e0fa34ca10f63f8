// What the scripts of every page share.
// @ts-check

import { says } from "./says.js";

/** Says something to those who do not see, once. @param {string} words */
export function announce(words) {
  const status = document.getElementById("status");
  if (status) status.textContent = words;
}

/** Copies a text, and says whether it could. @param {string} text */
export async function copy(text) {
  // On plain HTTP a browser has no clipboard for scripts: there it is done as by hand.
  const done = navigator.clipboard ? await navigator.clipboard.writeText(text).then(() => true, () => false) : false;
  const copied = done || copyByHand(text);
  announce(copied ? says.copied : says.notCopied);
  return copied;
}

/** @param {string} text */
function copyByHand(text) {
  const field = document.createElement("textarea");
  field.className = "unseen";
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** May single keys do something? Not everybody wants them. */
export function keysAreOn() {
  return localStorage.getItem("parlor-keys") !== "off";
}

/** What somebody did with a control that has an id: a way to do the same again, on the one that took its place.
 * @param {Element} it @returns {((now: Element) => void) | null} */
function doneWith(it) {
  if (it instanceof HTMLDetailsElement) {
    const { open } = it;
    return (now) => now instanceof HTMLDetailsElement && (now.open = open);
  }
  if (it instanceof HTMLInputElement && (it.type === "radio" || it.type === "checkbox")) {
    const { checked } = it;
    return checked === it.defaultChecked ? null : (now) => now instanceof HTMLInputElement && !now.disabled && (now.checked = checked);
  }
  if (it instanceof HTMLSelectElement) {
    const { value } = it;
    return (now) => now instanceof HTMLSelectElement && (now.value = value);
  }
  if (it instanceof HTMLTextAreaElement || (it instanceof HTMLInputElement && it.type !== "hidden")) {
    const { value } = it;
    const typed = (/** @type {Element} */ now) => now instanceof HTMLTextAreaElement || now instanceof HTMLInputElement;
    return value ? (now) => typed(now) && (/** @type {HTMLInputElement} */ (now).value = value) : null;
  }
  return null;
}

/** The part before another in its place, if there is one. @param {Element} part */
function partBefore(part) {
  let it = part.previousElementSibling;
  while (it && !it.hasAttribute("data-part")) it = it.previousElementSibling;
  return it;
}

/**
 * Lays out the places of a page: a part that has come gets an element, one that has gone loses it, and the others stay.
 * @param {Record<string, string[]>} places
 */
export function arrange(places) {
  for (const [place, ids] of Object.entries(places)) {
    const box = document.getElementById(`place-${place}`);
    if (!box) continue;
    for (const old of box.querySelectorAll(":scope > [data-part]")) if (!ids.includes(old.id)) old.remove();
    /** @type {Element | null} */
    let last = null;
    for (const id of ids) {
      const known = document.getElementById(id);
      const part = known ?? document.createElement("div");
      if (!known) {
        part.id = id;
        part.toggleAttribute("data-part", true);
      }
      if (part.parentElement !== box || partBefore(part) !== last) last ? last.after(part) : box.prepend(part);
      last = part;
    }
  }
}

/** Swaps a part, and keeps what is typed, chosen and opened in it. @param {string} id @param {string} html */
export function swap(id, html) {
  const old = document.getElementById(id);
  if (!old) return;
  const holder = document.createElement("template");
  holder.innerHTML = html;
  // What is there already is left alone, with all who look at it or read it out.
  const fresh = holder.content.firstElementChild;
  if (fresh && old.isEqualNode(fresh)) return;
  const done = new Map();
  for (const it of old.querySelectorAll("input[id], textarea[id], select[id], details[id]")) {
    const again = doneWith(it);
    if (again) done.set(it.id, again);
  }
  const focus = document.activeElement && old.contains(document.activeElement) ? document.activeElement : null;
  const place = isWritten(focus) ? focus.selectionStart : null;
  const scrolled = [old, ...old.querySelectorAll("[id]")].filter((it) => it.scrollLeft || it.scrollTop);
  const places = scrolled.map((it) => ({ id: it.id, left: it.scrollLeft, top: it.scrollTop }));
  old.replaceWith(holder.content);
  for (const [name, again] of done) {
    const now = document.getElementById(name);
    if (now) again(now);
  }
  for (const { id, left, top } of places) document.getElementById(id)?.scrollTo(left, top);
  if (focus) refocus(document.getElementById(id), focus, place);
}

/** Is it a field that one writes in? @param {Element | null} it @returns {it is HTMLInputElement | HTMLTextAreaElement} */
function isWritten(it) {
  return it instanceof HTMLTextAreaElement || (it instanceof HTMLInputElement && it.type === "text");
}

/**
 * Gives the focus back to what took the place of the old. Where nothing did, whoever wrote writes on in the next field of
 * the part, and whoever pressed something goes on from the part itself.
 * @param {HTMLElement | null} part @param {Element} old @param {number | null} place
 */
function refocus(part, old, place) {
  const same = old.id ? document.getElementById(old.id) : null;
  same?.focus({ preventScroll: true });
  if (same && document.activeElement === same) {
    if (isWritten(same) && place !== null) same.setSelectionRange(place, place);
    return;
  }
  const field = isWritten(old) ? part?.querySelector("textarea:enabled, input[type=text]:enabled") : null;
  if (field instanceof HTMLElement && field.checkVisibility()) return field.focus({ preventScroll: true });
  // A part may have no box of its own: then it is what stands in it, or the talk.
  for (const place of [part, ...(part?.children ?? []), document.getElementById("talk")]) {
    if (!(place instanceof HTMLElement)) continue;
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

// Menus: what one presses elsewhere closes them, and so does Escape.

/** Closes the menus that something stands in, when it has done what it does. @param {Element} it */
export function closeMenus(it) {
  let menu = it.closest("details.menu[open]");
  for (; menu; menu = menu.parentElement?.closest("details.menu[open]") ?? null) {
    const held = menu.contains(document.activeElement);
    menu.removeAttribute("open");
    if (held) /** @type {HTMLElement | null} */ (menu.querySelector("summary"))?.focus({ preventScroll: true });
  }
}

document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (target instanceof Node && !menu.contains(target)) menu.removeAttribute("open");
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !(event.target instanceof Element)) return;
  const menu = event.target.closest("details.menu[open]");
  menu?.removeAttribute("open");
  /** @type {HTMLElement | null | undefined} */ (menu?.querySelector("summary"))?.focus();
});
