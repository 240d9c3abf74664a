// A photo on the felt of the referee's page: its cards lie in the place that was photographed, and are
// changed there as they are in the photo.

import { cardsOf, words } from "../notation.js";
import { photoView } from "../photo.js";
import { pad } from "../position.js";
import { ROOT } from "../root.js";

const copies = Number(pad.dataset.copies);

let view = null;
let page = null;
let place = "table"; // that was photographed

/** Get ready for photos of a page: its `game`, whether it has `builds`, its `ruling`, its `position()`,
 *  how cards come to `lie` in a place, how one is said to have been a `play`, and how some are a `point`
 *  to go on from. Null without a network. */
export async function isReady(of) {
  page = of;
  const played = (card) => {
    const { table } = page.position();
    page.play(card, place === "table" ? replaced(table, card, null) : table);
  };
  view ??= await photoView({ part: `${ROOT}${page.game}/photo`, changed, played }).catch(() => null);
  return view && { photographed, drawPhoto };
}

/** Read the photo in a file, of what lies in a place. */
async function photographed(file, from) {
  place = ["played", "hand"].includes(from) ? from : "table";
  drawPhoto();
  await view.read(file, { game: page.game, gone: goneFrom(page.position()).join(" ") });
}

/** Put the photo on the felt, which was drawn anew. */
function drawPhoto() {
  const felt = page.ruling.querySelector(".felt");
  felt.querySelector("h2").after(view.element);
  const position = page.position();
  view.keep(place === "table" ? cardsOf(position.table) : position[place]);
  offerBuilds(felt, position);
}

/** Cards that cannot be in the photo: who holds them does not show them. What is played lies on the
 *  table, mostly. */
function goneFrom({ hand, table }) {
  const gone = { table: hand, hand: cardsOf(table), played: [] }[place];
  return gone.filter((card) => /[SHDC]$/.test(card));
}

function changed({ read, was, is }) {
  if (read && place === "played" && read.length > 1) view.say(view.element.dataset.which); // a tap says it
  else if (read?.length) page.lie(place, isThere(read));
  else if (!read) page.lie(place, replaced(page.position()[place], was, is));
}

/** Of a single pack the card that is played is no card of the table, wherever it lies. */
function isThere(cards) {
  const { played } = page.position();
  return place === "table" && copies === 1 ? cards.filter((card) => !played.includes(card)) : cards;
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
function offerBuilds(felt, { table, with: chosen }) {
  const offers = view.element.querySelector("[data-builds]");
  const isLoose = (cards) => cards.every((card) => table.includes(card));
  const groups = place === "table" && page.builds && !chosen ? view.overlapping.filter(isLoose) : [];
  offers.replaceChildren(
    ...groups.map((cards) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button" });
      const named = cards.map((card) => view.textOf(card)).join(" ");
      button.textContent = view.element.dataset.build.replace("{cards}", named);
      button.addEventListener("click", () => page.point(cards));
      return button;
    }),
  );
}
