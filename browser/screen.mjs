// What a table on one screen must be: its talk begins at once, and all of what is asked is in sight.

import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/** A phone and a laptop. */
export const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** How far down the talk may begin, of the height. */
export const TALK_BEGINS_MAX = 0.15;

/** What a page shows without being scrolled: where its talk begins, and what of the question is out of sight. @param {Page} page */
const lies = (page) =>
  page.evaluate(() => {
    const talk = document.querySelector(".talk")?.getBoundingClientRect();
    const ask = document.getElementById("ask");
    const name = (/** @type {Element} */ it) => `${it.tagName.toLowerCase()}#${it.id}.${it.className} ${(it.textContent ?? "").trim().slice(0, 40)}`;
    /** The part of an element that nothing around it cuts off. @param {Element} it */
    const seen = (it) => {
      let { left, top, right, bottom } = it.getBoundingClientRect();
      for (let box = it.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === "visible") continue;
        const inner = box.getBoundingClientRect();
        [left, top, right, bottom] = [Math.max(left, inner.left), Math.max(top, inner.top), Math.min(right, inner.right), Math.min(bottom, inner.bottom)];
      }
      return { width: Math.min(right, innerWidth) - Math.max(left, 0), height: Math.min(bottom, innerHeight) - Math.max(top, 0) };
    };
    const shown = ask ? [ask, ...ask.querySelectorAll("*")].filter((it) => it.checkVisibility() && !it.closest(".unseen, option, svg") && it.getClientRects().length > 0) : [];
    const hidden = shown.filter((it) => {
      const [whole, part] = [it.getBoundingClientRect(), seen(it)];
      return part.width < whole.width - 1 || part.height < whole.height - 1;
    });
    const root = document.documentElement;
    return {
      talk: talk ? talk.top / innerHeight : 1,
      asked: ask !== null && shown.length > 0,
      hidden: hidden.map(name).slice(0, 5),
      height: ask?.scrollHeight ?? 0,
      scrolls: root.scrollHeight - root.clientHeight,
    };
  });

/** Opens what is asked under a cover, and holds the page to what every screen must be, at each size. @param {Page} page @param {string} about */
export async function isOneScreen(page, about) {
  const cover = page.locator("#ask-cover:not([open]) > summary");
  if (await cover.count()) await cover.click();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const { talk, asked, hidden, height, scrolls } = await lies(page);
    const where = `${about} at ${size.width}×${size.height}`;
    assert.ok(talk < TALK_BEGINS_MAX, `${where}: the talk begins at ${Math.round(talk * 100)} %`);
    assert.ok(asked, `${where}: nothing is asked`);
    assert.deepEqual(hidden, [], `${where}: not all of what is asked is in sight; it is ${height} px high`);
    assert.ok(scrolls <= 0, `${where}: the page scrolls by ${scrolls} px`);
  }
}
