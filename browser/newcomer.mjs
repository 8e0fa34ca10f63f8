// Plays an evening of a program's only activity through its page, as somebody would who takes what is offered: for an activity that nobody
// here has ever seen.

import assert from "node:assert/strict";
import { Stage, problems } from "./parlor.mjs";
import { playOn } from "./play.mjs";
import { wellMade } from "./wellmade.mjs";

const [name] = process.argv.slice(2);
assert.ok(name, "name a program that lies beside parlor");
const stage = await Stage.open(name);
try {
  const seats = [{ name: "Kim", holder: "person" }, { name: "Ada", holder: "house:random" }];
  const id = await stage.table({ machine: name, title: "A first evening", seats });
  await stage.session(id, "start");
  const page = await stage.page(`/t/${id}?as=seat:1`);
  const answered = await playOn(page);
  assert.ok(answered.length > 0, "somebody is asked something");
  await page.locator("#ending").filter({ hasText: /\S/ }).waitFor();
  await wellMade(page);
  assert.deepEqual(problems(page), []);
  const scene = await stage.until(id, (scene) => scene.outcome);
  console.log(`${name} was played in the browser: ${answered.join(", ")}; ${JSON.stringify(scene.outcome)}`);
} finally {
  await stage.close();
}
