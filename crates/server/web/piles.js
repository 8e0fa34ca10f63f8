// Sorting by hand: drags the thing in hand onto a pile, takes a number that was typed for the button that has it, and
// remembers what was ticked off. All of it is extra: every drag has a button.
// @ts-check

const table = document.getElementById("table");

/** The button of a pile, while it can be pressed. @param {string | undefined} number */
function button(number) {
  return /** @type {HTMLElement | null} */ (document.querySelector(`#ask.dock [data-key="${CSS.escape(number ?? "")}"]`));
}

/** The pile below something. @param {EventTarget | null} target */
function pile(target) {
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".pile[data-put]")) : null;
}

let dragged = false;
document.addEventListener("dragstart", (event) => {
  dragged = event.target instanceof Element && event.target.closest(".in-hand[draggable]") !== null;
  if (dragged) event.dataTransfer?.setData("text/plain", document.getElementById("ask-title")?.textContent ?? "");
});
document.addEventListener("dragover", (event) => {
  const over = dragged ? pile(event.target) : null;
  if (over && button(over.dataset.put)) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const over = dragged ? pile(event.target) : null;
  if (!over) return;
  event.preventDefault();
  button(over.dataset.put)?.click();
});
document.addEventListener("dragend", () => {
  dragged = false;
});

// A number on the line means the button with that number, not the words “2”.
document.addEventListener(
  "submit",
  (event) => {
    const line = event.target instanceof HTMLFormElement ? event.target.querySelector("#line") : null;
    if (!(line instanceof HTMLInputElement) || !/^[1-9]$/.test(line.value.trim())) return;
    const meant = button(line.value.trim());
    if (!meant) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    line.value = "";
    meant.click();
  },
  { capture: true },
);

const key = `parlor-ticks-${table?.dataset.id}`;

/** @returns {string[]} */
function ticked() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return [];
  }
}

/** Every box as it was left. */
function restore() {
  const known = ticked();
  for (const box of document.querySelectorAll("[data-tick]")) {
    const tick = /** @type {HTMLInputElement} */ (box);
    tick.checked = known.includes(tick.dataset.tick ?? "");
  }
}

document.addEventListener("change", (event) => {
  if (!(event.target instanceof HTMLInputElement) || !event.target.dataset.tick) return;
  const boxes = [...document.querySelectorAll("[data-tick]")].map((box) => /** @type {HTMLInputElement} */ (box));
  const ticks = boxes.filter((box) => box.checked).map((box) => box.dataset.tick);
  try {
    localStorage.setItem(key, JSON.stringify(ticks));
  } catch {
    // Without a place to keep them, ticks last as long as the page.
  }
});
restore();
if (table) {
  new MutationObserver((changes) => {
    const isNew = (/** @type {Node} */ node) => node instanceof Element && node.id === "ending";
    if (changes.some((change) => [...change.addedNodes].some(isNew))) restore();
  }).observe(table, { childList: true, subtree: true });
}
