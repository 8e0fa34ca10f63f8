// By keyboard alone.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage } from "../parlor.mjs";
import { asked } from "../play.mjs";

const stage = await Stage.open();
after(() => stage.close());

/** Presses of Tab on one page: more than any page has stops. */
const STOPS_MAX = 400;

test("c3_tab_comes_round_on_every_page_and_leaves_nothing_out", async () => {
  const id = await stage.table();
  await stage.session(id, "start");
  for (const path of ["/", "/help", `/t/${id}?as=seat:1`]) {
    const page = await stage.page(path);
    if (path.startsWith("/t/")) await asked(page);
    const stops = await page.evaluate(() => {
      const all = document.querySelectorAll("a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary");
      const reached = [...all].filter((it) => it.checkVisibility() && /** @type {HTMLElement} */ (it).tabIndex >= 0);
      reached.forEach((it, at) => it.setAttribute("data-stop", String(at)));
      return reached.length;
    });
    const missed = new Set(Array.from({ length: stops }, (_, at) => String(at)));
    for (let stop = 0; stop < STOPS_MAX && missed.size > 0; stop++) {
      await page.keyboard.press("Tab");
      missed.delete(await page.evaluate(() => document.activeElement?.getAttribute("data-stop") ?? ""));
    }
    const left = await page.evaluate((stops) => stops.map((at) => document.querySelector(`[data-stop="${at}"]`)?.outerHTML), [...missed]);
    // The others of a group of radio buttons are reached by arrows.
    assert.deepEqual(left.filter((html) => html && !html.includes('type="radio"')), [], path);
    await page.context().close();
  }
});
