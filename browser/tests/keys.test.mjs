// Playing by words and keys: Enter sends, the focus stays where one writes, numbers choose wherever they stand.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";
import { answerTo, answerUntil } from "../play.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** The id of what has the focus. @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.id ?? "");

/** Six people, up to the turn of the first. @returns {Promise<string>} */
async function toTheFirstTurn() {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  await answerUntil(stage, id, ({ view }) => view.turn?.seat === 1, (ask) => answerTo(ask, ["Pass"]));
  return id;
}

test("enter sends what one says, shift and enter begins a line, and one writes on in the next field", async () => {
  const id = await toTheFirstTurn();
  const page = await stage.page(`/t/${id}?as=seat:1`);
  const speech = page.getByLabel("What you say to all");
  await speech.focus();
  await page.keyboard.type("I slept well.");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("And you?");
  // Something else changes on the page while one writes.
  await stage.post(`/api/tables/${id}/commands`, { as: "seat:2", id: "x", request: { line: { text: "((tea?" } } });
  await page.locator("#feed").getByText("tea?").waitFor();
  assert.equal(await speech.inputValue(), "I slept well.\nAnd you?");
  assert.equal(await speech.evaluate((it) => it === document.activeElement), true);
  await page.keyboard.press("Enter");
  await page.locator("#feed .said").getByText("And you?").waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "line");
  await page.keyboard.type("((that was me");
  await page.keyboard.press("Enter");
  await page.locator("#feed").getByText("that was me").waitFor();
  assert.equal(await focused(page), "line");
  assert.equal(await page.locator("#line").inputValue(), "");
  assert.deepEqual(problems(page), []);
});

test("an empty speech is not sent by enter", async () => {
  const id = await toTheFirstTurn();
  const page = await stage.page(`/t/${id}?as=seat:1`);
  await page.getByLabel("What you say to all").press("Enter");
  assert.equal(await page.getByLabel("What you say to all").evaluate((it) => /** @type {HTMLTextAreaElement} */ (it).checkValidity()), false);
  const { view } = await stage.get(`/api/tables/${id}?as=public`);
  assert.equal(view.turn.seat, 1);
});

test("at night numbers choose once the seat is open, and not before; and the focus stays there", async () => {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  const page = await stage.page(`/t/${id}?as=seat:1`);
  await page.locator("#ask-cover").waitFor();
  await page.keyboard.press("2");
  assert.equal(await page.locator("#pick-ChooseTarget-2").isChecked(), false, "what is covered is not taken by a slip");
  await page.locator("#ask-cover > summary").click();
  const number = await page.locator("#ask input[data-key]:enabled").first().getAttribute("data-key");
  assert.ok(number);
  assert.equal(await page.locator(`label[for=pick-ChooseTarget-${number}] .number`).innerText(), number);
  await page.keyboard.press(number);
  assert.equal(await page.locator(`#pick-ChooseTarget-${number}`).isChecked(), true);
  await page.keyboard.press("Enter");
  await page.locator("#ask-cover > summary").getByText("you have answered").waitFor();
  assert.equal(await focused(page), `pick-ChooseTarget-${number}`);
  assert.deepEqual(problems(page), []);
});

test("after a vote one goes on from where one was", async () => {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  await answerUntil(stage, id, ({ phase }) => phase === "DAY_VOTING", (ask) => answerTo(ask, ["Pass"]));
  const page = await stage.page(`/t/${id}?as=seat:1`);
  await page.locator("#ask input[data-key]").first().waitFor();
  const number = await page.locator("#ask input[data-key]").first().getAttribute("data-key");
  assert.equal(await page.locator("#ask .one-of .number").first().innerText(), number);
  await page.keyboard.press(number ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Change my vote" }).waitFor();
  assert.match(await focused(page), /^pick-CastVote-/);
  // When the question is gone, the next press of Tab is not from the top of the page.
  await answerUntil(stage, id, ({ phase }) => phase !== "DAY_VOTING", (ask) => answerTo(ask, ["Abstain", "CastVote"]));
  await page.waitForFunction(() => !document.querySelector("#ask input[id^=pick-CastVote]"));
  assert.equal(await page.evaluate(() => document.activeElement !== document.body), true);
});

test("what is said out of character is a tab that shows nothing else, on a laptop and on a phone, with and without scripts", async () => {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  for (const [at, options] of [{}, { viewport: { width: 390, height: 844 } }, { javaScriptEnabled: false }].entries()) {
    const page = await stage.page(`/t/${id}?as=seat:1`, options);
    const shown = () => page.locator("#feed > li:visible").evaluateAll((lines) => lines.map((line) => line.className));
    assert.ok((await shown()).some((line) => line !== "aside"));
    await page.locator(".tab", { hasText: "Aside" }).click();
    if (at === 0) await page.getByText("Nobody has said anything out of character yet.").waitFor();
    assert.deepEqual(await shown(), Array(at).fill("aside"));
    await page.locator("#line").fill(`brb, pizza ${at}`);
    await page.locator("#line").press("Enter");
    await page.locator("#feed > .aside").getByText(`brb, pizza ${at}`).waitFor({ state: "attached" });
    if (at < 2) assert.deepEqual(await shown(), Array(at + 1).fill("aside"));
    await page.locator(".tab", { hasText: "Talk" }).click();
    assert.ok((await shown()).some((line) => line !== "aside"));
    assert.deepEqual(problems(page), []);
  }
});
