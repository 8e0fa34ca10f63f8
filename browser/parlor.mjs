// The stage of the browser tests: a `parlor serve` of its own with an empty home, and pages in one shared Chromium that
// remember everything that went wrong on them.

import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { access, mkdtemp, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").BrowserContext} BrowserContext */
/** @typedef {import("playwright-core").BrowserContextOptions} BrowserContextOptions */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/** What Chromium is told: no window, and nothing that reaches for the network. */
const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Names that lead to this machine and that a browser trusts no more than any other: it takes loopback alone for safe.
  "--host-resolver-rules=MAP *.example 127.0.0.1",
];

/** How long a page may take over one thing: generous, because CI has two cores. */
const PATIENCE_MS = 15_000;

/** How often a table is looked at that something is expected of. */
const LOOK_MS = 50;

/** How often somebody is asked to come again before that is a failure. */
const TRIES_MAX = 30;

/** The programs of a Chromium, the best first: one that draws pages and no window of its own takes half the time. */
const PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser"];

/** Where Chromium is. */
async function chromiumPath() {
  const named = process.env.CHROMIUM;
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const paths = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of named ? [named] : paths) {
    if (await access(path).then(() => true, () => false)) return path;
  }
  throw new Error("there is no Chromium: install the package `chromium-headless-shell` or `chromium`, or name it in the variable CHROMIUM");
}

/** How Chromium is started. */
export async function launching() {
  return { executablePath: await chromiumPath(), args: ARGS };
}

/** How long a file of tests may take in a run of all, on a machine that is busy: what hangs is ended and named. */
const FILE_MS = 240_000;
if (process.env.PARLOR_BROWSER) {
  setTimeout(() => {
    console.error(`${process.argv[1]} took longer than ${FILE_MS / 1_000} s: it is ended`);
    process.exit(1);
  }, FILE_MS).unref();
}

/** @type {Promise<Browser> | undefined} */
let shared;

/** The one browser: that of the whole run, or one of this file's own. */
function browser() {
  const run = process.env.PARLOR_BROWSER;
  shared ??= run ? chromium.connect(run) : launching().then((options) => chromium.launch(options));
  return shared;
}

/** What is left when a test dies before its stage is closed. @type {Set<ChildProcess>} */
const servers = new Set();
/** @type {Set<string>} */
const homes = new Set();
process.on("exit", () => {
  servers.forEach((server) => server.kill("SIGKILL"));
  homes.forEach((home) => rmSync(home, { recursive: true, force: true }));
});
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
  process.on(signal, () => process.exit(1));
}

/**
 * Starts a server and gives the address that it prints, and the token of its owner if others can reach it.
 * @param {string} home
 * @param {string} bind
 * @param {string[]} more
 * @param {string} [name] another program of the library, which lies beside ours
 * @returns {Promise<{process: ChildProcess, url: string, owner: string | undefined}>}
 */
async function serve(home, bind, more = [], name) {
  const ours = process.env.PARLOR;
  if (!ours) throw new Error("name the binary in the variable PARLOR, or run `cargo xtask browser`");
  const program = name ? join(dirname(ours), name) : ours;
  // No configuration and no key of whoever runs this: nothing is to be reached but this machine.
  const mine = Object.entries(process.env).filter(([name]) => name !== "PARLOR_CONFIG" && !/_API_KEY$|_BASE_URL$/.test(name));
  const env = { ...Object.fromEntries(mine), PARLOR_HOME: home };
  // Ten people's browsers are one address here: what is meant for one person would slow them all.
  const args = ["serve", "--bind", bind, "--speed", "instant", "--rate-times", "100", ...more];
  const server = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  servers.add(server);
  server.on("exit", () => servers.delete(server));
  let said = "";
  server.stderr.on("data", (text) => (said = (said + text).slice(-4_000)));
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => {
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`parlor serve ended with ${code}:\n${said}`)));
  });
  ended.catch(() => {});
  /** @type {Promise<string>} */
  const address = new Promise((resolve) => createInterface(server.stdout).once("line", resolve));
  /** @type {Promise<string>} */
  const token = new Promise((resolve) => {
    createInterface(server.stderr).on("line", () => {
      const found = /\/owner\/([0-9a-f]{64})/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  const url = (await Promise.race([address, ended])).trim().replace(/\/$/, "");
  const isLocal = /^(127\.|\[::1\])/.test(bind);
  const owner = isLocal ? undefined : await Promise.race([token, ended]);
  return { process: server, url, owner };
}

/** What went wrong on a page, in words. @type {WeakMap<Page, string[]>} */
const PROBLEMS = new WeakMap();

/** What went wrong on a page since it was opened, but for what was expected. @param {Page} page @param {RegExp[]} expected */
export function problems(page, expected = []) {
  const all = PROBLEMS.get(page) ?? [];
  return all.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
}

/** @param {Page} page @param {string} origin */
function record(page, origin) {
  /** @type {string[]} */
  const found = [];
  PROBLEMS.set(page, found);
  page.on("console", (message) => {
    if (message.type() === "error") found.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => found.push(`script: ${error.message}`));
  page.on("request", (request) => {
    const to = new URL(request.url());
    if (to.origin !== origin && !["data:", "blob:", "about:"].includes(to.protocol)) found.push(`elsewhere: ${to}`);
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "no reason";
    // What a page was still loading when it was left.
    if (why !== "net::ERR_ABORTED") found.push(`failed: ${request.method()} ${request.url()}: ${why}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) found.push(`failed: ${response.url()}: ${response.status()}`);
  });
}

/** With a seed and this a table of the house is the same evening each time. */
export const SALT = "0".repeat(32);

/**
 * A table, as `POST /api/tables` takes it. `people` many seats from the first are persons'; the house has the others.
 * @typedef {{machine?: string, title?: string, seats?: {name: string, holder: string}[], setup?: unknown, seed?: number,
 *   salt?: string, people?: number}} Wanted
 */

/** A server and the pages that look at it. */
export class Stage {
  /** @param {string} home @param {ChildProcess} server @param {string} url @param {string} [owner] */
  constructor(home, server, url, owner) {
    this.home = home;
    this.server = server;
    /** Where browsers open it. */
    this.url = url;
    /** Where it is asked without one. */
    this.direct = url;
    /** The token of the owner, where one is needed. */
    this.owner = owner;
    /** @type {Set<BrowserContext>} */
    this.contexts = new Set();
  }

  /** A stage with no table on it. @param {string} [name] that of another program of the library, such as an example */
  static async open(name) {
    const home = await mkdtemp(join(tmpdir(), "parlor-browser-"));
    homes.add(home);
    const { process: server, url } = await serve(home, "127.0.0.1:0", [], name);
    return new Stage(home, server, url);
  }

  /**
   * A stage for others than this machine, at a name that a browser does not trust. Only its owner may do something.
   * @param {string} name @param {string[]} more
   */
  static async openForOthers(name = "friends.example", more = []) {
    const home = await mkdtemp(join(tmpdir(), "parlor-browser-"));
    homes.add(home);
    const { process: server, url, owner } = await serve(home, "0.0.0.0:0", more);
    const stage = new Stage(home, server, `http://${name}:${new URL(url).port}`, owner);
    stage.direct = `http://127.0.0.1:${new URL(url).port}`;
    return stage;
  }

  /** Ends the pages and the server, and clears up. */
  async close() {
    await Promise.all([...this.contexts].map((context) => context.close()));
    await this.stop("SIGINT");
    await rm(this.home, { recursive: true, force: true });
    homes.delete(this.home);
    // A browser of the whole run is only left, not ended.
    await (await shared)?.close();
    shared = undefined;
  }

  /** Ends the server, politely or not. @param {NodeJS.Signals} signal */
  async stop(signal = "SIGKILL") {
    if (this.server.exitCode !== null || this.server.signalCode !== null) return;
    const ended = new Promise((resolve) => this.server.once("exit", resolve));
    this.server.kill(signal);
    await ended;
  }

  /** Starts the server again, at the same address and with the same home. */
  async start() {
    const { process: server } = await serve(this.home, new URL(this.url).host);
    this.server = server;
  }

  /**
   * Asks the server, as the owner: by the token, or because everybody on this machine is. One who is told to come again later does.
   * @param {string} method @param {string} path @param {unknown} [body]
   */
  async ask(method, path, body) {
    for (let tried = 0; ; tried++) {
      /** @type {Record<string, string>} */
      const headers = this.owner ? { authorization: `Bearer ${this.owner}` } : {};
      const init = body === undefined ? { headers } : { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
      const answer = await fetch(this.direct + path, { method, ...init });
      if (answer.status !== 429 || tried >= TRIES_MAX) return answer;
      await later(answer.headers.get("retry-after"));
    }
  }

  /** What is there, as JSON. @param {string} path @returns {Promise<any>} */
  async get(path) {
    return done(await this.ask("GET", path), path);
  }

  /** @param {string} path @param {unknown} body @returns {Promise<any>} */
  async post(path, body) {
    return done(await this.ask("POST", path, body), path);
  }

  /**
   * Lays a table and gives its id. Mafia of six at once, if nothing else is said; nothing has begun.
   * @param {Wanted} wanted
   * @returns {Promise<string>}
   */
  async table({ people = 1, ...wanted } = {}) {
    const machine = wanted.machine ?? "mafia";
    const mafia = {
      seats: Array.from({ length: 6 }, (_, at) => ({ name: NAMES[at] ?? `P${at + 1}`, holder: at < people ? "person" : "house:cautious" })),
      setup: { speed: "INSTANT", roles: { mafia: 1, doctor: 1, sheriff: 1, villager: 3 } },
    };
    const made = await this.post("/api/tables", { machine, seed: 7, salt: SALT, ...(machine === "mafia" ? mafia : {}), ...wanted });
    return made.id;
  }

  /** A game of ten of the house, played to its end. Always the same one. */
  async longNight() {
    const seats = NAMES.map((name) => ({ name, holder: "house:social" }));
    const game = await this.table({ title: "The long night", seats, setup: { speed: "INSTANT" }, seed: 11 });
    await this.session(game, "start");
    await this.until(game, (scene) => scene.outcome);
    return game;
  }

  /** `start`, `zero`, `pause`, `resume`, `end` or `close`. @param {string} id @param {string} verb */
  async session(id, verb) {
    await this.post(`/api/tables/${id}/session`, { verb });
  }

  /**
   * Looks at a table until something is so, and gives how things stand then.
   * @param {string} id @param {(scene: any) => boolean} isSo @param {string} as
   * @returns {Promise<any>}
   */
  async until(id, isSo, as = "host") {
    for (const patience = Date.now() + PATIENCE_MS; ; ) {
      const scene = await this.get(`/api/tables/${id}?as=${as}`);
      if (isSo(scene)) return scene;
      if (Date.now() > patience) throw new Error(`${isSo} is still not so in ${scene.phase} of ${id}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  /**
   * A context of its own: the browser of another person, who has had the hints of a first evening.
   * @param {BrowserContextOptions} options
   */
  async context(options = {}) {
    const context = await this.newcomer(options);
    await context.addInitScript(() => location.protocol.startsWith("http") && localStorage.setItem("parlor-hints", "3"));
    return context;
  }

  /** The browser of somebody who has never been here. @param {BrowserContextOptions} options */
  async newcomer(options = {}) {
    const context = await (await browser()).newContext({ baseURL: this.url, serviceWorkers: "block", viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    const { origin } = new URL(this.url);
    context.on("page", (page) => record(page, origin));
    context.on("close", () => this.contexts.delete(context));
    this.contexts.add(context);
    return context;
  }

  /** A page in a browser of the owner's. @param {string} path @param {BrowserContextOptions} options */
  async page(path, options = {}) {
    const page = await (await this.context(options)).newPage();
    await page.goto(path);
    return page;
  }

  /**
   * A page in the browser of somebody who was invited: to a seat, or to watch.
   * @param {string} id @param {number | "observe" | "host"} what @param {BrowserContextOptions} options
   */
  async guest(id, what, options = {}) {
    const scope = typeof what === "number" ? { scope: "play", seat: what } : { scope: what };
    const { path } = await this.post(`/api/tables/${id}/invitations`, scope);
    const context = await this.context(options);
    for (let tried = 0; ; tried++) {
      const answer = await context.request.post(path);
      if (answer.status() !== 429 || tried >= TRIES_MAX) {
        if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
        break;
      }
      await later(answer.headers()["retry-after"]);
    }
    const page = await context.newPage();
    await page.goto(`/t/${id}`);
    return page;
  }

  /**
   * A page in the browser of somebody who was invited to a seat of the house, which was given back for them: they look
   * through its eyes, and the house plays it.
   * @param {string} id @param {number} seat
   */
  async behind(id, seat) {
    const page = await this.guest(id, seat);
    await this.post(`/api/tables/${id}/seats`, { seat, taken: false });
    return page;
  }
}

/** Names for seats. */
export const NAMES = ["Ada", "Ben", "Cleo", "Dara", "Elif", "Finn", "Gus", "Hana", "Ivo", "June"];

/** Waits as long as the server asked for. @param {string | null | undefined} seconds */
function later(seconds) {
  return new Promise((resolve) => setTimeout(resolve, Number(seconds ?? "1") * 1_000));
}

/** @param {Response} answer @param {string} path */
async function done(answer, path) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  const isJson = /^application\/json(;|$)/.test(answer.headers.get("content-type") ?? "");
  return isJson ? JSON.parse(text) : text;
}

/** Opens the menu of a table, or another of its page. @param {Page} page */
export async function open(page, id = "menu") {
  const menu = page.locator(`#${id}`);
  if ((await menu.getAttribute("open")) === null) await menu.locator("> summary").click();
}
