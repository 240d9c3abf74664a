// The pad: a key for each rank, suit and place.

import { cardsOf, rank } from "./notation.js";
import { named } from "./position.js";

export const pad = document.getElementById("pad");
const copies = Number(pad.dataset.copies); // of each card in the game
const ranks = [...pad.querySelectorAll("[data-rank]")];
const suits = [...pad.querySelectorAll("[data-suit]")];

export const keyOf = (text) => pad.querySelector(`[data-rank="${text}"]`);

/** A card as the keys show it. */
export function shown(card) {
  const suit = suits.find((key) => card === rank(card) + key.dataset.suit);
  return keyOf(rank(card)).textContent + (suit?.textContent ?? "");
}

/** Grey are the keys that there is no card for; `current` is the card that a suit goes to. */
export function drawKeys(position, place, current) {
  // What is played may be one of the hand.
  const beside = (where) => (where === "played" ? cardsOf(position.table) : named(position));
  for (const key of ranks) {
    const found = beside(place).filter((card) => rank(card) === key.dataset.rank).length;
    key.disabled = found >= copies * suits.length;
  }
  const card = current && position[current.place][current.index];
  const there = card ? beside(current.place) : [];
  for (const key of suits) {
    const face = card && rank(card) + key.dataset.suit;
    const taken = there.filter((other) => other === face).length >= copies;
    key.disabled = !card || (taken && card !== face);
    key.setAttribute("aria-pressed", String(Boolean(card) && card === face));
  }
  for (const key of pad.querySelectorAll("[data-place-key]")) {
    key.setAttribute("aria-pressed", String(key.dataset.placeKey === place));
  }
}

/** Draw a card in a row until the server has drawn it, or the beginning of one that is typed. */
export function sketchIn(row, textContent, { begun, alone }) {
  const card = document.createElement("span");
  card.className = `card table suit-unknown ${begun ? "begun" : ""}`;
  card.setAttribute("aria-hidden", "true");
  card.append(Object.assign(document.createElement("b"), { textContent }));
  if (alone) row.replaceChildren(card);
  else row.append(card);
}
