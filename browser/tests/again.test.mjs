// Again with everybody: at the end of an evening one press lays the same table, and all who were there are led to it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";
import { answerUntil } from "../play.mjs";
import { SIZES } from "../screen.mjs";
import { wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** All of it is in sight without scrolling, whatever is swapped round it. @param {Page} page @param {string} name */
async function inSight(page, name) {
  await page.waitForFunction((name) => {
    const button = [...document.querySelectorAll("button")].find((it) => it.textContent === name && it.checkVisibility());
    const { top = -1, bottom = 0 } = button?.getBoundingClientRect() ?? {};
    return top >= 0 && bottom <= innerHeight;
  }, name);
}

test("again_with_everybody_takes_all_friends_along", async () => {
  const id = await stage.table({ people: 3, title: "Friday" });
  const [ada, phone] = [await stage.page(`/t/${id}?as=seat:1`), { viewport: SIZES[0] }];
  const [ben, cleo] = [await stage.guest(id, 2, phone), await stage.guest(id, 3, phone)];
  const watcher = await stage.guest(id, "observe");
  await stage.session(id, "start");
  await answerUntil(stage, id, (scene) => scene.outcome);
  for (const page of [ada, ben, cleo, watcher]) await page.locator("#ending-title").waitFor();
  assert.equal(await watcher.getByRole("button", { name: "Ask for another one" }).count(), 0, "who watches asks for nothing");
  await inSight(ben, "Ask for another one");
  await ben.getByRole("button", { name: "Ask for another one" }).click();
  await ada.locator("#feed").getByText("Again, with everybody?").waitFor();
  await inSight(ada, "Again with everybody");
  await wellMade(ada);
  await ada.getByRole("button", { name: "Again with everybody" }).click();
  await ada.waitForURL((url) => url.pathname !== `/t/${id}`);
  const next = new URL(ada.url()).pathname;
  await ada.getByText("You: seat 1 · Ada").waitFor();

  // One presses, one is led along by staying, and one would rather stay.
  await cleo.getByText(/You go along in \d+ s\./).waitFor();
  await watcher.getByRole("button", { name: "Stay here" }).click();
  await inSight(ben, "Go along");
  await ben.getByRole("button", { name: "Go along" }).click();
  await ben.waitForURL(`**${next}`);
  await wellMade(watcher);
  await cleo.waitForURL(`**${next}`);
  await ben.getByText("You: seat 2 · Ben").waitFor();
  await cleo.getByText("You: seat 3 · Cleo").waitFor();
  assert.equal(new URL(watcher.url()).pathname, `/t/${id}`, "whoever stays is not led along");
  assert.equal(await watcher.getByText("You go along in").count(), 0);
  await watcher.getByRole("button", { name: "Go along" }).click();
  await watcher.waitForURL(`**${next}`);
  await watcher.getByText("Watching", { exact: true }).waitFor();

  await ada.getByRole("button", { name: "Start" }).first().click();
  for (const page of [ben, cleo]) await page.locator("#asks .ask, #asks #ask").first().waitFor();
  // The old table is where it was.
  await ben.goto(`/t/${id}`);
  await ben.getByText("You: seat 2 · Ben").waitFor();
  for (const page of [ada, ben, cleo, watcher]) assert.deepEqual(problems(page), []);
});
