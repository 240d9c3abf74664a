// The view of the referee's page: the pad, with the keys that can be pressed and a card that was just tapped;
// the focus; what is scrolled into sight.

import { isVisible } from "./forms.js";
import { cardsOf, named, rank } from "./position.js";

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
  let coming = null;

  function wait(event) {
    if (event) typed.push(event);
    coming ??= import("./keyboard.js").then(
      ({ hearKeys }) => {
        removeEventListener("keydown", wait);
        hearKeys(page, typed);
      },
      () => (coming = null), // the next key asks for it again
    );
  }

  addEventListener("keydown", wait);
  if (matchMedia("(hover: hover) and (pointer: fine)").matches) wait();
}

// Keeps the focus where pages are drawn anew, and scrolls parts into sight.

const main = document.getElementById("main");

export function focusIn(parts) {
  const active = document.activeElement;
  if (!parts.some((part) => part.contains(active))) return null;
  const { stay } = active.dataset; // of a link that is tapped again and again
  const kind = active.name ? `[name="${active.name}"]` : stay ? `[data-stay="${stay}"]` : active.tagName;
  const index = [...parts[0].querySelectorAll(kind)].indexOf(active);
  return { kind, index, named: Boolean(active.name || stay) };
}

export function focusAgain(focus, part, headline) {
  if (!focus) return;
  const again = focus.named && part.querySelectorAll(focus.kind)[focus.index];
  headline.tabIndex = -1;
  (again && isVisible(again) ? again : headline).focus({ preventScroll: true });
}

/** A long headline on a phone on its side would cover all else, and does not stick. */
export function bringIntoSight(ruling, headline, { entered, answered }) {
  const { offsetHeight } = headline.parentElement;
  ruling.classList.toggle("long-verdict", offsetHeight > 0.4 * main.offsetHeight);
  const answer = answered ? !isSeen(headline) && headline : ruling.querySelector(".felt .making");
  const shown = (entered && handIn(ruling)) || answer;
  if (shown) shown.scrollIntoView({ block: "nearest" });
}

function isSeen(headline) {
  const [{ top, bottom }, seen] = [headline, main.querySelector(".above")].map((one) => one.getBoundingClientRect());
  return top >= seen.top && bottom <= seen.bottom;
}

/** In sight before its first card too. */
export function handIn(part) {
  const hand = part.querySelector(".hand");
  if (hand) hand.hidden = false;
  return hand;
}
