// The head of a table's page: the clock, the pause, what is announced, what is copied.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { Stage, open } from "../parlor.mjs";
import { wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

const SIX = Array.from({ length: 6 }, (_, at) => ({ name: `P${at + 1}`, holder: "person" }));
const ROLES = { mafia: 1, doctor: 1, sheriff: 1, villager: 3 };

/** What is said to those who do not see, in order. @param {Page} page @returns {Promise<() => Promise<string[]>>} */
async function listening(page) {
  await page.evaluate(() => {
    const heard = /** @type {any} */ (window);
    heard.heard = [];
    const status = document.getElementById("status");
    if (!status) return;
    new MutationObserver(() => heard.heard.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => /** @type {any} */ (window).heard);
}

test("h2_the_clock_stands_still_in_a_break_and_goes_on_from_there", async () => {
  const id = await stage.table({ seats: SIX, setup: { speed: "RELAXED", roles: ROLES } });
  await stage.session(id, "start");
  const page = await (await stage.context()).newPage();
  await page.clock.install();
  await page.goto(`/t/${id}?as=seat:1`);
  const left = page.locator("#timer .left");
  await page.waitForFunction(() => /^0[12]:\d\d$/.test(document.querySelector("#timer .left")?.textContent ?? ""));
  await stage.session(id, "pause");
  await page.locator("#banner.paused").waitFor();
  const stopped = await left.textContent();
  assert.match((await page.locator("#banner").textContent()) ?? "", new RegExp(`Paused by the host.*clock stands at ${stopped}`));
  await page.clock.runFor(5_000);
  assert.equal(await left.textContent(), stopped);
  await wellMade(page);
  await stage.session(id, "resume");
  await page.waitForFunction((text) => document.querySelector("#timer .left")?.textContent !== text, stopped);
  await page.locator("#banner.paused").waitFor({ state: "detached" });
});

test("h4_h8_a_change_is_shown_to_others_at_once_and_told_once", async () => {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  const one = await stage.page(`/t/${id}?as=seat:1`);
  const two = await stage.guest(id, 2);
  await two.getByText("● Live").waitFor();
  const heard = await listening(two);
  await open(one);
  await one.getByRole("button", { name: "Pause", exact: true }).click();
  await two.locator("#standing").getByText("‖ Paused", { exact: true }).waitFor({ timeout: 5_000 });
  assert.match((await two.locator("#banner").textContent()) ?? "", /Paused by Ada/);
  await two.waitForFunction(() => /** @type {any} */ (window).heard.length > 0);
  const told = await heard();
  assert.equal(told.length, 1, `told once: ${JSON.stringify(told)}`);
});

test("h7_the_seed_is_copied_once_the_game_is_over", async () => {
  const id = await stage.table({ people: 0 });
  await stage.session(id, "start");
  const page = await stage.page(`/t/${id}`, { permissions: ["clipboard-read", "clipboard-write"] });
  const seed = page.locator("#ending .seed");
  await seed.waitFor({ timeout: 60_000 });
  await seed.click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) === `7-${"0".repeat(32)}`);
  await wellMade(page);
});

test("h9_looking_back_has_a_form_whose_words_are_kept", async () => {
  const id = await stage.table({ people: 2 });
  await stage.session(id, "start");
  await stage.session(id, "end");
  const page = await stage.page(`/t/${id}?as=seat:1`);
  await page.getByLabel("♡ Next time").check();
  await page.getByLabel("Your feedback").fill("more clues");
  await page.getByRole("button", { name: "Send", exact: true }).first().click();
  await page.getByText("So far: 1 wish.").waitFor();
  await wellMade(page);
  const frames = await stage.get(`/api/tables/${id}/frames?as=seat:1`);
  const kept = frames.filter((/** @type {any} */ frame) => frame.event.text === "more clues" && frame.event.kind === "wish");
  assert.equal(kept.length, 1);
});

test("h10_more_time_is_offered_before_it_runs_out_ten_times_and_by_keyboard", async () => {
  const id = await stage.table({ seats: SIX, setup: { speed: "RELAXED", roles: ROLES, timing: { night_ms: 19_000 } } });
  const page = await stage.page(`/t/${id}?as=seat:1`);
  const heard = await listening(page);
  await stage.session(id, "start");
  await page.locator("#timer.late").waitFor();
  await page.waitForFunction(() => /** @type {any} */ (window).heard.some((/** @type {string} */ it) => /seconds left.*More time/.test(it)));
  assert.ok((await heard()).some((words) => /seconds left/.test(words)));
  await page.locator("#more-time").focus();
  for (let count = 1; count <= 10; count++) {
    const closes = await page.locator("#timer").getAttribute("data-closes");
    await page.keyboard.press("Enter");
    await page.waitForFunction((before) => document.getElementById("timer")?.dataset.closes !== before, closes);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "more-time", "the focus stays");
  }
  await page.keyboard.press("Enter");
  await page.locator("#timer .note").waitFor();
});

test("single keys can be turned off", async () => {
  const context = await stage.context();
  const page = await context.newPage();
  await page.goto("/help");
  await page.getByLabel("Single keys do something").uncheck();
  const id = await stage.table({ people: 1 });
  await page.goto(`/t/${id}?as=seat:1`);
  await page.locator("#talk").press("?");
  assert.match(page.url(), /\/t\//);
  await page.goto("/help");
  assert.equal(await page.getByLabel("Single keys do something").isChecked(), false);
  await page.getByLabel("Single keys do something").check();
  await page.goto(`/t/${id}?as=seat:1`);
  await page.locator("#talk").press("?");
  await page.waitForURL(/\/help$/);
});
