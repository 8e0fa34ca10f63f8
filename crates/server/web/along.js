// At the end of a table: whoever stays is led to the next one, once it is laid, unless they would rather not.
// @ts-check

import { says } from "./says.js";

/** Does whoever looks want to stay? */
let stays = false;
/** When they are led on, by the clock of this page. @type {number | null} */
let goesAt = null;

/** Is something being written, which would be lost? */
function writes() {
  const field = document.activeElement;
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== "";
}

/** Counts down where there is a table to be led to. Called again and again. */
export function leadAlong() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("along"));
  if (!form || stays) return;
  const stay = document.getElementById("stay");
  if (stay) stay.hidden = false;
  if (goesAt === null || writes()) goesAt = performance.now() + Number(form.dataset.goes) * 1000;
  const left = Math.max(0, Math.ceil((goesAt - performance.now()) / 1000));
  const words = says.led(left);
  const led = form.querySelector(".led");
  if (led && led.textContent !== words) led.textContent = words;
  if (left > 0) return;
  stays = true;
  form.requestSubmit();
}

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLElement) || target.id !== "stay") return;
  stays = true;
  target.hidden = true;
  const led = document.querySelector("#along .led");
  if (led) led.textContent = "";
});
