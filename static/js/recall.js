// The exercises that this phone keeps, which nobody else learns: first answers, the level of each kind, the tens of
// days, and the state of each exercise that was wrong. When one comes back is the server's to say, or the referee's
// on this phone: here a state is a text with two times.

import { memory } from "./browser.js";

const MOST_FIRST = 2000; // exercises whose first answer is remembered
const MOST_STATES = 200; // as in referee/services/recall.py, and the next two
const MOST_TENS = 400;
const SKEW = 24 * 3600 * 1000;
const MOST_OPEN = 5; // tens that were begun
const MOST_AGAIN = 20;
const OF_TEN = 5;

function read(name, none) {
  try {
    return JSON.parse(memory.read(name)) ?? none;
  } catch {
    return none;
  }
}

const write = (name, value) => memory.write(name, JSON.stringify(value));

// --- first answers, and levels ------------------------------------------------------------------

/** Return the first answer to each exercise, oldest first: ["krypkasino take 312345", "right"]. */
export const firstAnswers = () => new Map(read("exercises", []));

/** Remember a first answer; return whether it was one. */
export function rememberFirst(name, is) {
  const first = read("exercises", []);
  if (first.some(([known]) => known === name)) return false;
  write("exercises", [...first, [name, is]].slice(-MOST_FIRST));
  return true;
}

export const levelOf = (kind) => read("levels", {})[kind];
export const putLevel = (kind, level) => write("levels", { ...read("levels", {}), [kind]: level });

// --- what comes back ----------------------------------------------------------------------------

const states = () => read("recall", {});

/** Return the state of an exercise as text, "" if it does not come back. */
export function stateOf(name) {
  const state = states()[name];
  return state ? JSON.stringify(state) : "";
}

export function putState(name, text) {
  const { [name]: _, ...others } = states();
  const all = Object.entries(text ? { ...others, [name]: JSON.parse(text) } : others);
  const soonest = all.sort(([, one], [, other]) => Date.parse(one.due) - Date.parse(other.due));
  write("recall", Object.fromEntries(soonest.slice(0, MOST_STATES)));
}

/** Return the names of exercises of a game that come back today, the first one first. What a clock
 * that was ahead has answered comes back at once. */
export function dueToday(game, now = Date.now()) {
  const midnight = new Date(now).setHours(24, 0, 0, 0);
  const due = ([, state]) => Date.parse(state.due) < midnight || Date.parse(state.last_review) > now + SKEW;
  return Object.entries(states())
    .filter(([name]) => name.startsWith(`${game} `))
    .filter(due)
    .sort(([, one], [, other]) => Date.parse(one.due) - Date.parse(other.due))
    .map(([name]) => name);
}

/** Return exercises as the field of a series: "take.312345 can.412345". */
const asField = (names) => names.map((name) => name.split(" ").slice(1).join(".")).join(" ");

export const againField = (names) => asField(names.slice(0, MOST_AGAIN));

// --- the tens of days ---------------------------------------------------------------------------

/** Return the ten of a day ("krypkasino 2026-11-29") that was begun here: what came `again`, and the
 * first answers. */
export const openTen = (day) => read("tens.open", {})[day];

/** Begin a ten with what comes back, unless that was done; return it. */
export function beginTen(day, names) {
  return openTen(day) ?? { again: asField(names.slice(0, OF_TEN)), is: {} };
}

/** Put down a first answer within the ten of a day, whose exercises these are. */
export function markTen(day, again, name, is, names) {
  const ten = openTen(day) ?? { again, is: {} };
  if (ten.again !== again || ten.is[name]) return;
  ten.is[name] = is;
  const { [day]: _, ...others } = read("tens.open", {});
  write("tens.open", Object.fromEntries([...Object.entries(others), [day, ten]].slice(-MOST_OPEN)));
  if (names.every((each) => ten.is[each])) {
    const marks = names.map((each) => (ten.is[each] === "right" ? "1" : "0")).join("");
    putTens({ ...finishedTens(), [day]: marks });
  }
}

/** Return the marks of the finished tens: { "krypkasino 2026-11-29": "1101110111" }. */
export const finishedTens = () => read("tens", {});

const dayIn = (name) => name.split(" ")[1];

function putTens(tens) {
  const all = Object.entries(tens).sort(([one], [other]) => (dayIn(one) < dayIn(other) ? -1 : 1));
  write("tens", Object.fromEntries(all.slice(-MOST_TENS)));
}

/** Return the day (ISO format) so many days before one. */
export function daysBefore(day, number) {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() - number);
  return at.toISOString().slice(0, 10);
}

/** Return on how many days in a row the ten of a game was done, up to today or yesterday. */
export function streak(game, today) {
  const tens = finishedTens();
  const isDone = (number) => Boolean(tens[`${game} ${daysBefore(today, number)}`]);
  const begin = isDone(0) ? 0 : 1;
  let days = 0;
  while (isDone(begin + days)) days += 1;
  return days;
}

// --- all of it ----------------------------------------------------------------------------------

const FORMAT = { format: "referee-exercises", version: 1 };

/** Return what can go to another phone, null if there is nothing. */
export function keptHere() {
  const all = { ...FORMAT, states: states(), tens: finishedTens() };
  return Object.keys(all.states).length + Object.keys(all.tens).length ? all : null;
}

export function replaceKept({ states, tens }) {
  write("recall", states);
  write("tens", tens);
}

/** Forget everything about exercises. */
export function forgetAll() {
  for (const name of ["exercises", "levels", "recall", "tens", "tens.open"]) memory.write(name, "");
}
