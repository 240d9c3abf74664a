// A photo on the felt of the referee's page: its cards lie in the place that was photographed, and are
// changed there as they are in the photo.

import { ROOT } from "../browser.js";
import { photoReader } from "./reader.js";
import { cardsOf, withoutClaim, words } from "../position.js";
import { pad } from "../referee_view.js";

const copies = Number(pad.dataset.copies);
const ruling = document.getElementById("ruling");
const hasBuilds = !document.getElementById("position").elements.captured;

let reader = null;
let game = "";
let positionNow = null;
let applyChange = null;
let place = "table"; // that was photographed

/** Prepare for photos of a position: `readPosition` returns it as it is now, `apply` takes changes of it and
 *  the next state of the pad. Return what handles a photo, null without a network. */
export async function prepare(gameKey, readPosition, apply) {
  [game, positionNow, applyChange] = [gameKey, readPosition, apply];
  reader ??= await photoReader({ part: `${ROOT}${game}/photo`, changed, played }).catch(() => null);
  return reader && { photographed, drawPhoto };
}

/** Read the photo in a file, of what lies in a place. */
async function photographed(file, from) {
  place = ["played", "hand"].includes(from) ? from : "table";
  drawPhoto();
  await reader.read(file, { game, gone: goneFrom(positionNow()).join(" ") });
}

/** Put the photo on the felt, which was drawn anew. */
function drawPhoto() {
  const felt = ruling.querySelector(".felt");
  felt.querySelector("h2").after(reader.element);
  const position = positionNow();
  reader.keep(place === "table" ? cardsOf(position.table) : position[place]);
  offerBuilds(position);
}

/** Cards that cannot be in the photo: who holds them does not show them. What is played lies on the
 *  table, mostly. */
function goneFrom({ hand, table }) {
  const gone = { table: hand, hand: cardsOf(table), played: [] }[place];
  return gone.filter((card) => /[SHDC]$/.test(card));
}

function changed({ read, was, is }) {
  if (read && place === "played" && read.length > 1)
    reader.say(reader.element.dataset.which); // a tap says it
  else if (read?.length) placeCards(cardsOfPlace(read), place === "table" ? { place: "played" } : {});
  else if (!read) placeCards(replaced(positionNow()[place], was, is));
}

/** Cards lie in the place that was photographed: what was claimed of others is gone, but who asks first
 *  may say afterwards what was played. */
function placeCards(cards, then = {}) {
  const position = positionNow();
  const { claim, with: used } = position;
  if (place === "hand") applyChange({ hand: cards }, then);
  else if (place === "table") applyChange({ table: cards, ...withoutClaim(position) }, then);
  else {
    const asked = claim && !position.played.length ? { claim, with: used } : {};
    applyChange({ played: cards, ...withoutClaim(position, cards[0]), ...asked }, { reading: cards.length > 0 });
  }
}

/** A card of the photo is the one that was played. */
function played(card) {
  const position = positionNow();
  const table = place === "table" ? replaced(position.table, card, null) : position.table;
  applyChange({ table, played: [card], ...withoutClaim(position, card) }, { reading: true });
}

/** Return the read cards of the place: of a single pack the played card is no card of the table. */
function cardsOfPlace(cards) {
  const { played: one } = positionNow();
  return place === "table" && copies === 1 ? cards.filter((card) => !one.includes(card)) : cards;
}

/** Cards with one of them changed, added or removed; a build that had it is taken apart. */
function replaced(cards, was, is) {
  const apart = cards.includes(was)
    ? cards
    : cards.flatMap((one) => (cardsOf([one]).includes(was) ? cardsOf([one]) : one));
  const at = apart.indexOf(was);
  if (at < 0) return is ? [is, ...apart] : apart;
  return apart.flatMap((one, index) => (index === at ? words(is) : one));
}

/** Cards that lie over each other are one build, mostly: a tap chooses them all. */
function offerBuilds({ table, with: chosen }) {
  const offers = reader.element.querySelector("[data-builds]");
  const isLoose = (cards) => cards.every((card) => table.includes(card));
  const groups = place === "table" && hasBuilds && !chosen ? reader.overlapping.filter(isLoose) : [];
  offers.replaceChildren(
    ...groups.map((cards) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button" });
      const named = cards.map((card) => reader.textOf(card)).join(" ");
      button.textContent = reader.element.dataset.build.replace("{cards}", named);
      button.addEventListener("click", () => applyChange({ with: cards.join(" ") }, {}));
      return button;
    }),
  );
}
