// A photo with its cards where they lie: read, asked for where it is unsure, and corrected by taps. What
// is made of the cards is the page's business; this file knows cards as text and no rules.

import { answerTo } from "../server_or_phone.js";
import { editCard } from "./card_editor.js";
import { chipPlaces, readingOrder, sizeOf, whereOf } from "./card_and_label_places.js";
import { Away, Refused, pictureOf, readPhoto } from "./upload.js";

const SURE_ENOUGH = 0.7;
const PRESS = 550; // milliseconds that remove a card
const MANY = 14; // cards; then their names are smaller
const OUTLINES = "http://www.w3.org/2000/svg";

/** The view of a photo. `part` is the address of its part of the page; `changed` hears of the reading,
 *  `{ read }`, and of each correction, `{ was, is }`, where null is no card; `played`, if it is given,
 *  hears that a card is the one that was played. The page puts `element` where the photo belongs. */
export async function photoView({ part, changed, played = null }) {
  const [html] = await Promise.all([answerTo(part), stylesAreThere()]);
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return new PhotoView(holder.content.firstElementChild, { changed, played });
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
  #texts;
  #changed;
  #played;
  #dialog;
  #drawings;
  #file = null;
  #query = null; // what is known of the photo
  #picture = null;
  #size = { width: 1, height: 1 };
  #spots = []; // of all cards that were seen or added; `there` says which still lie there
  #builds = []; // those of them that lie over each other
  #underWay = null;
  #waits = false; // for the network
  #none = ""; // what is said where no card is

  constructor(element, { changed, played }) {
    this.element = element;
    this.#texts = element.dataset;
    this.#changed = changed;
    this.#played = played;
    this.#dialog = element.querySelector("dialog");
    this.#drawings = element.querySelector("template").content;
    document.body.append(this.#dialog); // the page may draw anew what is around the photo
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#hearTap(event);
    });
    this.#hearPresses();
    addEventListener("online", () => this.#waits && this.#send());
  }

  #part(name) {
    return this.element.querySelector(`[data-${name}]`);
  }

  get #there() {
    return this.#spots.filter(({ there }) => there);
  }

  /** The cards that lie there, in reading order. */
  get cards() {
    return this.#there.map(({ card }) => card);
  }

  /** Return the cards that lie over each other, set by set. */
  get overlapping() {
    return this.#builds
      .map((build) => build.filter(({ there }) => there).map(({ card }) => card))
      .filter(({ length }) => length > 1);
  }

  /** A card as a sentence has it. */
  textOf(card) {
    return this.#drawn(card).textContent;
  }

  // --- reading ----------------------------------------------------------------------------------

  /** Read the photo in a file. `known` are parameters of the question: `game`, and what is `gone`. */
  async read(file, known) {
    this.#stop();
    this.#file = file;
    this.#query = new URLSearchParams(known);
    if (this.#texts.letters) this.#query.set("letters", this.#texts.letters);
    this.#spots = [];
    this.#draw();
    this.element.hidden = false;
    this.say(this.#texts.sending, { waits: true });
    await this.#show(file);
    await this.#send();
  }

  #stop() {
    this.#underWay?.abort();
    this.#underWay = null;
    this.#waits = false;
  }

  async #send() {
    this.#stop();
    const mine = new AbortController();
    this.#underWay = mine;
    const about = { query: this.#query, signal: mine.signal, tell: (how) => this.#tellProgress(how) };
    try {
      const read = await readPhoto(this.#file, this.#picture, about);
      if (mine === this.#underWay) this.#fill(read);
    } catch (error) {
      if (mine === this.#underWay) this.#tellFailure(error);
    } finally {
      if (mine === this.#underWay) this.#underWay = null;
    }
  }

  #tellFailure(error) {
    this.#waits = error instanceof Away;
    if (this.#waits) this.say(this.#texts.away, { again: true });
    else if (error instanceof Refused) this.say(error.message || this.#texts.failed);
    else throw error;
  }

  #tellProgress({ sent, again }) {
    if (again) this.say(this.#texts.busy.replace("{seconds}", again), { waits: true });
    else if (sent < 1) this.say(this.#texts.sending, { waits: true, sent });
    else this.say(this.#texts.reading, { waits: true });
  }

  /** Say something of the photo, or how far it is. */
  say(text, { waits = false, again = false, sent = null } = {}) {
    for (const name of ["add", "hint"]) this.#part(name).hidden = waits;
    const status = this.#part("status");
    if (status.textContent !== text) status.textContent = text; // said aloud once
    this.#part("waits").hidden = !waits;
    this.#part("again").hidden = !again;
    const bar = this.#part("bar");
    if (sent === null) bar.removeAttribute("value");
    else bar.value = sent;
  }

  async #show(file) {
    if (this.#picture) URL.revokeObjectURL(this.#picture.src);
    this.#picture?.remove();
    const picture = await pictureOf(file);
    this.#picture = picture;
    const frame = this.#part("frame");
    frame.hidden = !picture;
    if (!picture) return;
    frame.style.setProperty("--ratio", picture.naturalWidth / picture.naturalHeight);
    picture.alt = this.#texts.alt;
    frame.prepend(picture);
  }

  #fill({ cards, width, height, builds, doubtful }) {
    this.#size = { width, height };
    this.#none = doubtful ? this.#texts.others : this.#texts.none;
    const spots = cards.map(({ card, sure, alternatives, x, y, corners, outline }) => ({
      ...{ card, sure, x, y, corners, outline, there: true, had: new Set([card]) },
      alternatives: [...new Set([card, ...alternatives.map((one) => one.card)])],
    }));
    this.#builds = builds.map((build) => build.map((at) => spots[at]));
    this.#spots = readingOrder(spots, this.#size);
    this.#draw();
    this.#sayWhatIsSeen();
    this.#changed({ read: this.cards });
  }

  #sayWhatIsSeen() {
    const { one, many, unsure, unsures } = this.#texts;
    const number = this.#there.length;
    const open = this.#there.filter(isUnsure).length;
    const seen = number === 1 ? one : many.replace("{number}", number);
    const asked = open === 1 ? unsure : unsures.replace("{number}", open);
    this.say(!number ? this.#none : open ? `${seen} ${asked}` : seen);
  }

  // --- what the page knows ------------------------------------------------------------------------

  /** Show the cards that still are where they were photographed: the page may have changed them, or
   *  taken a step back. */
  keep(cards) {
    const left = [...cards];
    const take = (card) => {
      const at = left.indexOf(card);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    };
    for (const spot of this.#spots) spot.there = take(spot.card);
    for (const spot of this.#spots.filter(({ there }) => !there)) {
      const before = [...spot.had].find(take);
      if (before) Object.assign(spot, { card: before, there: true });
    }
    const isOver = this.#spots.length ? !this.#there.length : !this.#underWay && !this.#waits && cards.length > 0;
    this.element.hidden = isOver;
    this.#draw();
    if (this.#spots.length) this.#sayWhatIsSeen();
  }

  // --- corrections ----------------------------------------------------------------------------------

  #hearTap({ target, clientX, clientY }) {
    const button = target.closest("button");
    if (!button) {
      const frame = target.closest("[data-frame]");
      if (frame && !this.#underWay) this.#add(placeIn(frame, clientX, clientY, this.#size));
    } else if (button.dataset.spot) this.#edit(this.#spots[button.dataset.spot]);
    else if (button.dataset.is) this.#correct(this.#spots[button.dataset.of], button.dataset.is);
    else if ("again" in button.dataset) this.#send();
    else if ("stop" in button.dataset) {
      this.#stop();
      this.say(this.#texts.stopped, { again: true });
    } else if ("add" in button.dataset) this.#add({ x: this.#size.width / 2, y: this.#size.height / 2 });
  }

  /** A card that is held down is removed. */
  #hearPresses() {
    const list = this.#part("seen");
    let pressing = 0;
    let pressed = false;
    const end = () => clearTimeout(pressing);
    list.addEventListener("pointerdown", ({ target }) => {
      end();
      pressed = false;
      const chip = target.closest("[data-spot]");
      const remove = () => {
        pressed = true;
        this.#correct(this.#spots[chip.dataset.spot], null);
      };
      if (chip) pressing = setTimeout(remove, PRESS);
    });
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) list.addEventListener(kind, end);
    list.addEventListener("contextmenu", (event) => event.preventDefault());
    const swallow = (event) => {
      if (pressed) event.stopPropagation(); // it ends the press
      pressed = false;
    };
    this.element.addEventListener("click", swallow, { capture: true });
  }

  async #edit(spot) {
    const answer = await this.#ask(spot, spot.card);
    if (answer?.played) {
      spot.there = false;
      this.#draw();
      this.#played(spot.card);
    } else if (answer) this.#correct(spot, answer.card ?? null);
  }

  async #add({ x, y }) {
    const spot = { x, y, corners: [], outline: [], alternatives: [], sure: 1, there: false, had: new Set() };
    const answer = await this.#ask(spot, null);
    if (!answer?.card) return;
    this.#spots = readingOrder([...this.#spots, spot], this.#size);
    this.#correct(spot, answer.card);
  }

  #ask(spot, card) {
    const share = this.#picture ? this.#picture.naturalWidth / this.#size.width : 1;
    const crop = { x: spot.x * share, y: spot.y * share, size: sizeOf(spot, this.#size) * share };
    return editCard(this.#dialog, {
      ...{ card, crop, picture: this.#picture, mayBePlayed: Boolean(this.#played) },
      alternatives: spot.alternatives,
      drawn: (one) => this.#drawn(one),
    });
  }

  /** Apply the correction of a card by a tap; the card is sure from then on. */
  #correct(spot, is) {
    const was = spot.there ? spot.card : null;
    const isSame = was === is && !isUnsure(spot);
    if (isSame) return;
    if (is) Object.assign(spot, { card: is, sure: 1, there: true }).had.add(is);
    else spot.there = false;
    this.#draw();
    this.#sayWhatIsSeen();
    (this.#chipOf(spot) ?? this.#part("add")).focus({ preventScroll: true });
    if (was !== is) this.#changed({ was, is });
  }

  // --- drawing ------------------------------------------------------------------------------------

  #drawn(card) {
    return this.#drawings.querySelector(`[data-card="${card}"]`).firstElementChild.cloneNode(true);
  }

  #chipOf(spot) {
    return this.#part("seen").querySelector(`[data-spot="${this.#spots.indexOf(spot)}"]`);
  }

  #draw() {
    const there = this.#there;
    const small = there.length > MANY;
    const list = this.#part("seen");
    list.classList.toggle("small", small);
    const places = chipPlaces(there, this.#size, { small });
    list.replaceChildren(...there.map((spot, at) => this.#chip(spot, places[at])));
    this.#drawOutlines(there);
    this.#drawQuestion(there.find(isUnsure));
  }

  #chip(spot, { left, top }) {
    const item = document.createElement("li");
    item.style.left = `${100 * left}%`;
    item.style.top = `${100 * top}%`;
    const number = this.#spots.indexOf(spot);
    const chip = buttonOf(this.#drawn(spot.card), { spot: number });
    chip.name = `spot-${number}`; // the focus comes back to it
    if (isUnsure(spot)) {
      chip.className = "unsure";
      chip.append(unseen(`, ${this.#texts.doubtful}`));
    }
    item.append(chip);
    return item;
  }

  /** Mark the places of unsure cards; marks of all others would hide more than they show. */
  #drawOutlines(there) {
    const drawing = this.#part("outlines");
    drawing.setAttribute("viewBox", `0 0 ${this.#size.width} ${this.#size.height}`);
    const shapes = there.filter(isUnsure).map(({ outline }) => {
      const shape = document.createElementNS(OUTLINES, "polygon");
      shape.setAttribute("points", outline.join(" "));
      return shape;
    });
    drawing.replaceChildren(...shapes);
  }

  /** Ask for the first card that is unsure, by name. */
  #drawQuestion(spot) {
    const question = this.#part("question");
    question.hidden = !spot;
    if (!spot) return;
    const where = this.#part("where").children[whereOf(spot, this.#size)].textContent;
    const [first, second] = spot.alternatives;
    const text = second ? this.#texts.either : this.#texts.whether;
    const facts = { where, first: this.textOf(first), second: second && this.textOf(second) };
    this.#part("asked").textContent = text.replace(/{(\w+)}/g, (_, name) => facts[name]);
    const of = this.#spots.indexOf(spot);
    const buttons = spot.alternatives.map((card) => buttonOf(this.#drawn(card), { of, is: card }));
    this.#part("answers").replaceChildren(...buttons);
    this.#part("other").dataset.spot = of;
  }
}

const isUnsure = ({ sure }) => sure < SURE_ENOUGH;

function buttonOf(content, data) {
  const button = Object.assign(document.createElement("button"), { type: "button" });
  Object.assign(button.dataset, data);
  button.append(content);
  return button;
}

function unseen(textContent) {
  return Object.assign(document.createElement("span"), { className: "unseen", textContent });
}

/** Return the place in the photo of a tap on the screen. */
function placeIn(frame, clientX, clientY, { width, height }) {
  const box = frame.getBoundingClientRect();
  return { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height };
}
