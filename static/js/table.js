// The pad of the live table: rank, suit, and the play is on its way. Plays that cannot be sent wait
// in the outbox of this phone, and are sent once; the server draws everything else.

import { AGAIN, freshKey, pause, refresh, send, sendEntry } from "./poll.js";
import * as outbox from "./outbox.js";
import { dataOf } from "./fields.js";
import { memory } from "./memory.js";
import { untilNextTap } from "./notice.js";
import { cardsFrom } from "./photo/camera.js";

const polled = document.getElementById("polled");
const pad = document.getElementById("pad");
const pending = document.getElementById("pending");
const reason = document.getElementById("reason");
const KIND = "play";
outbox.sendsItself(KIND);

// Entries that the server has not got yet. The first may be `asked` about: it waits for the answer.
let waiting = [];
let isReady = false; // those of the outbox are among them
const DEALT = `dealt ${location.pathname} ${outbox.shown}`;
let dealt = (memory.read(DEALT) || "").split(" ").filter(Boolean); // until all have been entered
let pumping = false;
let lost = false; // what was sent last did not arrive, and is tried again
let dropped = false; // it is told what was not entered
let entered = -Infinity; // when a card was, to know the second half of a double tap
const DOUBLE_TAP = 500;
let beginning = false; // a turn begins on the table, and the server has not answered yet
let onItsWay = 0; // of those that wait, how many are being sent: one or none

const state = () => document.getElementById("turn").dataset;
const dealing = () => Number(state().wanted) && !waiting.length; // what waits has the dealt cards
const letters = Object.fromEntries(
  [...(pad?.querySelectorAll("[name=rank]") ?? [])].map((rank) => [rank.value, rank.parentElement.textContent.trim()]),
);
const suitKeys = Object.fromEntries([...(pad?.querySelectorAll("[name=suit]") ?? [])].map((key) => [key.value, key]));
const suitKeyOf = (card) => suitKeys[card.slice(-1)];
const written = (card) => letters[card.slice(0, -1)] + suitKeyOf(card).textContent;

// --- entering -----------------------------------------------------------------------------------

function enter(fields) {
  if (!isReady) return void outbox.ready.then(() => enter(fields));
  dropped = false;
  if (!pumping) lost = false;
  const last = waiting.at(-1);
  // What is tapped while the referee asks about a play comes after that play.
  const after = last ? last.after + 1 : Number(state().seq) + (question() ? 1 : 0);
  if (!question()) document.getElementById("ask")?.remove();
  waiting.push({ ...fields, key: freshKey(), after, player: player(fields.seat, after) });
  keep();
  pump();
}

/** The referee's question about a play, which those after it wait for. */
const question = () => document.querySelector("#ask form");

function keep() {
  outbox.keepList(KIND, waiting.map(asEntry));
  spendBegun();
  drawPending();
  drawPad();
}

/** A play as the outbox has it. */
function asEntry(play) {
  const { player: _, asked: __, ...said } = play;
  const body = { ...said, game: outbox.shown };
  const undo = document.querySelector("[data-undo]")?.textContent;
  const label = said.undo ? undo : nameOf(play);
  return { id: said.key, address: pad.action, body: Object.entries(body), label, play, follows: true };
}

/** Send what waits, one after the other, until the referee has a question. */
async function pump() {
  if (pumping || !isReady) return;
  pumping = true;
  while (waiting.length && !question()) {
    const { id, body } = asEntry(waiting[0]);
    onItsWay = 1;
    const { arrived, refused } = await outbox.inTurn(id, () => sendEntry(pad.action, body));
    onItsWay = 0;
    if (refused) {
      refuse(refused, false);
      drop();
    } else if (arrived) {
      lost = false;
      const told = document.getElementById("ask");
      if (told && !question()) refuse();
      if (question()) waiting[0].asked = true;
      else waiting.shift();
      // What was meant to follow a play that was refused cannot be right any more.
      if (told && !question()) drop();
      else keep();
      if (!told) toTop();
    } else {
      await pause(AGAIN);
    }
    forget();
  }
  pumping = false;
}

/** A play whose question was answered is entered; what was to follow one that was not, never is. */
function forget() {
  if (question() || !waiting.length) return;
  const seq = Number(state().seq);
  if (waiting[0].asked) {
    const isEntered = waiting[0].after < seq && !document.getElementById("ask");
    if (!isEntered) refuse();
    waiting.shift();
    if (!isEntered) return drop();
    keep();
  }
  if (waiting.length && waiting[0].after > seq) {
    refuse();
    drop();
  }
}

/** The outbox tells it until somebody has dealt with it; this page, as long as it is open. */
function refuse(why = document.querySelector("#ask h2")?.textContent ?? pending.dataset.moved, toldHere = true) {
  for (const { key, undo } of waiting) undo ? outbox.drop(key) : outbox.refuse(key, why, { toldHere });
}

/** The answer waits in place of the play that was asked about: a reload sends it, and asks no more. */
function keepAnswer({ target: form, submitter }) {
  if (!form.closest("#ask") || !waiting[0]?.asked) return;
  const { card, player } = waiting[0];
  /** @type {Record<string, any>} */
  const said = { card, ...saidIn(form), ...(submitter?.name && { [submitter.name]: submitter.value }) };
  waiting[0] = { ...said, after: Number(said.after), player, asked: true };
  keep();
}

/** What a form says; of what it says several times all of it.
 *  @returns {Record<string, string>} */
function saidIn(form) {
  const data = new FormData(form);
  return Object.fromEntries([...data.keys()].map((name) => [name, data.getAll(name).join(" ")]));
}

/** Nobody answers: the play is not entered, nor what was to follow it. */
function cancel() {
  document.getElementById("ask")?.remove();
  waiting.shift();
  drop();
}

polled.addEventListener("submit", keepAnswer, { capture: true });
polled.addEventListener("click", ({ target }) => {
  if (target.closest("#ask [data-refresh]") && waiting[0]?.asked) cancel();
});

function drop() {
  const plays = names();
  waiting = [];
  keep();
  dropped = plays.length > 0;
  if (dropped) tell(pending.dataset.dropped, plays);
}

/** Undo takes back first what has not been sent; what is on its way, as soon as it has arrived. */
function takeBack(event) {
  const last = waiting.at(-1);
  if (!event.submitter?.matches("[data-undo]") || !last) return;
  event.preventDefault();
  event.stopPropagation();
  if (last.undo) return;
  if (last.asked) return cancel();
  const undo = last.after + 1; // the number that it gets in the log
  if (waiting.length > onItsWay) waiting.pop();
  else waiting.push({ undo, key: freshKey(), after: undo });
  keep();
}

polled.addEventListener("submit", takeBack, { capture: true });

/** What waits and is not taken back again. */
function standing() {
  const undone = waiting.map(({ undo }) => undo && undo - 1);
  return waiting.filter(({ undo, after }) => !undo && !undone.includes(after));
}

/** The plays that wait, as people read them: "Bo K♥"; the question says itself what it is about. */
function names() {
  return standing()
    .filter(({ asked }) => !asked || !question())
    .map(nameOf);
}

const nameOf = ({ card, dealt: cards, player }) => phrase([player, ...spelt(cards ?? card)]);

const spelt = (cards) => cards.split(" ").map(written);
const phrase = (words) => words.filter(Boolean).join(" ");

/** Who plays after so many entries of the log; nobody knows after an undo or a play out of turn. */
function player(seat, after) {
  const turn = waiting.some(({ seat, undo }) => seat || undo)
    ? ""
    : state().turns.split(" ")[after - Number(state().seq)];
  return document.querySelectorAll(".seats .who")[(seat ?? turn) || NaN]?.textContent;
}

/** The answer to the referee's question that is on its way: "Bo K♥ takes 5♠". */
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

/** What waits, and for what. */
function drawPending() {
  const answered = answer();
  const { sending, offline, asked } = pending.dataset;
  const why = lost ? offline : question() && !answered.length ? asked : sending;
  tell(why, [...answered, ...names()]);
}

function tell(why, plays) {
  pending.hidden = !plays.length;
  const then = `, ${pending.dataset.then} `;
  const text = `${why} ${plays.join(then)}`;
  if (pending.textContent !== text) pending.textContent = text; // said aloud once
}

// --- the pad ------------------------------------------------------------------------------------

pad?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.name === "step" && !waiting.length) begin(event.submitter);
  if (beginning) return;
  const rank = pad.querySelector("[name=rank]:checked");
  const greyed = event.submitter?.getAttribute("aria-disabled") === "true";
  if (greyed && event.timeStamp - entered > DOUBLE_TAP) explain(event.submitter.title);
  if (!rank || !event.submitter?.value || greyed) return;
  entered = event.timeStamp;
  const card = rank.value + event.submitter.value;
  rank.checked = false;
  if (dealing()) lay(card);
  else enter({ card, ...chosen(), ...outOfTurn() });
  drawPad();
});

pad?.addEventListener("change", ({ target }) => {
  drawPad();
  explain(target.title);
});
polled.addEventListener("change", ({ target }) => target.name === "seat" && drawPad());

/** What was tapped on the table before the card, and the steps that the turn has begun with. */
function chosen() {
  const used = tapped();
  const begun = polled.querySelector("[name=begun]")?.value;
  const said = { ...(used.length && { used: used.map(({ value }) => value).join(" ") }), ...(begun && { begun }) };
  for (const one of used) one.checked = false;
  return said;
}

const tapped = () => [...polled.querySelectorAll("[name=used][form=pad]:checked")];

/** A turn that has begun and waits has said so: the next one begins anew. */
function spendBegun() {
  if (!waiting.some(({ begun }) => begun)) return;
  for (const one of polled.querySelectorAll(".begun, [name=begun]")) one.remove();
}

/** A turn begins on the table, or the last one goes on there: of that the server must hear first. */
async function begin(button) {
  if (beginning) return;
  beginning = true;
  const data = new URLSearchParams(dataOf(pad, button));
  data.set("key", freshKey());
  data.set("after", state().seq);
  const used = tapped();
  const cards = phrase(used.map(({ parentElement }) => parentElement.textContent.replace(/\s+/g, " ").trim()));
  while (!(await send(button.formAction, data))) {
    tell(pending.dataset.offline, [cards]);
    await pause(AGAIN);
  }
  beginning = false;
  for (const one of used) one.checked = false;
  drawPending();
}

function outOfTurn() {
  const seat = polled.querySelector("[name=seat]:checked");
  if (!seat) return {};
  seat.checked = false;
  return { seat: seat.value };
}

/** A card that was dealt to the table; the last one sends them all. */
function lay(card) {
  dealt.push(card);
  if (dealt.length === Number(state().wanted)) {
    enter({ dealt: dealt.join(" ") });
    dealt = [];
  }
  sketch();
}

/** So do those of a photo, one by one. */
polled.addEventListener("change", async ({ target }) => {
  if (!target.files?.length) return;
  const cards = (await cardsFrom(target))?.split(" ") ?? [];
  dealt = [];
  if (cards.length > Number(state().wanted))
    enter({ dealt: cards.join(" ") }); // it is said why not
  else for (const card of cards) lay(card);
  drawPad();
});

/** The cards dealt so far; a tap takes one back. */
function sketch() {
  if (!Number(state().wanted)) dealt = [];
  memory.write(DEALT, dealt.join(" "));
  const row = document.querySelector("#table .cards");
  if (!row || !dealing()) return;
  row.replaceChildren(
    ...dealt.map((card, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = `card table ${[...suitKeyOf(card).classList].find((name) => name.startsWith("suit-"))}`;
      button.append(
        Object.assign(document.createElement("b"), { textContent: letters[card.slice(0, -1)] }),
        Object.assign(document.createElement("i"), { textContent: suitKeyOf(card).textContent }),
      );
      button.addEventListener("click", () => {
        dealt.splice(index, 1);
        sketch();
        drawPad();
      });
      return button;
    }),
  );
}

/** Grey out what nobody can hold any more, as far as anybody has said. */
function drawPad() {
  if (!pad) return;
  const { over, wanted } = state();
  pad.hidden = Boolean(over);
  const gone = cardsGone();
  const suits = [...pad.querySelectorAll("[name=suit]")];
  for (const rank of pad.querySelectorAll("[name=rank]")) {
    const why = suits.map((suit) => gone(rank.value + suit.value));
    const last = why.includes(reason.dataset.entered) ? reason.dataset.entered : why[0];
    grey(rank, why.every(Boolean) && `${letters[rank.value]}: ${last}`);
  }
  const chosen = pad.querySelector("[name=rank]:checked")?.value;
  for (const suit of suits) {
    const card = chosen + suit.value;
    const why = chosen && gone(card);
    grey(suit, !chosen ? reason.dataset.first : why && `${written(card)}: ${why}`);
  }
  pad.classList.toggle("dealing", wanted !== "0");
}

/** Says of a card why nobody can play it: it was seen, or it was entered and waits. */
function cardsGone() {
  const { seen, copies, seq } = state();
  const shown = seen.split(" ");
  const waits = standing().filter(({ after }) => after >= Number(seq)); // not what has arrived
  const queue = [...dealt, ...waits.flatMap(({ card, dealt: cards }) => (cards ?? card).split(" "))];
  const count = (cards, card) => cards.filter((other) => other === card).length;
  return (card) => {
    const left = Number(copies) - count(shown, card);
    if (left < 1) return reason.dataset.seen;
    return count(queue, card) < left ? "" : reason.dataset.entered;
  };
}

/** A key that enters nothing now, and says why when it is tapped or described. */
function grey(key, why) {
  key.setAttribute("aria-disabled", String(Boolean(why)));
  key.title = why || "";
}

function explain(why) {
  reason.hidden = !why;
  reason.textContent = why;
}

// --- what the server has drawn ------------------------------------------------------------------

let asked = document.getElementById("ask");

polled.addEventListener("drawn", () => {
  spendBegun();
  sketch();
  drawPad();
  const ask = document.getElementById("ask");
  if (ask && ask !== asked) {
    ask.scrollIntoView({ block: "nearest" });
    ask.focus({ preventScroll: true });
  }
  if (asked && !ask) toTop();
  asked = ask;
  if (pad && !dropped) drawPending();
  if (pumping) return;
  forget();
  pump();
});

/** Whose turn it is, and the table, are what people look at next. */
function toTop() {
  polled.closest("main").scrollTo({ top: 0 });
}

// What unfolds is not to stay behind the pad.
polled.addEventListener("toggle", ({ target }) => target.open && target.scrollIntoView({ block: "nearest" }), true);

// --- the screen stays on ------------------------------------------------------------------------

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // Low battery, or not allowed: the screen goes dark as always.
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();

if (pad) {
  pad.noValidate = true;
  untilNextTap(explain);
  polled.addEventListener("submit", () => setTimeout(drawPending)); // when its button is busy
  polled.addEventListener("unsent", () => {
    lost = true;
    drawPending();
  });
  spendBegun();
  drawPending();
  sketch();
  drawPad();
  addEventListener("online", () => refresh());
  outbox.ready.then(takeUp);
}

/** What waited when the page was left, also in a version before this one. */
function takeUp() {
  const STORE = `plays ${location.pathname}`;
  const before = JSON.parse(memory.read(STORE) || "[]");
  memory.write(STORE, "");
  const kept = outbox.ofPage(KIND).map(({ play }) => play);
  waiting = [...before, ...kept].map(({ asked: _, ...play }) => play);
  isReady = true;
  keep();
  pump();
}
