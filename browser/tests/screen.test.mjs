// A table is one screen: where its talk begins, whether all of what is asked is in sight, and how much of it jumps.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { NAMES, Stage, problems } from "../parlor.mjs";
import { answerTo, answerUntil } from "../play.mjs";
import { SIZES, isOneScreen } from "../screen.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** How much may jump in a whole evening, as browsers count it. */
const JUMPS_MAX = 0.05;

/** Counts from now on how much jumps on a page. @param {Page} page */
const counting = (page) =>
  page.evaluate(() => {
    /** @type {{value: number, what: string[]}[]} */
    const jumps = [];
    Object.assign(window, { jumps });
    new PerformanceObserver((list) => {
      for (const entry of /** @type {any[]} */ (list.getEntries())) {
        if (entry.hadRecentInput) continue;
        jumps.push({ value: entry.value, what: entry.sources.map((/** @type {any} */ it) => `${it.node?.nodeName}#${it.node?.id}.${it.node?.className}`) });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Holds what was counted to what may be. @param {Page} page @param {string} about */
async function hardlyJumped(page, about) {
  /** @type {{value: number, what: string[]}[]} */
  const jumps = await page.evaluate(() => /** @type {any} */ (window).jumps);
  const sum = jumps.reduce((sum, { value }) => sum + value, 0);
  const worst = jumps.sort((a, b) => b.value - a.value).slice(0, 4);
  assert.ok(sum <= JUMPS_MAX, `${about}: ${sum.toFixed(3)} jumped in all, most of it: ${JSON.stringify(worst, null, 1)}`);
}

/** Where people are asked something, by activity: by turns they take these ways, where they are offered. */
const EVENINGS = [
  {
    machine: "mafia",
    seats: NAMES.map((name) => ({ name, holder: "person" })),
    setup: { speed: "INSTANT", roles: { mafia: 3, doctor: 1, sheriff: 1, villager: 5 } },
    verb: "start",
    seeds: [7],
    phases: ["NIGHT_ACTIONS", "DAY_DISCUSSION", "DAY_VOTING"],
    rounds: [["ChooseTarget", "Pass", "CastVote"]],
  },
  {
    machine: "dm",
    seats: [
      { name: "Ana", holder: "person" },
      { name: "The House", holder: "house:narrator" },
    ],
    setup: {},
    verb: "start",
    seeds: [21, 7, 11],
    phases: ["CREATION", "SCENE", "ACTION", "AFTERMATH", "BARGAIN", "BETWEEN_SCENES", "DOWNTIME"],
    rounds: [["act", "choose_die", "strike", "next_scene"], ["take", "choose_die", "strike", "next_scene"], ["act", "choose_die", "strike", "rest", "lay_low"]],
  },
  {
    machine: "tidying",
    seats: [
      { name: "Kim", holder: "person" },
      { name: "The Coach", holder: "house:coach" },
    ],
    setup: { space: "the shed" },
    verb: "start",
    seeds: [7],
    phases: ["SURVEYING", "SORTING", "DECISION_SUPPORT", "WINDING_DOWN"],
    rounds: [["choose_function"], ["say"], ["say"], ["whats_that"], ["skip"], ["stuck"], ["yes"], ["stop"], ["resume_sorting"], ["choose"]],
  },
];

for (const { machine, seats, setup, verb, seeds, phases, rounds } of EVENINGS) {
  test(`whatever ${machine} asks is whole and in sight, below a talk that begins at once`, async () => {
    const left = new Set(phases);
    for (const seed of seeds) {
      if (left.size === 0) break;
      const id = await stage.table({ machine, seats, setup, seed });
      await stage.session(id, verb);
      const page = await stage.page(`/t/${id}?as=seat:1`, { viewport: { width: 390, height: 844 } });
      /** @type {Set<string>} */
      const seen = new Set();
      for (let turn = 0; turn < 90; turn++) {
        const own = (/** @type {any} */ ask) => ask.seat === 1 && !ask.answered;
        // Where a seat leads it has said what it wants to: what is asked then stays so.
        const isUp = (/** @type {any} */ note) => note.seat === 1 && note.is === "up";
        const rests = (/** @type {any} */ { asks, board }) => asks.some(own) && (machine === "mafia" || board.notes.some(isUp));
        const isAsked = (/** @type {any} */ scene) => scene.outcome || rests(scene);
        const scene = await answerUntil(stage, id, isAsked, (ask) => (ask.seat === 1 ? null : answerTo(ask, rounds[0])));
        const ask = scene.asks.find(own);
        if (!ask) break;
        const kind = `${scene.phase} ${ask.form.tools.map((/** @type {any} */ tool) => tool.name).join(" ")}`;
        if (!seen.has(kind)) {
          seen.add(kind);
          await page.locator(`#ask[data-ask="${ask.id}"]`).waitFor();
          await isOneScreen(page, `${machine}, ${kind}`);
          left.delete(scene.phase);
        }
        const command = answerTo(ask, rounds[turn % rounds.length], (_, field) => (field.name === "text" ? "I attack the guard" : `some ${field.name}`));
        const things = "a strange cable, an umbrella, a guitar";
        const request = command.type === "say" ? { line: { text: things } } : { answer: { ask: ask.id, command } };
        await stage.post(`/api/tables/${id}/commands`, { as: "seat:1", id: `${turn}`, request });
      }
      assert.deepEqual(problems(page), []);
    }
    assert.deepEqual([...left], [], "phases in which nobody was asked");
  });

  for (const viewport of SIZES) {
    test(`an evening of ${machine} hardly jumps, ${viewport.width} wide`, async () => {
      const kinds = /** @type {Record<string, string[]>} */ ({ dm: ["house:player", "house:player", "house:narrator"], tidying: ["house:hesitant", "house:coach"] });
      const holders = kinds[machine] ?? NAMES.map(() => "house:social");
      const id = await stage.table({ machine, seats: holders.map((holder, at) => ({ name: NAMES[at] ?? "", holder })), setup: { ...setup, speed: undefined } });
      const page = await stage.page(`/t/${id}`, { viewport });
      await counting(page);
      await stage.session(id, verb === "start" && machine === "dm" ? "zero" : verb);
      await page.locator("#ending-title").waitFor({ timeout: 60_000 });
      await hardlyJumped(page, machine);
    });
  }
}
