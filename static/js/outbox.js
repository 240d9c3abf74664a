// Entries of all pages that wait for the network: any page sends them, in their order.

import { memory } from "./browser.js";
import "./outbox_store.js";

const { delivery } = self;
export const AGAIN = 3000; // milliseconds
// Kept here first: a page may be left before the database has an entry.
const FIRST = "outbox ";

const polled = document.getElementById("polled");
export const shown = polled?.dataset.game;
const PAGE = location.pathname;
const [GAME] = /^.*\/g\/\w+\/\w+\/\d+/.exec(PAGE) ?? [];
const OF = `${GAME} ${shown}`;

let entries = [];
let isRead = false;
let written = 0; // how often this page has changed one
const kinds = new Set(); // that the page itself sends
const changed = new EventTarget();

export const all = () => entries;
export const get = (id) => entries.find((entry) => entry.id === id && entry.state !== "refused");

export const ofPage = (kind) =>
  entries.filter((entry) => entry.kind === kind && entry.page === PAGE && entry.of === OF && entry.state !== "refused");

/** One of the same id is replaced in its place. */
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

export function refuse(id, reason, { toldHere = false } = {}) {
  const entry = get(id);
  if (!entry) return;
  write(id, null);
  keep({ ...delivery.refusedAs(entry, reason), toldHere: toldHere && VISIT });
}

/** A page shows a refusal once. */
const VISIT = `${performance.timeOrigin} ${PAGE}`;

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

/** Ask the service worker to send the entries once there is a network. */
function askWorker() {
  navigator.serviceWorker?.ready.then(({ sync }) => sync?.register("outbox")).catch(() => {});
}

async function read() {
  const before = written;
  const kept = await delivery.read().catch(() => null); // none, or late
  if (before !== written) return read(); // outdated
  const texts = memory.names(FIRST).map((name) => [name.slice(FIRST.length), memory.read(name)]);
  const first = texts.filter(([, text]) => text).map(([id, text]) => [id, JSON.parse(text).entry]);
  isRead = Boolean(kept);
  if (kept) entries = kept;
  for (const [id, entry] of first) take(id, entry);
  tell();
  return first;
}

function tell() {
  memory.write("waits", entries.length ? "1" : ""); // other pages need not look
  changed.dispatchEvent(new Event("changed"));
}

export const ready = read().then((first) => {
  for (const [id, entry] of first) write(id, entry);
});

delivery.channel?.addEventListener("message", () => read());
export const whenChanged = (work) => changed.addEventListener("changed", work);

let asking = ""; // the entry about which this page asks something

/** Say about which entry the page asks something, "" for none. */
export function saysAsked(id) {
  if (asking === id) return;
  asking = id;
  drawUnsent();
}

export const sendsItself = (kind) => kinds.add(kind);

const isOwn = ({ page, of, kind }) => page === PAGE && of === OF && kinds.has(kind);
// only the service worker answers for the phone's own evenings
const isAnswered = (entry) => !delivery.isOfPhone(entry) || navigator.serviceWorker?.controller;

/** Send an entry after those of other pages for its game. Rows have versions, and need not wait. */
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

/** Sends the `next` entry until there is none; `settle` hears whether it has arrived. */
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

async function pump() {
  if (!isRead) await read();
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

// The head of a page says how much waits, its foot what was refused.

const MOMENT = 1000; // milliseconds: what arrives sooner is not told
const unsent = document.getElementById("unsent");
const told = document.getElementById("refused");
const drawn = told.querySelector("template");

whenChanged(draw);
ready.then(draw);

function draw() {
  drawUnsent();
  const groups = Object.values(grouped(all().filter(isTold)));
  const texts = groups.map(([{ state, of }, ...more]) => [state, of, more.length].join());
  if (told.dataset.texts !== texts.join(";")) told.replaceChildren(drawn, ...groups.map(box));
  told.dataset.texts = texts.join(";");
  told.hidden = !groups.length;
}

function drawUnsent() {
  const waiting = all().filter(({ state, undone }) => state !== "refused" && !undone);
  const old = waiting.filter(({ at }) => Date.now() - at >= MOMENT);
  unsent.hidden = !old.length;
  const ofPhone = waiting.every(delivery.isOfPhone); // its own evenings are sent nowhere
  const { text, own, asked } = unsent.dataset;
  const asks = waiting.filter(({ id, state }) => state === "asked" || id === asking).length;
  if (old.length)
    unsent.textContent = (asks ? asked : ofPhone ? own : text).replace("{number}", String(asks || waiting.length));
  else if (waiting.length) setTimeout(drawUnsent, MOMENT);
}

const isTold = ({ state, toldHere, page }) =>
  state === "refused" ? toldHere !== VISIT : state === "asked" && page !== location.pathname;

function grouped(entries) {
  const groups = {};
  for (const entry of entries) {
    const { state, of, reason, sheet, page } = entry;
    const group = [state, of, reason, state === "asked" ? page : sheet].join("\n");
    groups[group] ??= [];
    groups[group].push(entry);
  }
  return groups;
}

function box(group) {
  const [{ state, title, reason, sheet, page }] = group;
  const part = document.importNode(drawn.content.firstElementChild, true);
  const facts = { game: title, what: labels(group), why: reason || told.dataset.look };
  part.querySelector("p").textContent = told.dataset[state].replace(/{(\w+)}/g, (_, name) => facts[name]);
  const [open, look] = part.querySelectorAll("a");
  open.hidden = state === "asked" || sheet === location.pathname;
  look.hidden = state !== "asked";
  open.href = sheet;
  look.href = page;
  part.querySelector("button").addEventListener("click", () => {
    for (const { id } of group) drop(id);
  });
  return part;
}

/** "2 sweeps of Anna, a double sweep of Bo" */
function labels(group) {
  const times = new Map();
  for (const { label, many } of group) times.set(label, [...(times.get(label) ?? []), many]);
  const said = ([label, all]) => (all.length > 1 && all[0] ? all[0].replace("{number}", all.length) : label);
  return [...times].map(said).join(", ");
}
