// What static/js/position.js makes of the values of a table, as JSON.

globalThis.document = { getElementById: () => ({ dataset: { fields: "", lists: "" } }) };
const { cardsOf, named, withoutClaim, words } = await import("../../static/js/position.js");
const lying = { table: [], pile0: [], pile1: [], pile2: [], pile3: [] };
const { "same card": pairs, cards, begun } = JSON.parse(process.argv[2]);

console.log(
  JSON.stringify({
    "same card": pairs.map(([one, other]) => named({ ...lying, hand: [one], played: [other] }).length === 1),
    cards: cards.map(([table]) => cardsOf(words(table)).join(" ")),
    begun: begun.map(([turn]) => withoutClaim({ turn }).turn),
  }),
);
