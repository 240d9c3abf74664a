// History of the referee's page: steps that *Back* and *Undo* take back, what is carried to another page, the
// last position of an evening, and the house rules that this phone stores.

import { memory, visit } from "./browser_storage.js";
import { cardsOf, words } from "./card_notation.js";
import { addressOf, named, positionAt, shown } from "./referee_position.js";
import { within } from "./root_path.js";

// --- steps ----------------------------------------------------------------------------------------

// The browser has them, each with its address and where the next card goes.

const queuedTaps = []; // while a navigation is in progress
let isNavigating = false;

/** Return the number of taps that can be taken back here. */
export const stepsBack = () => history.state?.step ?? 0;

/** Return the state of this step besides its URL. */
export const known = () => history.state ?? {};

/** Add a step, if its URL is another one. */
export function goTo(target, what) {
  if (new URL(target, location.href).href === location.href) return;
  history.pushState({ ...what, step: stepsBack() + 1 }, "", target);
}

/** Store more state of this step, at this URL or another one. */
export function remember(what, target = "") {
  const next = { step: stepsBack(), ...history.state, ...what };
  if (target || JSON.stringify(next) !== JSON.stringify(history.state)) {
    history.replaceState(next, "", target || location.href);
  }
}

export function undo() {
  queueTaps();
  history.back();
}

/** Queue taps until `runQueuedTaps`, while a step is taken back or waits for an answer. */
export function queueTaps() {
  isNavigating = true;
}

/** Run a tap, after the navigation that is in progress if there is one. */
export function afterNavigation(tap) {
  if (isNavigating) queuedTaps.push(tap);
  else tap();
}

/** Run the queued taps, until one of them navigates. */
export function runQueuedTaps() {
  isNavigating = false;
  while (queuedTaps.length && !isNavigating) queuedTaps.shift()();
}

/** Call `draw` after each step that is taken back, or forward again. */
export function onHistory(draw) {
  addEventListener("popstate", () => {
    draw();
    runQueuedTaps();
  });
}

// --- what goes along ------------------------------------------------------------------------------

/** Return whether this position was carried from another game's page. */
export function isCarried() {
  const carried = visit.read("carried") === location.pathname;
  visit.write("carried", "");
  return carried;
}

/** Carry the present position when another page is opened: taps may have changed it since its links were drawn. */
export function onBeforeLeave(positionNow) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".games a, a[href*='?to=']");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.closest(".games")) {
      carry(link, positionNow());
      return;
    }
    event.preventDefault();
    location.replace(link.href); // the same page in another language is no step
  });

  // There it is another page of the browser's, and goes on where this one was.
  addEventListener("pagehide", () => {
    visit.write("left", JSON.stringify({ at: location.href, known: known() }));
  });
  const left = JSON.parse(visit.read("left") ?? "{}");
  if (left.at === location.href) remember({ ...left.known, ...known() });
}

function carry(link, position) {
  const [, game] = within(location.href).split("/");
  const query = new URLSearchParams(location.search);
  query.set("was", game);
  if (named(position).length || position.players) link.search = query;
  visit.write("carried", link.pathname);
}

// --- the last position ----------------------------------------------------------------------------

// Of each game, on this phone alone: who left the referee goes on where it was.

const EVENING = 12 * 60 * 60 * 1000; // milliseconds
const NAME = `last.${location.pathname}`;

export function keepLast(position) {
  if (named(position).length) write({ at: Date.now(), search: location.search });
}

export function forgetLast() {
  memory.write(NAME, "");
  return null;
}

const write = (kept) => memory.write(NAME, JSON.stringify(kept));

/** Return the last position, if it is of this evening, and of the game that somebody comes from.
 *  @returns {Record<string, any> | null} */
function readLast({ from }) {
  const { at, search } = JSON.parse(memory.read(NAME) ?? "{}");
  if (!search) return null;
  const age = Date.now() - at;
  if (age < 0 || age > EVENING) return forgetLast();
  const last = positionAt({ search });
  return from && last.from !== from ? null : { ...last, from };
}

/** Offer the last position where no position is shown. */
export function offerLast(part, position) {
  const offer = part.querySelector("[data-last]");
  const last = offer && readLast(position);
  if (!last) return;
  const link = document.createElement("a");
  link.className = "button";
  link.href = addressOf(last);
  link.dataset.go = "last";
  const cards = [cardsOf(last.table), last.played].filter((some) => some.length);
  const small = document.createElement("small");
  small.textContent = cards.map((some) => some.map(shown).join(" ")).join(" / ");
  link.append(`${offer.dataset.last} `, small);
  offer.replaceChildren(link);
  offer.hidden = false;
}

// --- house rules and the like ---------------------------------------------------------------------

// Each game offers some of them.

/** Return the settings that a new page takes over; a game that it comes `from` has house rules of its own.
 *  @param {Record<string, any>} position */
export function keptOnPhone({ from }) {
  const names = from ? ["judge"] : ["house", "judge"];
  return Object.fromEntries(names.map((name) => [name, keptSwitches(name).join(" ")]));
}

/** Return the stored house rules that are on and that this page offers. */
function keptSwitches(name) {
  const offered = [...document.querySelectorAll(`[data-keeps="${name}"]`)].map((one) => one.dataset.value);
  return words(memory.read(name)).filter((text) => offered.includes(text));
}

/** Store the chosen house rules; those that this page does not offer stay as they were. */
export function keepSwitches(name, chosen) {
  const here = keptSwitches(name);
  const others = words(memory.read(name)).filter((text) => !here.includes(text));
  memory.write(name, [...others, ...words(chosen)].join(" "));
}
