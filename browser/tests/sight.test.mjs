// For those who see less, or choose their own colours; and what no page may load.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, open, problems } from "../parlor.mjs";
import { asked, press } from "../play.mjs";
import { fits } from "../wellmade.mjs";

const stage = await Stage.open();
after(() => stage.close());

const id = await stage.table();
await stage.session(id, "start");
const TABLE = `/t/${id}?as=seat:1`;

test("c6_forced_colours_still_show_where_things_stand", async () => {
  const page = await stage.page(TABLE, { forcedColors: "active", colorScheme: "dark" });
  await open(page);
  const strips = page.locator("#strips");
  const marked = await strips.screenshot();
  // The same strips with nothing marked must look different, or the marks cannot be seen.
  for (const now of await strips.locator("[aria-current=step]").elementHandles()) {
    const before = await strips.screenshot();
    await now.evaluate((it) => {
      const mark = /** @type {Element} */ (it);
      mark.classList.remove("now");
      mark.removeAttribute("aria-current");
    });
    assert.notDeepEqual(await strips.screenshot(), before);
  }
  assert.notDeepEqual(await strips.screenshot(), marked);
  await page.keyboard.press("Escape");
  await asked(page);
  // By the keyboard: the focus of whoever points is not marked.
  await page.locator("#ask-cover > summary").press("Enter");
  const button = page.locator("#asks button").first();
  const edge = await button.evaluate((it) => getComputedStyle(it).borderStyle);
  assert.notEqual(edge, "none", "a button has an edge");
  await button.focus();
  const outline = await button.evaluate((it) => getComputedStyle(it).outlineStyle);
  assert.notEqual(outline, "none", "the focus has an outline");
});

test("c11_zoomed_to_twice_the_size_everything_can_be_used", async () => {
  for (const path of ["/", "/help", TABLE]) {
    // What a window of 1280 × 900 is to a page at 200 %.
    const page = await stage.page(path, { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });
    await fits(page, "zoom of 200 %");
    if (path === TABLE) {
      const ask = await asked(page);
      assert.ok(ask);
      // Playwright presses only what nothing else covers.
      assert.match(await press(page, ask), /: (0|200|303)$/);
    }
    await page.context().close();
    // Letters alone at 200 %.
    const big = await stage.page(path);
    await big.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await fits(big, "letters of 200 %");
    await big.context().close();
  }
});

test("text_with_more_space_is_not_cut_off", async () => {
  const page = await stage.page(TABLE);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }");
    document.adoptedStyleSheets = [sheet];
  });
  await fits(page, "more space");
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("button, summary, h1, h2, .tag, label")]
      .filter((it) => it.checkVisibility() && !it.closest(".unseen") && getComputedStyle(it).overflow !== "visible" && it.scrollWidth > it.clientWidth + 1)
      .map((it) => it.textContent),
  );
  assert.deepEqual(cut, []);
});

test("every_answer_forbids_what_pages_do_not_need", async () => {
  const paths = ["/", "/help", TABLE, `/t/${id}/replay`, "/assets/style.css", "/assets/live.js", "/api/health", "/nowhere", "/t/never-was", "/join/none"];
  for (const path of paths) {
    const { headers } = await stage.ask("GET", path);
    const policy = headers.get("content-security-policy") ?? "";
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
      assert.ok(policy.includes(rule), `${path}: ${rule} is not in ${policy}`);
    }
    assert.doesNotMatch(policy, /unsafe|https?:|\*/, path);
    assert.equal(headers.get("x-content-type-options"), "nosniff", path);
    assert.equal(headers.get("x-frame-options"), "DENY", path);
    assert.equal(headers.get("referrer-policy"), "same-origin", path);
  }
});

test("the_policy_holds_in_the_browser_and_is_heard_of", async () => {
  const page = await stage.page("/");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'run'";
    document.body.append(script);
    document.body.setAttribute("style", "display: none");
  });
  await page.waitForFunction(() => document.title !== "run");
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).display), "none");
  const found = problems(page);
  assert.ok(found.some((it) => /script-src|inline script/.test(it)) && found.some((it) => /style/.test(it)), found.join("\n"));
});
