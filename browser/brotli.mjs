// Writes the styles and scripts of the pages as brotli beside them, for browsers that take it: `cargo xtask generate` runs this. Node has it
// in itself, so nothing that Parlor is built from or runs with needs to. What has not changed since is left alone.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const server = fileURLToPath(new URL("../crates/server/", import.meta.url));
const folder = join(server, "web/br");
const source = readFileSync(join(server, "src/page/assets.rs"), "utf8");

/** The files that a part of the source names, in their order. @param {string} part */
const named = (part) => [...part.matchAll(/include_str!\("\.\.\/\.\.\/(web\/[^"]+)"\)/g)].map(([, path]) => join(server, path ?? ""));

const styles = source.slice(source.indexOf("STYLE: &str = concat!("), source.indexOf(");", source.indexOf("STYLE: &str = concat!(")));
const read = (/** @type {string[]} */ paths) => paths.map((path) => readFileSync(path, "utf8")).join("");
/** @type {[string, string][]} */
const files = [...source.matchAll(/\("([a-z-]+\.(?:css|js|svg|json))", "[^"]+",/g)].map(([, name = ""]) => [
  name,
  name === "style.css" ? read(named(styles)) : read([join(server, "web", name)]),
]);
if (files.length < 10 || named(styles).length < 10) throw new Error(`assets.rs is written otherwise now: ${files.length} files`);

mkdirSync(folder, { recursive: true });
const sums = join(folder, "sums.txt");
let before = "";
try {
  before = readFileSync(sums, "utf8");
} catch {
  // Nothing was written yet.
}
const lines = files.map(([name, text]) => `${name} ${createHash("sha256").update(text).digest("hex")}`);
for (const [at, [name, text]] of files.entries()) {
  if (before.split("\n").includes(lines[at] ?? "")) continue;
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } };
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text, options));
  console.log(`crates/server/web/br/${name}.br: written`);
}
for (const old of readdirSync(folder)) {
  if (old !== "sums.txt" && !files.some(([name]) => old === `${name}.br`)) rmSync(join(folder, old));
}
writeFileSync(sums, `${lines.join("\n")}\n`);
