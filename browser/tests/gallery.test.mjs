// Those who watch: they are seen, and talk among themselves; whoever plays reads it once it is over.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Stage, open, problems } from "../parlor.mjs";
import { answerUntil } from "../play.mjs";
import { Listened } from "../secrets.mjs";
import { SIZES } from "../screen.mjs";
import { wellMade } from "../wellmade.mjs";

const stage = await Stage.open();
after(() => stage.close());

test("those_who_watch_talk_on_their_phones_and_whoever_plays_reads_it_at_the_end", async () => {
  const id = await stage.table({ people: 2, title: "Friday" });
  const [ada, ben] = [await stage.guest(id, 1), await stage.guest(id, 2)];
  const phone = { viewport: SIZES[0], hasTouch: true };
  const [mia, ono] = [await stage.guest(id, "observe", phone), await stage.guest(id, "observe", phone)];
  await stage.session(id, "start");
  await ada.getByText("2 are watching.").waitFor();
  const listened = await Listened.to(ada);
  await mia.getByLabel("Your name").fill("Mia");
  await mia.getByLabel(/^Say something/).fill("Ben was so quiet");
  await mia.keyboard.press("Enter");
  await ono.locator("#gallery").getByText("Ben was so quiet").waitFor();
  // Whoever has said what they are called writes on, in the field where they wrote.
  await mia.getByLabel("Say something, Mia").waitFor();
  await mia.keyboard.type("and now he is not");
  await ono.getByLabel(/^Say something/).fill("wait for the vote");
  await ono.keyboard.press("Enter");
  await mia.locator("#gallery").getByText("wait for the vote").waitFor();
  assert.equal(await mia.getByLabel("Say something, Mia").inputValue(), "and now he is not", "nothing typed is lost");
  await mia.keyboard.press("Enter");
  await ono.locator("#gallery").getByText("and now he is not").waitFor();
  const scrolls = () => document.documentElement.scrollHeight > innerHeight;
  assert.equal(await mia.evaluate(scrolls), false, "all of it is on one screen");
  await wellMade(mia);

  const before = await listened.bytes();
  for (const words of ["Ben was so quiet", "and now he is not", "wait for the vote"]) assert.ok(!before.includes(words), words);
  assert.equal(await ada.getByLabel(/^Say something: players/).count(), 0);
  await answerUntil(stage, id, (scene) => scene.outcome);
  await ada.getByText("What those who watched said").click();
  await ada.locator("#gallery").getByText("wait for the vote").waitFor();
  await ben.getByText("What those who watched said").waitFor();
  await wellMade(ada);
  for (const page of [ada, ben, mia, ono]) assert.deepEqual(problems(page), []);
});

test("a_table_is_deleted_by_its_owner_who_is_asked_first", async () => {
  const id = await stage.table({ people: 1, title: "Not this one" });
  const page = await stage.page(`/t/${id}?as=seat:1`);
  await open(page);
  const sheet = page.locator("#delete");
  await sheet.locator("summary").click();
  await sheet.getByText("Nobody can bring it back.").waitFor();
  await wellMade(page);
  await sheet.getByRole("button", { name: "Delete for good" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  assert.equal(await page.locator(`#row-${id}`).count(), 0);
  assert.equal((await stage.ask("GET", `/api/tables/${id}`)).status, 404);
  const other = await stage.table({ people: 2 });
  const guest = await stage.guest(other, 2);
  await open(guest);
  assert.equal(await guest.locator("#delete").count(), 0, "it is for the owner");
});
