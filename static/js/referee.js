// The server draws every ruling; this file knows cards as text and no rules.

import { answerTo } from "./answers.js";
import { memory, visit } from "./browser.js";
import { drawText, inWords, untouched } from "./forms.js";
import { sayNetwork } from "./notices.js";
import {
  addressOf,
  changedHere,
  goneWith,
  isPile,
  lyingIn,
  positionAt,
  rank,
  withCard,
  withoutClaim,
  withoutLast,
  words,
} from "./position.js";
import {
  afterNavigation,
  forgetLast,
  goTo,
  keepLast,
  known,
  lastKept,
  onHistory,
  queueTaps,
  remember,
  runQueuedTaps,
  stepsBack,
  undo,
} from "./referee_steps.js";
import {
  bringIntoSight,
  drawKeys,
  focusAgain,
  focusIn,
  handIn,
  keyOf,
  loadKeys,
  pad,
  sketchIn,
} from "./referee_view.js";
import { hearSlides } from "./slides.js";

const READING = 1500; // milliseconds without a tap
const SOON = 300; // until an answer is late
const AGAIN = 2000;
const AFTERWARDS = 2000; // until what this page does not show comes, too

const ruling = document.getElementById("ruling");
const asks = document.getElementById("asks");
const main = document.getElementById("main");
const form = document.getElementById("position");
const NAMES = ["table", "played", "hand", "captured", "piles", "proven", "turn"];
const typed = NAMES.map((name) => form.elements[name]).filter(Boolean);
const CLAIMED = form.elements.captured ? "captured" : "with";
const announcement = document.getElementById("announcement");
const undoKey = pad.querySelector("[data-undo]");

let position = readPosition();
const reads = () => position.played.length > 0 || Boolean(position.with);
let drawn = { at: location.href, position }; // taps run ahead of it
let followed = null; // the last link, and where it led
let early = null; // a step that waits for the answer to earlier taps
let place = position.played.length || !position.table.length ? "table" : "played";
let current = null; // the card that a suit goes to
let reading = reads(); // then the pad is folded
let begun = ""; // what is typed of a rank
let request = null;
let keeping = 0; // the timer of lookBack
const rulings = new Map([[location.search, ruling.innerHTML + asks.outerHTML]]); // a step back needs no network
const opened = new Map(); // foldable parts that the player opened or closed

/** With the cards as the server read them. */
function readPosition() {
  return positionAt(location, document.getElementById("felt").dataset);
}

function change(next) {
  position = { ...position, ...next };
  show(addressOf(position));
}

function show(target) {
  goTo(target, { place, current, reading });
  const chosen = position.with;
  position = positionAt(location); // the next tap may come before the answer
  reading = position.with && position.with !== chosen ? true : reading && reads();
  drawPad();
  load();
}

function addCard(text) {
  const there = ruling.querySelector(`[data-place="${place}"]`);
  const { cards, index } = withCard(lyingIn(position, place, there), text);
  current = place === "proven" ? null : { place, index }; // of that the rank is known
  reading = place === "played";
  sketch(keyOf(text).textContent);
  change({ [place]: cards, ...goneWith(position, place, text) });
}

/** Of a pile one card is seen: the next goes elsewhere. */
function leavePile() {
  if (!isPile(place)) return;
  place = position.table.length ? "played" : "table";
  drawPad();
}

function giveSuit(suit) {
  const cards = [...position[current.place]];
  const had = cards[current.index];
  const card = had === rank(had) + suit ? rank(had) : rank(had) + suit;
  cards[current.index] = card;
  change({ [current.place]: cards, ...goneWith(position, current.place, card) });
}

function sketch(text, { begun = false } = {}) {
  const row = ruling.querySelector(`[data-place="${place}"]`);
  if (row) sketchIn(row, text, { begun, alone: (place === "played" || isPile(place)) && !begun });
}

function sketchBegun() {
  ruling.querySelector(".begun")?.remove();
  if (begun) sketch(begun.toUpperCase(), { begun: true });
}

const slotOf = (name) => ruling.querySelector(`button[data-place-slot="${name}"]`);

async function load() {
  request?.abort();
  const mine = new AbortController();
  request = mine;
  ruling.setAttribute("aria-busy", "true");
  // no verdict stands beside another table
  const late = setTimeout(() => ruling.classList.add("stale"), SOON);
  let answered = "";
  try {
    const { search } = location;
    const html = rulings.get(search) ?? (await answerTo(ruling.dataset.address + search, mine.signal));
    rulings.set(search, html);
    await untouched();
    if (request === mine) answered = html;
  } catch {
    if (request !== mine) return; // another one was asked for
    ruling.classList.add("stale");
    sayNetwork(ruling.dataset.offline);
    setTimeout(() => request === mine && load(), AGAIN);
  } finally {
    clearTimeout(late);
  }
  if (answered) draw(answered); // a fault of drawing is none of the network's
}

function draw(html) {
  const focus = focusIn([ruling, asks]);
  ruling.innerHTML = html;
  const asked = ruling.querySelector("#asks");
  asks.replaceChildren(...asked.childNodes);
  asks.hidden = asked.hidden;
  asked.remove();
  page.drawPhoto();
  ruling.removeAttribute("aria-busy");
  ruling.classList.remove("stale");
  for (const part of ruling.querySelectorAll("details[data-keep]")) {
    part.open = opened.get(part.dataset.keep) ?? part.open;
  }
  position = readPosition();
  drawn = { at: location.href, position };
  const there = pad.querySelector(`[data-place-key="${place}"]`) || place === "claim";
  if (!there && !ruling.querySelector(`[data-place="${place}"]`)) place = "table";
  sketchBegun();
  drawPad();
  drawForm();
  const verdict = ruling.querySelector("h1");
  announcement.textContent = inWords(verdict);
  sayNetwork("");
  lookBack();
  document.title = `${verdict.textContent} · Referee`;
  focusAgain(focus, ruling, verdict);
  showAnswer(verdict);
  if (early) stepOn();
}

/** The service worker keeps the page where somebody stopped to read. */
function lookBack() {
  clearTimeout(keeping);
  const worker = navigator.serviceWorker?.controller;
  if (worker) keeping = setTimeout(() => worker.postMessage({ keep: location.href }), READING);
  keepLast(position);
  later(({ offerLast }) => offerLast(ruling, position));
}

function showAnswer(headline) {
  const answered = headline.className || (reading && position.played.length && !position.with);
  bringIntoSight(ruling, headline, { entered: place === "hand" && !reading, answered });
}

function drawPad() {
  drawKeys(position, place, current);
  pad.classList.toggle("for-suit", pad.querySelector("[data-suit]:enabled") !== null);
  for (const slot of ruling.querySelectorAll("button[data-place-slot]")) {
    slot.setAttribute("aria-pressed", String(slot.dataset.placeSlot === place));
  }
  for (const told of ruling.querySelectorAll("[data-told]")) told.hidden = told.dataset.told !== place;
  pad.classList.toggle("folded", reading);
  undoKey.disabled = !stepsBack();
  remember({ place, current, reading });
}

function drawForm() {
  for (const field of typed) drawText(field, [position[field.name]].flat().join(" "));
}

function choose(next) {
  place = next;
  current = null;
  reading = false;
  if (place === "hand") opened.set("hand", true);
  drawPad();
  if (place === "hand") handIn(ruling)?.scrollIntoView({ block: "nearest" });
}

pad.addEventListener("click", ({ target, pointerType }) => {
  const key = target.closest("button");
  if (!key) return;
  if (pointerType === "mouse") key.blur(); // Enter is for what is typed
  afterNavigation(() => press(key));
});

// The card that was played is one tap: a press on its place that slides to its rank.
hearSlides(pad, "[data-place-key]", "[data-rank]", {
  ends: (rank, place) =>
    afterNavigation(() => {
      press(place);
      press(rank);
    }),
});

function press(key) {
  if (key.disabled) return;
  if (key.dataset.rank) {
    addCard(key.dataset.rank);
    leavePile();
  } else if (key.dataset.suit) giveSuit(key.dataset.suit);
  else if (key.dataset.placeKey) choose(key.dataset.placeKey);
  else if (key === undoKey) undo();
  else fold(!reading);
}

function fold(folded) {
  reading = folded;
  drawPad();
}

ruling.addEventListener("click", ({ target }) => {
  if (target.closest("[data-choose]")) choose("played");
  if (target.closest(".felt") && !target.closest("a, button")) fold(false);
  const slot = target.closest("[data-place-slot]");
  if (slot) choose(slot.dataset.placeSlot);
});

asks.addEventListener("click", ({ target }) => {
  const share = target.closest("[data-share]");
  // taps may have changed the question
  if (share) share.search = location.search;
});

/** Cards tapped since it was drawn stay, but on a cleared table. */
function destination(link) {
  if (!isAhead() || link.dataset.go) return link.href;
  return new URL(addressOf(changedHere(position, drawn.position, positionAt(link))), location.href).href;
}

const isAhead = () => location.href !== drawn.at;

/** The step may not be possible any more. */
function stepOn() {
  const { go, text } = early;
  early = null;
  const links = [...main.querySelectorAll(`a[data-go="${go}"]`)].filter((one) => one.textContent === text);
  if (links.length === 1) follow(links[0]);
  runQueuedTaps();
}

main.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-go]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  afterNavigation(() => follow(link));
});

function follow(link) {
  const { go } = link.dataset;
  if (link === followed?.link && location.href === followed.to) return; // tapped twice
  if (isAhead() && go && go !== "clear") {
    early = { go, text: link.textContent };
    queueTaps();
    return;
  }
  const to = destination(link);
  if (to === location.href) return;
  followed = { link, to };
  current = null;
  if (go) {
    place = go === "clear" ? "table" : "played"; // after a step, and on an empty table too
    opened.clear();
  }
  if (go === "clear") forgetLast();
  if (link.dataset.keeps && ruling.querySelector("h1").className) opened.delete("house"); // over the verdict
  show(to);
  if (link.dataset.then) choose(link.dataset.then);
  const { keeps } = link.dataset;
  if (keeps) later(({ keepSwitches }) => keepSwitches(keeps, position[keeps]));
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.dataset?.keep && ruling.contains(target)) opened.set(target.dataset.keep, target.open);
  },
  true,
);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  import("./referee_later.js").then(askTyped, () => form.submit());
});

function askTyped({ typedAddress }) {
  current = null;
  show(typedAddress(position, typed));
  document.getElementById("felt").scrollIntoView({ block: "center" });
}

onHistory(() => {
  early = null;
  position = positionAt(location);
  resume();
  load();
});

addEventListener("online", load);

/** As it was left. */
function resume() {
  ({ place = place, current = null, reading = reading } = known());
  drawPad();
}

const queued = ([name, act]) => [name, (...args) => afterNavigation(() => act(...args))];

loadKeys({
  state: () => ({ position, place, current }),
  claims: asks.dataset.claims,
  slotOf,
  ...Object.fromEntries(Object.entries({ addCard, giveSuit, choose, change, claimTaken }).map(queued)),
  takenCards: () => words(position[CLAIMED]).filter((card) => card !== "-"),
  wait(text) {
    begun = text;
    sketchBegun();
  },
  takeBack() {
    afterNavigation(() => {
      current = null;
      change({ [place]: withoutLast(position[place]), ...(place === "hand" ? {} : withoutClaim(position)) });
    });
  },
});

function claimTaken(text) {
  change({ ...withoutClaim(position), [CLAIMED]: text, claim: position.claim || "1" });
}

if (matchMedia("(min-width: 68.75rem)").matches) import("./rules_beside.js").catch(() => {});

function take(next, then = {}) {
  current = null;
  ({ place = place, reading = reading } = then);
  change(next);
}

const page = { ruling, positionNow: () => position, placeNow: () => place, resume, take, takeKept, drawPhoto() {} };
const later = (act) => import("./referee_later.js").then(act, () => {}); // without a network
const touched = () => later(({ begin }) => begin(page));
const keeps = [lastKept().search, ...["house", "judge"].map(memory.read), ...["left", "carried"].map(visit.read)];
if (keeps.some(Boolean)) touched();
else {
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, touched, { once: true });
  setTimeout(touched, AFTERWARDS); // and then it is there without a network
}

function takeKept(kept) {
  position = { ...position, ...kept };
  remember({}, addressOf(position));
  load();
}

const lane = document.querySelector(".lane");
lane.open = Boolean(lane.querySelector(".error"));
resume();
keepLast(position);
showAnswer(ruling.querySelector("h1"));
