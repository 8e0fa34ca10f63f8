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
  const place = focus instanceof HTMLInputElement && focus.type === "text" ? focus.selectionStart : null;
  const scrolled = [...old.querySelectorAll("[id]")].filter((it) => it.scrollLeft || it.scrollTop);
  const places = scrolled.map((it) => ({ id: it.id, left: it.scrollLeft, top: it.scrollTop }));
  old.replaceWith(holder.content);
  for (const [name, again] of done) {
    const now = document.getElementById(name);
    if (now) again(now);
  }
  for (const { id, left, top } of places) document.getElementById(id)?.scrollTo(left, top);
  const now = focus?.id ? document.getElementById(focus.id) : null;
  now?.focus();
  if (now instanceof HTMLInputElement && place !== null) now.setSelectionRange(place, place);
}
