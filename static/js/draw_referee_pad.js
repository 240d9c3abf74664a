// Draws the pad of the referee page: the keys that can be pressed, and a card that was just tapped.

import { cardsOf, rank } from "./card_notation.js";
import { named } from "./referee_position.js";

export const pad = document.getElementById("pad");
const copies = Number(pad.dataset.copies); // of each card in the game
const ranks = [...pad.querySelectorAll("[data-rank]")];
const suits = [...pad.querySelectorAll("[data-suit]")];

export const keyOf = (text) => pad.querySelector(`[data-rank="${text}"]`);

export function shown(card) {
  const suit = suits.find((key) => card === rank(card) + key.dataset.suit);
  return keyOf(rank(card)).textContent + (suit?.textContent ?? "");
}

/** `current`: the card that a suit goes to. */
export function drawKeys(position, place, current) {
  // The played card may be one of the hand.
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

export function sketchIn(row, textContent, { begun, alone }) {
  const card = document.createElement("span");
  card.className = `card table suit-unknown ${begun ? "begun" : ""}`;
  card.setAttribute("aria-hidden", "true");
  card.append(Object.assign(document.createElement("b"), { textContent }));
  if (alone) row.replaceChildren(card);
  else row.append(card);
}

/** Its script comes with the first key: few phones have a keyboard. */
export function loadKeys(page) {
  const typed = [];
  let coming = false;

  function wait(event) {
    if (event) typed.push(event);
    if (coming) return;
    coming = true;
    import("./referee_keyboard.js").then(begin, () => {
      coming = false; // the next key asks for it again
    });
  }

  function begin({ hearKeys }) {
    removeEventListener("keydown", wait);
    hearKeys(page);
    for (const event of typed) event.target.dispatchEvent(new KeyboardEvent(event.type, event));
  }

  addEventListener("keydown", wait);
  if (matchMedia("(hover: hover) and (pointer: fine)").matches) wait();
}
