// The place as a program of its own: what a browser keeps of it, what it says when it is not reached, and that a screen stays lit.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";
import { wellMade } from "../wellmade.mjs";

const stage = await Stage.open();
after(() => stage.close());

test("a browser that does not reach the place says so, and has kept no page of a table", async () => {
  const id = await stage.table({ people: 6, title: "Friday" });
  await stage.session(id, "start");
  const context = await stage.context({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await page.goto("/offline");
  await wellMade(page);
  await page.goto(`/t/${id}?as=seat:1`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const kept = () => page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map((it) => new URL(it.url).pathname)));
    return all.flat();
  });
  const paths = await kept();
  assert.ok(paths.includes("/offline") && paths.some((path) => path.endsWith("/style.css")), paths.join(" "));
  assert.deepEqual(paths.filter((path) => path !== "/offline" && !path.startsWith("/assets/")), []);
  await stage.stop();
  await page.reload();
  await page.getByRole("heading", { name: "Parlor cannot be reached" }).waitFor();
  await stage.start();
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Friday" }).waitFor();
  await context.close();
});

test("what a page is made of is kept for good, comes compressed, and is asked for again when it is another", async () => {
  const page = await stage.page("/");
  const href = await page.locator("link[rel=stylesheet]").getAttribute("href");
  assert.match(href ?? "", /^\/assets\/[0-9a-f]{12}\/style\.css$/);
  const answer = await page.request.get(href ?? "");
  assert.match(answer.headers()["cache-control"] ?? "", /immutable/);
  assert.equal(answer.headers()["content-encoding"], "br");
  // What is sent in a small form is what is sent in a plain one: Node unpacks it as a browser does.
  const sent = async (/** @type {string} */ path, /** @type {string} */ encoding) => {
    const answer = await fetch(stage.url + path, { headers: { "accept-encoding": encoding } });
    return [answer.headers.get("content-encoding"), await answer.text()];
  };
  const names = ["style.css", "says.js", "page.js", "live.js", "replay.js", "photos.js", "piles.js", "along.js", "hints.js", "lobby.js", "settings.js", "app.js", "awake.js", "streams.js", "turn.js", "icon.svg", "manifest.json"];
  for (const path of names.map((name) => `/assets/${name}`)) {
    const [none, plain] = await sent(path, "identity");
    assert.deepEqual([none, await sent(path, "br"), await sent(path, "gzip")], [null, ["br", plain], ["gzip", plain]], path);
  }
  const other = await page.request.get("/assets/000000000000/style.css");
  assert.equal(other.headers()["cache-control"], "no-cache");
  const own = await page.request.get("/");
  assert.equal(own.headers()["content-encoding"], undefined, "the length of a page tells nothing by how it is packed");
  assert.deepEqual(problems(page), []);
});

test("a screen stays lit while something is played, and only then, unless that is turned off", async () => {
  const id = await stage.table({ people: 6 });
  const context = await stage.context();
  await context.addInitScript(() => {
    const held = { asked: 0, let: 0 };
    Object.assign(window, { held });
    Object.defineProperty(navigator, "wakeLock", {
      value: { request: async () => ((held.asked += 1), { released: false, release: async () => void (held.let += 1) }) },
    });
  });
  const page = await context.newPage();
  await page.goto(`/t/${id}?as=seat:1`);
  await stage.session(id, "start");
  await page.waitForFunction(() => /** @type {any} */ (window).held.asked === 1);
  await stage.session(id, "pause");
  await page.waitForFunction(() => /** @type {any} */ (window).held.let === 1);
  await page.goto("/help");
  await page.getByLabel("The screen stays lit").uncheck();
  await page.goto(`/t/${id}?as=seat:1`);
  await stage.session(id, "resume");
  await page.locator("#standing").getByText("Live").waitFor();
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).held.asked), 0);
});
