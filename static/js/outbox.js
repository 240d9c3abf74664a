// The outbox of this phone: whatever waits for the network, of all pages. It is sent from any page, in
// the order in which it was entered.

import "./outbox_delivery.js";
import { memory } from "./browser_storage.js";

const { delivery } = self;
export const AGAIN = 3000; // milliseconds, until what did not arrive is tried again
// What is entered must be kept before the page can be left, and a database takes its time. So it is
// written down here first, until the database has it; where there is none, this is all there is.
const FIRST = "outbox ";

const polled = document.getElementById("polled");
/** The game of this page, as what is entered here says it. */
export const shown = polled?.dataset.game;
const PAGE = location.pathname;
const [GAME] = /^.*\/g\/\w+\/\w+\/\d+/.exec(PAGE) ?? [];
const OF = `${GAME} ${shown}`;

let entries = []; // as this page knows them
let written = 0; // how often this page has changed one
const kinds = new Set(); // that the scripts of this page send by themselves
const changed = new EventTarget();

// --- what is kept -------------------------------------------------------------------------------

export const all = () => entries;
export const get = (id) => entries.find((entry) => entry.id === id && entry.state !== "refused");

/** Return the waiting entries of this page and its game. */
export const ofPage = (kind) =>
  entries.filter((entry) => entry.kind === kind && entry.page === PAGE && entry.of === OF && entry.state !== "refused");

/** Keep an entry of this page. One of the same id is replaced, and has its place. */
export function put(entry) {
  const before = get(entry.id);
  const order = entry.order ?? before?.order ?? Math.max(0, ...entries.map(({ order }) => order)) + 1;
  const { title, sheet } = polled.dataset;
  const usual = {
    page: PAGE,
    of: OF,
    title,
    sheet,
    at: before?.at ?? Date.now(),
    state: "waiting",
    tried: before?.tried,
  };
  keep({ ...usual, first: before?.first, ...entry, order });
}

export function drop(id) {
  if (entries.some((entry) => entry.id === id)) write(id, null);
}

/** Mark an entry as refused, which is shown until somebody has dealt with it. */
export function refuse(id, reason, { toldHere = false } = {}) {
  const entry = get(id);
  if (!entry) return;
  write(id, null);
  keep({ ...delivery.refusedAs(entry, reason), toldHere: toldHere && VISIT });
}

/** Name of this visit: a refusal that its page shows need not be shown beside it. */
export const VISIT = `${performance.timeOrigin} ${PAGE}`;

const keep = (entry) => write(entry.id, entry);

function write(id, entry) {
  written += 1;
  take(id, entry);
  const text = JSON.stringify({ entry });
  memory.write(FIRST + id, text);
  const isKept = () => memory.read(FIRST + id) === text && memory.write(FIRST + id, "");
  delivery.write(id, entry).then(isKept, () => entry || isKept());
  tell();
  if (entry) askWorker();
}

function take(id, entry) {
  entries = entries.filter((one) => one.id !== id);
  if (entry) entries = [...entries, entry].sort((one, other) => one.order - other.order);
}

/** Ask the worker to send what waits as soon as there is a network, where the browser supports that. */
function askWorker() {
  navigator.serviceWorker?.ready.then(({ sync }) => sync?.register("outbox")).catch(() => {});
}

async function read() {
  const before = written;
  const kept = await delivery.read().catch(() => entries); // a browser that keeps nothing
  if (before !== written) return read(); // meanwhile this page has written something
  const texts = memory.names(FIRST).map((name) => [name.slice(FIRST.length), memory.read(name)]);
  const first = texts.filter(([, text]) => text).map(([id, text]) => [id, JSON.parse(text).entry]);
  entries = kept;
  for (const [id, entry] of first) take(id, entry);
  tell();
  return first;
}

function tell() {
  memory.write("waits", entries.length ? "1" : ""); // other pages need not look
  changed.dispatchEvent(new Event("changed"));
}

/** Resolves once the entries are read, and those of an earlier page are stored. */
export const ready = read().then((first) => {
  for (const [id, entry] of first) write(id, entry);
});

delivery.channel?.addEventListener("message", () => read());
export const whenChanged = (work) => changed.addEventListener("changed", work);

// --- sending ------------------------------------------------------------------------------------

/** The scripts of this page send what it has of this kind. */
export const sendsItself = (kind) => kinds.add(kind);

const isOwn = ({ page, of, kind }) => page === PAGE && of === OF && kinds.has(kind);
// The phone's own evenings are answered by the service worker, or by nobody.
const isAnswered = (entry) => !delivery.isOfPhone(entry) || navigator.serviceWorker?.controller;

/** Send an entry of this page, after what was entered before it for its game on other pages. Rows need
 * not wait for each other: each has a version of its own. */
export function inTurn(id, send) {
  const { order = 0, kind = "row" } = get(id) ?? {};
  const before = (entry) => entry.of === OF && !isOwn(entry) && entry.order < order;
  const isFirst = !entries.some((entry) => before(entry) && entry.state === "waiting");
  if (isFirst && kind === "row") return send();
  return delivery.alone(async () => {
    const arrived = isFirst || (await delivery.deliver(before).catch(() => true));
    return arrived ? send() : { arrived: false };
  });
}

/** Entries that this page sends one after the other: the `next` one each time, until there is none. `settle`
 *  hears whether it has arrived; what has not is tried again, if it is the next one then. */
export class Queue {
  running = false;

  constructor(steps) {
    this.steps = steps;
  }

  async run() {
    if (this.running) return;
    this.running = true;
    const { next, send, settle } = this.steps;
    try {
      for (let entry = next(); entry; entry = next()) {
        const answer = await send(entry);
        settle(entry, answer);
        if (!answer.arrived) await pause(AGAIN);
      }
    } finally {
      this.running = false;
    }
  }
}

export const pause = (time) => new Promise((done) => setTimeout(done, time));

let pumping = false;

/** Send what no script of this page sends. */
async function pump() {
  if (pumping || !entries.some(({ state }) => state === "waiting")) return;
  pumping = true;
  await delivery.alone(() => delivery.deliver((entry) => !isOwn(entry) && isAnswered(entry))).catch(() => {});
  await read();
  pumping = false;
}

ready.then(pump);
addEventListener("online", pump);
document.addEventListener("visibilitychange", pump);
setInterval(pump, AGAIN);
