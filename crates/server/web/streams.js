// One stream for all windows of this browser. Over plain HTTP a browser has six connections to a server, and a stream holds
// one for good: so one window listens for all of them, and hands on what is theirs. Which one is agreed on here.
// @ts-check

/**
 * @typedef {{id: string, as: string, after?: string}} Wanted What a window listens to: a table, through whose eyes, after which event
 * @typedef {{is: "open"} | {is: "broke"} | {is: "refused"} | {is: "page", page: any, last: string} | {is: "closed", code: string}} Told
 * @typedef {{hello: string, wanted: Wanted} | {lead: string, term: number} | {bye: string} | {to: string, from: string, told: Told}} Message
 */

/** How long a window that leads is waited for, and how often it says that it is there: milliseconds. */
const ANSWERS_MS = 120;
const PULSE_MS = 5000;
const SILENT_MS = 12000;

/** How long to wait before listening again: the longer it was in vain, the longer. */
const AGAIN_MS = { first: 1000, most: 30000 };

/** The name of this window. On plain HTTP there are no better ones. */
const me = `${Date.now()}.${Math.random()}`;
const channel = new BroadcastChannel("parlor");

/** What this window wants. @type {Wanted | null} */
let own = null;
/** @type {(told: Told) => void} */
let tell = () => {};
/** Who leads, as far as is known here; one with a later term takes over. */
let leader = { id: "", term: 0, heard: 0 };
/** What the others want, while this window leads. @type {Map<string, Wanted>} */
const others = new Map();
/** @type {EventSource | null} */
let source = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let opening;
let again = AGAIN_MS.first;

/** @param {Message} message */
const post = (message) => channel.postMessage(message);

/** @param {string} window @param {Told} told */
function handOn(window, told) {
  if (window === me) tell(told);
  else post({ to: window, from: me, told });
}

function lead() {
  leader = { id: me, term: leader.term + 1, heard: 0 };
  post({ lead: me, term: leader.term });
  open();
}

/** @param {string} id @param {number} term */
function follow(id, term) {
  clearTimeout(opening);
  source?.close();
  source = null;
  others.clear();
  leader = { id, term, heard: performance.now() };
  if (own) post({ hello: me, wanted: own });
}

/** Leads, if nobody else does by then. */
function waitForLeader() {
  setTimeout(() => own && !leader.id && lead(), ANSWERS_MS * (1 + Math.random()));
}

/** Listens for all that is wanted, from where each is. */
function open(after = 20) {
  clearTimeout(opening);
  opening = setTimeout(() => {
    source?.close();
    source = null;
    const all = new Map(others);
    if (own) all.set(me, own);
    if (all.size > 0) listen(all);
  }, after);
}

/** @param {Map<string, Wanted>} all */
function address(all) {
  const [[, { id, as, after }]] = /** @type {[[string, Wanted]]} */ ([...all]);
  if (all.size === 1) return `/t/${id}/live?${new URLSearchParams(after ? { as, after } : { as })}`;
  const wanted = [...all].map(([window, { id, as, after }]) => ["at", [window, id, as, ...(after ? [after] : [])].join("~")]);
  return `/live?${new URLSearchParams(wanted)}`;
}

/** @param {Map<string, Wanted>} all */
function listen(all) {
  const opened = new EventSource(address(all));
  source = opened;
  const [only] = all.keys();
  /** What an event says, and to whom. @param {Event} event */
  const read = (event) => {
    const { data, lastEventId } = /** @type {MessageEvent<string>} */ (event);
    const { of, last, ...page } = JSON.parse(data);
    return { window: of ?? only, last: String(last ?? (of ? "" : lastEventId)), page };
  };
  opened.addEventListener("open", () => {
    again = AGAIN_MS.first;
    for (const window of all.keys()) handOn(window, { is: "open" });
  });
  opened.addEventListener("page", (event) => {
    const { window, last, page } = read(event);
    const wanted = all.get(window);
    if (wanted && last) wanted.after = last;
    handOn(window, { is: "page", page, last });
  });
  opened.addEventListener("closed", (event) => {
    const { window, page } = read(event);
    all.delete(window);
    if (window === me) own = null;
    else others.delete(window);
    if (all.size === 0) opened.close();
    handOn(window, { is: "closed", code: page.code });
  });
  opened.addEventListener("error", () => {
    if (source !== opened) return;
    const is = opened.readyState === EventSource.CLOSED ? "refused" : "broke";
    // By itself it would go on with where it began.
    opened.close();
    source = null;
    if (all.size === 0) return;
    for (const window of all.keys()) handOn(window, { is });
    open(again);
    again = Math.min(again * 2, AGAIN_MS.most);
  });
}

channel.addEventListener("message", ({ data }) => {
  const message = /** @type {Message} */ (data);
  const leads = leader.id === me;
  if ("lead" in message) {
    const { lead: id, term } = message;
    const isLater = term > leader.term || (term === leader.term && (!leader.id || id < leader.id));
    if (id === leader.id) leader.heard = performance.now();
    else if (isLater) follow(id, term);
    else if (leads) post({ lead: me, term: leader.term });
  } else if ("hello" in message) {
    if (!leads) return;
    others.set(message.hello, message.wanted);
    post({ lead: me, term: leader.term });
    open();
  } else if ("bye" in message) {
    if (message.bye === leader.id) {
      leader.id = "";
      waitForLeader();
    } else if (others.delete(message.bye)) open();
  } else if (message.to === me && message.from === leader.id) tell(message.told);
});

setInterval(() => {
  if (leader.id === me) post({ lead: me, term: leader.term });
  else if (own && leader.id && performance.now() - leader.heard > SILENT_MS) lead();
}, PULSE_MS);

addEventListener("pagehide", () => {
  own = null;
  source?.close();
  leader.id = "";
  post({ bye: me });
});

/** Listens to a table from now on. @param {Wanted} wanted @param {(told: Told) => void} hears */
export function hear(wanted, hears) {
  own = wanted;
  tell = hears;
  if (leader.id === me) return open();
  post({ hello: me, wanted });
  if (!leader.id) waitForLeader();
}
