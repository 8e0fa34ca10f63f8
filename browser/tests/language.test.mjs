// A table speaks a language: the browser's, if nothing else is chosen. Its page says which words are in it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";

const stage = await Stage.open();
after(() => stage.close());

test("a table is laid in the language of the browser, says so once, and marks what people say", async () => {
  const page = await stage.page("/new?machine=mafia", { locale: "de-AT" });
  await page.locator("#more > summary").click();
  assert.equal(await page.getByLabel("What is spoken").inputValue(), "de");
  await page.getByRole("button", { name: "Create table" }).last().click();
  await page.waitForURL(/\/t\//);
  const told = page.locator("#feed").getByText("German is spoken here; the house and the rules speak English.");
  await told.waitFor();
  assert.equal(await told.count(), 1);
  await page.locator("#line").fill("((Guten Abend");
  await page.locator("#line").press("Enter");
  const said = page.locator("#feed > li", { hasText: "Guten Abend" });
  await said.waitFor();
  assert.equal(await said.getAttribute("lang"), "de");
  assert.equal(await page.locator("#feed > li.host[lang]").count(), 0, "the rules speak English");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  assert.deepEqual(problems(page), []);
});

test("another language can be chosen, and English marks nothing", async () => {
  const page = await stage.page("/new?machine=mafia", { locale: "tlh" });
  await page.locator("#more > summary").click();
  assert.equal(await page.getByLabel("What is spoken").inputValue(), "en");
  await page.getByLabel("What is spoken").selectOption("fr");
  await page.getByRole("button", { name: "Create table" }).last().click();
  await page.waitForURL(/\/t\//);
  await page.locator("#feed").getByText("French is spoken here").waitFor();
  const id = await stage.table({ people: 6 });
  const english = await stage.page(`/t/${id}?as=seat:1`);
  await stage.post(`/api/tables/${id}/commands`, { as: "seat:1", id: "x", request: { line: { text: "((hello" } } });
  await english.locator("#feed").getByText("hello").waitFor();
  assert.equal(await english.locator("#feed [lang]").count(), 0);
});
