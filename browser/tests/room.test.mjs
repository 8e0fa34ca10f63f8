// The room changes with what happens in it: it is dark at night, what changes everything is a card, and everybody keeps their colour.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { NAMES, Stage, problems } from "../parlor.mjs";
import { answerTo, answerUntil } from "../play.mjs";
import { resting, wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** How bright the ground of a page is, of 255, once it rests. @param {Page} page */
const bright = (page) =>
  page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((it) => it.finished));
    const [red = 0, green = 0, blue = 0] = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [];
    return (red + green + blue) / 3;
  });

test("the room is dark while all do something unseen, and light again in the morning", async () => {
  const id = await stage.table({ people: 6 });
  for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
    const page = await stage.page(`/t/${id}?as=seat:1`, { colorScheme });
    if (colorScheme === "dark") await stage.session(id, "start");
    await page.locator("#now [data-dark]").waitFor();
    const night = await bright(page);
    await wellMade(page);
    await page.emulateMedia({ colorScheme });
    if (colorScheme === "light") await answerUntil(stage, id, ({ phase }) => phase === "DAY_DISCUSSION");
    const day = colorScheme === "light" ? page : await stage.page("/", { colorScheme });
    await page.waitForFunction((is) => Boolean(document.querySelector("#now [data-dark]")) === is, colorScheme === "dark");
    assert.ok((await bright(day)) > night + 3, `${colorScheme}: ${night} at night`);
    assert.deepEqual(problems(page), []);
  }
});

test("what changes everything lies in the talk as a card, and nothing moves for those who do not want it", async () => {
  const id = await stage.table({ people: 0, seats: NAMES.map((name) => ({ name, holder: "house:social" })), setup: { speed: "INSTANT" } });
  const page = await stage.page(`/t/${id}`);
  await stage.session(id, "start");
  await page.locator("#ending-title").waitFor({ timeout: 60_000 });
  const card = page.locator("#feed > .turn").first();
  assert.notEqual(await card.evaluate((it) => getComputedStyle(it).borderStyle), "none");
  await resting(page);
});

test("each seat has a colour and a figure, the same at the table and in the talk", async () => {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  await answerUntil(stage, id, ({ view }) => view.turn?.seat === 3, (ask) => answerTo(ask, ["Speak"], () => "I slept well."));
  const page = await stage.page(`/t/${id}`);
  const own = (/** @type {string} */ selector) => page.locator(selector).first().evaluate((it) => getComputedStyle(it).getPropertyValue("--own"));
  const colours = [];
  for (const seat of [1, 2]) {
    const colour = await own(`#ring [data-at="${seat}"]`);
    assert.equal(await own(`#feed [data-seat="${seat}"]`), colour);
    assert.equal(await page.locator(`#ring [data-at="${seat}"] .avatar`).count(), 1);
    colours.push(colour);
  }
  assert.notEqual(colours[0], colours[1]);
});
