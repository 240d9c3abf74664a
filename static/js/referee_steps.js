// Steps back, what is carried to another page, the last position, and stored house rules.

import { memory, visit, within } from "./browser.js";
import { addressOf, cardsOf, named, positionAt, words } from "./position.js";
import { shown } from "./referee_view.js";

const queuedTaps = []; // while a navigation is in progress
let isNavigating = false;

export const stepsBack = () => history.state?.step ?? 0;

export const known = () => history.state ?? {};

export function goTo(target, what) {
  if (new URL(target, location.href).href === location.href) return;
  history.pushState({ ...what, step: stepsBack() + 1 }, "", target);
}

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

/** Let taps wait while a step is taken back or has no answer yet. */
export function queueTaps() {
  isNavigating = true;
}

export function afterNavigation(tap) {
  if (isNavigating) queuedTaps.push(tap);
  else tap();
}

export function runQueuedTaps() {
  isNavigating = false;
  while (queuedTaps.length && !isNavigating) queuedTaps.shift()();
}

export function onHistory(draw) {
  addEventListener("popstate", () => {
    draw();
    runQueuedTaps();
  });
}

export function isCarried() {
  const carried = visit.read("carried") === location.pathname;
  visit.write("carried", "");
  return carried;
}

/** Taps may have changed the position since links were drawn. */
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

  // the page in another language goes on where this one was
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

// The last position of each game, on this phone alone.

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

/** @returns {Record<string, any> | null} */
function readLast({ from }) {
  const { at, search } = JSON.parse(memory.read(NAME) ?? "{}");
  if (!search) return null;
  const age = Date.now() - at;
  if (age < 0 || age > EVENING) return forgetLast();
  const last = positionAt({ search });
  return from && last.from !== from ? null : { ...last, from };
}

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

/** A page that comes `from` another game has house rules of its own.
 *  @param {Record<string, any>} position */
export function keptOnPhone({ from }) {
  const names = from ? ["judge"] : ["house", "judge"];
  return Object.fromEntries(names.map((name) => [name, keptSwitches(name).join(" ")]));
}

function keptSwitches(name) {
  const offered = [...document.querySelectorAll(`[data-keeps="${name}"]`)].map((one) => one.dataset.value);
  return words(memory.read(name)).filter((text) => offered.includes(text));
}

/** Keep the chosen switches, beside those that this page does not offer. */
export function keepSwitches(name, chosen) {
  const here = keptSwitches(name);
  const others = words(memory.read(name)).filter((text) => !here.includes(text));
  memory.write(name, [...others, ...words(chosen)].join(" "));
}
