// Play a hand: cards slide from one page to the next, and a sweep is felt.

import { visit } from "./browser.js";
import { lying, slide, tellRight } from "./motion.js";

const KEPT = "hand";
const held = () =>
  [...document.querySelectorAll(".own-hand .card")].map((card) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    return { text: card.textContent, left, top, width, height };
  });

document.getElementById("hand")?.addEventListener("submit", ({ submitter }) => {
  if (submitter?.name !== "play") return;
  visit.write(KEPT, JSON.stringify({ pieces: lying(), held: held() }));
  // Browsers let no page vibrate that was not tapped yet, so the next one could not.
  if (submitter.matches("[data-sweep]")) tellRight();
});

/** Return the line that tells of a piece: it names its cards, or the value of the build that was taken. */
function lineOf({ cards, text }) {
  const lines = [...document.querySelectorAll('.happened [class^="owner-"]')];
  const names = (line) => [...line.querySelectorAll("bdi")].some((one) => cards.includes(one.textContent));
  const value = text.match(/\d+$/)?.[0];
  const taken = (line) => cards.length > 1 && line.textContent.includes(value);
  return lines.find(names) ?? lines.find(taken);
}

const placeOf = (line) => line?.querySelector("strong").getBoundingClientRect();

const before = JSON.parse(visit.read(KEPT) || "null");
visit.write(KEPT, "");
if (before && document.getElementById("table")) {
  slide(before.pieces, {
    from: (piece) => before.held.find(({ text }) => text === piece.text) ?? placeOf(lineOf(piece)),
    to: (piece) => placeOf(lineOf(piece)),
  });
}
