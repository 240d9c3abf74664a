// The camera that follows the live table. Its still frames are read as photos are; the server says which play
// explains them, and one that is sure is entered as a tap enters it. No frame is kept.

import { ROOT } from "./browser.js";
import * as outbox from "./outbox.js";
import { freshKey, refresh } from "./polls.js";
import { enter, state, tellIn, waiting } from "./table_queue.js";

const EVERY = 200; // milliseconds between looks at a small copy of the picture
const STILL = 400; // and for how long nothing has moved in a frame that is read
const APART = 550; // between frames that are read: two a second at most
const PATIENCE = 3000; // before something is asked: a hand may be about to take the cards
const LOOKS = 6; // frames of a table that does not move, at most
const LONGEST = 1600; // pixels of a side
const QUALITY = 0.88;
const [WIDE, TALL] = [96, 72]; // of the small copy
const EDGE = 2; // pixels of it at which a hand comes in
const STRONG = 24; // steps of grey that are a change
const MOVED = 0.004; // of the small copy
const REACHED = 0.012; // of its edge
const SETTLED = 8000; // milliseconds after which what lies at the edge belongs there
const SIGHTINGS = 10; // that are sent
const ALIKE = 2; // that have led to an entry
const OTHERS = 4; // cards that one may be besides
const BUSY = 503;

const EVERYWHERE = Array.from({ length: WIDE * TALL }, (_, at) => at);
const AT_EDGE = EVERYWHERE.filter((at) => {
  const [column, row] = [at % WIDE, Math.floor(at / WIDE)];
  return Math.min(column, row, WIDE - 1 - column, TALL - 1 - row) < EDGE;
});

const camera = document.getElementById("camera");
const polled = document.getElementById("polled");
const part = (name) => camera.querySelector(`[data-${name}]`);
const [video] = document.getElementsByTagName("video");
const stream = () => /** @type {MediaStream?} */ (video.srcObject);
const [small, large] = [document.createElement("canvas"), document.createElement("canvas")];
[small.width, small.height] = [WIDE, TALL];
const pen = small.getContext("2d", { willReadFrequently: true });

let timer = 0;
let last = null; // the small copy of before, in grey
let known = null; // that of the frame that was read last
let edge = null; // that of the table without hands
let movedAt = 0;
let edgeAt = 0;
let readAt = 0;
let looks = 0; // at a table that has not moved
let isNew = true; // there may be something to see
let isReading = false;
let sightings = []; // since the latest entry
let found = null; // what they come to
let asking = 0;
let isOwn = false; // the entry that is under way, of a table that has not changed since
let seq = "";

/** Start the camera, or say why that cannot be. */
export async function start() {
  part("told").textContent = "";
  if (!window.isSecureContext) return tell("insecure");
  try {
    const how = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1440 } };
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: how });
  } catch (error) {
    return tell(error.name === "NotFoundError" ? "none" : "denied");
  }
  await video.play();
  stream()
    .getTracks()[0]
    .addEventListener("ended", () => stop("stopped"));
  forget();
  run(true);
}

const tell = (name) => {
  part("told").textContent = camera.dataset[name].replace(/\s+/g, " ");
};

function run(isOn) {
  part("running").hidden = !isOn;
  part("start").hidden = isOn;
  clearInterval(timer);
  if (isOn) timer = setInterval(look, EVERY);
}

function stop(why = "") {
  for (const track of stream()?.getTracks() ?? []) track.stop();
  video.srcObject = null;
  run(false);
  if (why) tell(why);
}

const say = (text) => tellIn(part("status"), text);

/** An entry was made, or taken back. What was seen last stays where nothing has moved since: then the entry is of
 *  it. */
function forget(stays = 0) {
  sightings = stays ? sightings.slice(-stays) : [];
  seq = state().seq;
  isNew = true;
  looks = 0;
  drop();
  if (stays) explain().catch(() => say(camera.dataset.away));
}

function drop() {
  clearTimeout(asking);
  found = null;
  part("answers").replaceChildren();
}

// --- looking ------------------------------------------------------------------------------------

function look() {
  if (document.hidden || !video.videoWidth) return;
  if (state().over) return stop();
  const now = performance.now();
  const grey = smallCopy();
  if (last && differ(grey, last) > MOVED) {
    movedAt = now;
    looks = 0;
    isNew = true;
    isOwn = false;
    if (found) drop();
    say(camera.dataset.moving);
  } else if (known && !isNew && differ(grey, known) > 2 * MOVED) {
    isNew = true;
    looks = 0;
  }
  last = grey;
  if (!isNew || isReading || waiting().length || document.getElementById("ask")) return;
  if (now - movedAt < STILL || now - readAt < APART) return;
  if (isReached(grey, now)) return say(camera.dataset.hand);
  if (looks >= LOOKS) return;
  looks += 1;
  readAt = now;
  known = grey;
  isReading = true;
  readFrame(now)
    .catch(() => say(camera.dataset.away))
    .finally(() => {
      isReading = false;
    });
}

/** The picture in grey, without what its light as a whole does. */
function smallCopy() {
  pen.drawImage(video, 0, 0, WIDE, TALL);
  const { data } = pen.getImageData(0, 0, WIDE, TALL);
  const grey = new Float32Array(WIDE * TALL);
  let sum = 0;
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = (data[4 * at] + 2 * data[4 * at + 1] + data[4 * at + 2]) / 4;
    sum += grey[at];
  }
  const mean = sum / grey.length;
  return grey.map((value) => value - mean);
}

/** Return the share of these pixels that differ. */
function differ(one, other, places = EVERYWHERE) {
  return places.filter((at) => Math.abs(one[at] - other[at]) > STRONG).length / places.length;
}

/** Return whether something reaches into the picture: a hand that rests, or a person. What stays there for long
 *  belongs to the table. */
function isReached(grey, now) {
  edge ??= grey;
  if (differ(grey, edge, AT_EDGE) <= REACHED) {
    edgeAt = now;
    return false;
  }
  if (now - Math.max(edgeAt, movedAt) < SETTLED) return true;
  edge = grey;
  return false;
}

// --- reading ------------------------------------------------------------------------------------

async function readFrame(now) {
  if (!found) say(camera.dataset.reading);
  const cards = await cardsOf(await frame());
  if (!cards || state().seq !== seq || waiting().length) return;
  sightings = [...sightings, { cards, at: now / 1000 }].slice(-SIGHTINGS);
  await explain();
}

function frame() {
  const { videoWidth: width, videoHeight: height } = video;
  const share = Math.min(1, LONGEST / Math.max(width, height));
  [large.width, large.height] = [Math.round(width * share), Math.round(height * share)];
  large.getContext("2d").drawImage(video, 0, 0, large.width, large.height);
  return new Promise((done) => large.toBlob(done, "image/jpeg", QUALITY));
}

/** Return the cards in a frame; null where others are read just now. */
async function cardsOf(picture) {
  const { game, letters } = camera.dataset;
  const query = new URLSearchParams({ game, gone: state().gone, ...(letters && { letters }) });
  const headers = { "Content-Type": "image/jpeg" };
  const answer = await fetch(`${ROOT}api/v1/photo?${query}`, { method: "POST", headers, body: picture });
  if (answer.status === BUSY) {
    looks -= 1;
    readAt = performance.now() + 1000 * Number(answer.headers.get("Retry-After"));
    return null;
  }
  if (!answer.ok) throw new Error(answer.statusText);
  const { cards } = await answer.json();
  return cards.map(({ card, sure, alternatives, outline }) => ({
    ...{ card, sure, outline },
    others: alternatives.slice(0, OTHERS).map((one) => one.card),
  }));
}

async function explain() {
  const body = new URLSearchParams({ after: seq, sightings: JSON.stringify(sightings) });
  const headers = { "X-Poll": "1", "X-Game": outbox.shown };
  const answer = await fetch(`${location.pathname}/camera`, { method: "POST", headers, body });
  if (answer.status === 409) return refresh(true);
  if (!answer.ok) throw new Error(answer.statusText);
  const result = await answer.json();
  if (state().seq !== seq || waiting().length) return;
  hear(result);
}

function hear(result) {
  isNew = result.status === "look";
  drop();
  say(camera.dataset.watching);
  if (result.status === "sure") {
    const [{ fields }] = result.entries;
    isOwn = true;
    enter({ ...fields, key: freshKey().replace(".", ".camera.") });
  } else if (result.text) {
    found = result;
    asking = setTimeout(ask, PATIENCE);
  }
}

/** Ask, once a hand has had the time to take the cards. */
function ask() {
  if (!found) return;
  say(found.text);
  part("answers").replaceChildren(
    ...found.entries.map(({ text, fields }) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button wide" });
      button.value = fields.turn ?? fields.dealt;
      const line = document.createElement("span"); // a button that is a row has no spaces
      tellIn(line, text);
      button.append(line);
      button.addEventListener("click", () => {
        drop();
        enter(fields);
      });
      return button;
    }),
  );
}

part("stop").addEventListener("click", () => stop());
polled.addEventListener("drawn", () => {
  if (video.srcObject && state().seq !== seq) forget(isOwn ? ALIKE : 0);
  isOwn = false;
});
