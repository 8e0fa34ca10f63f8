// The replay of a table, in the browser and as a file: the checks R1 to R14 that apply.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Stage, open, problems } from "../parlor.mjs";
import { SIZES, TALK_BEGINS_MAX } from "../screen.mjs";
import { wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** A game of ten house players that is over. */
const game = await stage.longNight();

/** A session written down. @param {string} id @param {string} query */
async function written(id, query = "") {
  return (await stage.ask("GET", `/api/tables/${id}/export?${query}`)).text();
}

/** @param {Page} page @param {number} moment */
async function at(page, moment) {
  await page.waitForFunction((moment) => document.getElementById("replay")?.dataset.at === String(moment), moment);
}

/** @param {Page} page @returns {Promise<number>} */
function last(page) {
  return page.evaluate(() => Number(document.getElementById("replay")?.dataset.last));
}

/** What a reader sees of a moment, as text. @param {Page} page */
function seen(page) {
  return page.evaluate(() => {
    const text = (/** @type {string} */ selector) =>
      [...document.querySelectorAll(selector)].filter((it) => it.checkVisibility()).map((it) => it.textContent);
    return [text("#now"), text("#feed > li"), text("#place-seats > *"), text("#place-board > *")];
  });
}

test("the replay is well made", async () => {
  const page = await stage.page(`/t/${game}/replay?at=40`);
  await wellMade(page);
  await page.goto(`/t/${game}/replay?as=host&at=60&think=after&view=side`);
  await wellMade(page);
});

test("a replay is one screen: its talk begins at once, and what moves it is whole and at the bottom", async () => {
  for (const viewport of SIZES) {
    const page = await stage.page(`/t/${game}/replay?as=host&at=60&think=live`, { viewport });
    for (const moment of ["60", "end"]) {
      if (moment === "end") await page.locator("#end").click();
      if (moment === "end") await page.locator("#ending-title").waitFor();
      const [talk, player] = [await page.locator(".talk").boundingBox(), await page.locator(".player").boundingBox()];
      const where = `${moment} at ${viewport.width}: ${JSON.stringify({ talk, player })}`;
      assert.ok(talk && talk.y < viewport.height * TALK_BEGINS_MAX, where);
      assert.ok(player && player.y > talk.y && player.y + player.height <= viewport.height && player.x >= 0, where);
      assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), where);
    }
    await page.locator(".back").click();
    await page.waitForURL(new RegExp(`/t/${game}\\?as=`));
    await page.context().close();
  }
});

test("r1 a moment looks the same stepping on, stepping back and opened cold", async () => {
  const page = await stage.page(`/t/${game}/replay?at=30`);
  const there = [];
  for (let moment = 30; moment < 50; moment++) {
    await at(page, moment);
    there.push(await seen(page));
    await page.keyboard.press("ArrowRight");
  }
  await at(page, 50);
  for (let moment = 49; moment >= 30; moment--) {
    await page.keyboard.press("ArrowLeft");
    await at(page, moment);
    assert.deepEqual(await seen(page), there[moment - 30], `moment ${moment}`);
  }
  for (const moment of [33, 41, 49]) {
    const cold = await stage.page(`/t/${game}/replay?at=${moment}`);
    assert.deepEqual(await seen(cold), there[moment - 30], `moment ${moment}, cold`);
    await cold.context().close();
  }
});

test("r2 everything chosen is in the address, and Back undoes one thing at a time", async () => {
  const page = await stage.page(`/t/${game}/replay?as=seat:3&at=20&think=after&view=side`);
  const replay = page.locator("#replay");
  assert.equal(await replay.getAttribute("data-as"), "seat:3");
  assert.equal(await page.locator("#at").inputValue(), "20");
  assert.equal(await page.locator("[data-think][aria-current]").textContent(), "after they speak");
  assert.equal(await page.locator("#as").inputValue(), "seat:3");
  await open(page, "options");
  await page.getByRole("link", { name: "talk", exact: true }).click();
  await page.getByRole("link", { name: "off", exact: true }).click();
  assert.match(page.url(), /\?as=seat%3A3&at=20$|\?as=seat:3&at=20$/);
  await page.goBack();
  assert.equal(await replay.getAttribute("data-think"), "after");
  assert.equal(await replay.getAttribute("data-view"), "talk");
  await page.goBack();
  assert.equal(await replay.getAttribute("data-view"), "side");
  await page.reload();
  assert.equal(await replay.getAttribute("data-view"), "side");
  assert.equal(await replay.getAttribute("data-at"), "20");
});

test("r3 a seat's replay is what that seat was told", async () => {
  const page = await stage.page(`/t/${game}/replay?as=seat:4&at=9999`);
  const frames = await stage.get(`/api/tables/${game}/frames?as=seat:4`);
  const tellings = frames.map((/** @type {any} */ frame) => frame.telling).filter(Boolean);
  // What somebody means by their words stands behind them.
  const told = tellings.flatMap((/** @type {any} */ it) => (it.means ? [it.text, it.note] : [it.text]));
  const thoughts = frames.filter((/** @type {any} */ frame) => frame.telling && /thought/.test(JSON.stringify(frame.telling)));
  assert.ok(thoughts.length > 0, "the house thinks");
  await open(page, "options");
  await page.getByRole("link", { name: "as they think" }).click();
  assert.deepEqual(await page.locator("#feed .words").allTextContents(), told);
});

test("r4 a finished game opened by anybody gives away neither winner nor roles", async () => {
  const context = await stage.context();
  const page = await context.newPage();
  let bytes = "";
  page.on("response", async (response) => {
    if (response.url().includes("/t/")) bytes += await response.text().catch(() => "");
  });
  await page.goto(`/t/${game}/replay`);
  await page.keyboard.press("ArrowRight");
  await at(page, 1);
  const { winner } = (await stage.get(`/api/tables/${game}?as=host`)).outcome;
  assert.ok(["town", "mafia"].includes(winner));
  assert.doesNotMatch(bytes, /wins? on day|The (town wins|mafia win)/);
  // What is dealt is public; who has it is not.
  assert.doesNotMatch(bytes, /You are|<span class="tag">(mafia|doctor|sheriff|villager)<\/span>/);
  await page.keyboard.press("End");
  await at(page, await last(page));
  await page.waitForFunction(() => /wins? on day/.test(document.querySelector("#feed")?.textContent ?? ""));
});

test("r5 every key does what it says, and nothing once they are turned off", async () => {
  const page = await stage.page(`/t/${game}/replay?at=0`);
  const end = await last(page);
  const starts = await page.locator("#phases .jump").evaluateAll((jumps) =>
    jumps.map((jump) => Number(/** @type {HTMLElement} */ (jump).dataset.at)),
  );
  for (const [key, moment] of /** @type {[string, number][]} */ ([
    ["ArrowRight", 1],
    ["ArrowRight", 2],
    ["ArrowLeft", 1],
    ["Shift+ArrowRight", starts.find((start) => start > 1) ?? end],
    ["Shift+ArrowLeft", 0],
    ["End", end],
    ["Home", 0],
    [".", end],
  ])) {
    await page.keyboard.press(key);
    await at(page, moment);
  }
  await page.keyboard.press("]");
  assert.equal(await page.locator("#speed").inputValue(), "2");
  await page.keyboard.press("[");
  await page.keyboard.press("g");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "at");
  await page.locator("h1").click();
  await page.keyboard.press("3");
  await page.waitForURL(/as=seat:3|as=seat%3A3/);
  await page.evaluate(() => localStorage.setItem("parlor-keys", "off"));
  const before = await page.locator("#replay").getAttribute("data-at");
  await page.keyboard.press("Home");
  await page.keyboard.press("p");
  await page.locator("#back").click();
  await at(page, Number(before) - 1);
  assert.match(page.url(), /seat/, "p did nothing");
});

test("r6 what is worth a look has a name, and Enter goes there", async () => {
  const page = await stage.page(`/t/${game}/replay?at=0`);
  await page.locator("#marks summary").click();
  const death = page.locator("#marks .jump").filter({ hasText: "a death" }).first();
  const moment = Number(await death.getAttribute("data-at"));
  await death.focus();
  await page.keyboard.press("Enter");
  await at(page, moment);
  assert.match((await page.locator("#feed > li:visible").last().textContent()) ?? "", /killed|leaves/);
});

test("r7 it plays at the speed that was chosen, and stops at once", async () => {
  const context = await stage.context();
  const page = await context.newPage();
  await page.clock.install({ time: 0 });
  await page.goto(`/t/${game}/replay?at=40`);
  // From here on time passes only when it is told to.
  await page.clock.pauseAt(3_600_000);
  await page.locator("#speed").selectOption("4");
  await page.locator("#play").click();
  // At four times the speed a line is looked at for a quarter of a second.
  await page.clock.runFor(249);
  assert.equal(await page.locator("#replay").getAttribute("data-at"), "40");
  await page.clock.runFor(2);
  await page.waitForFunction(() => Number(document.getElementById("replay")?.dataset.at) > 40);
  await page.locator("#play").click();
  const stopped = await page.locator("#replay").getAttribute("data-at");
  await page.clock.runFor(5_000);
  assert.equal(await page.locator("#replay").getAttribute("data-at"), stopped);
});

test("r9 everything works without a script", async () => {
  const page = await stage.page(`/t/${game}/replay?at=10`, { javaScriptEnabled: false });
  await page.getByRole("link", { name: "A step on" }).click();
  assert.match(page.url(), /at=11/);
  await page.getByLabel("Event").fill("30");
  await page.getByRole("button", { name: "Go" }).click();
  assert.match(page.url(), /at=30/);
  await open(page, "options");
  await page.getByLabel("See as").selectOption("host");
  await page.getByRole("button", { name: "Look" }).click();
  assert.match(page.url(), /as=host&at=\d+$/, "in the numbers of the other viewer");
  await open(page, "options");
  await page.getByRole("link", { name: "as they think" }).click();
  assert.match(page.url(), /think=live/);
  assert.ok((await page.locator("#feed .thought").count()) > 0);
});

test("r10 the file plays from a disk and asks for nothing", async () => {
  const path = join(stage.home, "game.html");
  await writeFile(path, await written(game, "format=html"));
  const context = await stage.context();
  const page = await context.newPage();
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("dialog", (dialog) => dialog.accept());
  const file = pathToFileURL(path).href;
  await page.goto(file);
  await page.keyboard.press("End");
  await at(page, await last(page));
  const atEnd = await seen(page);
  const online = await stage.page(`/t/${game}/replay?at=9999`);
  assert.deepEqual(atEnd, await seen(online), "the file shows what the page shows");
  await page.keyboard.press("Home");
  await at(page, 0);
  await page.keyboard.press("4");
  await page.waitForFunction(() => /** @type {HTMLSelectElement} */ (document.getElementById("as")).value === "seat:4");
  assert.match((await page.locator("#feed").textContent()) ?? "", /./);
  await page.locator("#marks summary").click();
  await page.locator("#marks .jump").first().press("Enter");
  await page.keyboard.press("p");
  await open(page, "options");
  await page.getByRole("link", { name: "as they think" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#feed .thought").length > 0);
  assert.deepEqual(asked, [file]);
  assert.deepEqual(problems(page, [/elsewhere: file:/]), []);
  const text = await readFile(path, "utf8");
  assert.ok(text.length < 1e6, `${text.length} bytes`);
});

test("a file of one viewer has the words of no other", async () => {
  assert.doesNotMatch(await written(game, "format=html&as=public"), /class="thought"|You are the|would kill/);
});

test("r11 a record that was changed is shown up to there, and named", async () => {
  const own = await Stage.open();
  try {
    const id = await own.table({ people: 1 });
    await own.session(id, "start");
    await own.stop("SIGKILL");
    const change = "UPDATE log SET body = replace(body, 'ACTIVE', 'PAUSED') WHERE number = 2";
    const script = "import sqlite3, sys; store = sqlite3.connect(sys.argv[1]); store.execute(sys.argv[2]); store.commit()";
    await promisify(execFile)("python3", ["-c", script, join(own.home, "parlor.db"), change]);
    await own.start();
    const page = await own.page(`/t/${id}/replay`);
    assert.match((await page.getByRole("alert").textContent()) ?? "", /damaged.*record 2/s);
  } finally {
    await own.close();
  }
});

test("r13 a fork is a new table, and leaves the old one as it was", async () => {
  const old = await stage.get(`/api/tables/${game}/frames`);
  const page = await stage.page(`/t/${game}/replay?as=host&at=40`);
  await open(page, "options");
  await page.getByText("Fork from here").click();
  await page.getByRole("button", { name: "Make the new table" }).click();
  await page.waitForURL((url) => /^\/t\/[^/]+$/.test(url.pathname) && !url.pathname.includes(game));
  assert.deepEqual(await stage.get(`/api/tables/${game}/frames`), old);
});
