// The lobby and the form of a new table.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { NAMES, SALT, Stage, open } from "../parlor.mjs";
import { SIZES } from "../screen.mjs";
import { wellMade } from "../wellmade.mjs";

const stage = await Stage.open();
after(() => stage.close());

/** Gives a seat to somebody who is not in the list. @param {import("playwright-core").Page} page @param {number} seat @param {string} holder */
async function typed(page, seat, holder) {
  await page.locator(`[id="seats[${seat}].holder"]`).selectOption("typed");
  await page.locator(`[id="seats[${seat}].typed"]`).fill(holder);
}

/** What in an event is a time. */
const TIMES = ["at", "begunAt", "durationMs", "minutes"];

test("l1_the_demo_is_one_click_away_from_an_empty_lobby", async () => {
  const page = await stage.page("/");
  await page.getByText("No tables yet.").waitFor();
  await wellMade(page);
  await page.locator(".empty").getByRole("button", { name: "Watch the demo" }).click();
  await page.waitForURL(/\/t\/.+as=public/);
  await page.locator("#now .phase").waitFor();
  await page.locator("#standing .chip").first().waitFor();
});

test("l2_the_list_follows_what_others_do_and_nothing_in_it_jumps", async () => {
  const page = await stage.page("/");
  const id = await stage.table({ title: "Quiet corner", people: 6 });
  const row = page.locator(`#row-${id}`);
  await row.getByText("Not begun").waitFor();
  await page.evaluate((name) => (document.getElementById(name)?.querySelector("a"))?.focus(), `row-${id}`);
  const same = await row.elementHandle();
  await stage.session(id, "start");
  await row.getByText("Live · Night").waitFor();
  await stage.session(id, "pause");
  await row.getByText("Paused").waitFor();
  assert.ok(await same?.evaluate((it) => it.isConnected), "the row is the one that it was");
  const focus = await page.evaluate(() => document.activeElement?.closest("li")?.id);
  assert.equal(focus, `row-${id}`, "the focus stays");
});

test("l3_a_table_of_ten_is_made_with_the_keyboard_alone_and_faults_are_named", async () => {
  const page = await stage.page("/new");
  await wellMade(page);
  await page.locator("#title").focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("By hand");
  const at = async () => page.evaluate(() => document.activeElement?.id ?? "");
  /** @param {string} id */
  const tabTo = async (id) => {
    for (let steps = 0; steps < 60 && (await at()) !== id; steps++) await page.keyboard.press("Tab");
    assert.equal(await at(), id);
  };
  await tabTo("seats[2].holder");
  await page.keyboard.type("Another");
  await tabTo("seats[2].typed");
  await page.keyboard.type("house:nobody");
  await page.keyboard.press("Enter");
  const faults = page.locator(".faults");
  await faults.waitFor();
  assert.match((await faults.textContent()) ?? "", /Seat 3: the house plays no "nobody"/);
  assert.equal(await page.locator("#title").inputValue(), "By hand", "nothing typed is lost");
  assert.equal(await page.locator('[id="seats[2].holder"]').getAttribute("aria-invalid"), "true");
  await wellMade(page, { expected: [/422/] });
  await page.locator("#title").focus();
  await tabTo("seats[2].holder");
  await page.keyboard.type("social");
  await tabTo("seats[3].name");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/t\//);
  assert.match((await page.locator("h1").textContent()) ?? "", /By hand/);
  assert.equal(await page.locator("#ring > li").count(), 10);
});

test("l4_a_model_that_cannot_be_reached_is_refused_with_its_address_and_the_remedy", async () => {
  const page = await stage.page("/new");
  await typed(page, 4, "model:ollama:llama3.2");
  await page.getByRole("button", { name: "Create table" }).last().click();
  const words = (await page.locator(".faults").textContent()) ?? "";
  assert.match(words, /Seat 5: .*http:\/\/127\.0\.0\.1:11434.*(start it|has no)/);
});

test("l5_the_same_seed_and_salt_and_the_same_seats_of_the_house_are_the_same_evening", async () => {
  const house = (/** @type {string[]} */ ...holders) => holders.map((holder, at) => ({ name: NAMES[at] ?? "", holder: `house:${holder}` }));
  const evenings = [
    { machine: "mafia", seats: house(...Array.from({ length: 10 }, () => "social")), verb: "start" },
    { machine: "dm", seats: house("player", "player", "narrator"), verb: "zero" },
    { machine: "tidying", seats: house("hesitant", "coach"), verb: "start" },
  ];
  for (const { machine, seats, verb } of evenings) {
    /** Everything that happens with a seed, but for when it does. @param {number} seed */
    const evening = async (seed) => {
      const { id } = await stage.post("/api/tables", { machine, seats, seed, salt: SALT });
      await stage.session(id, verb);
      await stage.until(id, (scene) => scene.outcome);
      /** @type {any[]} */
      const frames = await stage.get(`/api/tables/${id}/frames?as=host`);
      return frames.map(({ at, time, event, ...frame }) => {
        assert.ok(at >= 0 && time >= 0);
        const timeless = JSON.stringify(event, (key, value) => (TIMES.includes(key) ? undefined : value));
        return `${JSON.stringify(frame)} ${timeless}`.replaceAll(id, "ID");
      });
    };
    const [one, two, other] = [await evening(41), await evening(41), await evening(42)];
    assert.ok(one.length > 10, `${machine}: ${one.length}`);
    assert.deepEqual(two, one, machine);
    assert.notDeepEqual(other, one, `${machine}: another seed is another evening`);
  }
});

test("l6_what_is_looked_for_stands_in_the_address_and_back_leads_back", async () => {
  const one = await stage.table({ title: "Alpha evening", people: 6 });
  const two = await stage.table({ title: "Beta evening", people: 6 });
  const page = await stage.page("/");
  await page.locator("#q").fill("alpha");
  await page.locator("#q").press("Enter");
  await page.waitForURL(/q=alpha/);
  assert.equal(await page.locator(`#row-${one}`).count(), 1);
  assert.equal(await page.locator(`#row-${two}`).count(), 0);
  await page.locator("#show").selectOption("over");
  await page.waitForURL(/show=over/);
  await page.getByText("No table is like that.").waitFor();
  await page.goBack();
  await page.locator(`#row-${one}`).waitFor();
  await wellMade(page);
});

test("l7_an_invitation_is_made_from_the_table_and_opens_its_seat_once", async () => {
  const id = await stage.table({ people: 2 });
  const page = await stage.page(`/t/${id}`);
  await open(page);
  await page.locator("#invite > summary").click();
  await page.locator("#whom").selectOption("2");
  await page.getByRole("button", { name: "Make a link" }).click();
  const address = await page.getByLabel("The invitation").inputValue();
  await page.getByText("Only this machine can open it.").waitFor();
  await page.getByRole("img", { name: "QR code of this link" }).waitFor();
  await wellMade(page);
  const other = await (await stage.context()).newPage();
  await other.goto(address);
  await other.getByRole("heading", { name: "Sit down at An evening of Mafia as Ben" }).waitFor();
  await wellMade(other);
  await other.getByRole("button", { name: "Sit down" }).click();
  await other.getByText("You: seat 2 · Ben").waitFor();
  const third = await (await stage.context()).newPage();
  await third.goto(address);
  await third.getByRole("heading", { name: "Seat taken" }).waitFor();
  await wellMade(third, { expected: [/410/] });
});

test("the first page says in a sentence what this is, each door is one press from playing, and says how it goes", async () => {
  const activities = await stage.get("/api/activities");
  for (const { machine, about } of activities) {
    const page = await stage.page("/");
    assert.match(await page.locator(".lead").innerText(), /^[^.]+\.$/, "one sentence");
    const door = page.locator(".door", { has: page.locator(`a[href="/help/${machine}"]`) });
    assert.ok((await door.innerText()).includes(about.slice(1)), about);
    await door.getByRole("link", { name: "How it goes" }).click();
    await page.getByRole("heading", { level: 1, name: /how it goes$/ }).waitFor();
    const { phases } = await stage.get(`/api/machines/${machine}`);
    assert.deepEqual(await page.locator(".course b").allInnerTexts(), phases.map((/** @type {any} */ phase) => phase.title));
    const words = (await page.locator(".how").innerText()).split(/\s+/).length;
    assert.ok(words > 100 && words < 320, `${machine} in ${words} words`);
    await wellMade(page);
    await page.goBack();
    await door.getByRole("button", { name: "Play now" }).click();
    await page.waitForURL(/\/t\/[^/]+\?as=seat:\d+$/);
    await page.locator("#asks .ask, #asks #ask").first().waitFor();
    await page.context().close();
  }
});

test("a game that is being played stands in the middle of the first page, and leads to it", async () => {
  const id = await stage.table({ title: "On stage", people: 6 });
  const page = await stage.page("/");
  await stage.session(id, "start");
  const shown = page.locator("#on-stage");
  await shown.getByText("On stage").waitFor();
  await wellMade(page);
  await shown.click();
  await page.waitForURL(`**/t/${id}?as=public`);
});

test("everything that is wrong with a new table is told at once, and what most leave as it is stands behind More", async () => {
  const page = await stage.page("/new");
  assert.equal(await page.getByLabel("Seed").isVisible(), false);
  await page.locator("#more > summary").click();
  await page.getByLabel("Seed").fill("not a number");
  for (const seat of [2, 4]) await typed(page, seat, "nobody in particular");
  await page.getByRole("button", { name: "Create table" }).last().click();
  const faults = await page.locator(".faults li").allInnerTexts();
  assert.equal(faults.length, 3, faults.join("\n"));
  assert.match(faults.join(" "), /Seed: .*Seat 3: .*Seat 5: /);
  assert.ok(await page.getByLabel("Seed").isVisible(), "what is wrong is in sight");
  await wellMade(page, { expected: [/422/] });
});

test("seats_are_people_a_friend_has_a_link_as_soon_as_the_table_is_laid", async () => {
  const page = await stage.page("/new");
  const seat = (/** @type {number} */ at) => page.locator(`[id="seats[${at}].holder"]`);
  const chosen = await page.locator(".seat-rows select").evaluateAll((all) => all.map((it) => /** @type {HTMLSelectElement} */ (it).value));
  const own = chosen.indexOf("you");
  assert.deepEqual([own >= 0, chosen.lastIndexOf("you") === own, chosen.includes("friend")], [true, true, false], chosen.join());
  const friends = chosen.map((_, at) => at).filter((at) => at !== own).slice(0, 2);
  for (const at of friends) await seat(at).selectOption("friend");
  const labels = await seat(own).locator("option, optgroup").evaluateAll((all) => all.map((it) => it.getAttribute("label") ?? it.textContent));
  for (const words of [/^You$/, /^A friend$/, /^The house$/, /^social: /, /^scripted: .*tests/, / · free$/]) {
    assert.ok(labels.some((label) => words.test(label ?? "")), `${words}: ${labels.join("\n")}`);
  }
  assert.equal(await page.locator(`[id="seats[${own}].typed"]`).isVisible(), false, "nothing to type where nothing has to be");
  await wellMade(page);
  await page.getByRole("button", { name: "Create table" }).last().click();
  await page.getByRole("heading", { level: 1, name: "The table is laid" }).waitFor();
  const links = await page.getByLabel("The invitation").evaluateAll((all) => all.map((it) => /** @type {HTMLInputElement} */ (it).value));
  assert.equal(new Set(links).size, 2);
  await wellMade(page);
  const friend = await (await stage.context()).newPage();
  await friend.goto(links[1] ?? "");
  await friend.getByRole("button", { name: "Sit down" }).click();
  await friend.getByText(new RegExp(`^You: seat ${(friends[1] ?? 0) + 1} · `)).waitFor();
  await page.getByRole("link", { name: "Go to the table" }).click();
  await page.getByText(new RegExp(`^You: seat ${own + 1} · `)).waitFor();
  await page.locator("#standing").getByText("Not begun").waitFor();
});

test("a_newcomer_is_surprised_with_a_character_by_one_press", async () => {
  const page = await stage.page("/");
  assert.equal(await page.getByRole("button", { name: "Surprise me" }).count(), 1, "only where there is something to be chosen first");
  await page.getByRole("button", { name: "Surprise me" }).click();
  await page.waitForURL(/\/t\/[^/]+\?as=seat:1$/);
  await page.locator('#seats li[data-at="1"]').filter({ hasNotText: "no character yet" }).waitFor();
  await page.goBack();
  const door = page.locator(".door", { has: page.getByRole("button", { name: "Surprise me" }) });
  await door.getByRole("button", { name: "Play now" }).click();
  // Whoever says no name has one by which they can be spoken of.
  assert.match((await page.locator(".you").textContent()) ?? "", /^You: seat 1 · (?!You\b)\p{Lu}\p{Ll}+$/u);
  await page.locator("#ask").getByRole("button", { name: "Surprise me" }).waitFor();
  await page.locator("#ask").getByRole("button", { name: "Surprise me" }).click();
  await page.locator('#seats li[data-at="1"]').filter({ hasNotText: "no character yet" }).waitFor();
});

test("a_newcomer_has_three_hints_once_and_none_covers_the_question", async () => {
  for (const viewport of SIZES) {
    const context = await stage.newcomer({ viewport });
    const page = await context.newPage();
    const id = await stage.table({ people: 1 });
    await page.goto(`/t/${id}?as=seat:1`);
    await stage.session(id, "start");
    const hint = page.locator("#hints");
    for (const words of [/below/, /\(\(/, /Stop/]) {
      await hint.getByText(words).waitFor();
      const covers = await page.evaluate(() => {
        const box = (/** @type {string} */ id) => document.getElementById(id)?.getBoundingClientRect();
        const [hint, asks] = [box("hints"), box("asks")];
        return !hint || !asks || (hint.bottom > asks.top && hint.top < asks.bottom);
      });
      assert.equal(covers, false, `${words} at ${viewport.width}`);
      await hint.getByRole("button", { name: "Got it" }).click();
      assert.equal(await hint.isVisible(), false, "the next one waits for another question");
      await page.reload();
    }
    assert.equal(await hint.isVisible(), false, "three, and no more");
    await page.goto("/");
    await context.close();
  }
});
