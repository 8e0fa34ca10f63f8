// A game of Mafia in the browser: the night under cover, the vote, the talk, the end.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { Stage, open } from "../parlor.mjs";
import { playOn } from "../play.mjs";
import { wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** What a seat is asked. @param {string} id @param {number} seat @returns {Promise<any>} */
const asked = async (id, seat) => (await stage.get(`/api/tables/${id}?as=seat:${seat}`)).asks[0];

/** Answers for a seat. @param {string} id @param {number} seat @param {unknown} command */
async function answer(id, seat, command) {
  const ask = await asked(id, seat);
  await stage.post(`/api/tables/${id}/commands`, { as: `seat:${seat}`, id: `${ask.id}-${seat}-${JSON.stringify(command)}`, request: { answer: { ask: ask.id, command } } });
}

/** Plays a game of six people up to its first vote, with nobody dead. @param {string} id */
async function toTheVote(id) {
  const { view } = await stage.get(`/api/tables/${id}?as=host`);
  /** @param {string} role @returns {number} */
  const seat = (role) => view.roles.find((/** @type {any} */ it) => it.role === role).seat;
  for (const living of view.living) {
    const ask = await asked(id, living);
    const targets = ask.form.tools[0].fields[0].kind.choice.map((/** @type {any} */ it) => it.value);
    const target = living === seat("mafia") || living === seat("doctor") ? seat("sheriff") : targets[0];
    await answer(id, living, { type: "ChooseTarget", target });
  }
  for (;;) {
    const { view: now, phase } = await stage.get(`/api/tables/${id}?as=public`);
    if (phase !== "DAY_DISCUSSION") return;
    await answer(id, now.turn.seat, { type: "Pass" });
  }
}

test("m7_the_night_is_chosen_under_cover_and_every_panel_is_alike", async () => {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  /** @type {Set<string>} */
  const shapes = new Set();
  /** @type {number[]} */
  const sizes = [];
  for (const seat of [1, 2, 3, 4, 5, 6]) {
    const page = await stage.page(`/t/${id}?as=seat:${seat}`);
    assert.equal(await page.locator("#way-ChooseTarget").isVisible(), false, "covered");
    await page.locator("#ask-cover > summary").click();
    await page.locator("#way-ChooseTarget").waitFor();
    const panel = await page.locator("#ask").evaluate((it) => ({
      shape: [...it.querySelectorAll("*")].map((inner) => inner.tagName).join(" "),
      size: it.outerHTML.length,
    }));
    shapes.add(panel.shape);
    sizes.push(panel.size);
    if (seat === 1) await wellMade(page);
    await page.locator('#ask input[type="radio"]:enabled').first().check();
    await page.locator("#way-ChooseTarget").click();
    if (seat < 6) await page.locator("#ask-cover > summary").getByText("you have answered").waitFor();
    await page.context().close();
  }
  assert.equal(shapes.size, 1);
  assert.ok((Math.max(...sizes) - Math.min(...sizes)) * 20 <= Math.max(...sizes), `${sizes}`);
});

test("m2_m3_m16_a_vote_is_chosen_cast_and_changed_and_the_matrix_says_so", async () => {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  await toTheVote(id);
  const page = await stage.page(`/t/${id}?as=seat:1`);
  const watcher = await stage.page(`/t/${id}`);
  await page.locator("#ask").waitFor();
  assert.equal(await page.locator("#pick-CastVote-1").count(), 0, "nobody votes against themselves");
  await wellMade(page);
  await page.keyboard.press("2");
  assert.equal(await page.locator("#pick-CastVote-2").isChecked(), true, "a seat is picked by its own number");
  assert.equal(await watcher.locator("#panel-votes").count(), 0, "a slip costs nothing");
  await page.getByRole("button", { name: "Vote", exact: true }).click();
  await watcher.locator("#panel-votes tbody tr").first().waitFor();
  await page.locator("#pick-CastVote-3").check();
  await page.getByRole("button", { name: "Change my vote" }).click();
  const row = watcher.locator("#panel-votes tbody tr").first();
  await row.getByText("before: Ben").waitFor();
  assert.deepEqual(await row.locator("th, td").allTextContents(), ["Cleo", "1", "Ada (before: Ben)"]);
  const caption = (await watcher.locator("#panel-votes caption").textContent()) ?? "";
  assert.equal(caption, "1 of 6 voted; Cleo 1 (Ada)");
  await wellMade(watcher);
});

test("m12_words_stream_without_being_read_out_and_each_statement_is_told_once_and_whole", async () => {
  const id = await stage.table({ people: 0 });
  const page = await stage.page(`/t/${id}`);
  await page.evaluate(() => {
    const seen = /** @type {any} */ (window);
    seen.heard = [];
    seen.busy = 0;
    const status = document.getElementById("status");
    const streaming = document.getElementById("streaming");
    if (status) new MutationObserver(() => seen.heard.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
    if (streaming) {
      new MutationObserver(() => {
        if (streaming.textContent) seen.busy += streaming.getAttribute("aria-busy") === "true" ? 1 : -1000;
      }).observe(streaming, { childList: true, characterData: true, subtree: true });
    }
  });
  await stage.session(id, "start");
  await page.waitForFunction(() => document.querySelectorAll("#feed .said").length >= 3, null, { timeout: 60_000 });
  await stage.session(id, "pause");
  await page.locator("#banner.paused").waitFor();
  const { heard, busy, said } = await page.evaluate(() => ({
    heard: /** @type {any} */ (window).heard.join("\n"),
    busy: /** @type {any} */ (window).busy,
    said: [...document.querySelectorAll("#feed .said .words")].map((it) => it.textContent ?? ""),
  }));
  assert.ok(busy >= 0, "aria-busy while it streams");
  for (const words of said) assert.equal(heard.split(words).length - 1, 1, `once and whole: ${words}`);
  assert.equal(await page.locator("#streaming").evaluate((it) => it.closest("[aria-live]") === null), true);
});

test("m13_whoever_scrolls_up_is_left_there_and_a_button_leads_back", async () => {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  const page = await stage.page(`/t/${id}?as=seat:1`);
  /** @param {string} words */
  const say = (words) => stage.post(`/api/tables/${id}/commands`, { as: "seat:2", id: words, request: { line: { text: `((${words}` } } });
  for (let count = 1; count <= 30; count++) await say(`line ${count}`);
  await page.getByText("line 30", { exact: true }).waitFor();
  const atEnd = () => page.locator("#talk").evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight < 48);
  assert.ok(await atEnd(), "it follows");
  // A browser tells of it in its own time: what is said before that finds somebody at the end.
  await page.locator("#talk").evaluate(
    (it) =>
      new Promise((seen) => {
        it.addEventListener("scroll", () => seen(undefined), { once: true });
        it.scrollTo(0, 0);
      }),
  );
  await say("one more");
  await say("and another");
  await page.locator("#news").getByText("2 new").waitFor();
  assert.equal(await page.locator("#talk").evaluate((it) => it.scrollTop), 0);
  await page.locator("#news").click();
  assert.ok(await atEnd());
  assert.equal(await page.locator("#news").isVisible(), false);
  await open(page);
  await page.getByRole("button", { name: "Pause feed" }).click();
  await say("unseen yet");
  await page.locator("#news").getByText("1 new").waitFor();
  assert.equal(await page.locator("#feed").getByText("unseen yet").count(), 0);
  await open(page);
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await page.locator("#feed").getByText("unseen yet").waitFor();
});

test("the end has a card, and the same seats sit down again", async () => {
  const id = await stage.table({ people: 0, title: "Over soon" });
  await stage.session(id, "start");
  const page = await stage.page(`/t/${id}`);
  await page.locator("#ending-title").waitFor({ timeout: 60_000 });
  await wellMade(page);
  await page.getByRole("link", { name: "Change something first" }).click();
  await page.waitForURL(/\/new\?from=/);
  assert.equal(await page.locator("#title").inputValue(), "Over soon");
  assert.equal(await page.locator(".seat-rows > li").count(), 6);
  await page.getByRole("button", { name: "Create table" }).last().click();
  await page.waitForURL(/\/t\/.+as=public/);
});

test("the end is a moment: who was who, the line that most votes followed, and the stars that are given", async () => {
  const id = await stage.longNight();
  const all = await stage.page(`/t/${id}`);
  const said = all.locator("#ending [data-panel=line]");
  await said.getByRole("heading", { name: "The best line" }).waitFor();
  const [, line = "", day = "", votes = ""] =
    /^“(.+?)…?” \w+, the first on day (\d+) to accuse \w+: (\d+) others? then voted so\. After no other line did more\.$/s.exec((await said.locator("p").textContent()) ?? "") ?? [];
  assert.ok(line && Number(day) > 0 && Number(votes) > 0, (await said.textContent()) ?? "");
  const told = await (await stage.ask("GET", `/api/tables/${id}/export?format=jsonl&as=public`)).text();
  assert.ok(told.includes(JSON.stringify(line).slice(1, -1)), "it was said");
  await all.locator("#ending [data-panel=roles]").waitFor();
  assert.equal(await all.locator("#stars").count(), 1, "whoever runs the table may ask what was good");
  await wellMade(all);

  const own = await stage.table({ people: 1 });
  await stage.session(own, "start");
  const page = await stage.page(`/t/${own}?as=seat:1`);
  await playOn(page);
  const stars = page.locator("#stars");
  // The table looks back by itself (T10).
  await page.getByLabel("Your feedback").fill("how Ada lied to us");
  await page.locator(".feedback").getByRole("button", { name: "Send" }).click();
  await stars.getByText("☆ how Ada lied to us").waitFor();
  assert.equal(await stars.getByRole("button").count(), 0, "everybody has been asked");
  const other = await stage.page(`/t/${own}?as=public`);
  await other.locator("#ending-title").waitFor();
  assert.equal(await other.locator("#stars").count(), 0, "what somebody found good is not told to all");
  await wellMade(page);
});
