// What somebody has set for themselves in this browser. It is kept here and told to nobody.
// @ts-check

import { keysAreOn } from "./page.js";

/** Are statements shown only once they are whole? */
export function wholeOnly() {
  const kept = localStorage.getItem("parlor-whole");
  return kept === null ? matchMedia("(prefers-reduced-motion: reduce)").matches : kept === "on";
}

/** @type {Record<string, () => boolean>} */
const settings = { keys: keysAreOn, whole: wholeOnly };

for (const box of document.querySelectorAll("input[data-setting]")) {
  if (!(box instanceof HTMLInputElement)) continue;
  const name = box.dataset.setting ?? "";
  box.checked = settings[name]?.() ?? false;
  box.disabled = false;
  box.addEventListener("change", () => {
    localStorage.setItem(`parlor-${name}`, box.checked ? "on" : "off");
  });
}
