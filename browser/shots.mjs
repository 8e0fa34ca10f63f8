// Pictures of every page: `node shots.mjs FOLDER [--keep]`. With `--keep` those of the README are written to docs/pictures.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NAMES, Stage } from "./parlor.mjs";
import { answerTo, answerUntil } from "./play.mjs";

/** @typedef {import("playwright-core").Page} Page */

const [folder = "target/shots", keep] = process.argv.slice(2);
const pictures = fileURLToPath(new URL("../docs/pictures", import.meta.url));

/** The windows: a laptop and a phone. */
const WINDOWS = [
  { name: "wide", viewport: { width: 1280, height: 900 } },
  { name: "phone", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
];

const stage = await Stage.open();

/**
 * A picture of a page in each window.
 * @param {string} name @param {string} path
 * @param {{light?: boolean, readme?: boolean, whole?: boolean, before?: (page: Page) => Promise<unknown>}} options
 */
async function shoot(name, path, { light = false, readme = false, whole = true, before } = {}) {
  for (const colorScheme of /** @type {("dark" | "light")[]} */ (light ? ["dark", "light"] : ["dark"])) {
    for (const { name: window, ...options } of WINDOWS) {
      const page = await stage.page(path, { ...options, colorScheme, reducedMotion: "reduce" });
      if (!(await page.title()).endsWith("Parlor")) throw new Error(`${path} is no page: ${await page.locator("body").innerText()}`);
      await before?.(page);
      const file = join(folder, `${name}-${window}${colorScheme === "light" ? "-light" : ""}.png`);
      await page.screenshot({ path: file, fullPage: whole });
      if (readme && keep && window === "wide" && colorScheme === "dark") {
        await page.screenshot({ path: join(pictures, `${name}.png`) });
      }
      await page.context().close();
      console.log(file);
    }
  }
}

/** What people say in these pictures: by the name of the field and in turn, and nothing where nothing fits. @type {Record<string, string[]>} */
const SAID = {
  name: ["Nell Ash", "Tam Brook"],
  look: ["a grey coat, and ink on both cuffs", "tall, with a limp that comes and goes"],
  pronouns: ["she", "they"],
  text: [
    "I do not like how quiet some of us are today.",
    "I take the back stairs and listen at the door.",
    "We were told of two locks. I see three.",
    "I ask who else has been here tonight.",
  ],
};

/** @type {(ask: import("./play.mjs").Ask, field: import("./play.mjs").Field) => string} */
const said = (ask, { name, required }) => {
  const lines = SAID[name] ?? (required ? SAID.text : undefined) ?? [""];
  return lines[(ask.seat + ask.id) % lines.length] ?? "";
};

/** @param {...string} ways */
const by = (...ways) => (/** @type {import("./play.mjs").Ask} */ ask) => answerTo(ask, ways, said);

/** @param {string} id @param {string} phase */
const inPhase = (id, phase) => answerUntil(stage, id, (scene) => scene.phase === phase, by());

await mkdir(folder, { recursive: true });
if (keep) await mkdir(pictures, { recursive: true });

await shoot("lobby-empty", "/");
await shoot("help", "/help", { light: true });

const seats = NAMES.map((name, at) => ({ name, holder: at === 1 ? "person" : `house:${["social", "cautious", "aggressive"][at % 3]}` }));
const roles = { mafia: 3, doctor: 1, sheriff: 1, villager: 5 };
const mafia = await stage.table({ title: "Friday at the Lantern", seats, setup: { speed: "INSTANT", roles }, seed: 23 });
await stage.session(mafia, "start");
await shoot("mafia-night", `/t/${mafia}?as=seat:2`);
await inPhase(mafia, "DAY_DISCUSSION");
await shoot("mafia-turn", `/t/${mafia}?as=seat:2`);
await inPhase(mafia, "DAY_VOTING");
await shoot("mafia-vote", `/t/${mafia}?as=seat:2`, { light: true, readme: true });
await shoot("mafia-public", `/t/${mafia}?as=public`, { light: true });
await shoot("machine", `/t/${mafia}/machine`, { light: true, readme: true });
await stage.session(mafia, "pause");
await shoot("mafia-paused", `/t/${mafia}?as=seat:2`);
await stage.session(mafia, "resume");
await answerUntil(stage, mafia, (scene) => scene.outcome, by());
await shoot("mafia-ended", `/t/${mafia}?as=public`, { light: true });
await shoot("replay", `/t/${mafia}/replay?as=host&at=60&think=live&view=side`, { light: true, readme: true });

const party = [
  { name: "Ada", holder: "person" },
  { name: "Ben", holder: "person" },
  { name: "Teller", holder: "house:narrator" },
];
const story = await stage.table({ machine: "dm", title: "The Vault Job", seats: party, seed: 3 });
await stage.session(story, "zero");
await shoot("story-zero", `/t/${story}?as=seat:1`);
const acts = by("create_character", "act");
await answerUntil(stage, story, (scene) => scene.phase === "SCENE", acts);
await shoot("story-scene", `/t/${story}?as=seat:1`, { light: true });
await answerUntil(stage, story, (scene) => scene.phase === "ACTION", acts);
await shoot("story-action", `/t/${story}?as=seat:1`, { readme: true });

const room = await stage.table({ machine: "tidying", title: "The study" });
await stage.session(room, "zero");
await shoot("tidying-survey", `/t/${room}?as=seat:1`);
const things = "The desk is covered: a green lamp, an old radio, a box of letters, three books, a chipped mug, two jackets and a map.";
await stage.post(`/api/tables/${room}/commands`, { as: "seat:1", id: "things", request: { line: { text: things } } });
const sorts = by("choose", "yes", "skip");
const isSorted = (/** @type {any} */ item) => item.pile.pile !== "waiting";
await answerUntil(stage, room, (scene) => scene.phase === "SORTING" && scene.view.items.filter(isSorted).length >= 4, sorts);
await shoot("tidying", `/t/${room}?as=seat:1`, { light: true, readme: true });

await shoot("lobby", "/", { light: true, readme: true });
await shoot("new", "/new");

await stage.close();
