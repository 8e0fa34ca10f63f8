// What is secret at a table, by its whole log, and every byte that a browser was given.

/** @typedef {import("playwright-core").Page} Page */

/**
 * Something that happened: who is told of it, the event, and the words in which they are.
 * @typedef {{audience: string, event: any, told: string | undefined}} Happening
 */

/** Characters of a text that is no other word by chance: shorter ones, such as names of roles, stand everywhere. */
const TELLING_MIN = 12;

/** May a viewer be told what has this audience? @param {string} audience @param {string} viewer */
export function isFor(audience, viewer) {
  const [kind = "", seats = ""] = audience.split(":");
  const own = seats.split(",").some((seat) => viewer === `seat:${seat}`);
  switch (kind) {
    case "public":
      return true;
    case "seats":
      return own || viewer === "host";
    case "thoughts":
      return own || viewer === "observer" || viewer === "host";
    case "host":
      return viewer === "host";
    default:
      throw new Error(`nobody knows who ${audience} is`);
  }
}

/**
 * Everything that happened at a table, from its log.
 * @param {import("./parlor.mjs").Stage} stage @param {string} id
 * @returns {Promise<Happening[]>}
 */
export async function happenings(stage, id) {
  /** @type {string} */
  const log = await stage.get(`/api/tables/${id}/export`);
  const records = log.trim().split("\n").map((line) => JSON.parse(line));
  const events = records.flatMap((record) => record.events ?? []);
  /** @type {any[]} */
  const frames = await stage.get(`/api/tables/${id}/frames?as=host`);
  // Whoever runs the table is told of everything, in the order of the log.
  return frames.map((frame, at) => {
    const { audience, ...event } = events[at];
    if (frame.event.type !== event.type) throw new Error(`frame ${at} is ${frame.event.type}, and the log has ${event.type}`);
    return { audience, event, told: frame.telling?.text };
  });
}

/** Every text in a value, but for names of kinds, which are in the rules for all to read. @param {any} value @returns {string[]} */
function texts(value) {
  if (typeof value === "string") return /^[A-Z_]+$/.test(value) ? [] : [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(texts) : [];
}

/**
 * What a viewer must have been given, and what never.
 * @param {Happening[]} all @param {string} viewer
 */
export function secretsOf(all, viewer) {
  const own = all.filter(({ audience }) => isFor(audience, viewer));
  const others = all.filter(({ audience }) => !isFor(audience, viewer));
  const known = own.flatMap(({ event, told }) => [...texts(event), told ?? ""]).join("\n");
  const tells = (/** @type {string} */ text) => text.length >= TELLING_MIN && !known.includes(text);
  const never = others.flatMap(({ event, told }) => [...texts(event), told ?? ""]).filter(tells);
  const must = own.filter(({ audience }) => audience !== "public").flatMap(({ told }) => told ?? []);
  return { must: [...new Set(must)], never: [...new Set(never)] };
}

/** What somebody might try at a table that is not theirs to see. @param {string} id */
export function doors(id) {
  const asSomebody = ["public", "seat:1", "seat:2", "seat:3", "observer", "host"].flatMap((as) => [
    `/t/${id}?as=${as}`,
    `/t/${id}/replay?as=${as}&at=9999`,
    `/t/${id}/machine?as=${as}`,
    `/api/tables/${id}?as=${as}`,
    `/api/tables/${id}/frames?as=${as}`,
    `/api/tables/${id}/export?as=${as}`,
    `/api/tables/${id}/export?as=${as}&format=md`,
  ]);
  return [...asSomebody, "/", "/help", "/api/tables", "/api/metrics", `/api/tables/${id}/export`, `/t/${id}/nothing`, `/join/${id}`];
}

/** The same text without what HTML and JSON write differently. @param {string} text */
function plain(text) {
  const signs = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&#x27;": "'" };
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll('\\"', '"')
    .replaceAll("\\n", "\n")
    .replace(/&(amp|lt|gt|quot|#39|#x27);/g, (sign) => signs[/** @type {keyof typeof signs} */ (sign)]);
}

/** A browser whose every byte is kept: what it is sent, and what it makes of it. */
export class Listened {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {string[]} */
    this.heard = [];
    /** @type {Promise<unknown>[]} */
    this.coming = [];
  }

  /** Listens to a page from its beginning: it is loaded again. @param {Page} page */
  static async to(page) {
    const listened = new Listened(page);
    const wire = await page.context().newCDPSession(page);
    await wire.send("Network.enable");
    wire.on("Network.eventSourceMessageReceived", ({ data }) => listened.heard.push(data));
    page.on("response", (response) => {
      listened.heard.push(response.url(), JSON.stringify(response.headers()));
      // The body of a stream never ends; its messages are heard one by one.
      const isStream = (response.headers()["content-type"] ?? "").startsWith("text/event-stream");
      if (isStream || response.status() === 303) return;
      listened.coming.push(response.text().then((text) => listened.heard.push(text), () => {}));
    });
    await page.reload();
    return listened;
  }

  /** Forgets what came so far: another table begins, at which other things are secret. */
  forget() {
    this.heard = [];
  }

  /** Asks for more, as this browser, and keeps the answer whatever it is. @param {string} path */
  async ask(path) {
    const answer = await this.get(path);
    this.heard.push(JSON.stringify(answer.headers()), await answer.text());
    return answer.status();
  }

  /** What this browser gets that asks for a path. @param {string} path */
  async get(path) {
    const at = new URL(path, this.page.url());
    // Only the browser knows that these names lead to this machine.
    if (at.hostname.endsWith(".example")) at.hostname = "127.0.0.1";
    const cookie = (await this.page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    return this.page.request.get(at.href, cookie ? { headers: { cookie } } : {});
  }

  /** All of it. */
  async bytes() {
    await Promise.all(this.coming);
    const kept = await this.page.evaluate(() => [
      document.title,
      document.documentElement.outerHTML,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
      document.body.innerText,
    ]);
    const all = [...this.heard, ...kept, await this.page.locator("body").ariaSnapshot()].join("\n");
    return `${all}\n${plain(all)}\n${plain(plain(all))}`;
  }
}
