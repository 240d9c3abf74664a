// The last position of each game, for an evening and on this phone alone: who left the referee goes on
// where it was.

import { memory } from "./memory.js";
import { cardsOf } from "./notation.js";
import { shown } from "./pad.js";
import { addressOf, named, positionAt } from "./position.js";

const EVENING = 12 * 60 * 60 * 1000; // milliseconds
const NAME = `last.${location.pathname}`;

export function keepLast(position) {
  if (named(position).length) write({ at: Date.now(), search: location.search });
}

export const forgetLast = () => memory.write(NAME, "");

const write = (kept) => memory.write(NAME, JSON.stringify(kept));

/** The position, if it is of this evening, and of the game that somebody comes from. */
function readLast({ from }) {
  const { at, search } = JSON.parse(memory.read(NAME) ?? "{}");
  if (!search) return null;
  const age = Date.now() - at;
  if (age < 0 || age > EVENING) return forgetLast();
  const last = positionAt({ search });
  return from && last.from !== from ? null : { ...last, from };
}

/** Offer it where nothing is asked. */
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
  link.append(offer.dataset.last, small);
  offer.replaceChildren(link);
  offer.hidden = false;
}
