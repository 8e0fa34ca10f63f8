// C10: nobody is given a byte of what is not theirs, and everybody all of what is. What is whose comes from the whole log.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage } from "../parlor.mjs";
import { answerTo, answerUntil } from "../play.mjs";
import { Listened, doors, happenings, isFor, secretsOf } from "../secrets.mjs";

const stage = await Stage.open();
after(() => stage.close());

/**
 * Browsers of everybody at a table, each of them listened to.
 * @param {string} id @param {{people: number, house?: number}} seats first those of people, then those of the house
 */
async function everybody(id, { people, house = 0 }) {
  /** @type {[string, Listened][]} */
  const all = [];
  for (let seat = 1; seat <= people + house; seat++) {
    const page = await (seat <= people ? stage.guest(id, seat) : stage.behind(id, seat));
    all.push([`seat:${seat}`, await Listened.to(page)]);
  }
  all.push(["public", await Listened.to(await stage.guest(id, "observe"))]);
  for (const as of ["observer", "host"]) all.push([as, await Listened.to(await stage.page(`/t/${id}?as=${as}`))]);
  return all;
}

/**
 * Has every browser exactly what it should have?
 * @param {string} id @param {[string, Listened][]} browsers
 * @param {{least: number, verbatim: boolean}} options so many secrets there must be, or this proves nothing; and whether the
 *   page itself tells in the words of the log
 */
async function check(id, browsers, { least, verbatim }) {
  const all = await happenings(stage, id);
  let secrets = 0;
  for (const [viewer, browser] of browsers) {
    const { must, never } = secretsOf(all, viewer);
    // Everything that has happened has come.
    const last = (await stage.get(`/api/tables/${id}/frames?as=${viewer}`)).at(-1).number;
    await browser.page.locator(`#table[data-after="${last}"]`).waitFor();
    const page = await browser.bytes();
    const isGuest = viewer === "public" || viewer.startsWith("seat:");
    for (const path of isGuest ? doors(id) : [`/api/tables/${id}/frames?as=${viewer}`]) await browser.ask(path);
    const bytes = await browser.bytes();
    assert.deepEqual(never.filter((text) => bytes.includes(text)), [], `${viewer} was given what is not theirs`);
    assert.deepEqual(must.filter((text) => !(verbatim ? page : bytes).includes(text)), [], `${viewer} was not given what is theirs`);
    secrets += never.length + must.length;
    if (viewer !== "host") continue;
    // Whoever is told of everything has every secret: so one that gets out is recognised, however it is written.
    const hidden = secretsOf(all, "public").never;
    assert.deepEqual(hidden.filter((text) => !bytes.includes(text)), [], "a secret that nobody could recognise");
  }
  assert.ok(secrets >= least, `only ${secrets} secrets`);
}

/** The list of seats has a role beside a name only where this viewer was told of it. @param {string} id @param {[string, Listened][]} browsers */
async function checkRoles(id, browsers) {
  const all = await happenings(stage, id);
  for (const [viewer, { page }] of browsers) {
    const told = all.filter(({ audience, event }) => isFor(audience, viewer) && event.role && event.playerId);
    const listed = await page.locator("#seats li").allInnerTexts();
    assert.equal(listed.length, 6, viewer);
    for (const [at, words] of listed.entries()) {
      const role = /\b(mafia|doctor|sheriff|villager)\b/i.exec(words)?.[1]?.toLowerCase();
      const known = told.filter(({ event }) => event.playerId === at + 1).map(({ event }) => event.role);
      assert.ok(!role || known.includes(role), `${viewer} sees ${words}`);
    }
  }
}

test("c10_mafia_roles_choices_findings_and_thoughts_reach_nobody_else", async () => {
  const id = await stage.table({ people: 6 });
  const browsers = await everybody(id, { people: 6 });
  await stage.session(id, "start");
  // Into the second night: one night, one day of talk and one vote are behind them.
  await answerUntil(stage, id, (scene) => scene.outcome || scene.view.day === 2);
  await check(id, browsers, { least: 100, verbatim: true });
  await checkRoles(id, browsers);
  for (const [, { page }] of browsers) await page.context().close();
});

test("c10_dm_hidden_clocks_sealed_endings_and_plans_reach_the_game_master_alone", async () => {
  const seats = [
    { name: "Ada", holder: "person" },
    { name: "Ben", holder: "person" },
    { name: "Teller", holder: "house:narrator" },
  ];
  const id = await stage.table({ machine: "dm", seats, seed: 3 });
  const browsers = await everybody(id, { people: 2, house: 1 });
  await stage.session(id, "zero");
  // What is risky comes to dice.
  const attacks = (/** @type {any} */ { seat, id }, /** @type {any} */ { name }) => `${name === "text" ? "I attack the guard with " : ""}${name} of seat ${seat} in ask ${id}`;
  const creates = (/** @type {any} */ ask) => answerTo(ask, ["create_character", "act", "spend_die"], attacks);
  const offersDice = (/** @type {any} */ { form }) => form.tools.some((/** @type {any} */ { name }) => name === "choose_die");
  await answerUntil(stage, id, (scene) => scene.asks.some(offersDice), creates);
  await check(id, browsers, { least: 100, verbatim: false });
});

test("c10_tidying_words_and_photos_are_for_those_at_the_table_alone", async () => {
  const CANARIES = ["CANARY-space", "CANARY-cable", "CANARY-umbrella", "CANARY-remark"];
  const seats = [
    { name: "Kim", holder: "person" },
    { name: "The Coach", holder: "house:coach" },
  ];
  const id = await stage.table({ machine: "tidying", title: "A room", seats, setup: { space: "CANARY-space" } });
  const elsewhere = await stage.table({ people: 6 });
  await stage.session(id, "start");
  const kim = await Listened.to(await stage.guest(id, 1));
  await kim.page.fill("#line", "a CANARY-cable, a CANARY-umbrella");
  await kim.page.press("#line", "Enter");
  await kim.page.locator("#feed").getByText("CANARY-umbrella").first().waitFor();
  await kim.page.fill("#line", "((CANARY-remark");
  await kim.page.press("#line", "Enter");
  await kim.page.locator("#feed").getByText("CANARY-remark").first().waitFor();
  const picture = await kim.page.locator("h1").screenshot({ type: "jpeg" });
  await kim.page.setInputFiles("#choose-photos", { name: "CANARY-file.jpg", mimeType: "image/jpeg", buffer: picture });
  const photo = (await kim.page.getByAltText("Photo 1 of 1").getAttribute("src")) ?? "";
  const bytes = await kim.bytes();
  assert.deepEqual(CANARIES.filter((word) => !bytes.includes(word)), [], "those at the table have all of it");
  assert.equal(await kim.ask(photo), 200);

  // Nobody else has a word of it: neither those at another table, nor who brings a right that is none.
  const digest = photo.split("/").at(-1) ?? photo;
  const stranger = await Listened.to(await stage.guest(elsewhere, 1));
  const watcher = await Listened.to(await stage.guest(elsewhere, "observe"));
  const wrong = await (await stage.context({ extraHTTPHeaders: { authorization: `Bearer ${"0".repeat(64)}` } })).newPage();
  await wrong.goto("/help");
  for (const nobody of [stranger, watcher, await Listened.to(wrong)]) {
    for (const path of [...doors(id), `/t/${id}/live?as=public`, `/api/tables/${id}/events`]) await nobody.ask(path);
    assert.equal(await nobody.ask(photo), 404);
    const given = await nobody.bytes();
    assert.deepEqual([...CANARIES, "CANARY-file", digest].filter((word) => given.includes(word)), [], nobody.page.url());
  }

  // Who only watches this table has the words, and no photo; and nobody the name of its file.
  const observer = await Listened.to(await stage.guest(id, "observe"));
  assert.equal(await observer.ask(photo), 404);
  const seen = await observer.bytes();
  assert.ok(seen.includes("CANARY-cable"));
  assert.ok(!seen.includes(digest) && !seen.includes("CANARY-file"));

  // The lobby tells how far it is, even its owner, and nothing of what was said.
  for (const path of ["/", "/api/tables", "/api/metrics"]) {
    const lobby = await (await stage.ask("GET", path)).text();
    assert.deepEqual(CANARIES.slice(1).filter((word) => lobby.includes(word)), [], path);
    assert.ok(!lobby.includes(digest), path);
  }
});
