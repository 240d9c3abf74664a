// Steps back, and the last position of each game.

import { memory } from "./browser.js";
import { named } from "./position.js";

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

// The last position of each game, on this phone alone.

const NAME = `last.${location.pathname}`;

export function keepLast(position) {
  if (named(position).length) memory.write(NAME, JSON.stringify({ at: Date.now(), search: location.search }));
}

export const lastKept = () => JSON.parse(memory.read(NAME) ?? "{}");

export const forgetLast = () => memory.write(NAME, "");
