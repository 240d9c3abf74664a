// The view of a photo: its cards where they lie, each with its name, and what is asked and said of them.

import { answerTo } from "../answers.js";

const SURE_ENOUGH = 0.7;
const MANY = 14; // cards; then their names are smaller
const OUTLINES = "http://www.w3.org/2000/svg";

export const isUnsure = ({ sure }) => sure < SURE_ENOUGH;

/** Return a view without a photo; `part` is the address of its part of the page. */
export async function loadView(part) {
  const [html] = await Promise.all([answerTo(part), stylesAreThere()]);
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return new PhotoView(holder.content.firstElementChild);
}

/** A file as the browser shows it, turned upright; null where it cannot. The address must be given back. */
async function pictureOf(file) {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    return picture;
  } catch {
    URL.revokeObjectURL(picture.src);
    return null;
  }
}

/** The styles come with the first photo. */
function stylesAreThere() {
  const { href } = new URL("../../css/photo.css", import.meta.url);
  if (document.querySelector(`link[href="${href}"]`)) return null;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((done) => {
    for (const kind of ["load", "error"]) link.addEventListener(kind, done);
    document.head.append(link);
  });
}

class PhotoView {
  #drawings;
  picture = null;

  constructor(element) {
    this.element = element;
    this.texts = element.dataset;
    this.#drawings = element.querySelector("template").content;
  }

  part(name) {
    return this.element.querySelector(`[data-${name}]`);
  }

  /** A card as a sentence has it. */
  textOf(card) {
    return this.drawn(card).textContent;
  }

  /** A card as it looks. */
  drawn(card) {
    return this.#drawings.querySelector(`[data-card="${card}"]`).firstElementChild.cloneNode(true);
  }

  /** Return the name of the card at a spot; null if that is not drawn. */
  chipOf(spot) {
    return this.part("seen").querySelector(`[data-spot="${spot}"]`);
  }

  /** Say something of the photo, or how far it is. */
  say(text, { waits = false, again = false, sent = null } = {}) {
    for (const name of ["add", "hint"]) this.part(name).hidden = waits;
    const status = this.part("status");
    if (status.textContent !== text) status.textContent = text; // said aloud once
    this.part("waits").hidden = !waits;
    this.part("again").hidden = !again;
    const bar = this.part("bar");
    if (sent === null) bar.removeAttribute("value");
    else bar.value = sent;
  }

  /** Show the photo in a file. */
  async show(file) {
    if (this.picture) URL.revokeObjectURL(this.picture.src);
    this.picture?.remove();
    const picture = await pictureOf(file);
    this.picture = picture;
    const frame = this.part("frame");
    frame.hidden = !picture;
    if (!picture) return;
    frame.style.setProperty("--ratio", picture.naturalWidth / picture.naturalHeight);
    picture.alt = this.texts.alt;
    frame.prepend(picture);
  }

  /** Draw the cards that are `there` of all `spots` in a photo of this `size`. */
  drawCards(spots, size) {
    const there = spots.filter((spot) => spot.there);
    const small = there.length > MANY;
    const list = this.part("seen");
    list.classList.toggle("small", small);
    const places = chipPlaces(there, size, { small });
    list.replaceChildren(...there.map((spot, at) => this.#chip(spot, spots.indexOf(spot), places[at])));
    const unsure = there.filter(isUnsure);
    this.#drawOutlines(unsure, size);
    this.#drawQuestion(unsure[0], spots.indexOf(unsure[0]), size);
  }

  #chip(spot, number, { left, top }) {
    const item = document.createElement("li");
    item.style.left = `${100 * left}%`;
    item.style.top = `${100 * top}%`;
    const chip = buttonOf(this.drawn(spot.card), { spot: number });
    chip.name = `spot-${number}`; // the focus comes back to it
    if (isUnsure(spot)) {
      chip.className = "unsure";
      chip.append(unseen(`, ${this.texts.doubtful}`));
    }
    item.append(chip);
    return item;
  }

  /** Mark the places of unsure cards; marks of all others would hide more than they show. */
  #drawOutlines(unsure, { width, height }) {
    const drawing = this.part("outlines");
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const shapes = unsure.map(({ outline }) => {
      const shape = document.createElementNS(OUTLINES, "polygon");
      shape.setAttribute("points", outline.join(" "));
      return shape;
    });
    drawing.replaceChildren(...shapes);
  }

  /** Ask for the first card that is unsure, by name. */
  #drawQuestion(spot, of, size) {
    const question = this.part("question");
    question.hidden = !spot;
    if (!spot) return;
    const where = this.part("where").children[whereOf(spot, size)].textContent;
    const [first, second] = spot.alternatives;
    const text = second ? this.texts.either : this.texts.whether;
    const facts = { where, first: this.textOf(first), second: second && this.textOf(second) };
    this.part("asked").textContent = text.replace(/{(\w+)}/g, (_, name) => facts[name]);
    const buttons = spot.alternatives.map((card) => buttonOf(this.drawn(card), { of, is: card }));
    this.part("answers").replaceChildren(...buttons);
    this.part("other").dataset.spot = of;
  }
}

function buttonOf(content, data) {
  const button = Object.assign(document.createElement("button"), { type: "button" });
  Object.assign(button.dataset, data);
  button.append(content);
  return button;
}

function unseen(textContent) {
  return Object.assign(document.createElement("span"), { className: "unseen", textContent });
}

// Places of the cards in a photo: the order in which they are read, and where their names
// stand so that all can be tapped. Lengths are pixels of the photo.

const WIDE = 340; // pixels of a phone that a photo has, at most
const HIGH = 320;
const CHIP = { wide: 34, high: 46 };
const SMALL_CHIP = { wide: 24, high: 31 };
const PUSHES = 40;

/** Return the approximate size of a card: across its outline, or to the corners that were seen. */
export function sizeOf({ x, y, corners, outline }, { width, height }) {
  const points = outline.length ? outline : corners;
  const far = Math.max(0, ...points.map(([toX, toY]) => Math.hypot(toX - x, toY - y)));
  return far ? 2 * far : Math.min(width, height) / 4;
}

/** Row by row, from the top; in a row from the left. */
export function readingOrder(spots, size) {
  const rest = [...spots].sort((one, other) => one.y - other.y);
  const ordered = [];
  while (rest.length) {
    const row = sizeOf(rest[0], size) / 2;
    const last = rest.findLastIndex((spot) => spot.y - rest[0].y < row);
    ordered.push(...rest.splice(0, last + 1).sort((one, other) => one.x - other.x));
  }
  return ordered;
}

/** In which ninth of the photo a card is: 0 at the top left, 4 in the middle, 8 at the bottom right. */
function whereOf({ x, y }, { width, height }) {
  const third = (share) => Math.min(2, Math.max(0, Math.floor(share * 3)));
  return 3 * third(y / height) + third(x / width);
}

/** Return where each card's name stands, as shares of the photo: on its middle, or beside names that are
 *  there already. Of a card that others cover it stands towards the corner that was seen. */
function chipPlaces(spots, { width, height }, { small }) {
  const scale = Math.min(WIDE / width, HIGH / height);
  const [right, bottom] = [width * scale, height * scale];
  const { wide, high } = small ? SMALL_CHIP : CHIP;
  const places = spots.map(({ x, y, corners }) => {
    const [toX, toY] = corners.length === 1 ? corners[0] : [x, y];
    return { x: ((x + toX) / 2) * scale, y: ((y + toY) / 2) * scale };
  });
  for (let push = 0; push < PUSHES; push += 1) {
    if (!pushApart(places, wide, high)) break;
    for (const place of places) {
      place.x = Math.min(right - wide / 2, Math.max(wide / 2, place.x));
      place.y = Math.min(bottom - high / 2, Math.max(high / 2, place.y));
    }
  }
  return places.map(({ x, y }) => ({ left: x / right, top: y / bottom }));
}

/** Move names that lie over each other, half of the way each. True if there were any. */
function pushApart(places, wide, high) {
  let moved = false;
  for (const [at, one] of places.entries()) {
    for (const other of places.slice(at + 1)) {
      const [overX, overY] = [wide - Math.abs(one.x - other.x), high - Math.abs(one.y - other.y)];
      if (overX <= 0.5 || overY <= 0.5) continue;
      moved = true;
      const along = overX <= overY ? "x" : "y";
      const way = (one[along] <= other[along] ? 1 : -1) * (Math.min(overX, overY) / 2);
      one[along] -= way;
      other[along] += way;
    }
  }
  return moved;
}
