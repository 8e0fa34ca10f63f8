// Runs the tests: all of them, those whose files are named, those that hold the page to a time (--timed) or all others (--untimed). One
// browser serves them all.

import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { launching } from "./parlor.mjs";

/** Files at once: a browser and a server are busy as well, and CI has two cores. */
const AT_ONCE = 2;

/** Files that hold the page to a time: nothing else runs beside them. */
const TIMED = ["lost.test.mjs", "scrub.test.mjs"];

const folder = fileURLToPath(new URL("tests", import.meta.url));
const all = (await readdir(folder)).filter((name) => name.endsWith(".test.mjs")).sort();
const given = process.argv.slice(2);
const [timed, untimed] = [given.includes("--timed"), given.includes("--untimed")];
const wanted = given.filter((name) => !name.startsWith("--"));
const unknown = wanted.filter((name) => !all.some((file) => basename(file, ".test.mjs") === name));
if (unknown.length > 0) {
  console.error(`error: there is no test file ${unknown.join(", ")}; there are ${all.map((file) => basename(file, ".test.mjs")).join(", ")}`);
  process.exit(2);
}
const isWanted = (/** @type {string} */ file) =>
  (wanted.length === 0 || wanted.includes(basename(file, ".test.mjs"))) && !(TIMED.includes(file) ? untimed : timed);
const files = all.filter(isWanted);

const server = await chromium.launchServer(await launching());
process.env.PARLOR_BROWSER = server.wsEndpoint();

/**
 * @param {string[]} files
 * @param {number} concurrency
 */
const round = (files, concurrency) =>
  new Promise((done) => {
    if (files.length === 0) return done(undefined);
    const tests = run({ files: files.map((file) => join(folder, file)), concurrency });
    tests.on("test:fail", () => (process.exitCode = 1));
    tests.on("end", done);
    tests.compose(new spec()).pipe(process.stdout, { end: false });
  });
await round(files.filter((file) => !TIMED.includes(file)), AT_ONCE);
await round(files.filter((file) => TIMED.includes(file)), 1);
await server.close();
