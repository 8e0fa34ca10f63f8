// The board of an activity that no page was made for: what all see, what is covered, and the end.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { Stage, problems } from "../parlor.mjs";
import { answerTo, answerUntil } from "../play.mjs";
import { wellMade } from "../wellmade.mjs";

const stage = await Stage.open("interview");
after(() => stage.close());

const SEATS = [
  { name: "Ana", holder: "person" },
  { name: "Ira", holder: "person" },
];
const WHY = "CANARY: she left out what went wrong";

/** Says what is asked for, and why somebody scores as they do. @type {(ask: import("../play.mjs").Ask) => any} */
const says = (ask) => answerTo(ask, [], (_, field) => (field.name === "why" ? WHY : `my ${field.name}`));

test("an activity of a stranger's has a board with its cover, which changes as things do, and an end", async () => {
  const id = await stage.table({ machine: "interview", title: "Practice", seats: SEATS });
  await stage.session(id, "start");
  const pages = [await stage.page(`/t/${id}?as=seat:1`), await stage.page(`/t/${id}?as=seat:2`)];
  const [ana, ira] = pages;
  assert.ok(ana && ira);
  await answerUntil(stage, id, (scene) => scene.view.scores.length === 1, says);
  // What all know is on every page, without its being loaded again; what only one knows is under everybody's cover.
  for (const page of pages) {
    await page.locator("#panel-view", { hasText: "my post" }).waitFor();
    assert.equal(await page.locator("#panel-own-cover[open]").count(), 0, "it is covered");
    await page.locator("#panel-own-cover > summary").click();
  }
  await ira.locator("#panel-own", { hasText: WHY }).waitFor();
  assert.ok(!(await ana.content()).includes(WHY), "it is not hers to know");
  const weights = await Promise.all(pages.map((page) => page.locator("#panel-own").evaluate((it) => it.outerHTML.length)));
  assert.ok((Math.max(...weights) - Math.min(...weights)) * 20 <= Math.max(...weights), `${weights}`);
  await wellMade(ira);
  await answerUntil(stage, id, (scene) => scene.outcome, says);
  for (const page of pages) {
    await page.locator("#ending", { hasText: /It is over.*\d+ of 15 points/ }).waitFor();
    await page.locator("#panel-view", { hasText: WHY }).waitFor();
    await wellMade(page);
  }
  for (const way of ["Replay", "Change something first"]) assert.equal(await ana.locator("#ending").getByRole("link", { name: way }).count(), 1);
  assert.equal(await ana.locator("#seats li").count(), SEATS.length);
  for (const page of pages) assert.deepEqual(problems(page), []);
});

test("a replay of it shows the board of each moment", async () => {
  const id = await stage.table({ machine: "interview", title: "Practice", seats: SEATS });
  await stage.session(id, "start");
  await answerUntil(stage, id, (scene) => scene.outcome, says);
  const page = await stage.page(`/t/${id}/replay?as=public&at=0`);
  assert.ok(!(await page.content()).includes("my post"), "it is in no byte before");
  assert.equal(await page.locator("#ending-title").count(), 0);
  await page.locator("#scrub").press("End");
  await page.locator("#ending-title").waitFor();
  await page.locator("#panel-view", { hasText: "my post" }).waitFor();
  await page.locator("#scrub").press("Home");
  await page.locator("#ending-title").waitFor({ state: "detached" });
  assert.deepEqual(problems(page), []);
});
