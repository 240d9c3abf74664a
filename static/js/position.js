// Cards and positions as text, as addresses have them. A card is a rank, and a suit if somebody entered it.

export function words(text) {
  return (text || "").split(/[\s,]+/).filter(Boolean);
}

export function rank(card) {
  return card.replace(/[SHDC]$/, "");
}

/** Return whether two entries may be the same card: a suit that nobody entered may be any. */
function canBeSameCard(one, other) {
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

// A position as an address has it, and what changes it.

const { fields = "", lists = "" } = document.getElementById("pad")?.dataset ?? {}; // a photo of a pile needs no pad
const PLACES = ["table", "played", "hand"];
const FIELDS = words(fields); // in the order of an address
const LISTS = words(lists); // in any order
const SEATS = [0, 1, 2, 3];

export const isPile = (place) => place.startsWith("pile");

/** A pile, its top first, is a place: `pile1`. What the server has `read` is as it wrote it.
 *  @returns {Record<string, any>} */
export function positionAt({ search }, read = {}) {
  const query = new URLSearchParams(search);
  const position = Object.fromEntries(FIELDS.map((name) => [name, query.getAll(name).join(" ")]));
  for (const name of [...PLACES, "proven"]) position[name] = words(read[name] || position[name]);
  const piles = words(read.piles || position.piles).map((pile) => pile.split("@"));
  for (const seat of SEATS) {
    const [cards] = piles.find(([, at]) => Number(at ?? 1) === seat) ?? [];
    position[`pile${seat}`] = cards ? cards.split(">") : [];
  }
  return { ...position, piles: pilesOf(position) };
}

const pilesOf = (position) =>
  SEATS.filter((seat) => position[`pile${seat}`].length)
    .map((seat) => `${position[`pile${seat}`].join(">")}@${seat}`)
    .join(" ");

export function addressOf(position) {
  const query = new URLSearchParams();
  for (const [name, found] of FIELDS.map((name) => [name, position[name]])) {
    const text = name === "piles" ? pilesOf(position) : [found].flat().join(" ");
    if (text) query.set(name, text);
  }
  const search = String(query);
  return location.pathname + (search && `?${search}`);
}

/** Cards that were tapped since a link was drawn stay. */
export function changedHere(position, drawn, target) {
  const changed = { ...target };
  for (const name of Object.keys(target)) {
    const [here, before, after] = [position, drawn, target].map((one) => [one[name]].flat().join(" "));
    if (after === before) changed[name] = position[name];
    else if (here !== before && LISTS.includes(name)) {
      const gone = words(after).reduce(withoutOne, words(before));
      const come = words(before).reduce(withoutOne, words(after));
      const cards = [...gone.reduce(withoutOne, words(here)), ...come];
      changed[name] = Array.isArray(target[name]) ? cards : cards.join(" ");
    }
  }
  return changed;
}

/** The played card is one of the hand, if the hand has it. */
export function named(position) {
  const { table, hand, played } = position;
  const held = played.some((card) => hand.some((other) => canBeSameCard(card, other)));
  const piles = SEATS.flatMap((seat) => position[`pile${seat}`]);
  return [...cardsOf(table), ...piles, ...hand, ...(held ? [] : played)];
}

/** Of a pile only the cards used already stay. */
export function lyingIn(position, place, drawn) {
  if (place === "played") return [];
  return isPile(place) ? position[place].slice(0, Number(drawn?.dataset.used ?? 0)) : position[place];
}

/** Steps without a card from the hand stay, and what is held beside the `next` card.
 *  @param {Record<string, any>} position */
export function withoutClaim({ turn = "", holds }, next = "") {
  const steps = turn.split("/");
  const played = steps.findIndex((step) => words(step).length !== 1);
  const begun = steps.slice(0, played < 0 ? steps.length : played).map((step) => step.trim());
  const held = words(holds).filter((text) => !text.startsWith("-") && text !== rank(next));
  return { captured: "", with: "", turn: begun.join(" / "), holds: held.join(" "), claim: "" };
}

/** Return the fields that a change clears: none for held cards, which change no turn. */
export function goneWith(position, where, card) {
  if (where === "proven" || where === "hand") return {};
  if (where !== "played") return withoutClaim(position);
  const { claim, with: used, played } = position;
  const stays = claim && played.every((one) => rank(one) === rank(card));
  return { ...withoutClaim(position, card), ...(stays ? { claim, with: used } : {}) };
}
