// A card of a photo that is changed, added or removed: what it may be first, then all ranks and suits.

import { rank } from "../card_notation.js";

const AROUND = 1.15; // of a card, how much of the photo is shown

/** Ask what a card is. Resolves to `{ card }`, `{ removed }` or `{ played }`; to null where it stays.
 *  `drawn` gives a card as it looks; `crop` is the part of the `picture` that shows it. */
export function editCard(dialog, { card, alternatives, drawn, picture, crop, mayBePlayed }) {
  const chosen = { rank: card && rank(card), suit: card?.slice(rank(card).length) ?? "" };
  const tapped = new Set();
  const closed = new AbortController();
  const { signal } = closed;
  const part = (name) => dialog.querySelector(`[data-${name}]`);
  const whole = () => (chosen.rank && chosen.suit ? { card: chosen.rank + chosen.suit } : null);

  function draw() {
    const is = whole();
    part("card-now").replaceChildren(...(is ? [drawn(is.card)] : []));
    part("done").disabled = !is;
    for (const key of dialog.querySelectorAll("[data-rank], [data-suit]")) {
      const { rank: ofRank, suit } = key.dataset;
      key.setAttribute("aria-pressed", String((ofRank ?? suit) === (ofRank ? chosen.rank : chosen.suit)));
    }
  }

  part("likely").replaceChildren(...alternatives.map((one) => asButton(one, drawn(one))));
  part("likely").hidden = !alternatives.length;
  part("remove").hidden = !card;
  part("played").hidden = !card || !mayBePlayed;
  paint(part("crop"), picture, crop);
  draw();

  return new Promise((resolve) => {
    let answer = null;
    const finish = (with_) => {
      answer = with_;
      dialog.close();
    };
    const choose = (what, text) => {
      chosen[what] = text;
      tapped.add(what);
      draw();
      if (tapped.size === 2) finish(whole());
    };
    const press = ({ dataset }) => {
      if (dataset.rank) choose("rank", dataset.rank);
      else if (dataset.suit) choose("suit", dataset.suit);
      else if (dataset.card) finish({ card: dataset.card });
      else if ("remove" in dataset) finish({ removed: true });
      else if ("played" in dataset) finish({ played: true });
      else finish(whole());
    };
    const hear = ({ target }) => {
      const key = target.closest("button");
      if (key) press(key);
      else if (target === dialog) finish(whole()); // beside it
    };
    dialog.addEventListener("click", hear, { signal });
    dialog.addEventListener("keydown", (event) => event.stopPropagation(), { signal }); // no key of the page's
    const leave = () => {
      closed.abort();
      resolve(answer);
    };
    dialog.addEventListener("close", leave, { once: true });
    dialog.showModal();
  });
}

function asButton(card, drawn) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.card = card;
  button.append(drawn);
  return button;
}

/** The card as it was photographed, large enough to be read. */
function paint(canvas, picture, { x, y, size }) {
  canvas.hidden = !picture;
  if (!picture) return;
  const side = size * AROUND;
  const { width, height } = canvas;
  const pen = canvas.getContext("2d");
  pen.clearRect(0, 0, width, height);
  pen.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, width, height);
}
