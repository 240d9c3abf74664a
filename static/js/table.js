// The pad of the live table: rank, suit, and the play is on its way. Plays that cannot be sent wait
// on this phone, over a reload too, and are sent once; the server draws everything else.

import { AGAIN, freshKey, pause, refresh, send } from "./poll.js";
import { memory } from "./memory.js";
import { untilNextTap } from "./notice.js";

const polled = document.getElementById("polled");
const pad = document.getElementById("pad");
const pending = document.getElementById("pending");
const reason = document.getElementById("reason");
const STORE = `plays ${location.pathname}`;
const SIGNS = { S: "♠\ufe0e", H: "♥\ufe0e", D: "♦\ufe0e", C: "♣\ufe0e" };

let waiting = JSON.parse(memory.read(STORE) || "[]"); // entries that the server has not got yet
const DEALT = `dealt ${location.pathname}`;
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
const written = (card) => letters[card.slice(0, -1)] + SIGNS[card.slice(-1)];

// --- entering -----------------------------------------------------------------------------------

function enter(fields) {
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
  memory.write(STORE, waiting.length ? JSON.stringify(waiting) : "");
  spendBegun();
  drawPending();
}

/** Send what waits, one after the other, until the referee has a question. */
async function pump() {
  if (pumping) return;
  pumping = true;
  while (waiting.length && !question()) {
    const { player: _, ...entry } = waiting[0];
    const data = new URLSearchParams({ ...entry, csrf_token: pad.elements.csrf_token.value });
    onItsWay = 1;
    const sent = await send(pad.action, data);
    onItsWay = 0;
    if (sent) {
      lost = false;
      waiting.shift();
      const told = document.getElementById("ask");
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

/** What was to follow a play that was never entered is not sent either. */
function forget() {
  if (!question() && waiting.length && waiting[0].after > Number(state().seq)) drop();
}

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
  const undo = last.after + 1; // the number that it gets in the log
  if (waiting.length > onItsWay) waiting.pop();
  else waiting.push({ undo, key: freshKey(), after: undo });
  keep();
}

polled.addEventListener("submit", takeBack, { capture: true });

/** The plays that wait, as people read them: "Bo K♥". */
function names() {
  const undone = waiting.map(({ undo }) => undo && undo - 1);
  return waiting
    .filter(({ undo, after }) => !undo && !undone.includes(after))
    .map(({ card, dealt: cards, player }) => phrase([player, ...spelt(cards ?? card)]));
}

const spelt = (cards) => cards.split(" ").map(written);
const phrase = (words) => words.filter(Boolean).join(" ");

/** Who plays after so many entries of the log; nobody knows after an undo or a play out of turn. */
function player(seat, after) {
  const turn = waiting.some(({ seat, undo }) => seat || undo) ? "" : state().turns.split(" ")[after - Number(state().seq)];
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
  if (event.submitter?.name === "step") begin(event.submitter);
  if (beginning) return;
  const rank = pad.querySelector("[name=rank]:checked");
  const greyed = event.submitter?.ariaDisabled === "true";
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

/** A turn begins on the table: the page comes anew, as soon as the server has heard of it. */
async function begin(button) {
  if (beginning) return;
  beginning = true;
  const data = new URLSearchParams(new FormData(pad, button));
  const cards = phrase(tapped().map(({ parentElement }) => parentElement.textContent.replace(/\s+/g, " ").trim()));
  while (!(await send(button.formAction, data))) {
    tell(pending.dataset.offline, [cards]);
    await pause(AGAIN);
  }
  beginning = false;
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
      button.className = `card table suit-${SUITS[card.slice(-1)]}`;
      button.append(
        Object.assign(document.createElement("b"), { textContent: letters[card.slice(0, -1)] }),
        Object.assign(document.createElement("i"), { textContent: SIGNS[card.slice(-1)] }),
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

const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

/** Grey out what nobody can hold any more. */
function drawPad() {
  if (!pad) return;
  const { spent, over, wanted } = state();
  pad.hidden = Boolean(over);
  const gone = new Set(spent.split(" "));
  for (const card of dealt) if (dealt.filter((other) => other === card).length > 1) gone.add(card);
  const suits = [...pad.querySelectorAll("[name=suit]")];
  const { first, seen } = reason.dataset;
  for (const rank of pad.querySelectorAll("[name=rank]")) {
    const spentAll = suits.every((suit) => gone.has(rank.value + suit.value));
    grey(rank, spentAll && `${letters[rank.value]}: ${seen}`);
  }
  const chosen = pad.querySelector("[name=rank]:checked")?.value;
  for (const suit of suits) {
    const card = chosen + suit.value;
    grey(suit, !chosen ? first : gone.has(card) && `${written(card)}: ${seen}`);
  }
  pad.classList.toggle("dealing", wanted !== "0");
}

/** A key that enters nothing now, and says why when it is tapped or described. */
function grey(key, why) {
  key.ariaDisabled = why ? "true" : null;
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
  pump();
  addEventListener("online", () => refresh());
}
