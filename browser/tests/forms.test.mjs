// The way from the lobby to an answer: by keyboard alone, and without scripts.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";
import { asked, press } from "../play.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** Presses of Tab on one page: more than any page has stops. */
const STOPS_MAX = 400;

/** What has the focus: whether it can be seen, and whether it is what we look for. @param {Page} page @param {string} wanted */
function focus(page, wanted) {
  return page.evaluate((wanted) => {
    const it = document.activeElement;
    if (!it || it === document.body) return null;
    // A button of a choice may be marked, and seen, by the label around it.
    const shown = [it, ...(it.closest("label") ? [/** @type {Element} */ (it.closest("label"))] : [])];
    const marked = shown.some((one) => getComputedStyle(one).outlineStyle !== "none" && parseFloat(getComputedStyle(one).outlineWidth) >= 2);
    const box = /** @type {Element} */ (shown.at(-1)).getBoundingClientRect();
    const inWindow = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    const seen = document.elementFromPoint(
      Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1),
      Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1),
    );
    return {
      name: `<${it.tagName.toLowerCase()} id="${it.id}" class="${it.className}"> ${(it.textContent ?? "").trim().slice(0, 30)}`,
      found: it.matches(wanted),
      visible: marked && inWindow && !!seen && shown.some((one) => one === seen || one.contains(seen) || seen.contains(one)),
    };
  }, wanted);
}

/** Goes on by Tab until something has the focus; it and every stop before it can be seen. @param {Page} page @param {string} wanted */
async function tabTo(page, wanted) {
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    await page.keyboard.press("Tab");
    const now = await focus(page, wanted);
    if (!now) continue;
    assert.ok(now.visible, `the focus cannot be seen on ${now.name} of ${page.url()}`);
    if (now.found) return;
  }
  assert.fail(`Tab never comes to ${wanted} on ${page.url()}`);
}

test("c3_from_the_lobby_to_an_answer_by_keyboard", async () => {
  const page = await stage.page("/");
  await page.keyboard.press("Tab");
  assert.match((await focus(page, ".skip"))?.name ?? "", /Skip/, "the first stop skips what is on every page");
  await tabTo(page, "a[href='/new']");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/new");
  await tabTo(page, "button[value=create]:not(.unseen)");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/t\//);
  assert.ok(await asked(page));
  // The first night: what one chooses is covered until it is opened.
  await tabTo(page, "#ask-cover > summary");
  await page.keyboard.press("Enter");
  await tabTo(page, "#ask-cover input[type=radio]");
  await page.keyboard.press("Space");
  await tabTo(page, "#ask-cover button[type=submit]");
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.keyboard.press("Enter");
  assert.ok([0, 200, 303].includes((await answered).status()), `the answer was taken: ${(await answered).status()}`);
  await tabTo(page, "#line");
  await page.keyboard.type("((by keyboard");
  await page.keyboard.press("Enter");
  await page.locator("#feed").getByText("by keyboard").waitFor();
  assert.deepEqual(problems(page), []);
});

test("c3_tab_comes_round_on_every_page_and_leaves_nothing_out", async () => {
  const id = await stage.table();
  await stage.session(id, "start");
  for (const path of ["/", "/new", "/help", `/t/${id}?as=seat:1`]) {
    const page = await stage.page(path);
    if (path.startsWith("/t/")) await asked(page);
    const stops = await page.evaluate(() => {
      const all = document.querySelectorAll("a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary");
      const reached = [...all].filter((it) => it.checkVisibility() && /** @type {HTMLElement} */ (it).tabIndex >= 0);
      reached.forEach((it, at) => it.setAttribute("data-stop", String(at)));
      return reached.length;
    });
    const missed = new Set(Array.from({ length: stops }, (_, at) => String(at)));
    for (let stop = 0; stop < STOPS_MAX && missed.size > 0; stop++) {
      await page.keyboard.press("Tab");
      missed.delete(await page.evaluate(() => document.activeElement?.getAttribute("data-stop") ?? ""));
    }
    const left = await page.evaluate((stops) => stops.map((at) => document.querySelector(`[data-stop="${at}"]`)?.outerHTML), [...missed]);
    // The others of a group of radio buttons are reached by arrows.
    assert.deepEqual(left.filter((html) => html && !html.includes('type="radio"')), [], path);
    await page.context().close();
  }
});

test("without_scripts_the_lobby_leads_to_a_table_and_forms_answer", async () => {
  const page = await stage.page("/", { javaScriptEnabled: false });
  await page.locator("a[href='/new']").first().click();
  await page.locator("button[value=create]:not(.unseen)").first().click();
  await page.waitForURL(/\/t\//);
  const { pathname, searchParams } = new URL(page.url());
  const id = /** @type {string} */ (pathname.split("/")[2]);
  const seat = Number(/^seat:(\d+)$/.exec(searchParams.get("as") ?? "")?.[1]);
  const own = (/** @type {any} */ it) => it.seat === seat && !it.answered;
  const { asks } = await stage.until(id, (scene) => scene.asks.some(own));
  const ask = asks.find(own);
  await page.reload();
  assert.match(await press(page, String(ask.id)), /: 303$/);
  await stage.until(id, (scene) => !scene.asks.some((/** @type {any} */ it) => own(it) && it.id === ask.id));
  await page.locator("#line").fill("((by a plain form");
  await page.locator("form:has(#line) button[type=submit]").first().click();
  await page.locator("#feed").getByText("by a plain form").waitFor();
  assert.deepEqual(problems(page), []);
});
