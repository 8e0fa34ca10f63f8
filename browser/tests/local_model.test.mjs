// T9: with a model on this machine, everything stays on this machine.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { Stage, problems } from "../parlor.mjs";

/** What the model says, wherever it says something. */
const WORDS = "CANARY of the model";

/** The least that a schema takes. @param {any} schema @param {any} [root] @returns {any} */
function least(schema, root = schema) {
  if (schema.$ref) return least(schema.$ref.split("/").slice(1).reduce((/** @type {any} */ at, /** @type {string} */ key) => at[key], root), root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const one = (schema.oneOf ?? schema.anyOf)?.[0];
  if (one) return least(one, root);
  if (schema.type === "object") return Object.fromEntries((schema.required ?? []).map((/** @type {string} */ key) => [key, least(schema.properties[key], root)]));
  if (schema.type === "array") return Array.from({ length: schema.minItems ?? 1 }, () => least(schema.items, root));
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  if (schema.type === "boolean") return false;
  return schema.type === "null" ? null : WORDS;
}

/** @type {string[]} */
const asked = [];
/** A provider of a model that answers with the least that is asked of it. */
const provider = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  asked.push(`${request.method} ${request.url}`);
  if (request.method !== "POST") {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ models: [{ name: "tiny" }] }));
    return;
  }
  const wanted = JSON.parse(body);
  if (request.url === "/api/show") {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ model_info: { "tiny.context_length": 131072 }, capabilities: ["completion"] }));
    return;
  }
  const content = wanted.format ? JSON.stringify(least(wanted.format)) : WORDS;
  const line = (/** @type {any} */ rest) => `${JSON.stringify({ model: "tiny", ...rest })}\n`;
  response.setHeader("content-type", "application/x-ndjson");
  response.write(line({ message: { role: "assistant", content }, done: false }));
  response.end(line({ message: { role: "assistant", content: "" }, done: true, done_reason: "stop", prompt_eval_count: 10, eval_count: 5 }));
});
await new Promise((resolve) => provider.listen(0, "127.0.0.1", () => resolve(undefined)));
const address = provider.address();
process.env.OLLAMA_HOST = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
const stage = await Stage.open();
after(async () => {
  await stage.close();
  provider.closeAllConnections();
  provider.close();
});

test("t9_no_request_leaves_the_machine_with_a_model_on_it", async () => {
  const seats = [
    { name: "Kim", holder: "person" },
    { name: "The Coach", holder: "model:ollama:tiny" },
  ];
  const id = await stage.table({ machine: "tidying", seats, setup: { space: "the desk" } });
  const page = await stage.page(`/t/${id}?as=seat:1`);
  /** @type {string[]} */
  const hosts = [];
  page.on("request", (request) => hosts.push(new URL(request.url()).hostname));
  await stage.session(id, "start");
  await page.locator("#table").getByText(WORDS).first().waitFor();
  await page.reload();
  await page.fill("#line", "old chargers, three mugs");
  await page.press("#line", "Enter");
  await page.locator("#feed").getByText("old chargers, three mugs").first().waitFor();
  assert.ok(asked.some((it) => it.startsWith("POST")), asked.join("\n"));
  assert.deepEqual([...new Set(hosts)], ["127.0.0.1"]);
  assert.deepEqual(problems(page), []);
});
