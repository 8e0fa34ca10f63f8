// Friends come in: over plain HTTP at a name that the browser does not trust, through a proxy with TLS, from a page of another
// site, and after something else has looked at their invitation.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Stage, open, problems } from "../parlor.mjs";
import { wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.openForOthers();
after(() => stage.close());

/** Pages of other servers are part of these tests. */
const ELSEWHERE = [/^elsewhere: http:\/\/webmail\.example:/];

/** The owner's browser, with the right that the printed address gives. */
async function owner() {
  const page = await (await stage.context()).newPage();
  await page.goto(`/owner/${stage.owner}`);
  await page.waitForURL(`${stage.url}/`);
  return page;
}

/** Makes a link on the page of a table, and gives it. @param {Page} page @param {string} id @param {string} to */
async function invite(page, id, to) {
  await page.goto(`/t/${id}`);
  await open(page);
  await page.locator("#invite > summary").click();
  await page.locator("#whom").selectOption(to);
  await page.getByRole("button", { name: "Make a link" }).click();
  return page.getByLabel("The invitation").inputValue();
}

/** A site that shows one link, as a letter in the browser does. @param {string} link */
async function letter(link) {
  const site = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end(`<!doctype html><html lang="en"><title>Letters</title><link rel="icon" href="data:,"><a href="${link}">Come and play</a>`);
  });
  await new Promise((resolve) => site.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (site.address());
  after(() => site.close());
  return `http://webmail.example:${port}/`;
}

/** Looks at an address as what makes a preview does: without a browser, again and again. @param {string} link */
async function preview(link) {
  for (const method of ["HEAD", "GET", "HEAD", "GET"]) {
    const answer = await fetch(stage.direct + new URL(link).pathname, { method, redirect: "manual" });
    assert.equal(answer.status, 200, method);
    assert.equal(answer.headers.get("set-cookie"), null);
    await answer.arrayBuffer();
  }
}

test("the owner's address opens the place on plain HTTP, and the link that they copy is one that friends can open", async () => {
  const page = await owner();
  assert.equal(await page.evaluate(() => isSecureContext), false, "a browser does not trust it");
  await page.getByRole("link", { name: "+ New table" }).first().waitFor();
  const id = await stage.table({ people: 3 });
  const link = await invite(page, id, "any");
  assert.ok(link.startsWith(`${stage.url}/join/`), link);
  await page.getByRole("img", { name: "QR code of this link" }).waitFor();
  await wellMade(page);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.locator('[data-copied="yes"]').waitFor();
  await page.goto("/?show=live");
  await page.locator("#q").focus();
  await page.keyboard.press("Control+V");
  assert.equal(await page.locator("#q").inputValue(), link);
  assert.deepEqual(problems(page), []);
});

test("a friend clicks the link on another site after a preview has looked at it, and sits down", async () => {
  const id = await stage.table({ people: 3, title: "Friday" });
  const link = await invite(await owner(), id, "2");
  await preview(link);
  const friend = await (await stage.context()).newPage();
  await friend.goto(await letter(link));
  await friend.getByRole("link", { name: "Come and play" }).click();
  await friend.getByRole("heading", { name: "Sit down at Friday as Ben" }).waitFor();
  await wellMade(friend, { expected: ELSEWHERE });
  await friend.getByRole("button", { name: "Sit down" }).click();
  await friend.getByText("You: seat 2 · Ben").waitFor();
  assert.equal(new URL(friend.url()).pathname, `/t/${id}`, "the address is clean");
  await friend.reload();
  await friend.getByText("You: seat 2 · Ben").waitFor();
  // Who comes to the table by another site is still who they were.
  await friend.goto(await letter(`${stage.url}/t/${id}`));
  await friend.getByRole("link", { name: "Come and play" }).click();
  await friend.getByText("You: seat 2 · Ben").waitFor();
  await friend.locator("#line").fill("((I am here");
  await friend.locator("#line").press("Enter");
  await friend.locator("#feed").getByText("I am here").waitFor();
  assert.deepEqual(problems(friend, ELSEWHERE), []);

  const late = await (await stage.context()).newPage();
  await late.goto(link);
  await late.getByRole("heading", { name: "Seat taken" }).waitFor();
});

test("by one link everybody takes a free seat under a name of their own", async () => {
  const id = await stage.table({ people: 2, title: "Friday" });
  const host = await owner();
  const link = await invite(host, id, "any");
  await preview(link);
  const site = await letter(link);
  for (const [name, seat] of /** @type {const} */ ([["Mia", "1 · Ada"], ["Ono", "2 · Ben"], ["Kit", "3 · Cleo"]])) {
    const friend = await (await stage.context({ viewport: { width: 390, height: 844 } })).newPage();
    await friend.goto(site);
    await friend.getByRole("link", { name: "Come and play" }).click();
    await friend.getByLabel("Your name").fill(name);
    if (name === "Mia") await wellMade(friend, { expected: ELSEWHERE });
    await friend.getByLabel("Your name").press("Enter");
    await friend.getByText(`You: seat ${seat}`).waitFor();
    await host.locator("#ring .tag").getByText(name, { exact: true }).waitFor();
    await host.locator("#feed").getByText(`${name} plays ${seat.split(" ").at(-1)} from now on.`).waitFor();
    await friend.goto(link);
    await friend.getByRole("heading", { name: "You sit already at Friday" }).waitFor();
    await friend.getByRole("link", { name: "Go to the table" }).click();
    await friend.getByText(`You: seat ${seat}`).waitFor();
    assert.deepEqual(problems(friend, ELSEWHERE), []);
  }
});

test("somebody in the room types the code", async () => {
  const id = await stage.table({ people: 2, title: "Friday" });
  const host = await owner();
  await invite(host, id, "any");
  const code = await host.locator(".made .code b").innerText();
  const friend = await (await stage.context()).newPage();
  await friend.goto("/");
  await friend.getByLabel("The code of the table").waitFor();
  await wellMade(friend);
  await friend.goto("/join");
  await wellMade(friend);
  await friend.getByLabel("The code of the table").fill(code.toLowerCase().replace("-", " "));
  await friend.getByRole("button", { name: "Come in" }).click();
  await friend.getByRole("heading", { name: "Sit down at Friday" }).waitFor();
  await friend.getByLabel("Your name").fill("Mia");
  await friend.getByRole("button", { name: "Sit down" }).click();
  await friend.getByText("You: seat 1 · Ada").waitFor();
  assert.deepEqual(problems(friend), []);
});

test("without scripts the link is shown to be handed on, and a seat is taken", async () => {
  const id = await stage.table({ people: 2, title: "Friday" });
  const host = await (await stage.context({ javaScriptEnabled: false })).newPage();
  await host.goto(`/owner/${stage.owner}`);
  const link = await invite(host, id, "any");
  await wellMadeWithoutScripts(host);
  const friend = await (await stage.context({ javaScriptEnabled: false })).newPage();
  await friend.goto(link);
  await friend.getByLabel("Your name").fill("Mia");
  await friend.getByRole("button", { name: "Sit down" }).click();
  await friend.getByText("You: seat 1 · Ada").waitFor();
});

/** @param {Page} page */
async function wellMadeWithoutScripts(page) {
  await page.getByRole("heading", { name: "An invitation" }).waitFor();
  await page.getByRole("img", { name: "QR code of this link" }).waitFor();
  assert.deepEqual(problems(page), []);
}

/** A proxy that has a certificate, as one stands before Parlor. @returns {Promise<string>} its address */
async function proxy() {
  const folder = mkdtempSync(join(tmpdir(), "parlor-proxy-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=games.example", "-keyout", key, "-out", cert],
    { stdio: "ignore" },
  );
  const { port } = new URL(stage.direct);
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (asked, answer) => {
    const headers = { ...asked.headers, "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.9" };
    const on = request({ host: "127.0.0.1", port, method: asked.method, path: asked.url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
      answer.on("close", () => got.destroy());
    });
    on.on("error", () => answer.destroy());
    asked.pipe(on);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `https://games.example:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
}

test("through a proxy with TLS links are of the proxy, and the cookie goes by HTTPS alone", async () => {
  const at = await proxy();
  const options = { baseURL: at, ignoreHTTPSErrors: true };
  const expected = [/^elsewhere: https:\/\/games\.example:/, ...ELSEWHERE];
  const id = await stage.table({ people: 3, title: "Friday" });
  const host = await (await stage.context(options)).newPage();
  await host.goto(`/owner/${stage.owner}`);
  const link = await invite(host, id, "2");
  assert.ok(link.startsWith(`${at}/join/`), link);
  await preview(link);
  const friend = await (await stage.context(options)).newPage();
  await friend.goto(await letter(link));
  await friend.getByRole("link", { name: "Come and play" }).click();
  await friend.getByRole("button", { name: "Sit down" }).click();
  await friend.getByText("You: seat 2 · Ben").waitFor();
  const cookies = await friend.context().cookies();
  assert.deepEqual(cookies.map(({ secure, httpOnly, sameSite }) => ({ secure, httpOnly, sameSite })), [{ secure: true, httpOnly: true, sameSite: "Lax" }]);
  await friend.reload();
  await friend.getByText("You: seat 2 · Ben").waitFor();
  assert.deepEqual(problems(friend, expected), []);
});
