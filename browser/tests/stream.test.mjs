// What a page shows when its stream is cut, when its server dies, and when there are two of it. How soon: lost.test.mjs.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, open, problems } from "../parlor.mjs";
import { asked, lines, press } from "../play.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** What a browser says of a connection that was cut on purpose. */
const CUT = [/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_NETWORK_CHANGED|ERR_EMPTY_RESPONSE|ERR_FAILED/];

/** Says something out of character, as the owner can for every seat. @param {string} id @param {string} words */
function say(id, words) {
  return stage.post(`/api/tables/${id}/commands`, { as: "seat:1", id: words, request: { line: { text: `((${words}` } } });
}

/** A page that has been opened just now has all lines once. @param {Page} page */
async function hasEveryLineOnce(page) {
  const fresh = await page.context().newPage();
  await fresh.goto(page.url());
  assert.deepEqual(await lines(page), await lines(fresh));
  await fresh.close();
}

async function running() {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  const page = await stage.page(`/t/${id}?as=seat:1`);
  await say(id, "before");
  await page.locator("#feed").getByText("before").waitFor();
  return { id, page };
}

test("c9_no_line_is_lost_or_doubled_when_the_stream_is_cut", async () => {
  const { id, page } = await running();
  // Cut and restored again and again, with something said at every moment of it.
  for (const round of [1, 2, 3]) {
    await page.context().setOffline(true);
    await say(id, `away ${round}`);
    await page.context().setOffline(false);
    await say(id, `back ${round}`);
    if (round === 2) await page.locator("#feed").getByText("back 2").waitFor();
  }
  await page.locator("#feed").getByText("back 3").waitFor();
  await hasEveryLineOnce(page);
  assert.deepEqual(problems(page, CUT), []);
});

test("c9_a_page_goes_on_when_its_stream_was_refused_for_a_while", async () => {
  const { id, page } = await running();
  let refused = 0;
  await page.route(/\/live\?/, (route) => {
    refused += 1;
    return refused > 2 ? route.continue() : route.fulfill({ status: 503, body: "busy" });
  });
  await page.reload();
  await say(id, "after all");
  await page.locator("#feed").getByText("after all").waitFor();
  assert.ok(refused > 2);
  await hasEveryLineOnce(page);
});

test("c9_a_page_goes_on_where_it_was_when_the_server_was_killed", async () => {
  const { id, page } = await running();
  const before = await lines(page);
  const ask = await asked(page);
  await stage.stop("SIGKILL");
  await stage.start();
  await say(id, "and on it goes");
  await page.locator("#feed").getByText("and on it goes").waitFor();
  const now = await lines(page);
  assert.deepEqual(now.slice(0, before.length), before);
  await hasEveryLineOnce(page);
  // What was asked is asked still, and can be answered on the same page.
  assert.ok(ask);
  assert.match(await press(page, ask), /: (0|200|303)$/);
  const open = async () => (await stage.get(`/api/tables/${id}?as=seat:1`)).asks.filter((/** @type {any} */ it) => it.seat === 1 && !it.answered);
  assert.deepEqual(await open(), []);
  assert.deepEqual(problems(page, CUT), []);
});

test("m15_two_tabs_of_one_seat_agree", async () => {
  const id = await stage.table({ people: 6 });
  await stage.session(id, "start");
  const one = await stage.guest(id, 2);
  const two = await one.context().newPage();
  await two.goto(one.url());
  const ask = await asked(one);
  assert.ok(ask);
  assert.equal(await asked(two), ask);
  await press(one, ask);
  await say(id, "heard in both");
  /** All parts, but for what is open or typed. @param {Page} page */
  const parts = (page) => page.evaluate(() => ["strips", "controls", "asks", "seats", "own", "votes", "feed"].map((id) => document.getElementById(id)?.textContent));
  for (const page of [one, two]) await page.locator("#feed").getByText("heard in both").waitFor();
  assert.deepEqual(await parts(two), await parts(one));
  assert.deepEqual([...problems(one), ...problems(two)], []);
});

test("c8_reload_and_back_show_the_same", async () => {
  const { page } = await running();
  const text = () => page.evaluate(() => ["strips", "feed", "asks", "seats", "own"].map((id) => document.getElementById(id)?.textContent));
  const [before, address] = [await text(), page.url()];
  await page.reload();
  assert.deepEqual(await text(), before);
  await open(page);
  await page.getByRole("link", { name: "Help" }).first().click();
  await page.waitForURL("**/help*");
  await page.goBack();
  assert.equal(page.url(), address);
  assert.deepEqual(await text(), before);
  assert.deepEqual(problems(page), []);
});
