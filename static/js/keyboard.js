// The referee's page at a keyboard, for laptops. First the ranks as they are typed; what letters mean is on
// the keys of the pad.

import { rank, withoutOne } from "./position.js";
import { keyOf, pad } from "./referee_view.js";

const TEXT_FIELDS = "input:not([type=checkbox]), textarea, select";
const ARROWS = { ArrowRight: 1, ArrowLeft: -1 };
const PRESSED_BY_ENTER = "a, button, summary, input, select, textarea";

/** Return the letters that ranks are typed as: those that their keys show, and the international ones. */
function lettersOf(keys) {
  const ranks = new Map([...keys].map((key) => [key.textContent.toLowerCase(), key.dataset.rank]));
  for (const { dataset } of keys) {
    const letters = dataset.rank.toLowerCase();
    if (!ranks.has(letters)) ranks.set(letters, dataset.rank);
  }
  return ranks;
}

/** Hear typed ranks. `ranks` has each rank by its letters ("8", "10", "kn"); `hears` are functions:
 *  `add` a rank; `change` the one just added, since another letter made it a longer one (K, Kn);
 *  `wait` for the rest of one (1 of 10), or with "" for nothing more; `suit` for the next one (1) or the
 *  one before (-1) of the card just added, false if there is none; `takeBack`; `goOn`. */
function onTypedRanks(ranks, hears) {
  let typed = "";

  const wait = (letters) => {
    typed = letters;
    hears.wait(ranks.has(letters) ? "" : letters);
  };

  function letter(text) {
    const longer = typed + text;
    if (typed && ranks.has(longer)) {
      const hear = ranks.has(typed) ? hears.change : hears.add;
      wait("");
      hear(ranks.get(longer));
    } else if (ranks.has(text)) {
      wait(text);
      hears.add(ranks.get(text));
    } else if ([...ranks.keys()].some((letters) => letters.startsWith(text))) wait(text);
    else return false;
    return true;
  }

  function backspace() {
    const begun = typed && !ranks.has(typed);
    wait("");
    if (!begun) hears.takeBack();
    return true;
  }

  function enter() {
    wait("");
    hears.goOn();
    return true;
  }

  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(TEXT_FIELDS)) return;
    let heard = false;
    if (key in ARROWS) heard = hears.suit(ARROWS[key]);
    else if (key === "Enter") heard = !target.closest(PRESSED_BY_ENTER) && enter();
    else if (key === "Backspace") heard = backspace();
    else if (key.length === 1 && key !== " ") heard = letter(key.toLowerCase());
    if (heard) event.preventDefault();
  });
}

// The referee's page at a keyboard: ranks go to their places, Enter goes on, arrows give suits.

const NEXT = { table: "played", played: "hand", hand: "claim", claim: "table" };

const typed = document.getElementById("typed");

/** Say what was typed to those who do not see it; the verdict follows. */
function tell(text) {
  typed.textContent = text === typed.textContent ? `${text}\u00a0` : text;
}

/** Hear keys for a `page`: its `state` now, and what it can do; first those that were typed until now. */
export function hearKeys(page, waiting) {
  function placeName() {
    const { place } = page.state();
    const key = pad.querySelector(`[data-place-key="${place}"]`);
    return key?.textContent ?? page.slotOf(place)?.textContent ?? page.claims;
  }

  function typeRank(text) {
    const key = keyOf(text);
    tell(`${placeName()}: ${key.getAttribute("aria-label") ?? key.textContent}`);
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
  for (const event of waiting) event.target.dispatchEvent(new KeyboardEvent(event.type, event));
}
