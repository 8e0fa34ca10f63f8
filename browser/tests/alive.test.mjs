// What the others see when somebody's browser is closed, and when a model cannot be reached.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";
import { answerTo, answerUntil } from "../play.mjs";
import { wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

const ROLES = { mafia: 1, doctor: 1, sheriff: 1, villager: 3 };

/** What the ring says of a seat. @param {Page} page @param {number} seat */
const inRing = (page, seat) => page.locator(`#ring [data-at="${seat}"]`);

/** Waits until the ring says of a seat that its person is not here, or no longer says so. @param {Page} page @param {number} seat @param {boolean} away */
async function isAway(page, seat, away) {
  const tag = inRing(page, seat).getByText("◌ not here");
  await (away ? tag.waitFor() : tag.waitFor({ state: "detached" }));
}

test("m14_a_seat_whose_browser_is_closed_is_seen_as_not_here_and_its_time_runs_out_as_always", async () => {
  const setup = { speed: "RELAXED", timing: { night_ms: 1_500, morning_ms: 1, turn_ms: 5_000 }, roles: ROLES };
  const id = await stage.table({ people: 6, setup });
  const players = [await stage.guest(id, 1), await stage.guest(id, 2)];
  const watcher = await stage.page(`/t/${id}`);
  await isAway(watcher, 3, true);
  await isAway(watcher, 1, false);
  await isAway(watcher, 2, false);
  await stage.session(id, "start");
  const { view } = await stage.until(id, ({ view }) => [1, 2].includes(view.turn?.seat));
  const seat = view.turn.seat;
  const [gone, other] = seat === 1 ? players : players.reverse();
  assert.ok(gone && other);
  await gone.locator("#asks form").first().waitFor();

  const cookies = await gone.context().storageState();
  await gone.context().close();
  for (const page of [watcher, other]) await isAway(page, seat, true);
  await wellMade(other);
  // Nobody waits longer for them than for others.
  await stage.until(id, ({ view }) => view.turn?.seat !== seat);
  await watcher.locator("#feed li", { hasText: /time/i }).last().waitFor();
  await isAway(other, seat, true);

  const back = await (await stage.context({ storageState: cookies })).newPage();
  await back.goto(`/t/${id}`);
  for (const page of [watcher, other]) await isAway(page, seat, false);
  // They are asked again when it is their turn.
  await answerUntil(stage, id, ({ view }) => view.turn?.seat === seat, (ask) => answerTo(ask, ["Pass"]));
  await back.locator("#asks form").first().waitFor();
  assert.equal(await inRing(back, seat).getByText("you").count(), 1);
  for (const page of [watcher, other, back]) assert.deepEqual(problems(page), []);
});

test("m17_a_seat_whose_model_fails_says_which_try_it_is_and_the_game_goes_on_without_its_answer", async () => {
  // A stand-in for a provider: it has too many requests, always, and wants to be asked again a second later.
  const model = "model:scripted:ratelimited@delay=1000";
  const seats = ["Ada", "Ben", "Cleo", "Dara", "Elif", "Finn"].map((name, at) => ({ name, holder: at === 0 ? "person" : at === 1 ? model : "house:cautious" }));
  const id = await stage.table({ seats });
  const page = await stage.page(`/t/${id}`);
  /** Everything that was ever in the place of words that are being said. */
  await page.evaluate(() => {
    const place = document.getElementById("streaming");
    /** @type {string[]} */
    const seen = [];
    Object.assign(window, { seen });
    if (place) new MutationObserver(() => seen.push(place.textContent ?? "")).observe(place, { childList: true, subtree: true, characterData: true });
  });
  const seen = () => page.evaluate(() => /** @type {any} */ (window).seen.join("\n"));
  await stage.session(id, "start");
  const isFirst = (/** @type {any} */ { view }) => view.turn?.seat === 1;
  await answerUntil(stage, id, isFirst);
  assert.doesNotMatch(await seen(), /retrying/, "who fails at night is nobody's business");

  const isSecond = (/** @type {any} */ { view }) => view.turn?.seat === 2;
  await answerUntil(stage, id, isSecond, (ask) => answerTo(ask, ["Pass"]));
  for (const words of ["retrying, try 2 of 3", "retrying, try 3 of 3"]) {
    await page.locator("#streaming", { hasText: `Ben ${words}` }).waitFor();
    const seat = page.locator(`#ring [data-at="2"][data-busy="${words}"]`);
    const shown = await seat.evaluate((it) => getComputedStyle(it, "::after").content);
    assert.equal(shown, `"${words}"`);
  }
  await wellMade(page);
  // What the rules do for a seat that gives no answer, with the reason; and it is the next one's turn.
  await page.locator("#feed li", { hasText: /Ben.*too many requests/ }).first().waitFor();
  await page.locator("#streaming", { hasText: "retrying" }).waitFor({ state: "detached" });
  await stage.until(id, ({ view, phase }) => phase !== "DAY_DISCUSSION" || (view.turn && view.turn.seat !== 2));
  assert.deepEqual(problems(page), []);
});
