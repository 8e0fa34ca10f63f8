// M1: ten seats, ten browsers and one who watches, to the end of an evening.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { NAMES, Stage, problems } from "../parlor.mjs";
import { playOn } from "../play.mjs";

const stage = await Stage.open();
after(() => stage.close());

/** Seats that are played through their pages; the house has the others. */
const PEOPLE = 4;
const SEATS = NAMES.map((name, at) => ({ name, holder: at < PEOPLE ? "person" : "house:social" }));
const ROLES = { mafia: 3, doctor: 1, sheriff: 1, villager: 5 };

test("m1_ten_seats_see_their_own_role_alone_and_agree_on_who_won", async () => {
  const id = await stage.table({ seats: SEATS, setup: { speed: "INSTANT", roles: ROLES }, seed: 11 });
  const seats = [];
  for (const at of SEATS.keys()) seats.push(await (at < PEOPLE ? stage.guest(id, at + 1) : stage.behind(id, at + 1)));
  const spectator = await stage.guest(id, "observe");
  await stage.session(id, "start");
  const everybody = [...seats, spectator];
  await Promise.all(everybody.map((page) => page.waitForFunction(() => !/Idle/.test(document.querySelector("#strips [aria-current=step]")?.textContent ?? "Idle"))));

  /** @type {{seat: number, role: string}[]} */
  const dealt = (await stage.get(`/api/tables/${id}?as=host`)).view.roles;
  assert.equal(dealt.length, 10);
  for (const [at, page] of seats.entries()) {
    const { role } = dealt.find(({ seat }) => seat === at + 1) ?? assert.fail("a seat without a role");
    await page.locator("#panel-own", { hasText: new RegExp(role, "i") }).waitFor({ state: "attached" });
    const known = dealt.filter((it) => it.seat === at + 1 || (role === "mafia" && it.role === "mafia"));
    const told = await page.request.get(`/api/tables/${id}`);
    assert.deepEqual((await told.json()).view.roles, known, `seat ${at + 1}, ${role}`);
  }
  assert.equal(await spectator.locator("#panel-own").count(), 0);
  assert.deepEqual((await (await spectator.request.get(`/api/tables/${id}`)).json()).view.roles, []);

  const pressed = await Promise.all(seats.slice(0, PEOPLE).map((page) => playOn(page)));
  assert.ok(pressed.every((answers) => answers.length > 0), "everybody was asked");
  const { outcome } = await stage.get(`/api/tables/${id}`);
  const winner = new RegExp(`${outcome.winner}\\s+wins`, "i");
  await Promise.all(everybody.map((page) => page.locator("main", { hasText: winner }).waitFor()));
  for (const page of everybody) {
    assert.deepEqual(problems(page), []);
    const told = await (await page.request.get(`/api/tables/${id}`)).json();
    assert.deepEqual(told.outcome, outcome);
  }
});
