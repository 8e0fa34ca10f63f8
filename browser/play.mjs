// Plays at a table through its page, as somebody would who takes what is offered.

/** @typedef {import("playwright-core").Page} Page */

/** What says which ask a form of the page answers. */
const ASK = "#table form input[name=ask]";

/** Answers in one evening: the longest game has fewer. */
const ANSWERS_MAX = 200;

/** How long the others may take before it is one's turn again. */
const TURN_MS = 60_000;

/** Where a table and its activity stand, as the strips of its page say. @param {Page} page */
export function standing(page) {
  return page.locator("#strips [aria-current=step]").allInnerTexts();
}

/**
 * Waits until something is asked that was not asked before. Gives its number, or nothing once it is over, or a heading stands in the talk.
 * @param {Page} page
 * @param {string[]} before
 * @param {string} [heading]
 * @returns {Promise<string | undefined>}
 */
export async function asked(page, before = [], heading) {
  const found = await page.waitForFunction(
    ({ before, ask, heading }) => {
      if ([...document.querySelectorAll("#feed > .phase")].some((it) => heading && it.textContent?.endsWith(heading))) return "over";
      const now = [...document.querySelectorAll("#strips [aria-current=step]")].at(-1)?.textContent ?? "";
      if (/\bEnd(ed)?\b/.test(now) || document.querySelector("#ending-title")) return "over";
      const asks = [...document.querySelectorAll(ask)].map((it) => /** @type {HTMLInputElement} */ (it).value);
      return asks.find((ask) => ask && !before.includes(ask)) ?? false;
    },
    { before, ask: ASK, heading },
    { timeout: TURN_MS },
  );
  const ask = await found.jsonValue();
  return ask === "over" || !ask ? undefined : ask;
}

/**
 * Answers an ask with the first way that the page offers, and says which that was.
 * @param {Page} page
 * @param {string} ask
 */
export async function press(page, ask) {
  const forms = page.locator(`#table form:has(input[name=ask][value="${ask}"])`);
  if ((await forms.filter({ visible: true }).count()) === 0) await uncover(forms.first());
  const form = forms.filter({ visible: true }).first();
  for (const field of await form.locator("input[required]:not([type=radio]), textarea[required]").all()) {
    const isNumber = (await field.getAttribute("type")) === "number";
    if (!(await field.inputValue())) await field.fill(isNumber ? ((await field.getAttribute("min")) ?? "1") : "I have my doubts.");
  }
  const group = form.locator("input[type=radio]:enabled");
  if ((await group.count()) > 0 && (await form.locator("input[type=radio]:checked").count()) === 0) await group.first().check();
  const button = form.locator("button:enabled:not([type=button])").filter({ visible: true }).first();
  const words = await button.innerText();
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await button.click();
  return `${words}: ${(await answered).status()}`;
}

/** Opens what something is folded away in. @param {import("playwright-core").Locator} inner */
async function uncover(inner) {
  const summary = await inner.evaluateHandle((it) => it.closest("details:not([open])")?.querySelector("summary"));
  await summary.asElement()?.click();
}

/** Answers whatever is asked until it is over, or a heading stands in the talk, and says what was answered. @param {Page} page @param {string} [heading] */
export async function playOn(page, heading) {
  /** @type {string[]} */
  const before = [];
  const pressed = [];
  while (before.length < ANSWERS_MAX) {
    const ask = await asked(page, before, heading);
    if (!ask) return pressed;
    pressed.push(await press(page, ask));
    before.push(ask);
  }
  throw new Error(`it is not over after ${ANSWERS_MAX} answers: ${pressed.slice(-5).join(", ")}`);
}

/** The numbers of the lines that a page has, in their order. @param {Page} page @returns {Promise<string[]>} */
export function lines(page) {
  return page.locator("#feed > li:has(.words)").evaluateAll((all) => all.map((it) => `${it.getAttribute("data-number")} ${it.textContent}`));
}

/** @typedef {{id: number, seat: number, answered: boolean, form: {title: string, tools: Tool[]}}} Ask */
/** @typedef {{name: string, fields: Field[]}} Tool */
/** @typedef {{name: string, required: boolean, kind: any}} Field */

/** Words that say whose they are. @param {Ask} ask @param {Field} field */
const marked = (ask, { name }) => `${name} of seat ${ask.seat} in ask ${ask.id}`;

/** A value for a field. @param {Ask} ask @param {Field} field @param {typeof marked} say @returns {unknown} */
function value(ask, field, say) {
  const { kind } = field;
  const words = say(ask, field);
  // Not everybody takes the first: what they choose is to be told apart.
  if (kind.choice) return kind.choice[(ask.seat + ask.id) % kind.choice.length].value;
  if (kind.number) return kind.number.min;
  if (kind.texts) return [words];
  if (kind.each) return [];
  if (kind.rows) {
    const row = Object.fromEntries(kind.rows.fields.map((/** @type {Field} */ field) => [field.name, value(ask, field, say)]));
    return Array.from({ length: Math.max(kind.rows.min, 1) }, () => row);
  }
  return words.slice(0, kind.text?.max_chars ?? words.length);
}

/**
 * An answer to an ask: by the first way that there is, with every text filled in.
 * @param {Ask} ask @param {string[]} preferred @param {typeof marked} say
 */
export function answerTo(ask, preferred = [], say = marked) {
  // In a story words decide nothing where something else is asked: those ways come first there.
  const decides = ask.form.tools.find(({ name }) => ["next_scene", "take_way_out", "strike", "lay_low", "take_risk"].includes(name));
  const wanted = preferred.filter((name) => !decides || name !== "act");
  const tool = ask.form.tools.find(({ name }) => wanted.includes(name)) ?? decides ?? ask.form.tools[0];
  if (!tool) throw new Error(`there is no way to answer ${ask.form.title}`);
  const filled = tool.fields.filter((field) => field.required || (field.kind.text && say(ask, field)));
  return { type: tool.name, ...Object.fromEntries(filled.map((field) => [field.name, value(ask, field, say)])) };
}

/**
 * Answers over HTTP for every person at a table until something is so, and gives how things stand then.
 * @param {import("./parlor.mjs").Stage} stage
 * @param {string} id
 * @param {(scene: any) => boolean} isSo
 * @param {(ask: Ask) => unknown} answer
 */
export async function answerUntil(stage, id, isSo, answer = (ask) => answerTo(ask)) {
  for (let given = 0; given < ANSWERS_MAX; ) {
    const isAsked = (/** @type {any} */ scene) => isSo(scene) || scene.outcome || asksOfPeople(scene).length > 0;
    const scene = await stage.until(id, isAsked);
    if (isSo(scene)) return scene;
    const [ask] = asksOfPeople(scene);
    if (!ask) throw new Error(`it is over, and ${isSo} was never so`);
    const request = { answer: { ask: ask.id, command: answer(ask) } };
    await stage.post(`/api/tables/${id}/commands`, { as: `seat:${ask.seat}`, id: `${ask.seat}.${ask.id}.${given}`, request });
    given += 1;
  }
  throw new Error(`${isSo} is not so after ${ANSWERS_MAX} answers`);
}

/** What people have not answered yet. @param {any} scene @returns {Ask[]} */
function asksOfPeople(scene) {
  return scene.asks.filter((/** @type {Ask} */ ask) => !ask.answered && scene.view.seats[ask.seat - 1]?.holder === "person");
}
