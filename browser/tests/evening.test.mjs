// A whole evening of friends: the owner on a laptop, three on their phones by one link or by its code, the house in six seats, to the
// end, and once more. Every secret is looked for in every byte that each of them was sent.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { NAMES, SALT, Stage, open, problems } from "../parlor.mjs";
import { playOn } from "../play.mjs";
import { Listened, doors, happenings, secretsOf } from "../secrets.mjs";

/** @typedef {import("../secrets.mjs").Happening} Happening */

const stage = await Stage.openForOthers();
after(() => stage.close());

const LAPTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const FRIENDS = ["Mia", "Ono", "Kit"];

/** Everybody's browser, by the viewer that they are. @typedef {[string, Listened][]} Browsers */

/** The link to a free seat each, and its code, as the page of the table has them. @param {import("playwright-core").Page} page */
async function invites(page) {
  await open(page);
  await page.locator("#invite > summary").click();
  await page.locator("#whom").selectOption("any");
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.getByLabel("The invitation").inputValue();
  const code = await page.locator(".made .code b").innerText();
  await page.keyboard.press("Escape");
  return { link, code };
}

/** A friend comes in on a phone: by the link, or by the code that was said aloud. @param {string} name @param {{link?: string, code?: string}} by */
async function comesIn(name, { link, code }) {
  const page = await (await stage.context(PHONE)).newPage();
  await page.goto(link ?? "/join");
  if (code) {
    await page.getByLabel("The code of the table").fill(code);
    await page.getByRole("button", { name: "Come in" }).click();
  }
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator('#table[data-as^="seat:"]').waitFor();
  return page;
}

/** Everything that has been told to somebody has come. @param {string} id @param {string} viewer @param {Listened} browser */
async function hasCome(id, viewer, browser) {
  const frames = await (await browser.get(`/api/tables/${id}/frames?as=${viewer}`)).json();
  await browser.page.waitForFunction((last) => Number(document.getElementById("table")?.dataset.after) >= last, frames.at(-1).number);
}

/** What each of them has been given by now, with what they get who try every door. @param {string} id @param {Browsers} browsers */
async function given(id, browsers) {
  /** @type {[string, string][]} */
  const all = [];
  for (const [viewer, browser] of browsers) {
    await hasCome(id, viewer, browser);
    for (const path of doors(id)) await browser.ask(path);
    all.push([viewer, await browser.bytes()]);
  }
  return all;
}

/**
 * Holds what each was given to what was theirs by then.
 * @param {Happening[]} all @param {[string, string][]} given @param {number} least so many secrets there must be, or this proves nothing
 */
function holds(all, given, least) {
  let secrets = 0;
  for (const [viewer, bytes] of given) {
    const { must, never } = secretsOf(all, viewer);
    assert.deepEqual(never.filter((text) => bytes.includes(text)), [], `${viewer} was given what is not theirs`);
    assert.deepEqual(must.filter((text) => !bytes.includes(text)), [], `${viewer} was not given what is theirs`);
    secrets += never.length + must.length;
  }
  assert.ok(secrets >= least, `only ${secrets} secrets`);
}

/** Everything up to the second night. @param {Happening[]} all */
function toTheSecondNight(all) {
  const at = all.findIndex(({ event }) => event.to === "NIGHT_ACTIONS" && event.dayNumber === 2);
  assert.ok(at > 0, "there was a second night");
  return all.slice(0, at + 1);
}

/** Everybody plays a game to its end, and is given nothing that is not theirs, neither in the middle of it nor by its end. @param {string} id @param {Browsers} browsers */
async function plays(id, browsers) {
  const pages = browsers.map(([, { page }]) => page);
  await Promise.all(pages.map((page) => playOn(page, "Night 2")));
  const halfway = await given(id, browsers);
  await Promise.all(pages.map((page) => playOn(page)));
  const { outcome } = await stage.until(id, (scene) => scene.outcome, "public");
  const winner = new RegExp(`${outcome.winner}\\s+wins`, "i");
  for (const [viewer, browser] of browsers) {
    await browser.page.locator("main", { hasText: winner }).waitFor();
    await hasCome(id, viewer, browser);
    assert.deepEqual(problems(browser.page), []);
  }
  const all = await happenings(stage, id);
  holds(toTheSecondNight(all), halfway, 100);
  const end = await Promise.all(browsers.map(async ([viewer, browser]) => /** @type {[string, string]} */ ([viewer, await browser.bytes()])));
  holds(all, end, 100);
}

test("friends come in by one link and by its code, play an evening with the house to its end and once more, and nobody is sent a secret that is not theirs", async () => {
  const owner = await (await stage.context(LAPTOP)).newPage();
  await owner.goto(`/owner/${stage.owner}`);
  const seats = NAMES.map((name, at) => ({ name, holder: at <= FRIENDS.length ? "person" : "house:social" }));
  const { id } = await stage.post("/api/tables", { machine: "mafia", title: "Friday", seats, setup: { speed: "INSTANT" }, seed: 11, salt: SALT });
  await owner.goto(`/t/${id}?as=seat:1`);
  const { link, code } = await invites(owner);
  // Whoever runs the table plays, too: they promise to see no more than their own seat.
  await open(owner);
  await owner.locator("#rights > summary").click();
  await owner.getByRole("button", { name: "Promise fair play" }).click();
  await owner.getByText("Fair play is promised").waitFor({ state: "attached" });
  const [mia = "", ono = "", kit = ""] = FRIENDS;
  const phones = [await comesIn(mia, { link }), await comesIn(ono, { link }), await comesIn(kit, { code })];
  /** @type {Browsers} */
  const browsers = [];
  for (const [at, page] of [owner, ...phones].entries()) {
    assert.equal(await page.locator("#table").getAttribute("data-as"), `seat:${at + 1}`);
    browsers.push([`seat:${at + 1}`, await Listened.to(page)]);
  }
  await owner.getByRole("button", { name: "Start" }).click();
  await plays(id, browsers);

  // One of them would like another, and all are taken along to the seats that they had.
  await phones[0]?.getByRole("button", { name: "Ask for another one" }).click();
  await owner.locator("#feed").getByText("Again, with everybody?").waitFor({ state: "attached" });
  for (const [viewer, browser] of browsers) {
    const [page, isOwner] = [browser.page, viewer === "seat:1"];
    const button = page.getByRole("button", { name: isOwner ? "Again with everybody" : "Go along" });
    await button.waitFor();
    browser.forget();
    await button.click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/${id}`));
    await page.locator(`#table[data-as="${viewer}"]`).waitFor();
  }
  const next = new URL(owner.url()).pathname.split("/").at(-1) ?? "";
  await owner.getByRole("button", { name: "Start" }).click();
  await plays(next, browsers);
});
