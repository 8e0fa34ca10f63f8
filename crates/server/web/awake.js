// Keeps the screen of a phone lit while something is played. Over plain HTTP a browser does not offer it.
// @ts-check

import { staysAwake } from "./settings.js";

/** @type {WakeLockSentinel | null} */
let lock = null;
let isWanted = false;
let isAsked = false;

async function keep() {
  const wants = isWanted && staysAwake() && document.visibilityState === "visible";
  if (!wants) {
    await lock?.release();
    lock = null;
  } else if ((!lock || lock.released) && !isAsked && "wakeLock" in navigator) {
    isAsked = true;
    // A phone that saves its battery says no.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    isAsked = false;
  }
}

/** Says whether something is played here just now. @param {boolean} isPlayed */
export function keepAwake(isPlayed) {
  isWanted = isPlayed;
  void keep();
}

document.addEventListener("visibilitychange", keep);
