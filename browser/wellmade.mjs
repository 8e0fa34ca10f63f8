// What every page must be, whatever is on it: the common checks C1, C2, C4, C5 and C12.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { problems } from "./parlor.mjs";

/** @typedef {import("playwright-core").Page} Page */

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The widths that every page must fit: the narrowest that the guidelines name, a phone, a tablet, a laptop. */
export const WIDTHS = [320, 390, 768, 1280];

/** Pixels that a target must have in each direction. */
const TARGET_MIN = 24;

/**
 * Checks a page as it stands, and leaves it as it was.
 * @param {Page} page
 * @param {{expected?: RegExp[]}} options what may be wrong on it, because the test makes it so
 */
export async function wellMade(page, { expected = [] } = {}) {
  const before = page.viewportSize();
  await saysWhereOneIs(page);
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    // What is still fading in has no colour of its own yet.
    await page.waitForFunction(() => document.getAnimations().every((it) => it.playState !== "running" || it.effect?.getTiming().iterations === Infinity));
    await accessible(page, colorScheme);
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await fits(page, `${width} px`);
  }
  if (before) await page.setViewportSize(before);
  await resting(page);
  // Last, so that what the other checks brought about is heard of too.
  assert.deepEqual(problems(page, expected), [], `C1: something went wrong on ${page.url()}`);
}

/** C2: axe finds nothing serious. @param {Page} page @param {string} about */
export async function accessible(page, about = "") {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(AXE);
  // Nothing is fetched for it: the policy of our pages would forbid it.
  const found = await page.evaluate(`axe.run(document, { resultTypes: ["violations"], preload: false })`);
  /** @type {{id: string, impact: string, help: string, nodes: {target: string[], failureSummary: string}[]}[]} */
  const violations = /** @type {any} */ (found).violations;
  const bad = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const words = bad.map(({ id, help, nodes }) => {
    const where = nodes.slice(0, 3).map((node) => `\n    ${node.target.join(" ")}: ${node.failureSummary.replaceAll("\n", " ")}`);
    return `${id}: ${help}${where.join("")}`;
  });
  assert.deepEqual(words, [], `C2: ${about} ${page.url()}`);
}

/** C4: nothing to scroll sideways for, and everything to press is big enough. @param {Page} page @param {string} about */
export async function fits(page, about = "") {
  const { wide, small } = await page.evaluate((min) => {
    const root = document.documentElement;
    const name = (/** @type {Element} */ it) =>
      `<${it.tagName.toLowerCase()} ${it.id ? `id=${it.id}` : `class=${it.className}`}> ${(it.textContent ?? "").trim().slice(0, 30)}`;
    /** Is it cut off by something around it that scrolls by itself? @param {Element} it */
    const inside = (it) => {
      for (let box = it.parentElement; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== "visible") return true;
      }
      return false;
    };
    const wide =
      root.scrollWidth <= root.clientWidth
        ? []
        : [...document.body.querySelectorAll("*")]
            .filter((it) => it.getBoundingClientRect().right > root.clientWidth + 0.5 && !inside(it))
            .map(name)
            .slice(0, 5)
            .concat(`${root.scrollWidth} > ${root.clientWidth}`);
    const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=radio]";
    const small = [...document.querySelectorAll(targets)].flatMap((it) => {
      if (!it.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || it.closest(".unseen")) return [];
      // A link in a sentence is as high as its line, which the guidelines allow.
      const inline = getComputedStyle(it).display === "inline" && (it.parentElement?.textContent ?? "").trim() !== (it.textContent ?? "").trim();
      const label = /** @type {HTMLInputElement} */ (it).labels?.[0];
      const boxes = [it, ...(label?.contains(it) ? [label] : [])].map((box) => box.getBoundingClientRect());
      // Out of sight until it has the focus.
      if (boxes.every((box) => box.right <= 0 || box.bottom + scrollY <= 0 || box.width <= 1)) return [];
      const fits = boxes.some((box) => box.width >= min - 0.5 && box.height >= min - 0.5);
      const [box] = boxes;
      return fits || inline || !box ? [] : [`${name(it)}: ${Math.round(box.width)} × ${Math.round(box.height)}`];
    });
    return { wide, small };
  }, TARGET_MIN);
  assert.deepEqual(wide, [], `C4: ${about}: ${page.url()} is wider than its window`);
  assert.deepEqual(small, [], `C4: ${about}: targets smaller than ${TARGET_MIN} px on ${page.url()}`);
}

/** C5: nothing moves for those who do not want it. @param {Page} page */
export async function resting(page) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const moving = await page.evaluate(() => document.getAnimations().map((it) => String(/** @type {any} */ (it).animationName ?? it.id)));
  await page.emulateMedia({ reducedMotion: null });
  assert.deepEqual(moving, [], `C5: something moves on ${page.url()}`);
}

/** C12: the title and the heading say where one is, and every part of the page can be told from the others. @param {Page} page */
export async function saysWhereOneIs(page) {
  const seen = await page.evaluate(() => {
    const named = (/** @type {Element} */ it) => {
      const by = (it.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "");
      return [it.getAttribute("aria-label") ?? "", ...by].some((words) => words.trim());
    };
    const landmarks = document.querySelectorAll("nav, aside, search, [role=region], [role=navigation], [role=complementary]");
    return {
      title: document.title,
      headings: [...document.querySelectorAll("h1")].map((it) => (it.textContent ?? "").trim()),
      mains: document.querySelectorAll("main, [role=main]").length,
      nameless: [...landmarks].filter((it) => !named(it)).map((it) => `<${it.tagName.toLowerCase()} class="${it.className}">`),
      language: document.documentElement.lang,
    };
  });
  assert.equal(seen.headings.length, 1, `C12: one heading on ${page.url()}, and not ${JSON.stringify(seen.headings)}`);
  assert.ok(seen.headings[0], `C12: the heading of ${page.url()} is empty`);
  assert.match(seen.title, /\S · Parlor$/, `C12: the title of ${page.url()}`);
  assert.equal(seen.mains, 1, `C12: one main part on ${page.url()}`);
  assert.deepEqual(seen.nameless, [], `C12: landmarks without names on ${page.url()}`);
  assert.ok(seen.language, `C12: no language on ${page.url()}`);
}
