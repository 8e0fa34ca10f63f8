// Three hints on somebody's first evening, one with a question, each until it is put away. This browser keeps how many it has had.
// @ts-check

const KEY = "parlor-hints";

/** How many were put away. */
const had = () => Number(localStorage.getItem(KEY) ?? "0");

/** The question with which the last one was put away: the next hint waits for another. */
let last = "";

/** Shows the next hint, while something is asked. */
export function hint() {
  const place = document.getElementById("hints");
  if (!place) return;
  const asked = document.getElementById("asks")?.dataset.asked ?? "";
  const hints = [...place.querySelectorAll("p")];
  place.hidden = asked === "" || asked === last || had() >= hints.length;
  for (const [at, it] of hints.entries()) it.hidden = at !== had();
}

document.getElementById("hints")?.addEventListener("click", ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  last = document.getElementById("asks")?.dataset.asked ?? "";
  localStorage.setItem(KEY, String(had() + 1));
  hint();
  document.getElementById("talk")?.focus({ preventScroll: true });
});
