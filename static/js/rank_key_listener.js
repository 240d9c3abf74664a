// Ranks typed on a keyboard, for laptops. What letters mean is on the keys of the pad.

const TEXT_FIELDS = "input:not([type=checkbox]), textarea, select";
const ARROWS = { ArrowRight: 1, ArrowLeft: -1 };
const PRESSED_BY_ENTER = "a, button, summary, input, select, textarea";

/** Return the letters that ranks are typed as: those that their keys show, and the international ones. */
export function lettersOf(keys) {
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
export function onTypedRanks(ranks, hears) {
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
