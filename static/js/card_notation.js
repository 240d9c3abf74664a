// Cards as text, as addresses have them: a rank, and a suit if somebody entered it.

export function words(text) {
  return (text || "").split(/[\s,]+/).filter(Boolean);
}

export function rank(card) {
  return card.replace(/[SHDC]$/, "");
}

/** Return whether two entries may be the same card: a suit that nobody entered may be any. */
export function canBeSameCard(one, other) {
  const suitless = [one, other].some((card) => card === rank(card));
  return one === other || (suitless && rank(one) === rank(other));
}

const without = (cards, index) => cards.filter((_, at) => at !== index);

export function withoutOne(cards, card) {
  const index = cards.indexOf(card);
  return index < 0 ? cards : without(cards, index);
}

/** Return whether a text is a build: sets of cards, and their value. */
function isBuild(text) {
  return text.includes("=");
}

/** The cards of a table, those in builds too. */
export function cardsOf(table) {
  return table.flatMap((one) => (isBuild(one) ? one.split("=").slice(0, -1).join("+").split("+") : one));
}

/** A table with another card, which lies before its builds, as it is written; and where. */
export function withCard(table, card) {
  const builds = table.filter(isBuild);
  const loose = table.filter((one) => !isBuild(one));
  return { cards: [...loose, card, ...builds], index: loose.length };
}

/** Without the card that came last; of builds alone, without the last one. */
export function withoutLast(table) {
  const last = table.findLastIndex((one) => !isBuild(one));
  return without(table, last < 0 ? table.length - 1 : last);
}
