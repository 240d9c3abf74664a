// The referee's page at a keyboard: ranks go to their places, Enter goes on, arrows give suits.

import { rank, withoutOne } from "./card_notation.js";
import { keyOf, pad } from "./draw_referee_pad.js";
import { onTypedRanks, lettersOf } from "./rank_key_listener.js";

const NEXT = { table: "played", played: "hand", hand: "claim", claim: "table" };

const typed = document.getElementById("typed");

/** Say what was typed to those who do not see it; the verdict follows. */
function tell(text) {
  typed.textContent = text === typed.textContent ? `${text}\u00a0` : text;
}

/** Hear keys for a `page`: its `state` now, and what it can do. */
export function hearKeys(page) {
  function placeName() {
    const { place } = page.state();
    const key = pad.querySelector(`[data-place-key="${place}"]`);
    return key?.textContent ?? page.slotOf(place)?.textContent ?? page.claims;
  }

  function typeRank(text) {
    const key = keyOf(text);
    tell(`${placeName()}: ${key.getAttribute("aria-label")}`);
    if (page.state().place === "claim") take(text);
    else if (!key.disabled) page.addCard(text);
  }

  /** Claim that the next card of this rank was taken. */
  function take(text) {
    const taken = page.takenCards();
    const left = taken.reduce(withoutOne, page.state().position.table);
    const card = left.find((one) => rank(one) === text);
    if (card) page.claimTaken([...taken, card].join(" "));
  }

  /** The next suit of the card that was just added, or the one before. */
  function turnSuit(by) {
    const keys = [...pad.querySelectorAll("[data-suit]:enabled")];
    const at = keys.findIndex((key) => key.getAttribute("aria-pressed") === "true");
    const key = keys.at(by > 0 ? (at + 1) % keys.length : Math.max(at, 0) - 1);
    if (!page.state().current || !key) return false;
    page.giveSuit(key.dataset.suit);
    tell(key.getAttribute("aria-label"));
    return true;
  }

  function takeBack() {
    const { position, place } = page.state();
    if (place === "claim") page.claimTaken(page.takenCards().slice(0, -1).join(" "));
    else if (position[place].length) page.takeBack();
  }

  function goOn() {
    const { position, place } = page.state();
    const played = position.played.length && position.table.length;
    const next = NEXT[place] ?? "played"; // piles come in between
    const then = next === "claim" && !played ? "table" : next;
    page.choose(then);
    if (then === "claim" && !position.claim) page.change({ claim: "1" });
    tell(placeName());
  }

  onTypedRanks(lettersOf(pad.querySelectorAll("[data-rank]")), {
    add: typeRank,
    change(text) {
      takeBack();
      typeRank(text);
    },
    wait: page.wait,
    suit: turnSuit,
    takeBack,
    goOn,
  });
}
