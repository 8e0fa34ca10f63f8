// Evenings that follow one another (D29): where they stand on the first page, the way on, and all of them as a book.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { Stage, problems } from "../parlor.mjs";
import { answerTo, answerUntil } from "../play.mjs";
import { wellMade } from "../wellmade.mjs";

const stage = await Stage.open();
after(() => stage.close());

/** Plays an evening to its end: whoever is asked takes their leave as soon as they can. @param {string} id */
async function leaves(id) {
  const says = () => "I leave, this is not worth it.";
  const wanted = ["create_character", "end_session", "retreat", "let_pass", "act"];
  const by = (/** @type {import("../play.mjs").Ask} */ ask) => {
    const way = wanted.find((name) => ask.form.tools.some((tool) => tool.name === name));
    return answerTo(ask, way ? [way] : [], says);
  };
  await answerUntil(stage, id, (scene) => scene.outcome, by);
}

test("d29_evenings_of_a_campaign_are_begun_gone_on_with_and_read_as_a_book", async () => {
  const page = await stage.page("/new?machine=dm");
  await page.locator("#more > summary").click();
  await page.getByLabel("Campaign").fill("The Long Winter");
  await page.getByRole("button", { name: "Create table" }).last().click();
  await page.waitForURL(/\/t\//);
  const first = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.goto("/");
  const row = page.locator('[data-campaign="The Long Winter"]');
  assert.equal(await row.count(), 0, "one that has just begun is among the tables");
  await leaves(first);

  await page.goto("/");
  await row.getByText("Story · played once").waitFor();
  await wellMade(page);
  await row.getByRole("button", { name: /^The next one/ }).click();
  await page.waitForURL((url) => url.pathname.startsWith("/t/") && !url.pathname.endsWith(first));
  const second = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.goto("/");
  await row.getByRole("link", { name: /^Go on/ }).waitFor();
  await page.goto(`/t/${second}?as=seat:1`);
  await page.locator("#feed").getByText("evening 2").first().waitFor();
  await page.locator("#feed").getByText("Last time: ").first().waitFor();
  await leaves(second);
  await page.locator("#ending-title").waitFor();
  await page.getByRole("button", { name: "The next evening" }).waitFor();
  await wellMade(page);

  await page.goto("/");
  await row.getByText("Story · played 2 times").waitFor();
  await row.getByRole("button", { name: /^The next one/ }).waitFor();
  const [book] = await Promise.all([page.waitForEvent("download"), row.getByRole("link", { name: "All of it, as a book" }).click()]);
  const path = join(stage.home, "book.html");
  await book.saveAs(path);
  assert.equal(book.suggestedFilename(), `${second}-book.html`);
  const text = await readFile(path, "utf8");
  assert.ok(!/(src|href)="http/.test(text), "it asks for nothing");
  const reader = await (await stage.context()).newPage();
  await reader.goto(pathToFileURL(path).href);
  assert.match((await reader.locator("h1").textContent()) ?? "", /The Long Winter/);
  assert.equal(await reader.locator("article").count(), 2);
  assert.equal(await reader.locator("nav li").count(), 2);
  await reader.locator("article").nth(1).getByText("Scene 2:").first().waitFor();
  for (const width of [390, 1280]) {
    await reader.setViewportSize({ width, height: 844 });
    assert.ok(await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
  }
  const list = await stage.get("/api/campaigns");
  assert.deepEqual(list.map((/** @type {any} */ it) => [it.name, it.tables, it.ended]), [["The Long Winter", [first, second], true]]);
  // Whoever was at one evening reads that one, and no other.
  const guest = await stage.guest(second, "observe");
  const own = await guest.request.get(`/api/tables/${second}/book`);
  const words = await own.text();
  assert.ok(own.ok() && words.includes(second) && !words.includes(first), words.slice(0, 400));
  assert.equal((await guest.request.get(`/api/tables/${first}/book`)).status(), 404);
  assert.equal((await guest.request.get("/api/campaigns")).status(), 404);
  assert.deepEqual(problems(page), []);
});
