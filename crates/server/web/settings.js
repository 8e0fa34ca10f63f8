// What somebody has set for themselves in this browser. It is kept here and told to nobody.
// @ts-check

import { keysAreOn } from "./page.js";

/** Are statements shown only once they are whole? */
export function wholeOnly() {
  const kept = localStorage.getItem("parlor-whole");
  return kept === null ? matchMedia("(prefers-reduced-motion: reduce)").matches : kept === "on";
}

/** Is there a sound when one is asked something? */
export function sounds() {
  return localStorage.getItem("parlor-sound") !== "off";
}

/** Is there a notification then? Not before it was wanted, and the browser let it be. */
export function notifies() {
  return localStorage.getItem("parlor-notify") === "on" && "Notification" in window && Notification.permission === "granted";
}

/** Does the screen stay lit while something is played? */
export function staysAwake() {
  return localStorage.getItem("parlor-awake") !== "off";
}

/** @type {Record<string, () => boolean>} */
const settings = { keys: keysAreOn, whole: wholeOnly, sound: sounds, notify: notifies, awake: staysAwake };

for (const box of document.querySelectorAll("input[data-setting]")) {
  if (!(box instanceof HTMLInputElement)) continue;
  const name = box.dataset.setting ?? "";
  box.checked = settings[name]?.() ?? false;
  box.disabled = false;
  box.addEventListener("change", async () => {
    // On plain HTTP a browser has no notifications, and says that they are denied.
    if (name === "notify" && box.checked) box.checked = "Notification" in window && (await Notification.requestPermission()) === "granted";
    localStorage.setItem(`parlor-${name}`, box.checked ? "on" : "off");
  });
}
