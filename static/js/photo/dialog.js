// A photo that is read and corrected in a dialog, before its cards are entered: a pile, or the table.

import { photoReader } from "./reader.js";

const dialog = document.getElementById("photo-dialog");
const place = dialog.querySelector("[data-view]");
const [another, alone] = ["another", "alone"].map((name) => dialog.querySelector(`[data-${name}]`));
const { game, part } = dialog.dataset;

let reader = null;
let before = []; // cards that photos of the same have shown already

const words = (text) => text.split(/\s+/).filter(Boolean);

function drawButtons() {
  const number = reader.cards.length;
  for (const [button, count] of [
    [another, before.length + number],
    [alone, number],
  ]) {
    button.textContent = button.dataset.text.replace("{number}", count);
    button.disabled = !number;
  }
  another.hidden = !before.length;
  alone.classList.toggle("main", !before.length);
}

/** Show the photo in a file, and give back the cards that somebody wants entered, as text; null if none.
 *  `name` is whose pile it is, `cards` what photos of it have shown before. */
export async function cardsOfPhoto(file, { name = "", cards = "" } = {}) {
  reader ??= await photoReader({ part, changed: drawButtons });
  place.replaceChildren(reader.element);
  before = words(cards);
  const heading = dialog.querySelector("h2");
  heading.textContent = heading.dataset.of.replace("{name}", name);
  dialog.returnValue = "";
  dialog.showModal();
  const closed = new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  reader.read(file, { game });
  drawButtons(); // the cards of the photo before are gone
  await closed;
  const counted = { another: [...before, ...reader.cards], alone: reader.cards }[dialog.returnValue];
  return counted?.join(" ") ?? null;
}

dialog.addEventListener("click", ({ target }) => {
  const { another, alone, cancel } = target.closest("button")?.dataset ?? {};
  if (another !== undefined) dialog.close("another");
  else if (alone !== undefined) dialog.close("alone");
  else if (cancel !== undefined) dialog.close();
});
