// The plays of the live table that wait in the outbox.

import { memory } from "./browser.js";
import * as outbox from "./outbox.js";
import { freshKey, sendEntry } from "./polls.js";

const polled = document.getElementById("polled");
const pad = document.getElementById("pad");
const pending = document.getElementById("pending");
const KIND = "play";
outbox.sendsItself(KIND);

let asked = ""; // the play that waits for an answer
let sending = "";
let lost = false; // the last one did not arrive, and is tried again
let dropped = false; // what was not entered is told

export const waiting = () => outbox.ofPage(KIND);
const due = () => waiting().filter(({ held }) => !held);
const heldBack = () => waiting().filter(({ held }) => held);
export const state = () => document.getElementById("turn").dataset;
const question = () => document.querySelector("#ask form");

const keyOf = (name, value) => document.querySelector(`#pad [name=${name}][value="${value}"]`);
const suitKeyOf = (card) => keyOf("suit", card.slice(-1));
export const letterOf = (rank) => keyOf("rank", rank).parentElement.textContent.trim();

/** The picture of a card, as an element of this name. */
export function pictureOf(card, name) {
  const picture = document.createElement(name);
  picture.className = `card table ${[...suitKeyOf(card).classList].find((one) => one.startsWith("suit-"))}`;
  picture.append(
    Object.assign(document.createElement("b"), { textContent: letterOf(card.slice(0, -1)) }),
    Object.assign(document.createElement("i"), { textContent: suitKeyOf(card).textContent }),
  );
  return picture;
}

export const written = (card) => letterOf(card.slice(0, -1)) + suitKeyOf(card).textContent;
const spelt = (cards) => cards.split(" ").map(written);
const phrase = (words) => words.filter(Boolean).join(" ");

let spoken = null; // the names of cards, as they are written

function cardNames() {
  const label = (key) => key.getAttribute("aria-label").split(", ").at(-1);
  const keys = (name) => [...pad.querySelectorAll(`[name=${name}]`)];
  const name = (rank, suit) => pending.dataset.card.replace("{rank}", label(rank)).replace("{suit}", label(suit));
  const names = new Map();
  for (const rank of keys("rank"))
    for (const suit of keys("suit")) names.set(written(rank.value + suit.value), name(rank, suit));
  return names;
}

/** Write a sentence in which cards are named for ears, as the server's are. */
export function tellIn(line, text) {
  if (line.textContent === text) return; // said aloud once
  spoken ??= cardNames();
  const parts = text.split(new RegExp(`(${[...spoken.keys()].join("|")})`));
  line.replaceChildren(...parts.map((part) => (spoken.has(part) ? named(part) : part)));
}

function named(card) {
  const one = Object.assign(document.createElement("bdi"), { textContent: card });
  one.setAttribute("role", "img");
  one.setAttribute("aria-label", spoken.get(card));
  return one;
}

export async function enter(fields) {
  await outbox.ready; // what waited before comes first
  dropped = false;
  if (!plays.running) lost = false;
  if (replaced(fields)) return;
  const last = due().at(-1);
  // a play that is asked about comes first
  const after = last ? last.play.after + 1 : Number(state().seq) + (question() ? 1 : 0);
  if (!question()) document.getElementById("ask")?.remove();
  put({ key: freshKey(), ...fields, after }, player(fields.seat, after), before(last));
  plays.run();
}

/** The next card replaces a refused one; what was typed after that waits on. */
function replaced(fields) {
  const [first] = due();
  const refused = document.querySelector("#ask[data-refused]");
  if (!refused || (first && first.id !== asked)) return false;
  refused.remove();
  asked = "";
  const order = first?.order ?? before();
  const after = Number(state().seq);
  if (first) outbox.drop(first.id);
  put({ ...fields, key: freshKey(), after }, player(fields.seat, after), order);
  polled.dispatchEvent(new Event("drawn"));
  return true;
}

/** Return the order of an entry that goes before the held ones. */
function before(last) {
  const [held] = heldBack();
  return held && (Math.max(last?.order ?? 0, held.order - 1) + held.order) / 2;
}

function put(play, player, order = undefined) {
  const body = Object.entries({ ...play, game: outbox.shown });
  const label = play.undo ? document.querySelector("[data-undo]")?.textContent : nameOf({ play, player });
  const more = order && { order };
  outbox.put({ id: play.key, kind: KIND, address: pad.action, body, label, play, player, follows: true, ...more });
}

export const plays = new outbox.Queue({
  next() {
    forget();
    return question() ? undefined : due()[0];
  },
  send({ id, address, body }) {
    sending = id;
    return outbox.inTurn(id, () => sendEntry(address, body));
  },
  settle({ id }, { arrived, refused }) {
    sending = "";
    if (!arrived) return;
    lost = false;
    if (refused) giveUp(refused);
    else if (question()) asked = id;
    else if (document.getElementById("ask")) hold(id);
    else {
      outbox.drop(id);
      toTop();
    }
    drawUnlessTold();
  },
});

/** A play whose question was answered is entered; what follows one that was not, is held. */
function forget() {
  let [first] = due();
  const seq = Number(state().seq);
  if (question() || !first) return;
  if (first.id === asked) {
    if (first.play.after >= seq || document.getElementById("ask")) return hold();
    outbox.drop(first.id);
    asked = "";
    [first] = due();
  }
  if (first?.play.after > seq) hold();
}

function giveUp(why) {
  const told = names(due());
  dropped = told.length > 0;
  asked = "";
  for (const { id, play } of due()) play.undo ? outbox.drop(id) : outbox.refuse(id, why);
  if (dropped) tell(pending.dataset.dropped, told);
}

/** Ask about what was typed after a play that is not entered. */
function hold(done = "") {
  const kept = standing(due()).filter(({ id }) => id !== done);
  asked = "";
  for (const entry of due()) {
    if (kept.includes(entry)) outbox.put({ ...entry, state: "asked", held: true });
    else outbox.drop(entry.id);
  }
}

const held = document.getElementById("held");

function drawHeld() {
  const seq = Number(state().seq);
  const told = heldBack().map(({ play }, at) => nameOf({ play, player: player(play.seat, seq + at) }));
  held.hidden = !told.length;
  const text = held.querySelector("span");
  const then = `, ${pending.dataset.then} `;
  tellIn(text, `${text.dataset.text} ${told.join(then)}`);
}

held?.addEventListener("click", ({ target }) => {
  if (!target.matches("button")) return;
  let after = (due().at(-1)?.play.after ?? Number(state().seq) - 1) + 1;
  for (const { id, order, play } of heldBack()) {
    outbox.drop(id);
    if (target.name === "enter") put({ ...play, key: freshKey(), after }, player(play.seat, after++), order);
  }
  if (!question()) document.getElementById("ask")?.remove();
  plays.run();
});

function cancel() {
  document.getElementById("ask")?.remove();
  hold(asked);
}

/** The answer waits in the place of its play: a reload sends it. */
polled.addEventListener(
  "submit",
  ({ target: form, submitter }) => {
    const [first] = due();
    if (!form.closest("#ask") || !first || first.id !== asked) return;
    /** @type {Record<string, any>} */
    const said = {
      card: first.play.card,
      ...saidIn(form),
      ...(submitter?.name && { [submitter.name]: submitter.value }),
    };
    asked = said.key;
    if (asked !== first.id) outbox.drop(first.id);
    put({ ...said, after: Number(said.after) }, first.player, first.order);
  },
  { capture: true },
);
polled.addEventListener("click", ({ target }) => {
  if (target.closest("#ask [data-refresh]") && asked) cancel();
});

/** @returns {Record<string, string>} */
function saidIn(form) {
  const data = new FormData(form);
  return Object.fromEntries([...data.keys()].map((name) => [name, data.getAll(name).join(" ")]));
}

/** Undo first takes back what was not sent. */
polled.addEventListener(
  "submit",
  (event) => {
    const last = waiting().at(-1);
    if (!event.submitter?.matches("[data-undo]") || !last) return;
    event.preventDefault();
    event.stopPropagation();
    const { id, play } = last;
    const undo = play.after + 1; // its number in the log
    if (play.undo) return;
    if (id === asked) cancel();
    else if (id !== sending) outbox.drop(id);
    else put({ undo, key: freshKey(), after: undo });
  },
  { capture: true },
);

export function standing(entries = waiting()) {
  const undone = entries.map(({ play: { undo } }) => undo && undo - 1);
  return entries.filter(({ play: { undo, after } }) => !undo && !undone.includes(after));
}

/** The question names its own play. */
function names(entries) {
  const told = (id) => id === asked && question();
  return standing(entries)
    .filter(({ id }) => !told(id))
    .map(nameOf);
}

const nameOf = ({ play: { card, dealt }, player }) => phrase([player, ...spelt(dealt ?? card)]);

/** Return the seat that plays; none after an undo or a play out of turn. */
function seatAt(after) {
  const unsure = waiting().some(({ play: { seat, undo } }) => seat || undo);
  return unsure ? "" : state().turns.split(" ")[after - Number(state().seq)];
}

/** Return the name of who plays. */
function player(seat, after) {
  return document.querySelectorAll(".seats .who")[(seat ?? seatAt(after)) || NaN]?.textContent;
}

let table = null; // the script that draws plays on the table

/** It comes after the page, or with the first play that waits. */
async function loadTable() {
  table = await import("./table_ahead.js").catch(() => null); // tried again with the next play
  if (table) drawTable();
}

/** Without a network the table shows what was played all the same. */
function drawTable() {
  if (!table) return waiting().length && loadTable();
  const isAway = lost || !navigator.onLine;
  const seq = Number(state().seq);
  const ahead = isAway && !question() ? standing(due()).filter(({ play: { after } }) => after >= seq) : [];
  const last = ahead.at(-1);
  table.drawAhead(
    ahead.map(({ play: { card, dealt, seat, after }, player }) => ({
      cards: (dealt ?? card).split(" "),
      name: player,
      seat: dealt ? "" : (seat ?? seatAt(after)),
    })),
    last && seatAt(last.play.after + 1),
  );
}

/** "Bo K♥ takes 5♠" */
function answer() {
  const button = document.querySelector("#ask form [aria-busy]");
  if (!button) return [];
  if (button.name === "turn") {
    const done = button.querySelector(".does")?.textContent;
    const said = document.querySelector("#ask [name=card]")?.value;
    return done && said ? [phrase([player(undefined, Number(state().seq)), written(said), done])] : [];
  }
  if (button.name !== "option") return [];
  const card = written(button.form.elements.card.value);
  const taken = button.value === "-" ? [] : [pending.dataset.takes, ...spelt(button.value)];
  return [phrase([player(undefined, Number(state().seq)), card, ...taken])];
}

export function drawPending() {
  const answered = answer();
  const { sending, offline, asked } = pending.dataset;
  const why = lost ? offline : question() && !answered.length ? asked : sending;
  tell(why, [...answered, ...names(due())]);
  drawHeld();
  drawTable();
  sayAsked(answered);
}

const sayAsked = (answered) => outbox.saysAsked(question() && !answered.length ? asked : "");

export const tellLost = (text) => tell(pending.dataset.offline, [text]);

function tell(why, plays) {
  pending.hidden = !plays.length;
  const then = `, ${pending.dataset.then} `;
  tellIn(pending, `${why} ${plays.join(then)}`);
}

export function toTop() {
  polled.closest("main").scrollTo({ top: 0 });
}

function drawUnlessTold() {
  if (!dropped) return drawPending();
  drawHeld();
  drawTable();
}

if (pad) {
  outbox.whenChanged(drawUnlessTold);
  polled.addEventListener("drawn", () => {
    table?.forgetAhead();
    drawUnlessTold();
    plays.run();
  });
  polled.addEventListener("submit", () => setTimeout(drawPending)); // when its button is busy
  polled.addEventListener("unsent", () => {
    lost = true;
    drawPending();
  });
  outbox.ready.then(takeUp);
  setTimeout(loadTable, outbox.AGAIN); // while there is a network
}

/** Kept by an earlier version. */
function takeUp() {
  const STORE = `plays ${location.pathname}`;
  for (const { asked: _, player, ...play } of JSON.parse(memory.read(STORE) || "[]")) put(play, player);
  memory.write(STORE, "");
  plays.run();
}
