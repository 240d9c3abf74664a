// What static/js/position.js makes of the values of a table, as JSON.

globalThis.document = { getElementById: () => ({ dataset: { fields: "", lists: "" } }) };
const { canBeSameCard, cardsOf, withoutClaim, words } = await import("../../static/js/position.js");
const { "same card": pairs, cards, begun } = JSON.parse(process.argv[2]);

console.log(
  JSON.stringify({
    "same card": pairs.map(([one, other]) => canBeSameCard(one, other)),
    cards: cards.map(([table]) => cardsOf(words(table)).join(" ")),
    begun: begun.map(([turn]) => withoutClaim({ turn }).turn),
  }),
);
