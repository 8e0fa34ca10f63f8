// How quickly the replay of a long table is scrubbed. It holds the page to a time, so nothing else runs beside it.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Stage } from "../parlor.mjs";

const stage = await Stage.open();
after(() => stage.close());

test("r8 a record of two thousand events is scrubbed within 50 ms a step", async () => {
  const id = await long(2_000);
  const page = await stage.page(`/t/${id}/replay?at=0`);
  const { took, heap, end } = await page.evaluate(async () => {
    const replay = /** @type {HTMLElement} */ (document.getElementById("replay"));
    const scrub = /** @type {HTMLInputElement} */ (document.getElementById("scrub"));
    const end = Number(replay.dataset.last);
    const shown = (/** @type {number} */ moment) =>
      new Promise((resolve) => {
        const look = () => (replay.dataset.at === String(moment) ? resolve(undefined) : setTimeout(look));
        scrub.value = String(moment);
        scrub.dispatchEvent(new Event("input", { bubbles: true }));
        look();
      });
    // The same places every time: spread over the record, in no order.
    const moments = Array.from({ length: 50 }, (_, at) => (at * 911 + 17) % end);
    await shown(end);
    const size = () => /** @type {any} */ (performance).memory.usedJSHeapSize;
    const before = size();
    // Three rounds, and each step by its best: what else the machine does is not the page's.
    const took = moments.map(() => Infinity);
    for (let round = 0; round < 3; round++) {
      for (const [at, moment] of moments.entries()) {
        const start = performance.now();
        await shown(moment);
        document.body.getBoundingClientRect();
        took[at] = Math.min(took[at] ?? Infinity, performance.now() - start);
      }
    }
    return { took, heap: size() - before, end };
  });
  assert.ok(end >= 2_000, `${end} events`);
  assert.ok(Math.max(...took) < 50, `the slowest step took ${Math.max(...took)} ms`);
  assert.ok(heap < 20e6, `the heap grew by ${heap} bytes`);
});

/** A table with so many asides: records made by hand, with the chain that the format says. @param {number} count */
async function long(count) {
  const id = await stage.table({ people: 1, title: "A talkative evening" });
  await stage.session(id, "start");
  await stage.post(`/api/tables/${id}/commands`, { as: "seat:1", id: "one", request: { line: { text: "((a word" } } });
  const exported = await stage.ask("GET", `/api/tables/${id}/export`);
  const lines = (await exported.text()).trimEnd().split("\n");
  const [header, footer] = [JSON.parse(lines[0] ?? ""), JSON.parse(lines.at(-1) ?? "")];
  const records = lines.slice(1, -1);
  const aside = records.find((line) => line.includes("a word")) ?? "";
  for (let at = 0; at < count; at++) {
    const previous = JSON.parse(records.at(-1) ?? "");
    const text = aside
      .replace(/^\{"number":\d+,"at":\d+,"time":\d+/, `{"number":${records.length},"at":${previous.at},"time":${previous.time}`)
      .replace(/"request":"[^"]*",/, "")
      .replaceAll("a word", `word ${at}`)
      .replace(/"prev":"[0-9a-f]{64}"/, `"prev":"${previous.hash}"`)
      .replace(/,"hash":"[0-9a-f]{64}"\}$/, "");
    records.push(`${text},"hash":"${createHash("sha256").update(text).digest("hex")}"}`);
  }
  header.session = `${id}long`;
  const end = { ...footer, records: records.length, head: JSON.parse(records.at(-1) ?? "").hash };
  const file = join(stage.home, "long.jsonl");
  await writeFile(file, [JSON.stringify(header), ...records, JSON.stringify(end), ""].join("\n"));
  // The program has the home to itself for as long as it takes this in.
  await stage.stop("SIGINT");
  const env = { ...process.env, PARLOR_HOME: stage.home };
  await promisify(execFile)(String(process.env.PARLOR), ["import", file], { env });
  await stage.start();
  return header.session;
}
