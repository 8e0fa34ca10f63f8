// Several windows of one browser, and long evenings: no window hangs, and what was said long ago comes as one scrolls up.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** Something out of character. @param {string} id @param {string} words */
function say(id, words) {
  return stage.post(`/api/tables/${id}/commands`, { as: "seat:1", id: words.replaceAll(" ", "-"), request: { line: { text: `((${words}` } } });
}

/** How many times some words stand on a page. @param {Page} page @param {string} words */
const times = (page, words) => page.locator("#feed").getByText(words, { exact: true }).count();

async function tables() {
  const ids = [await stage.table({ people: 6, title: "One" }), await stage.table({ people: 6, title: "Two" })];
  for (const id of ids) await stage.session(id, "start");
  return ids;
}

test("a seventh window does not hang, and every window hears what is said at its own table, once", async () => {
  const [one = "", two = ""] = await tables();
  const context = await stage.context();
  /** @type {Page[]} */
  const pages = [];
  for (let number = 0; number < 8; number++) {
    const page = await context.newPage();
    // A page that hangs never comes this far.
    await page.goto(`/t/${number % 2 ? two : one}?as=${number < 4 ? "seat:1" : "public"}`);
    pages.push(page);
  }
  await say(one, "hello one");
  await say(two, "hello two");
  for (const [number, page] of pages.entries()) {
    await page.locator("#feed").getByText(number % 2 ? "hello two" : "hello one").waitFor();
  }
  const streams = async () => Number(/^parlor_streams (\d+)/m.exec(await (await stage.ask("GET", "/api/metrics")).text())?.[1]);
  // One that has ended counts until the server has seen that it has.
  for (let looked = 0; looked < 200 && (await streams()) !== 8; looked++);
  assert.equal(await streams(), 8, "each page is told as before, by one connection");
  for (const page of pages) {
    const own = await page.evaluate(() => performance.getEntriesByType("resource").filter((it) => /\/live\?/.test(it.name)).length);
    assert.ok(own === 0 || page === pages[0], "one window listens for all");
  }
  // The window that listened is closed: another one goes on, and nobody misses anything or hears it twice.
  await pages.shift()?.close();
  await say(one, "after all");
  await say(two, "after all");
  for (const page of pages) await page.locator("#feed").getByText("after all").waitFor();
  for (const page of pages) assert.equal(await times(page, "after all"), 1);
  for (const page of pages) assert.deepEqual(problems(page), []);
  await context.close();
});

test("what was said long ago comes as one scrolls up, line by line and none twice", async () => {
  const [id = ""] = await tables();
  const many = 420;
  for (let number = 0; number < many; number++) await say(id, `word ${number}.`);
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const page = await stage.page(`/t/${id}?as=seat:1`, { viewport });
    await page.locator("#feed").getByText(`word ${many - 1}.`, { exact: true }).waitFor();
    assert.equal(await times(page, "word 3."), 0, "the page begins with the end");
    const talk = page.locator("#talk");
    for (let tried = 0; tried < 20 && (await times(page, "word 0.")) === 0; tried++) {
      const before = await page.locator("#feed > li").count();
      await talk.evaluate((box) => box.scrollTo(0, 0));
      await page.waitForFunction((before) => document.querySelectorAll("#feed > li").length > before || !document.getElementById("earlier"), before);
      // What was read stays where it was.
      assert.ok((await talk.evaluate((box) => box.scrollTop)) > 100);
    }
    const numbers = await page.locator("#feed > li[data-number]:not(.phase)").evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("data-number"))));
    assert.deepEqual(numbers, [...new Set(numbers)].sort((a, b) => a - b));
    assert.equal(await times(page, "word 0."), 1);
    assert.equal(await page.locator("#earlier").count(), 0, "that is all there is");
    assert.deepEqual(problems(page), []);
    await page.context().close();
  }
});

test("without scripts what came before is a page of its own", async () => {
  const [id = ""] = await tables();
  for (let number = 0; number < 320; number++) await say(id, `line ${number}.`);
  const page = await stage.page(`/t/${id}?as=seat:1`, { javaScriptEnabled: false });
  await page.getByRole("link", { name: "What came before" }).click();
  await page.getByText("line 3.", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Back to the table" }).click();
  await page.getByText("line 319.", { exact: true }).waitFor();
});
