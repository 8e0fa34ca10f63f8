// What the scripts of every page share.
// @ts-check

/** Says something to those who do not see, once. @param {string} words */
export function announce(words) {
  const status = document.getElementById("status");
  if (status) status.textContent = words;
}

/** May single keys do something? Not everybody wants them. */
export function keysAreOn() {
  return localStorage.getItem("parlor-keys") !== "off";
}

/** Swaps an element, and keeps what is being typed in it and what is open. @param {string} id @param {string} html */
export function swap(id, html) {
  const old = document.getElementById(id);
  if (!old) return;
  const typed = new Map();
  for (const field of old.querySelectorAll("input[type=text], textarea")) {
    const control = /** @type {HTMLInputElement} */ (field);
    if (control.id && control.value) typed.set(control.id, control.value);
  }
  const open = [...old.querySelectorAll("details[id]")].map((it) => [it.id, /** @type {HTMLDetailsElement} */ (it).open]);
  const focus = document.activeElement && old.contains(document.activeElement) ? document.activeElement.id : "";
  const holder = document.createElement("template");
  holder.innerHTML = html;
  old.replaceWith(holder.content);
  for (const [name, value] of typed) {
    const control = /** @type {HTMLInputElement | null} */ (document.getElementById(name));
    if (control) control.value = value;
  }
  for (const [name, is] of open) {
    const details = /** @type {HTMLDetailsElement | null} */ (document.getElementById(String(name)));
    if (details) details.open = Boolean(is);
  }
  if (focus) document.getElementById(focus)?.focus();
}
