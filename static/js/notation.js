// Cards as text, as addresses have them: a rank, and a suit if somebody entered it.

export function words(text) {
  return (text || "").split(/[\s,]+/).filter(Boolean);
}

export function rank(card) {
  return card.replace(/[SHDC]$/, "");
}

/** Can two cards be one? A suit that nobody entered may be any. */
export function same(one, other) {
  const suitless = [one, other].some((card) => card === rank(card));
  return one === other || (suitless && rank(one) === rank(other));
}

export function withoutOne(cards, card) {
  const index = cards.indexOf(card);
  return index < 0 ? cards : cards.toSpliced(index, 1);
}
