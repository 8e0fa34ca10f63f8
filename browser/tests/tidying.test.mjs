// A space is tidied: photos by every way in, things by every way onto a pile, an end that can be kept.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Stage, problems } from "../parlor.mjs";
import { isOneScreen } from "../screen.mjs";
import { fits, wellMade } from "../wellmade.mjs";

/** @typedef {import("playwright-core").Page} Page */

const stage = await Stage.open();
after(() => stage.close());

/** A space of Kim's, with the house as the coach, and its page. @param {string} space @param {{width: number, height: number}} viewport */
async function open(space, viewport = { width: 1280, height: 900 }) {
  const seats = [
    { name: "Kim", holder: "person" },
    { name: "The Coach", holder: "house:coach" },
  ];
  const id = await stage.table({ machine: "tidying", title: `Tidying ${space}`, seats, setup: { space } });
  await stage.session(id, "start");
  const page = await stage.page(`/t/${id}?as=seat:1`, { viewport });
  return { id, page };
}

/** Waits until the coach has said all that it wants to say, and the page shows it. @param {string} id @param {Page} page */
async function rests(id, page) {
  await stage.until(id, ({ asks }) => asks.every((/** @type {any} */ ask) => ask.seat === 1 || ask.answered));
  const frames = await stage.get(`/api/tables/${id}/frames?as=seat:1`);
  await page.locator(`#table[data-after="${frames.at(-1).number}"]`).waitFor();
}

/** Answers what the space is for, and says what is there. @param {Page} page @param {string} things */
async function begin(page, things) {
  await page.locator(".branch summary").first().click();
  await page.locator(".branch[open] .tick").first().click();
  await page.locator(".branch[open] button").click();
  await page.getByRole("heading", { name: "What is there?" }).waitFor();
  await page.fill("#line", things);
  await page.press("#line", "Enter");
  await page.locator("#put-1[data-key]").waitFor();
}

/** Ends the session: it is for good, and asked once more. @param {Page} page */
async function end(page) {
  await page.locator("#sure-end_session > summary").click();
  await page.locator("#way-end_session").click();
}

/** Presses a key where nothing is written. @param {Page} page @param {string} key */
async function key(page, key) {
  await page.locator("#ask-title").click();
  await page.keyboard.press(key);
}

/** How many things lie on a pile. @param {Page} page @param {number} pile */
async function on(page, pile) {
  return Number(await page.locator(`.pile[data-put="${pile}"] summary b`).textContent());
}

/** Waits until the piles say that so many things are sorted. @param {Page} page @param {number} count */
async function counted(page, count) {
  await page.locator("#panel-piles").getByText(new RegExp(`^${count} of \\d+ sorted$`)).waitFor({ state: "attached" });
}

/** Waits until so many things are sorted, and the next is in hand. @param {Page} page @param {number} count */
async function sorted(page, count) {
  await counted(page, count);
  await page.locator("#put-1[data-key]").waitFor();
}

/**
 * A picture, as a browser makes one.
 * @param {Page} page @param {string} type @param {string} colour
 */
async function picture(page, type, colour) {
  const url = await page.evaluate(
    ([type, colour]) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [400, 300];
      const drawing = canvas.getContext("2d");
      if (!drawing) throw new Error("nothing can be drawn");
      drawing.fillStyle = colour;
      drawing.fillRect(0, 0, 400, 300);
      return canvas.toDataURL(type);
    },
    /** @type {[string, string]} */ ([type, colour]),
  );
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

/**
 * Hands files to the page as the clipboard or a drag does.
 * @param {Page} page @param {"paste" | "drop"} how @param {Buffer} bytes @param {string} name
 */
async function hand(page, how, bytes, name) {
  await page.evaluate(
    ([how, text, name]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      const event =
        how === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data });
      document.body.dispatchEvent(event);
    },
    /** @type {[string, string, string]} */ ([how, bytes.toString("base64"), name]),
  );
}

test("t1_t6_photos_come_in_by_button_camera_paste_and_drop", async () => {
  const { page } = await open("the desk");
  await page.locator("#photo-form").waitFor();
  const camera = page.locator("#take-photo");
  assert.equal(await camera.getAttribute("capture"), "environment");
  assert.equal(await camera.getAttribute("accept"), "image/*");
  const jpeg = await picture(page, "image/jpeg", "#a63");
  const webp = await picture(page, "image/webp", "#36a");
  await page.setInputFiles("#choose-photos", [
    { name: "one.jpg", mimeType: "image/jpeg", buffer: jpeg },
    { name: "two.webp", mimeType: "image/webp", buffer: webp },
  ]);
  await page.getByAltText("Photo 2 of 2").waitFor();
  await page.setInputFiles("#take-photo", { name: "three.png", mimeType: "image/png", buffer: await picture(page, "image/png", "#6a3") });
  await page.getByAltText("Photo 3 of 3").waitFor();
  await hand(page, "paste", await picture(page, "image/png", "#aa3"), "four.png");
  await page.getByAltText("Photo 4 of 4").waitFor();
  await hand(page, "drop", await picture(page, "image/png", "#3aa"), "five.png");
  await page.getByAltText("Photo 5 of 5").waitFor();
  // A picture that has come a moment ago is waited for; one that is none is refused.
  const whole = await page.locator(".photos img").evaluateAll((all) =>
    Promise.all(all.map(async (it) => (await /** @type {HTMLImageElement} */ (it).decode(), /** @type {HTMLImageElement} */ (it).naturalWidth))),
  );
  assert.deepEqual(whole, [400, 400, 400, 400, 400], "every photo can be looked at");
  await page.locator("#photo-progress div").waitFor({ state: "detached" });
  await wellMade(page);
  await page.locator("#panel-photos-title").getByText(/^5 photos.*; 5 with the next words$/).waitFor();
  await page.locator("#show-photos").click();
  await page.locator("#show-photos").waitFor({ state: "detached" });
  await page.locator("#feed").getByText("This coach cannot see: 5 photos are kept, and not looked at.").waitFor();
});

test("t1_a_photo_that_was_taken_while_the_page_was_renewed_comes_in", async () => {
  const { page } = await open("the porch");
  const photo = await picture(page, "image/jpeg", "#593");
  const camera = page.waitForEvent("filechooser");
  await page.locator('label[for="take-photo"]').click();
  const chooser = await camera;
  // As when a phone put the page aside for the camera, and its stream begins anew afterwards.
  await page.evaluate(() => {
    const old = document.getElementById("add-photos");
    old?.replaceWith(old.cloneNode(true));
  });
  await chooser.setFiles({ name: "porch.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByAltText("Photo 1 of 1").waitFor();
  assert.deepEqual(problems(page), []);
});

test("t1_what_is_no_photo_is_refused_beside_the_button_in_words", async () => {
  const { page } = await open("the hall");
  await page.setInputFiles("#choose-photos", [
    { name: "shelf.heic", mimeType: "image/heic", buffer: Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1") },
    { name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("a shopping list") },
    { name: "desk.png", mimeType: "image/png", buffer: await picture(page, "image/png", "#666") },
  ]);
  await page.getByAltText("Photo 1 of 1").waitFor();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(25 * 1024 * 1024)], "wall.jpg", { type: "image/jpeg" }));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await page.getByText(/wall.jpg: it has/).waitFor();
  const notes = await page.locator("#photo-progress .note").allTextContents();
  assert.equal(notes.length, 3, notes.join("\n"));
  assert.match(notes[0] ?? "", /shelf\.heic: this is a HEIC.*save it as JPEG.*Most Compatible/);
  assert.match(notes[1] ?? "", /list\.txt: this is text, and only JPEG, PNG and WebP/);
  assert.match(notes[2] ?? "", /wall\.jpg: it has 25 MB, and may have 10 at most: save it smaller/);
  await page.getByRole("button", { name: "OK, shelf.heic was not added" }).click();
  assert.equal(await page.locator("#photo-progress .note").count(), 2);
  await wellMade(page, { expected: [/422/] });
});

test("t3_things_go_onto_piles_by_mouse_by_key_by_drag_and_by_number_and_back_again", async () => {
  const { page } = await open("the shelf");
  await begin(page, "old chargers, three mugs, an umbrella, a guitar, batteries");
  assert.equal(await page.inputValue("#line"), "", "what was said is gone from the line");
  await page.locator("#put-1").click();
  await sorted(page, 1);
  assert.deepEqual([await on(page, 1), await on(page, 2), await on(page, 3), await on(page, 4)], [1, 0, 0, 4]);
  await key(page, "2");
  await sorted(page, 2);
  await page.keyboard.press("3");
  await sorted(page, 3);
  assert.deepEqual([await on(page, 1), await on(page, 2), await on(page, 3), await on(page, 4)], [1, 1, 1, 2]);
  const name = (await page.locator(".in-hand h3").textContent()) ?? "";
  await page.locator(".in-hand").dragTo(page.locator('.pile[data-put="2"] summary'));
  await sorted(page, 4);
  assert.equal(await on(page, 2), 2);
  assert.ok((await page.locator('.pile[data-put="2"] li').allTextContents()).some((it) => it.startsWith(name)), name);
  // A number on the line is the button with that number.
  await page.fill("#line", "3");
  await page.press("#line", "Enter");
  await counted(page, 5);
  assert.equal(await on(page, 3), 2);
  await page.locator("#way-undo").click();
  await sorted(page, 4);
  assert.equal(await on(page, 3), 1, "it is in hand again");
  const change = page.getByRole("button", { name: /^Change: / }).first();
  const taken = ((await change.getAttribute("aria-label")) ?? "").replace("Change: ", "");
  await change.click();
  await page.locator("#ask-title").getByText(taken).waitFor();
  await page.locator("#put-2[data-key]").waitFor();
  assert.deepEqual(problems(page), []);
});

test("t4_t5_every_mode_has_a_way_out_and_the_strip_follows", async () => {
  const { id, page } = await open("the attic");
  const mode = page.locator('.strip [aria-current="step"]').last();
  /** @param {string} title */
  const arrives = async (title) => {
    await page.waitForFunction((title) => [...document.querySelectorAll('.strip [aria-current="step"]')].some((it) => it.textContent?.includes(title)), title);
    assert.match((await mode.textContent()) ?? "", new RegExp(title));
    if (!/Winding|Ended/.test(title)) await page.getByRole("button", { name: "Wrap up" }).waitFor();
    if (title !== "Ended") await isOneScreen(page, title);
  };
  await arrives("Surveying");
  await begin(page, "a strange cable, an umbrella, a guitar");
  await arrives("Sorting");
  await page.getByRole("button", { name: "What is it?" }).click();
  await arrives("Clarifying");
  await page.getByRole("button", { name: "Not now" }).click();
  await arrives("Sorting");
  await sorted(page, 1);
  await page.getByRole("button", { name: "I'm stuck" }).click();
  await arrives("Decision support");
  for (const name of ["Yes", "No", "Not now"]) await page.getByRole("button", { name, exact: true }).waitFor();
  await wellMade(page);
  await page.keyboard.press("s");
  await arrives("Sorting");
  await sorted(page, 2);
  await page.getByRole("button", { name: "Wrap up" }).click();
  await arrives("Winding down");
  await page.getByRole("button", { name: "Go on sorting" }).click();
  await arrives("Sorting");
  await page.getByRole("button", { name: "Wrap up" }).click();
  await arrives("Winding down");

  // A command of another mode is refused with the legal ones, and the page stays as it is.
  await page.locator("#sure-end_session").waitFor();
  await rests(id, page);
  const shown = await page.locator("#ask").innerHTML();
  const request = { do: { command: { type: "choose", choice: 1 } } };
  const refused = await stage.ask("POST", `/api/tables/${id}/commands`, { as: "seat:1", id: "x", request });
  assert.equal(refused.status, 409, await refused.clone().text());
  assert.match((await refused.json()).error.message, /resume_sorting/);
  assert.equal(await page.locator("#ask").innerHTML(), shown);
  await end(page);
  await arrives("Ended");
});

test("t5_every_mode_can_be_wrapped_up_and_a_tool_of_another_is_refused_and_changes_nothing", async () => {
  const { id, page } = await open("the stairs");
  const strip = page.locator("#strips");
  /** @param {string} title */
  const arrives = (title) => strip.locator('[aria-current="step"]', { hasText: title }).waitFor({ state: "attached" });
  /** @param {string[]} types */
  const refuses = async (...types) => {
    await page.locator("#ask").waitFor();
    await rests(id, page);
    const frames = async () => (await stage.get(`/api/tables/${id}/frames?as=seat:1`)).length;
    const before = { strip: await strip.innerHTML(), ask: await page.locator("#ask").innerHTML(), frames: await frames() };
    for (const type of types) {
      const request = { do: { command: { type, choice: 1, text: "no" } } };
      const refused = await stage.ask("POST", `/api/tables/${id}/commands`, { as: "seat:1", id: `${type}${before.frames}`, request });
      assert.equal(refused.status, 409, `${type}: ${await refused.clone().text()}`);
      assert.match((await refused.json()).error.message, /\w/);
    }
    const now = { strip: await strip.innerHTML(), ask: await page.locator("#ask").innerHTML(), frames: await frames() };
    assert.deepEqual(now, before, types.join(", "));
  };
  const wrapUp = async () => {
    await page.getByRole("button", { name: "Wrap up" }).click();
    await arrives("Winding down");
    await refuses("choose", "yes", "stuck");
  };
  const goOn = async () => {
    await page.getByRole("button", { name: "Go on sorting" }).click();
    await arrives("Sorting");
  };
  await arrives("Surveying");
  await refuses("choose", "yes", "split");
  await wrapUp();
  await goOn();
  await page.fill("#line", "a strange cable, an umbrella, a guitar");
  await page.press("#line", "Enter");
  await page.locator("#put-1[data-key]").waitFor();
  await refuses("yes", "choose_function");
  await page.getByRole("button", { name: "What is it?" }).click();
  await arrives("Clarifying");
  await refuses("choose", "yes", "whats_that");
  await wrapUp();
  await goOn();
  await page.locator("#put-1[data-key]").waitFor();
  await page.getByRole("button", { name: "I'm stuck" }).click();
  await arrives("Decision support");
  await refuses("choose", "split", "whats_that");
  await wrapUp();
  await end(page);
  await arrives("Ended");
});

test("t7_t11_an_end_to_keep_photos_deleted_and_all_found_again", async () => {
  const { id, page } = await open("the kitchen");
  await begin(page, "old chargers, three mugs, an umbrella");
  await page.setInputFiles("#choose-photos", { name: "a.jpg", mimeType: "image/jpeg", buffer: await picture(page, "image/jpeg", "#963") });
  const photo = page.getByAltText("Photo 1 of 1");
  const address = (await photo.getAttribute("src")) ?? "";
  await key(page, "1");
  await sorted(page, 1);

  // Closed, the server ended in the middle, and all of it found again.
  const inHand = await page.locator("#ask-title").textContent();
  await page.context().close();
  await stage.stop("SIGKILL");
  await stage.start();
  const again = await stage.page(`/t/${id}?as=seat:1`);
  assert.equal(await again.locator("#ask-title").textContent(), inHand);
  assert.equal(await on(again, 1), 1);
  await again.getByAltText("Photo 1 of 1").waitFor();

  await again.getByRole("button", { name: "Wrap up" }).click();
  // What is asked is renewed once the coach has said so: an end of what was asked before would come too late.
  await again.locator('.strip [aria-current="step"]', { hasText: "Winding down" }).waitFor({ state: "attached" });
  await rests(id, again);
  await end(again);
  await again.getByRole("heading", { name: "Done for today" }).waitFor();
  await again.locator("#ending").getByText("First next time:").waitFor();
  const tick = again.getByRole("checkbox").first();
  await tick.check();
  await again.reload();
  assert.ok(await tick.isChecked(), "ticks are kept");
  const saved = again.waitForEvent("download");
  await again.locator("#export > summary").click();
  await again.getByRole("link", { name: "Text to read" }).click();
  assert.match((await saved).suggestedFilename(), /\.md$/);
  await wellMade(again);

  const files = () => readdir(join(stage.home, "photos"));
  const before = (await files()).length;
  await again.getByText("Delete the photo").click();
  await again.getByRole("button", { name: "Delete for good" }).click();
  await again.locator(".photos").waitFor({ state: "detached" });
  assert.equal((await stage.ask("GET", address)).status, 404);
  assert.equal((await files()).length, before - 1, "gone from the disk");
  await again.getByRole("heading", { name: "Done for today" }).waitFor();
});

test("t8_on_a_small_phone_three_large_buttons_are_at_the_thumb", async () => {
  const { page } = await open("the bath", { width: 320, height: 640 });
  await begin(page, "old chargers, three mugs");
  for (const [width, height] of /** @type {[number, number][]} */ ([[320, 640], [390, 844]])) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    for (const number of [1, 2, 3]) {
      const box = await page.locator(`#put-${number}`).boundingBox();
      assert.ok(box, `${number}`);
      assert.ok(box.width >= 44 && box.height >= 44, `${number}: ${JSON.stringify(box)}`);
      assert.ok(box.y >= height / 2 && box.y + box.height <= height, `${number} is in the lower half: ${JSON.stringify(box)}`);
    }
    const title = await page.locator("#ask-title").boundingBox();
    assert.ok(title && title.y > 0 && title.y < height, "what they are about is in sight");
    await fits(page, `${width}`);
  }
  await page.locator("#put-3").tap().catch(() => page.locator("#put-3").click());
  await sorted(page, 1);
});

test("c3_the_focus_stays_on_the_button_while_the_next_thing_comes", async () => {
  const { page } = await open("the cellar");
  await begin(page, "old chargers, three mugs, an umbrella");
  await page.locator("#put-2").focus();
  await page.keyboard.press("Enter");
  await sorted(page, 1);
  await page.waitForFunction(() => document.activeElement?.id === "put-2");
  await page.keyboard.press("Enter");
  await sorted(page, 2);
  await wellMade(page);
});

test("y9_a_full_unsure_pile_is_split_and_sorted_kind_by_kind", async () => {
  const { page } = await open("the barn");
  await begin(page, "old chargers, three mugs, an umbrella, a guitar, batteries, a vase");
  for (let count = 1; count <= 5; count++) {
    await key(page, "3");
    await counted(page, count);
    await page.locator("#ask [data-key]").first().waitFor();
  }
  await page.getByRole("heading", { name: "Split the unsure pile?" }).waitFor();
  await wellMade(page);
  await page.getByRole("button", { name: /^Yes/ }).click();
  await page.locator("#put-3[data-key]").waitFor();
  await page.getByRole("button", { name: "Wrap up" }).waitFor();
  assert.deepEqual(problems(page), []);
});

test("t10_nobody_is_hurried", async () => {
  const { page } = await open("the loft");
  await begin(page, "old chargers, three mugs");
  const words = await page.locator("main").innerText();
  assert.doesNotMatch(words, /\d+:\d\d|\bleft\b.*\bs\b|\d+ ?%|score|streak/i);
});

test("photos_come_in_and_a_thing_is_sorted_without_scripts", async () => {
  const { id, page: scripted } = await open("the garage");
  await begin(scripted, "old chargers, three mugs");
  const photo = await picture(scripted, "image/jpeg", "#393");
  const page = await stage.page(`/t/${id}?as=seat:1`, { javaScriptEnabled: false });
  await page.setInputFiles("#choose-photos", { name: "a.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.locator("#photo-form button").click();
  await page.getByAltText("Photo 1 of 1").waitFor();
  await page.setInputFiles("#choose-photos", { name: "b.heic", mimeType: "image/heic", buffer: Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1") });
  await page.locator("#photo-form button").click();
  await page.getByText("b.heic: this is a HEIC").waitFor();
  await page.getByRole("link", { name: "Back" }).click();
  await page.locator("#put-3").click();
  await counted(scripted, 1);
});

test("the_next_session_in_a_space_begins_with_what_was_left", async () => {
  const { page } = await open("the boat");
  await begin(page, "old chargers, three mugs");
  await key(page, "3");
  await sorted(page, 1);
  await page.getByRole("button", { name: "Wrap up" }).click();
  await end(page);
  await page.getByRole("heading", { name: "Done for today" }).waitFor();
  const { page: next } = await open("the boat");
  await next.locator("#panel-space", { hasText: /First, from last time\s*three mugs/ }).waitFor();
  assert.equal(await on(next, 4), 2, "both things wait");
});

test("the_end_leads_to_the_next_session_in_the_same_space", async () => {
  const { id, page } = await open("the shed");
  await begin(page, "old chargers, three mugs");
  await key(page, "3");
  await sorted(page, 1);
  await page.getByRole("button", { name: "Wrap up" }).click();
  await end(page);
  await page.getByRole("link", { name: "Change something first" }).click();
  await page.waitForURL(`**/new?from=${id}`);
  assert.equal(await page.getByLabel("The space").inputValue(), "the shed");
  assert.equal(await page.locator('[id="seats[0].name"]').inputValue(), "Kim");
  await page.getByRole("button", { name: "Create table" }).last().click();
  await page.waitForURL(/\/t\//);
  assert.ok(!page.url().includes(id), "it is another session");
  await page.locator("#panel-space", { hasText: /First, from last time\s*three mugs/ }).waitFor();
  assert.equal(await on(page, 4), 2, "both things wait");
  await wellMade(page);
  // Whoever only watches makes no tables.
  const guest = await stage.guest(id, "observe");
  await guest.getByRole("heading", { name: "Done for today" }).waitFor();
  assert.equal(await guest.getByRole("link", { name: /Same seats/ }).count(), 0);
});
