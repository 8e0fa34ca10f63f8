// Says that one is asked something, to whoever looks elsewhere: by the title, the icon, a soft sound, and whatever else is wanted.
// @ts-check

import { says } from "./says.js";
import { notifies, sounds } from "./settings.js";

const title = document.title;
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));

const files = icon?.href;
/** Another one of the files that the page is made of. @param {string} name */
const beside = (name) => new URL(name, files).href;

/** What one was asked when it was last looked at; nothing is new on a page that was opened just now. @type {string[] | null} */
let known = null;

/** Looks what is asked now. What was asked before is not told again. */
export function noticeTurn() {
  const asked = (document.getElementById("asks")?.dataset.asked ?? "").split(" ").filter(Boolean);
  const isUp = asked.length > 0;
  document.title = isUp ? says.yourTurnAt(title) : title;
  if (icon) icon.href = beside(isUp ? "icon-turn.svg" : "icon.svg");
  if (known && asked.some((ask) => !known?.includes(ask))) call(says.yourTurn, 150);
  known = asked;
}

/** Somebody knocks: whoever is asked something is called again, and its title says so until they look. */
export function noticeKnock() {
  if (!known?.length) return;
  document.title = says.knockAt(title);
  call(says.knocked, [150, 100, 150]);
}

/** @param {string} body @param {number | number[]} trembles */
function call(body, trembles) {
  if (sounds()) ring();
  if (document.visibilityState === "visible") return;
  navigator.vibrate?.(trembles);
  if (notifies()) new Notification(title, { body, tag: location.pathname, icon: beside("icon-turn.svg") });
}

/** A browser lets a page be heard once somebody has touched it. @type {AudioContext | null} */
let audio = null;
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(touch, () => (audio ??= new AudioContext()), { once: true });
}

/** Two soft notes. */
function ring() {
  if (audio?.state !== "running") return;
  for (const [at, pitch] of /** @type {[number, number][]} */ ([[0, 523], [0.14, 659]])) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + at;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.08, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.32);
  }
}
