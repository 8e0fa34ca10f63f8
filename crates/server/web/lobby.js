// Keeps the list of tables up to date: asks for it again while somebody looks, and changes the rows that differ.
// @ts-check

/** How often: milliseconds. */
const EVERY = 2000;

/** Puts the new list in place of the old one, row by row, so that nothing jumps and the focus stays. @param {string} html */
function show(html) {
  const old = document.getElementById("list");
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.querySelector("#list");
  if (!old || !fresh || old.innerHTML === fresh.innerHTML) return;
  const [stage, now] = [old.querySelector("#on-stage"), fresh.querySelector("#on-stage")];
  if (stage && now && stage.outerHTML !== now.outerHTML) stage.replaceWith(now.cloneNode(true));
  else if (stage && !now) stage.remove();
  else if (!stage && now) old.prepend(now.cloneNode(true));
  const rows = old.querySelector(".tables");
  const wanted = fresh.querySelector(".tables");
  if (!rows || !wanted) {
    old.replaceWith(fresh);
    return;
  }
  const focus = document.activeElement;
  let at = rows.firstElementChild;
  for (const row of [...wanted.children]) {
    const now = document.getElementById(row.id);
    if (now && now.parentElement === rows) {
      if (at === now) at = at.nextElementSibling;
      else rows.insertBefore(now, at);
      for (const [index, cell] of [...row.children].entries()) {
        const shown = now.children[index];
        if (shown && shown.outerHTML !== cell.outerHTML) shown.replaceWith(cell.cloneNode(true));
      }
    } else {
      rows.insertBefore(row.cloneNode(true), at);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextElementSibling;
    gone.remove();
  }
  if (focus instanceof HTMLElement && focus.isConnected && focus !== document.activeElement) focus.focus();
}

async function refresh() {
  if (document.visibilityState === "visible") {
    const query = new URLSearchParams(location.search);
    query.set("part", "list");
    const answer = await fetch(`/?${query}`, { headers: { accept: "application/json" } }).catch(() => null);
    if (answer?.ok) show(await answer.text());
  }
  setTimeout(refresh, EVERY);
}

// What was chosen is looked for at once, and stands in the address.
document.getElementById("filter")?.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement) event.target.form?.requestSubmit();
});
setTimeout(refresh, EVERY);
