// Plays that wait for the network, drawn on the live table: their cards, whose turn it is then, and what is left in
// the hands. Nothing is judged here, so what a card takes is not drawn.

import { pictureOf } from "./table_queue.js";

let before = null; // the page as the server has drawn it

/** Draw plays after those of the page: `seat` is missing where it is not sure who played. `next` is the seat that
 *  plays then, where that is sure.
 *  @param {{ cards: string[], name?: string, seat?: string }[]} plays
 *  @param {string} [next] */
export function drawAhead(plays, next) {
  restore();
  if (!plays.length) return;
  const { plays: text, unsure } = document.getElementById("turn").dataset;
  const heading = document.querySelector("#turn h1");
  const seats = [...document.querySelectorAll(".seats li")];
  const hands = seats.map((seat) => seat.querySelector(".held"));
  before = {
    heading,
    said: heading.textContent,
    turn: seats.find((seat) => seat.classList.contains("turn")),
    hands: hands.map((hand) => [hand, hand.textContent, hand.getAttribute("aria-label")]),
    row: drawCards(plays),
  };
  for (const { seat } of plays) if (seat) playFrom(hands[Number(seat)]);
  const now = next ? seats[Number(next)] : undefined;
  mark(now);
  const name = now?.querySelector(".who").textContent;
  if (seats.length) heading.textContent = name ? text.replace("{name}", name) : unsure;
}

/** The server has drawn the page anew. */
export function forgetAhead() {
  before?.row?.remove();
  before = null;
}

function restore() {
  if (!before) return;
  const { heading, said, turn, hands } = before;
  forgetAhead();
  heading.textContent = said;
  mark(turn);
  for (const [hand, cards, label] of hands) write(hand, cards, label);
}

function mark(turn) {
  for (const seat of document.querySelectorAll(".seats li")) seat.classList.toggle("turn", seat === turn);
}

function write(hand, cards, label) {
  hand.textContent = cards;
  hand.setAttribute("aria-label", label);
}

/** A player with an empty hand holds cards of the next deal, and nobody knows how many. */
function playFrom(hand) {
  const left = hand.textContent.slice(1);
  const labels = document.getElementById("turn").dataset.hands.split("|");
  if (hand.textContent) write(hand, left, labels[left.length]);
}

function drawCards(plays) {
  const row = document.createElement("div");
  row.className = "ahead-cards";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", document.getElementById("pending").dataset.offline);
  for (const { cards, name } of plays) {
    const play = document.createElement("p");
    if (name) play.append(Object.assign(document.createElement("bdi"), { textContent: name }));
    play.append(...cards.map((card) => pictureOf(card, "span")));
    row.append(play);
  }
  document.getElementById("table")?.append(row);
  return row;
}
