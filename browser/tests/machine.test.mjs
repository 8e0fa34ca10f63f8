// The machine view: the checks X1, X2 and X5 on a game that is over.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { Stage } from "../parlor.mjs";
import { wellMade } from "../wellmade.mjs";

const stage = await Stage.open();
after(() => stage.close());

let id = "";

before(async () => {
  id = await stage.table({ people: 1 });
  await stage.session(id, "start");
});

test("the machine view is well made", async () => {
  await wellMade(await stage.page(`/t/${id}/machine?at=5`));
});

test("x1 the arrows of the picture are the ways on that the machine declares", async () => {
  const page = await stage.page(`/t/${id}/machine`);
  for (const [at, name] of ["table", "mafia"].entries()) {
    const { phases } = await stage.get(`/api/machines/${name}`);
    const declared = phases.flatMap((/** @type {any} */ phase) => phase.exits.map((/** @type {string} */ exit) => `${phase.name} ${exit}`));
    const drawn = await page.locator(".diagram").nth(at).locator(".way").evaluateAll((ways) =>
      ways.map((way) => `${way.getAttribute("data-from")} ${way.getAttribute("data-to")}`),
    );
    assert.deepEqual(drawn.sort(), declared.sort(), name);
  }
});

test("x2 x5 each step is one record, and the lit phases are those of the log", async () => {
  const log = (await (await stage.ask("GET", `/api/tables/${id}/export`)).text()).trimEnd().split("\n").slice(1, -1);
  let [table, phase] = ["IDLE", "SETUP"];
  const page = await stage.page(`/t/${id}/machine?at=0`);
  for (const [at, line] of log.entries()) {
    for (const event of JSON.parse(line).events.map((/** @type {any} */ told) => told.event ?? told)) {
      if (event.type === "PHASE_CHANGED") phase = event.to;
      if (event.type === "STATE_CHANGED" || event.type === "SESSION_SET") table = event.to ?? event.state;
    }
    const lit = await page.locator(".diagram .now").evaluateAll((boxes) => boxes.map((box) => box.getAttribute("data-phase")));
    if (at > 0) assert.equal(lit[1], phase, `record ${at}`);
    assert.equal(lit.length, 2, `record ${at}: ${table}`);
    if (at + 1 < log.length) await page.getByRole("link", { name: "On ›" }).click();
  }
});

test("a guest of a game that is not over sees no trace", async () => {
  const guest = await stage.guest(id, 1);
  const answer = await guest.goto(`/t/${id}/machine`);
  assert.equal(answer?.status(), 404);
});
