// Somebody watches an evening of the house, sits down in one of its seats, plays a turn, and leaves it to the house again.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";
import { asked, press } from "../play.mjs";
import { wellMade } from "../wellmade.mjs";

const stage = await Stage.open();
after(() => stage.close());

/** What the seats of an evening of the house are, where one sits down, and what is only there for whoever does. */
const EVENINGS = [
  { machine: "mafia", holders: Array.from({ length: 6 }, () => "house:cautious"), seat: 3, own: "#panel-own-cover", verb: "start", asks: "#ask" },
  { machine: "dm", holders: ["house:player", "house:player", "house:narrator"], seat: 2, own: '#seats li[data-at="2"]:has-text("you"):has-text("no character yet")', verb: "zero", asks: "#ask" },
  { machine: "tidying", holders: ["house:hesitant", "house:coach"], seat: 1, own: '#seats .tag:text-is("you")', verb: "start", asks: "#ask .branch >> nth=0" },
];
const NAMES = ["Ada", "Ben", "Cleo", "Dara", "Elif", "Finn"];

for (const { machine, holders, seat, own, verb, asks } of EVENINGS) {
  test(`one sits down in ${machine} of the house, answers, and leaves the rest to it`, async () => {
    const seats = holders.map((holder, at) => ({ name: NAMES[at] ?? "", holder }));
    const id = await stage.table({ machine, seats });
    const page = await stage.page(`/t/${id}`);
    const name = NAMES[seat - 1];
    assert.equal(await page.getByRole("button", { name: /^Sit here, in / }).count(), holders.length, "every seat is the house's");
    await wellMade(page);
    await page.getByRole("button", { name: `Sit here, in ${name}'s seat` }).click();
    await page.waitForURL(`**/t/${id}?as=seat:${seat}`);
    await page.locator(own).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Sit here/ }).count(), 0, "one seat is enough");
    await stage.session(id, verb);
    // The table waits for whoever sits there.
    await page.locator(asks).waitFor();
    for (const [width, height] of /** @type {[number, number][]} */ ([[390, 844], [1280, 900]])) {
      await page.setViewportSize({ width, height });
      await wellMade(page);
    }
    assert.match(await press(page, (await asked(page)) ?? ""), /: (200|303)$/);
    await page.getByRole("button", { name: `Leave the seat of ${name}` }).click();
    await page.waitForURL(`**/t/${id}?as=public`);
    await stage.until(id, (scene) => scene.outcome);
    // What is over is over.
    await page.waitForFunction(() => !document.querySelector("form.sit"));
    await page.locator("#feed").getByText("the house").first().waitFor();
    assert.deepEqual(problems(page), []);
  });
}

test("a guest who leaves by the line goes on watching", async () => {
  const id = await stage.table({ people: 0 });
  const guest = await stage.guest(id, 2);
  await guest.locator("#panel-own-cover").waitFor();
  await guest.fill("#line", "/leave");
  await guest.press("#line", "Enter");
  await guest.locator('#table[data-as="public"]').waitFor();
  assert.equal(await guest.locator("#panel-own-cover").count(), 0);
  assert.equal((await guest.context().request.get(`/t/${id}?as=seat:2`)).status(), 404, "its eyes are the house's again");
  await stage.session(id, "start");
  await stage.until(id, (scene) => scene.outcome);
  await guest.locator("#ending, .ending").first().waitFor();
  assert.deepEqual(problems(guest), []);
});

test("whoever looks at a seat that they gave back elsewhere is led to what all see", async () => {
  // Somebody does not answer: at the end everybody may look through all eyes.
  const id = await stage.table({ people: 1 });
  const guest = await stage.guest(id, 2);
  await guest.locator("#panel-own-cover").waitFor();
  const left = await guest.context().request.post(`/api/tables/${id}/seats`, { data: { seat: 2, taken: false } });
  assert.equal(left.status(), 200);
  await stage.session(id, "start");
  await guest.locator('#table[data-as="public"]').waitFor();
  assert.equal(await guest.locator("#panel-own-cover").count(), 0);
});
