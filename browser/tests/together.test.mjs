// A replay that is watched together, what somebody was thinking beside what they said, and a moment that is handed on.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, open, problems } from "../parlor.mjs";
import { wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** A game of the house that is over. */
const game = await stage.longNight();

/** @param {Page} page @param {number} moment */
const at = (page, moment) => page.waitForFunction((moment) => document.getElementById("replay")?.dataset.at === String(moment), moment);

test("r12 who follows is where whoever leads is, until they step on their own, and again if they want", async () => {
  const leader = await stage.page(`/t/${game}/replay?at=20`);
  await open(leader, "options");
  await leader.getByRole("button", { name: "Watch together" }).click();
  await leader.getByText("You lead").waitFor();
  const link = leader.url();
  assert.match(link, /with=[0-9a-f]{16}/);
  const follower = await stage.page(`/t/${game}/replay?with=${new URL(link).searchParams.get("with")}`);
  await follower.getByText("You follow").waitFor();
  await at(follower, 20);
  for (const moment of [21, 22]) {
    await leader.keyboard.press("ArrowRight");
    await at(follower, moment);
  }
  await follower.keyboard.press("ArrowLeft");
  await follower.getByText("On your own").waitFor();
  await leader.keyboard.press("ArrowRight");
  await at(leader, 23);
  await at(follower, 21);
  await follower.getByRole("button", { name: "Follow again" }).click();
  await at(follower, 23);
  // Through whose eyes, and when thoughts are shown, is followed as well.
  await leader.locator("#as").evaluate((it) => it.closest("details")?.setAttribute("open", ""));
  await leader.locator("#as").selectOption("seat:3");
  await leader.getByText("You lead").waitFor();
  await follower.waitForFunction(() => document.getElementById("replay")?.dataset.as === "seat:3");
  await follower.getByText("You follow").waitFor();
  await wellMade(follower);
  assert.deepEqual([...problems(leader), ...problems(follower)], []);
  await stage.ask("GET", "/api/health");
});

test("what somebody was thinking stands beside what they said, once it is over", async () => {
  const frames = await stage.get(`/api/tables/${game}/frames?as=public`);
  const said = frames.find((/** @type {any} */ frame) => frame.telling?.tone === "speech" && frame.telling?.voice === "seat");
  assert.ok(said, JSON.stringify(frames[30]));
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const page = await stage.page(`/t/${game}/replay?at=${said.number}`, { viewport });
    page.on("dialog", (dialog) => dialog.accept());
    assert.equal(await page.locator(".thought").count(), 0, "no thought is in the page before it is asked for");
    await page.getByRole("link", { name: "What were they thinking?" }).click();
    await page.locator("#thought .thought").first().waitFor();
    assert.ok(await page.locator("#thought .thought").first().isVisible());
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => !document.getElementById("thought"));
    assert.deepEqual(problems(page), []);
    await page.context().close();
  }
  // While it is played nobody is told.
  const live = await stage.table({ people: 6 });
  await stage.session(live, "start");
  const guest = await stage.guest(live, 2);
  assert.equal((await guest.request.get(`/t/${live}/replay/thought?at=3`)).status(), 404);
});

test("a moment is handed on as a picture and as a text, with its address and nothing that its viewer was not told", async () => {
  const page = await stage.page(`/t/${game}/replay?at=24`);
  await open(page, "options");
  const svg = await (await page.request.get(/** @type {string} */ (await page.locator("a.clip[data-clip=svg]").getAttribute("href")))).text();
  assert.match(svg, /^<svg [^]*The long night[^]*replay\?as=public&amp;at=24/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await at(page, 25);
  assert.match(/** @type {string} */ (await page.locator("a.clip[data-clip=txt]").getAttribute("href")), /at=25$/);
  const text = await (await page.request.get(`/t/${game}/clip.txt?at=25`)).text();
  assert.match(text, /— The long night, [^\n]+\n[^\n]+\/replay\?as=public&at=25\n$/);
  // A picture that a browser draws.
  await page.goto(`/t/${game}/clip.svg?at=25`);
  const drawn = await page.evaluate(() => document.querySelector("svg")?.getBoundingClientRect().width ?? 0);
  assert.ok(drawn > 300);
});
