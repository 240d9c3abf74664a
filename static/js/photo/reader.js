// The reading of a photo: sent, asked about where it is unsure, and corrected by taps. What is made of the
// cards is the page's business; this file knows cards as text and no rules.

import { ROOT } from "../browser.js";
import { isUnsure, loadView, readingOrder, sizeOf } from "./view.js";
import { rank } from "../position.js";

const PRESS = 550; // milliseconds that remove a card
const LONGEST = 2400; // pixels of a side: the smallest indices are read as well as in 12 megapixels
const QUALITY = 0.9;
const SENDABLE = ["image/jpeg", "image/png"];
const AWAY = [0, 502, 504]; // no answer, or a proxy's in place of the app's
const BUSY = 503;
const SOON = 2; // seconds, where nobody says how many

/** A photo that nobody could read, since there is no network. */
class Away extends Error {}

/** A file that is not read, and why, in a sentence. */
class Refused extends Error {}

/** A photo to be read. `part` is the address of its part of the page; `changed` hears of the reading,
 *  `{ read }`, and of each correction, `{ was, is }`, where null is no card; `played`, if it is given,
 *  hears that a card is the one that was played. The page puts `element` where the photo belongs. */
export async function photoReader({ part, changed, played = null }) {
  return new PhotoReader(await loadView(part), { changed, played });
}

class PhotoReader {
  #view;
  #texts;
  #changed;
  #played;
  #dialog;
  #file = null;
  #query = null; // what is known of the photo
  #size = { width: 1, height: 1 };
  #spots = []; // of all cards that were seen or added; `there` says which still lie there
  #builds = []; // those of them that lie over each other
  #underWay = null;
  #waits = false; // for the network
  #surplus = []; // cards that are there more often than the game has them
  #none = ""; // what is said where no card is

  constructor(view, { changed, played }) {
    const { element } = view;
    this.#view = view;
    this.element = element;
    this.#texts = view.texts;
    this.#changed = changed;
    this.#played = played;
    this.#dialog = element.querySelector("dialog");
    document.body.append(this.#dialog); // the page may draw anew what is around the photo
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#hearTap(event);
    });
    this.#hearPresses();
    addEventListener("online", () => this.#waits && this.#send());
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
  textOf = (card) => this.#view.textOf(card);

  /** Say something of the photo. */
  say = (text, how) => this.#view.say(text, how);

  // --- reading ----------------------------------------------------------------------------------

  /** Read the photo in a file. `known` are parameters of the question: `game`, and what is `gone`. */
  async read(file, known) {
    this.#stop();
    this.#file = file;
    this.#query = new URLSearchParams(known);
    if (this.#texts.letters) this.#query.set("letters", this.#texts.letters);
    this.#spots = [];
    this.#surplus = [];
    this.#view.drawCards(this.#spots, this.#size);
    this.element.hidden = false;
    this.say(this.#texts.sending, { waits: true });
    await this.#view.show(file);
    await this.#send();
  }

  #stop() {
    this.#underWay?.abort();
    this.#underWay = null;
    this.#waits = false;
  }

  async #send() {
    this.#stop();
    if (!(await isWhole(this.#file))) {
      this.say(this.#texts.damaged);
      return;
    }
    const mine = new AbortController();
    this.#underWay = mine;
    const about = { query: this.#query, signal: mine.signal, tell: (how) => this.#tellProgress(how) };
    try {
      const read = await readPhoto(this.#file, this.#view.picture, about);
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

  #fill({ cards, width, height, builds, doubtful, surplus }) {
    this.#size = { width, height };
    this.#surplus = surplus;
    this.#none = doubtful ? this.#texts.others : this.#texts.none;
    const spots = cards.map(({ card, sure, alternatives, x, y, corners, outline }) => ({
      ...{ card, sure, x, y, corners, outline, there: true, had: new Set([card]) },
      alternatives: [...new Set([card, ...alternatives.map((one) => one.card)])],
    }));
    this.#builds = builds.map((build) => build.map((at) => spots[at]));
    this.#spots = readingOrder(spots, this.#size);
    this.#view.drawCards(this.#spots, this.#size);
    this.#sayWhatIsSeen();
    this.#changed({ read: this.cards });
  }

  #sayWhatIsSeen() {
    const { one, many, unsure, unsures } = this.#texts;
    const number = this.#there.length;
    const open = this.#there.filter(isUnsure).length;
    const seen = number === 1 ? one : many.replace("{number}", number);
    const asked = open === 1 ? unsure : unsures.replace("{number}", open);
    const surplus = this.#surplus.map((card) => this.#texts.surplus.replace("{card}", this.textOf(card)));
    this.say([number ? seen : this.#none, ...(open ? [asked] : []), ...surplus].join(" "));
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
    this.#view.drawCards(this.#spots, this.#size);
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
    const list = this.#view.part("seen");
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
      this.#view.drawCards(this.#spots, this.#size);
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
    const { picture } = this.#view;
    const share = picture ? picture.naturalWidth / this.#size.width : 1;
    const crop = { x: spot.x * share, y: spot.y * share, size: sizeOf(spot, this.#size) * share };
    return editCard(this.#dialog, {
      ...{ card, crop, picture, mayBePlayed: Boolean(this.#played) },
      alternatives: spot.alternatives,
      drawn: (one) => this.#view.drawn(one),
    });
  }

  /** Apply the correction of a card by a tap; the card is sure from then on. */
  #correct(spot, is) {
    const was = spot.there ? spot.card : null;
    const isSame = was === is && !isUnsure(spot);
    if (isSame) return;
    if (is) Object.assign(spot, { card: is, sure: 1, there: true }).had.add(is);
    else spot.there = false;
    this.#view.drawCards(this.#spots, this.#size);
    this.#sayWhatIsSeen();
    (this.#view.chipOf(this.#spots.indexOf(spot)) ?? this.#view.part("add")).focus({ preventScroll: true });
    if (was !== is) this.#changed({ was, is });
  }
}

/** Return the place in the photo of a tap on the screen. */
function placeIn(frame, clientX, clientY, { width, height }) {
  const box = frame.getBoundingClientRect();
  return { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height };
}

// A card of a photo that is changed, added or removed: what it may be first, then all ranks and suits.

const AROUND = 1.15; // of a card, how much of the photo is shown

/** Ask what a card is. Resolves to `{ card }`, `{ removed }` or `{ played }`; to null where it stays.
 *  `drawn` gives a card as it looks; `crop` is the part of the `picture` that shows it. */
function editCard(dialog, { card, alternatives, drawn, picture, crop, mayBePlayed }) {
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

// A photo on its way to be read: made lighter on the phone, sent, and sent again while others are read.

/** Return whether a JPEG or PNG is there to its end: a browser shows half of one as if it were whole. */
async function isWhole(file) {
  const bytes = new DataView(await file.arrayBuffer());
  const start = bytes.byteLength > 8 ? bytes.getUint32(0) : 0;
  if (start >>> 16 === 0xffd8) return hasEndOfJpeg(bytes);
  return start !== 0x89504e47 || hasEndOfPng(bytes);
}

/** The segments of a JPEG come before the picture, each with its length; in that, two bytes stand at the end alone. */
function hasEndOfJpeg(bytes) {
  const last = bytes.byteLength - 1;
  let at = 2;
  while (at + 4 <= last && bytes.getUint8(at) === 0xff && bytes.getUint8(at + 1) !== 0xda) {
    at += 2 + bytes.getUint16(at + 2);
  }
  for (; at < last; at += 1) if (bytes.getUint16(at) === 0xffd9) return true;
  return false;
}

function hasEndOfPng(bytes) {
  let at = 8;
  while (at + 12 <= bytes.byteLength && bytes.getUint32(at + 4) !== 0x49454e44) at += 12 + bytes.getUint32(at);
  return at + 12 <= bytes.byteLength;
}

/** The picture as it is sent: no larger than what is read, and of a type that is. */
async function lighter(file, picture) {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const share = Math.min(1, LONGEST / Math.max(width, height));
  if (share === 1 && SENDABLE.includes(file.type)) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * share);
  canvas.height = Math.round(height * share);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", QUALITY));
}

/** Return the cards read in a photo. `query` is what is known of it; `tell` hears how far it is: how much is
 *  sent, from 0 to 1, or in how many seconds it is tried again. */
async function readPhoto(file, picture, { query, signal, tell }) {
  const body = picture ? await lighter(file, picture) : file;
  for (;;) {
    const answer = await post(`${ROOT}api/v1/photo?${query}`, body, { signal, tell });
    if (answer.status === 200) return answer.read;
    if (AWAY.includes(answer.status)) throw new Away();
    if (answer.status !== BUSY) throw new Refused(answer.read?.detail ?? "");
    tell({ again: answer.after });
    await pause(answer.after, signal);
  }
}

/** Send it, and hear how far that is: `fetch` does not say. */
function post(address, body, { signal, tell }) {
  return new Promise((done, stopped) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.responseType = "json";
    request.setRequestHeader("Content-Type", body.type || "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => tell({ sent: total ? loaded / total : 1 }));
    request.addEventListener("loadend", () => {
      const after = Number(request.getResponseHeader("Retry-After")) || SOON;
      done({ status: request.status, read: request.response, after });
    });
    signal.addEventListener("abort", () => {
      stopped(signal.reason);
      request.abort();
    });
    request.send(body);
  });
}

function pause(seconds, signal) {
  return new Promise((done, stopped) => {
    setTimeout(done, seconds * 1000);
    signal.addEventListener("abort", () => stopped(signal.reason));
  });
}
