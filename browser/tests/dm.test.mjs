// A story on its page: dice, clocks, sheets, what is told, and the stop that anybody can call.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Stage, open } from "../parlor.mjs";
import { accessible, fits, wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

const ALONE = [
  { name: "Ana", holder: "person" },
  { name: "The House", holder: "house:narrator" },
];

/** Somebody who plays a character, on their page. */
class Player {
  /** @param {string} id @param {Page} page @param {number} seat */
  constructor(id, page, seat = 1) {
    this.id = id;
    this.page = page;
    this.seat = seat;
    this.last = -1;
  }

  /** Lays a table and sits down at it. @param {number} seed @param {import("playwright-core").BrowserContextOptions} options */
  static async sit(seed, options = {}) {
    const id = await stage.table({ machine: "dm", seed, seats: ALONE, setup: {} });
    await stage.session(id, "start");
    return new Player(id, await stage.page(`/t/${id}?as=seat:1`, options));
  }

  /** How things stand. @returns {Promise<any>} */
  scene() {
    return stage.get(`/api/tables/${this.id}?as=seat:${this.seat}`);
  }

  /** Waits for the next question, and gives how things stand then; nothing once it is over. @returns {Promise<any>} */
  async asked() {
    const last = String(this.last);
    await this.page.waitForFunction(
      (last) => document.querySelector("#ending-title") || Number(document.getElementById("ask")?.dataset.ask ?? -1) > Number(last),
      last,
    );
    const scene = await this.scene();
    const ask = scene.asks[0];
    if (!ask) return null;
    this.last = ask.id;
    await this.page.locator(`#ask[data-ask="${ask.id}"]`).waitFor();
    return scene;
  }

  async create() {
    const ask = this.page.locator("#ask");
    await ask.locator("[name=name]").fill("Ana Thorne");
    await ask.locator("[name=pronouns]").fill("she");
    await ask.locator(".cards input").nth(1).check();
    await ask.locator("[name=background]").fill("the drowned quarter");
    await ask.getByRole("button", { name: "Deal the cards" }).click();
  }

  /** Answers whatever is asked by what stands on the page. @param {any} scene @param {number} turn */
  async goOn(scene, turn) {
    /** @type {string[]} */
    const tools = scene.asks[0].form.tools.map((/** @type {any} */ tool) => tool.name);
    const ask = this.page.locator("#ask");
    if (tools.includes("create_character")) return this.create();
    if (tools.includes("take_risk")) return ask.locator("[data-tool=take_risk]").click();
    if (tools.includes("choose_die")) {
      await ask.locator(".die-offer input").nth(turn % scene.view.mood.roll.dice.length).check();
      return ask.getByRole("button", { name: "Spend this die" }).click();
    }
    if (tools.includes("next_scene")) return ask.locator(`[data-tool=${turn % 3 === 0 ? "rest" : "next_scene"}]`).click();
    // Between scenes and in a bargain words decide nothing: what is asked stays.
    const talks = ["strike", "take_way_out", "lay_low"].some((way) => tools.includes(way));
    if (!talks && tools.includes("act") && (turn % 2 === 0 || !tools.includes("take"))) {
      await ask.locator("textarea").fill("I attack the guard and run for the roof.");
      return ask.getByRole("button", { name: "Do it" }).click();
    }
    await ask.locator("button").first().click();
  }

  /** Plays until something is so. @param {(scene: any) => boolean} isSo @param {number} turns */
  async until(isSo, turns = 40) {
    for (let turn = 0; turn < turns; turn++) {
      const scene = await this.asked();
      if (!scene || isSo(scene)) return scene;
      await this.goOn(scene, turn);
    }
    return null;
  }
}

/** Is a die to be spent? @param {any} scene */
const dice = (scene) => scene.view.mood?.roll?.stage === "offered";

test("session zero, a scene and the dice are well made, and played by keyboard alone", async () => {
  const ana = await Player.sit(7);
  const { page } = ana;
  await ana.asked();
  await wellMade(page);
  await page.locator("#ask [name=name]").focus();
  await page.keyboard.type("Ana Thorne");
  await page.keyboard.press("Tab");
  await page.keyboard.type("she");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator("#ask .cards input:checked").count(), 1, "cards are chosen by arrow keys");
  await page.keyboard.press("Tab");
  await page.keyboard.type("the drowned quarter");
  await page.keyboard.press("Enter");
  const scene = await ana.asked();
  assert.equal(scene.view.party[0].name, "Ana Thorne");
  await wellMade(page);
  await ana.goOn(scene, 0);
  assert.ok(await ana.until(dice));
  await wellMade(page);
  // Nothing is picked, and nothing can be spent by accident.
  const before = await ana.scene();
  await page.getByRole("button", { name: "Spend this die" }).click();
  assert.deepEqual((await ana.scene()).view.party, before.view.party);
  await page.locator("#ask .die-offer input").first().focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator("#ask .die-offer input:checked").getAttribute("value"), "2", "b3: by its place, not its value");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#feed .outcome").waitFor();
});

test("b1_the_ending_is_on_no_page_before_its_die_is_spent_and_its_hash_is_the_one_that_was_shown", async () => {
  const ana = await Player.sit(11);
  const { page } = ana;
  /** @type {string[]} */
  const bytes = [];
  page.on("response", async (response) => {
    if (!response.url().includes("/live")) bytes.push(await response.text().catch(() => ""));
  });
  const scene = await ana.until(dice);
  const offers = scene.view.mood.roll.dice;
  const labels = await page.locator("#ask .die-offer").allTextContents();
  assert.equal(labels.length, offers.length);
  for (const [at, offer] of offers.entries()) {
    for (const words of [offer.hint, offer.tier, `die ${at + 1} of ${offers.length}`]) {
      assert.ok(labels[at]?.includes(words), `${words} in ${labels[at]}`);
    }
    assert.match(labels[at] ?? "", /stress [+-]?\d+ · heat [+-]?\d+/);
  }
  const frames = await stage.get(`/api/tables/${ana.id}/frames?as=host`);
  const sealed = frames.map((/** @type {any} */ frame) => frame.event).findLast((/** @type {any} */ event) => event.type === "OUTCOMES_SEALED");
  const shown = (await page.content()) + bytes.join("");
  const text = (await page.locator("body").textContent()) + bytes.join("");
  for (const ending of sealed.endings) assert.ok(!shown.includes(ending) && !text.includes(ending), ending);
  await page.locator("#ask .die-offer input").first().check();
  await page.getByRole("button", { name: "Spend this die" }).click();
  const ending = page.locator("#feed .outcome").last();
  await ending.waitFor();
  const words = await ending.locator("p.words").textContent();
  const salt = await ending.locator(".salt").textContent();
  assert.equal(words, sealed.endings[0]);
  assert.equal(createHash("sha256").update(`${salt}${words}`).digest("hex"), offers[0].seal);
  assert.equal(await ending.locator(".hash").textContent(), offers[0].seal);
  assert.match((await ending.locator(".proof summary").textContent()) ?? "", /^✓ sealed hash matches/);
});

test("b2_what_a_die_costs_is_paid_once_in_text_in_the_meter_and_in_the_data", async () => {
  const ana = await Player.sit(7);
  const { page } = ana;
  const costs = (/** @type {any} */ scene) => dice(scene) && scene.view.mood.roll.dice.some((/** @type {any} */ die) => die.heat > 0);
  const scene = await ana.until(costs);
  assert.ok(scene, "a die that costs heat");
  const at = scene.view.mood.roll.dice.findIndex((/** @type {any} */ die) => die.heat > 0);
  const before = scene.view.party[0].heat;
  const after = Math.min(10, before + scene.view.mood.roll.dice[at].heat);
  const meter = page.getByRole("meter", { name: "Heat" });
  assert.equal(await meter.getAttribute("aria-valuenow"), String(before));
  await page.locator("#ask .die-offer input").nth(at).check();
  await page.getByRole("button", { name: "Spend this die" }).click();
  await page.locator("#feed .outcome").waitFor();
  await page.waitForFunction((now) => document.querySelector('[data-gauge="Heat"] [role=meter]')?.getAttribute("aria-valuenow") === now, String(after));
  assert.equal(await page.locator('[data-gauge="Heat"] .figure-of').textContent(), `${after}/10`);
  assert.equal(await page.locator('[data-gauge="Heat"] .full').count(), after);
  assert.equal((await ana.scene()).view.party[0].heat, after);
});

test("b8_each_segment_of_a_pie_is_seen_full_or_empty_with_colours_of_ones_own_too", async () => {
  const ana = await Player.sit(7);
  const { page } = ana;
  const scene = await ana.until((scene) => scene.view.clocks.some((/** @type {any} */ clock) => clock.filled > 0));
  assert.ok(scene, "a clock that has begun");
  for (const forcedColors of /** @type {const} */ (["none", "active"])) {
    await page.emulateMedia({ forcedColors });
    for (const clock of scene.view.clocks) {
      const pie = page.locator(`[data-clock="${clock.name}"] .pie`);
      assert.equal(await pie.getAttribute("aria-label"), `${clock.name}, ${clock.kind}, ${clock.filled} of ${clock.segments}`);
      assert.equal(await pie.locator("path").count(), clock.segments);
      await pie.scrollIntoViewIfNeeded();
      const shot = (await pie.screenshot()).toString("base64");
      const inked = await page.evaluate(PROBE, { shot, segments: clock.segments });
      // A hatched slice has two colours in it, an empty one has one.
      const full = inked.map((colours) => colours > 1);
      assert.deepEqual(full, Array.from({ length: clock.segments }, (_, at) => at < clock.filled), `${clock.name}, ${forcedColors}: ${inked}`);
    }
  }
});

/**
 * How many colours there are round the middle of each slice of a picture of a pie, as far out as keeps clear of the lines between eight.
 * @param {{shot: string, segments: number}} given @returns {Promise<number[]>}
 */
async function PROBE({ shot, segments }) {
  const bytes = Uint8Array.from(atob(shot), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(picture, 0, 0);
  return Array.from({ length: segments }, (_, at) => {
    const angle = ((at + 0.5) / segments) * 2 * Math.PI - Math.PI / 2;
    const [x, y] = [picture.width * (0.5 + 0.33 * Math.cos(angle)), picture.height * (0.5 + 0.33 * Math.sin(angle))];
    const { data } = context.getImageData(Math.round(x) - 3, Math.round(y) - 3, 7, 7);
    const colours = new Set();
    for (let pixel = 0; pixel < data.length; pixel += 4) colours.add(data.slice(pixel, pixel + 3).map((part) => part >> 5).join());
    return colours.size;
  });
}

test("an evening keeps its form in every mood, and what is picked and opened survives news", async () => {
  const ana = await Player.sit(21);
  const { page } = ana;
  const moods = new Set();
  for (let turn = 0; turn < 40; turn++) {
    const scene = await ana.asked();
    if (!scene) break;
    // Where one is: lit in the strip, and the voice that tells is named.
    const lit = await page.locator("#strips .strip").nth(1).locator('[aria-current="step"] .step-title').textContent();
    assert.ok(((await page.locator("#panel-scene .persona").textContent()) ?? "").includes(lit ?? "?"), `${scene.phase}: ${lit}`);
    if (!moods.has(scene.phase)) {
      moods.add(scene.phase);
      await accessible(page, scene.phase);
      await page.setViewportSize({ width: 320, height: 844 });
      await fits(page, scene.phase);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    if (dice(scene) && !moods.has("picked")) {
      moods.add("picked");
      await page.locator("#ask .die-offer input").nth(1).check();
      await page.locator("#panel-people-fold > summary").click();
      await stage.post(`/api/tables/${ana.id}/commands`, { as: "seat:1", id: "aside", request: { line: { text: "((wait" } } });
      await page.locator("#feed .aside").waitFor();
      assert.equal(await page.locator("#ask .die-offer input:checked").getAttribute("value"), "2");
      assert.ok(await page.locator("#panel-people-fold[open]").count());
    }
    await ana.goOn(scene, turn);
  }
  for (const mood of ["CREATION", "SCENE", "ACTION", "picked"]) assert.ok(moods.has(mood), `${mood} is not among ${[...moods]}`);
});

test("a story is played without scripts", async () => {
  const id = await stage.table({ machine: "dm", seed: 7, seats: ALONE, setup: {} });
  await stage.session(id, "start");
  const page = await stage.page(`/t/${id}?as=seat:1`, { javaScriptEnabled: false });
  const ana = new Player(id, page);
  await ana.create();
  const spoke = async () => {
    // Without scripts somebody looks again until it is their turn.
    while (!(await page.locator("#ask").count())) await page.reload();
  };
  await spoke();
  for (let turn = 0; turn < 12 && !(await page.locator("#ask .die-offer").count()); turn++) {
    await ana.goOn(await ana.scene(), turn);
    await spoke();
  }
  await page.locator("#ask .die-offer input").first().check();
  await page.getByRole("button", { name: "Spend this die" }).click();
  await spoke();
  assert.ok(await page.locator("#feed .outcome").count());
});

test("what is taken back is struck out, for all who see it and after a reload, until it is brought back", async () => {
  const ana = await Player.sit(7);
  const { page } = ana;
  await ana.asked();
  await ana.create();
  await ana.goOn(await ana.asked(), 0);
  await ana.asked();
  const watcher = await stage.page(`/t/${ana.id}`);
  const struck = (/** @type {Page} */ page) => page.locator("#feed > [data-undone]").allTextContents();
  const plain = (/** @type {Page} */ page) => page.locator("#feed > [data-number]:not([data-undone])").count();
  assert.deepEqual(await struck(page), []);
  const before = await plain(page);
  await open(page, "tools");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator("#feed > [data-undone]").first().waitFor();
  const [gone, kept] = [await struck(page), await plain(page)];
  assert.equal(gone.length + kept, before + 1, "all lines are there, and one more that says so");
  assert.ok(kept > 1, "what was not taken back stands");
  const line = page.locator("#feed > [data-undone] .words").first();
  assert.match(await line.evaluate((it) => getComputedStyle(it).textDecorationLine), /line-through/);
  await watcher.locator("#feed > [data-undone]").first().waitFor();
  assert.deepEqual(await struck(watcher), gone);
  await wellMade(page);
  await page.reload();
  assert.deepEqual(await struck(page), gone);
  await open(page, "tools");
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator("#feed > [data-undone]").first().waitFor({ state: "detached" });
  await watcher.locator("#feed > [data-undone]").first().waitFor({ state: "detached" });
  assert.equal(await plain(page), before + 2);
});

test("b14_a_stop_is_in_sight_wherever_one_has_scrolled_to_and_one_press_is_enough", async () => {
  const ana = await Player.sit(7, { viewport: { width: 390, height: 844 } });
  const { page } = ana;
  await ana.asked();
  await ana.create();
  await ana.asked();
  const stop = page.getByRole("button", { name: "Stop" });
  for (const y of [0, 400, 100_000]) {
    await page.evaluate((y) => window.scrollTo(0, y), y);
    const box = await stop.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 844 && box.width >= 44 && box.height >= 44, JSON.stringify(box));
  }
  await stop.click();
  await page.waitForFunction(() => document.querySelector('#strips [aria-current="step"]')?.textContent?.includes("Paused"));
  assert.ok(await stop.isVisible(), "it stays where it was");
  assert.equal((await ana.scene()).table.state, "PAUSED");
});

test("a person tells the story: rows are added, and what is typed stays", async () => {
  const seats = [
    { name: "Ana", holder: "person" },
    { name: "Gil", holder: "person" },
  ];
  const id = await stage.table({ machine: "dm", seats, setup: {} });
  await stage.session(id, "start");
  const ana = new Player(id, await stage.page(`/t/${id}?as=seat:1`));
  await ana.asked();
  await ana.create();
  const page = await stage.page(`/t/${id}?as=seat:2`);
  await page.locator("#ask").waitFor();
  await wellMade(page);
  const third = page.locator('[name="places[2].name"]');
  assert.ok(!(await third.isVisible()));
  await page.locator('[name="places[0].name"]').fill("The roof");
  await page.getByText("One more: two or three places 3").click();
  await third.fill("The drain");
  await stage.post(`/api/tables/${id}/commands`, { as: "seat:1", id: "aside", request: { line: { text: "((ready?" } } });
  await page.locator("#feed .aside").waitFor();
  assert.equal(await page.locator('[name="places[0].name"]').inputValue(), "The roof");
  assert.ok(await third.isVisible());
  assert.equal(await third.inputValue(), "The drain");
});
