// The talk follows what is said until its reader scrolls, whatever the page around it does.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";
import { answerTo, answerUntil, playOn } from "../play.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** Notes every time that the button with what is new is shown. @param {Page} page */
async function watched(page) {
  await page.evaluate(() => {
    const news = document.getElementById("news");
    /** @type {string[]} */
    const shown = [];
    Object.assign(window, { shown });
    if (news) new MutationObserver(() => news.hidden || shown.push(news.textContent ?? "")).observe(news, { attributes: true, childList: true });
  });
}

/** What was noted, and how far from its end the talk is. @param {Page} page */
const noted = (page) =>
  page.evaluate(() => {
    const box = /** @type {HTMLElement} */ (document.getElementById("talk"));
    return { shown: /** @type {any} */ (window).shown, left: Math.round(box.scrollHeight - box.scrollTop - box.clientHeight), lines: box.scrollHeight > box.clientHeight };
  });

for (const [width, height] of /** @type {[number, number][]} */ ([[1280, 800], [390, 844]])) {
  test(`a whole game that is watched untouched is never behind, ${width} wide`, async () => {
    const id = await stage.table({ people: 0 });
    const page = await stage.page(`/t/${id}`, { viewport: { width, height } });
    await watched(page);
    await stage.session(id, "start");
    await page.locator("#ending-title").waitFor({ timeout: 60_000 });
    const { shown, left, lines } = await noted(page);
    assert.deepEqual(shown, []);
    assert.ok(lines && left <= 1, `${left} px from its end`);
    assert.deepEqual(problems(page), []);
  });

  test(`whoever plays a game sees the last words whenever they are asked, ${width} wide`, async () => {
    const id = await stage.table({ people: 1 });
    const page = await stage.page(`/t/${id}?as=seat:1`, { viewport: { width, height } });
    await watched(page);
    await stage.session(id, "start");
    await playOn(page);
    await page.locator("#ending-title").waitFor({ timeout: 60_000 });
    const { shown, left } = await noted(page);
    assert.deepEqual(shown, []);
    assert.ok(left <= 1, `${left} px from its end`);
  });

  test(`whoever has scrolled up is not moved by what is swapped, ${width} wide`, async () => {
    const id = await stage.table({ people: 6 });
    const page = await stage.page(`/t/${id}?as=seat:1`, { viewport: { width, height } });
    const say = (/** @type {string} */ words) => stage.post(`/api/tables/${id}/commands`, { as: "seat:2", id: words, request: { line: { text: `((${words}` } } });
    for (let count = 1; count <= 30; count++) await say(`line ${count}`);
    await page.getByText("line 30", { exact: true }).waitFor();
    const box = page.locator("#talk");
    await box.hover();
    await page.mouse.wheel(0, -400);
    const top = () => box.evaluate((it) => it.scrollTop);
    const most = () => box.evaluate((it) => it.scrollHeight - it.clientHeight);
    await page.waitForFunction(() => {
      const it = /** @type {HTMLElement} */ (document.getElementById("talk"));
      return it.scrollHeight - it.clientHeight - it.scrollTop > 300;
    });
    // Smooth or not, it has come to rest once it stands twice at the same place.
    await page.waitForFunction(() => {
      const it = /** @type {any} */ (document.getElementById("talk"));
      const same = it.before === it.scrollTop;
      it.before = it.scrollTop;
      return same;
    });
    const before = await top();
    await stage.session(id, "start");
    // Through a night and a day to the vote: the question comes and goes, and the column with the votes appears.
    await answerUntil(stage, id, ({ phase }) => phase === "DAY_VOTING", (ask) => answerTo(ask, ["Pass"]));
    await page.locator("#news").waitFor();
    await page.locator("#ask").waitFor();
    assert.equal(await top(), before);
    await box.hover();
    await page.mouse.wheel(0, 100_000);
    await page.locator("#news").waitFor({ state: "hidden" });
    await say("and on");
    await page.locator("#feed").getByText("and on").waitFor();
    assert.ok((await most()) - (await top()) <= 1, "whoever goes back to the end follows again");
    assert.equal(await page.locator("#news").isHidden(), true);
  });
}
