// Whoever is asked something notices, also when they look elsewhere: the title, the icon, a sound, and what else they want.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";
import { answerTo, answerUntil } from "../play.mjs";
import { wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** Writes down what a page does to be noticed, as if somebody looked elsewhere. @param {Page} page */
async function elsewhere(page) {
  await page.addInitScript(() => {
    /** @type {string[]} */
    const calls = [];
    Object.assign(window, { calls });
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    navigator.vibrate = () => calls.push("vibrates") > 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (/** @type {number | undefined} */ when) {
      calls.push("sounds");
      return start.call(this, when);
    };
    class Told {
      static permission = "granted";
      static requestPermission = async () => "granted";
      /** @param {string} title */
      constructor(title) {
        calls.push(`tells ${title}`);
      }
    }
    Object.assign(window, { Notification: Told });
  });
}

/** @param {Page} page @returns {Promise<string[]>} */
const calls = (page) => page.evaluate(() => /** @type {any} */ (window).calls);

/** What the tab says. @param {Page} page */
const tab = (page) => page.evaluate(() => [document.title, /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]")).href.split("/").pop()]);

test("whoever is asked something is told so by the title, the icon, a sound, and a notification if they want one", async () => {
  const context = await stage.context();
  const page = await context.newPage();
  await elsewhere(page);
  await page.goto("/help");
  await page.getByLabel("A notification when you are asked").check();
  const id = await stage.table({ people: 6, title: "Friday" });
  await page.goto(`/t/${id}?as=seat:1`);
  assert.deepEqual(await tab(page), ["Friday · Parlor", "icon.svg"]);
  await page.locator("#talk").click();
  await stage.session(id, "start");
  await page.waitForFunction(() => document.title.startsWith("● Your turn"));
  assert.deepEqual(await tab(page), ["● Your turn · Friday · Parlor", "icon-turn.svg"]);
  await page.waitForFunction(() => /** @type {any} */ (window).calls.includes("tells Friday · Parlor"));
  assert.deepEqual([...new Set(await calls(page))].sort(), ["sounds", "tells Friday · Parlor", "vibrates"]);
  const before = (await calls(page)).length;
  // What goes on while one is asked calls nobody again; an answer takes the sign away.
  await stage.post(`/api/tables/${id}/commands`, { as: "seat:2", id: "x", request: { line: { text: "((soon?" } } });
  await page.locator("#feed").getByText("soon?").waitFor();
  assert.equal((await calls(page)).length, before);
  const scene = await stage.get(`/api/tables/${id}?as=seat:1`);
  await stage.post(`/api/tables/${id}/commands`, { as: "seat:1", id: "y", request: { answer: { ask: scene.asks[0].id, command: answerTo(scene.asks[0]) } } });
  await page.waitForFunction(() => !document.title.startsWith("●"));
  assert.deepEqual(await tab(page), ["Friday · Parlor", "icon.svg"]);
  assert.deepEqual(problems(page), []);
});

test("the sound can be turned off, and nobody is told by a notification who did not want one", async () => {
  const context = await stage.context();
  const page = await context.newPage();
  await elsewhere(page);
  await page.goto("/help");
  await page.getByLabel("A soft sound when you are asked").uncheck();
  await wellMade(page);
  const id = await stage.table({ people: 6 });
  await page.goto(`/t/${id}?as=seat:1`);
  await page.locator("#talk").click();
  await stage.session(id, "start");
  await page.waitForFunction(() => document.title.startsWith("● Your turn"));
  await answerUntil(stage, id, ({ view }) => view.turn?.seat === 1, (ask) => answerTo(ask, ["Pass"]));
  await page.waitForFunction(() => /** @type {any} */ (window).calls.includes("vibrates"));
  assert.deepEqual([...new Set(await calls(page))], ["vibrates"]);
});

test("a knock calls whoever is asked once more, and nobody else", async () => {
  const id = await stage.table({ people: 2, title: "Friday" });
  const context = await stage.context();
  const sleeper = await context.newPage();
  await elsewhere(sleeper);
  await sleeper.goto(`/t/${id}?as=seat:2`);
  await sleeper.locator("#talk").click();
  await stage.session(id, "start");
  await sleeper.waitForFunction(() => document.title.startsWith("● Your turn"));
  const page = await stage.page(`/t/${id}?as=seat:1`);
  const knock = page.getByRole("button", { name: "Knock" });
  assert.equal(await knock.count(), 0, "who is asked does not knock");
  const scene = await stage.get(`/api/tables/${id}?as=seat:1`);
  await stage.post(`/api/tables/${id}/commands`, { as: "seat:1", id: "y", request: { answer: { ask: scene.asks[0].id, command: answerTo(scene.asks[0]) } } });
  await knock.waitFor();
  const before = (await calls(sleeper)).length;
  await knock.click();
  await sleeper.waitForFunction(() => document.title.startsWith("● Knock, knock"));
  assert.ok((await calls(sleeper)).length > before, "it is heard and felt");
  await page.locator("#feed").getByText("Ada knocks").waitFor();
  assert.ok(!(await page.title()).startsWith("● Knock"));
  await knock.click();
  await page.getByText("somebody has just knocked").waitFor();
  for (const size of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(size);
    assert.ok(await knock.isVisible());
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
});
