// The sweep counter: taps wait on this phone until the server has them, and count once. Undo takes back
// first what waits, and says what it will take back.

import { memory } from "./browser.js";
import * as outbox from "./outbox.js";
import { freshKey, isTwice, own, sayTwice, sendEntry } from "./polls.js";
import { sayRight } from "./right.js";

const SOON = 400; // milliseconds: what arrives sooner needs no word
const polled = document.getElementById("polled");
const KIND = "sweep";
outbox.sendsItself(KIND);

// Entries that the server has not got. One that was `tried` may have arrived; one that is `undone` is
// sent as that.
const waiting = () => outbox.ofPage(KIND);

const countForm = () => polled.querySelector("[data-counts]");
const undoForm = () => polled.querySelector("[data-takes-back]");
const lastStanding = () =>
  waiting()
    .reverse()
    .find(({ undone }) => !undone);
const buttonOf = (sweep) => countForm().querySelector(`[value="${sweep}"]`);

polled.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const counts = form === countForm();
  if (!counts && form !== undoForm()) return;
  event.preventDefault();
  if (isTwice(event, `${form.action} ${submitter?.value}`)) return sayTwice();
  if (counts) {
    enter({ sweep: submitter.value, id: freshKey() });
    sayRight();
  } else takeBack(form.elements);
  drawUndo();
  setTimeout(drawWaiting, SOON);
  sweeps.run();
});

/** Take a tap back: one that was never tried is dropped, any other is undone on the server. */
function takeBack({ key, sweep }) {
  const last = lastStanding();
  if (last && !last.tried) outbox.drop(last.id);
  else if (last) enter({ sweep: last.sweep, id: last.id, undone: true });
  else if (key.value && !isGoing(key.value)) enter({ sweep: sweep.value, id: key.value, undone: true });
}

const isGoing = (counted) => waiting().some(({ id }) => id === counted);

/** A sweep, or that one is undone, as its form says it. */
function enter({ sweep, id, undone = undefined, ...more }) {
  const { action } = undone ? undoForm() : countForm();
  const body = { sweep, key: id, game: outbox.shown };
  const { one, many, undo } = buttonOf(sweep)?.dataset ?? {};
  const named = undone ? { label: undo } : { label: one, many };
  outbox.put({ id, kind: KIND, address: action, body: Object.entries(body), sweep, undone, ...named, ...more });
}

const sweeps = new outbox.Queue({
  next: () => countForm() && waiting()[0],
  send(entry) {
    outbox.put({ ...entry, tried: true });
    return outbox.inTurn(entry.id, () => sendEntry(entry.address, entry.body, own(countForm())));
  },
  settle({ id, undone }, { arrived, refused }) {
    const wasUndone = !undone && outbox.get(id)?.undone; // on its way
    if (refused) outbox.refuse(id, refused);
    else if (arrived && !wasUndone) outbox.drop(id);
    drawAll();
  },
});

// Taps count also if the page is left.
addEventListener("pagehide", () => {
  for (const { address, body } of waiting()) navigator.sendBeacon(address, new URLSearchParams(body));
});

// --- drawing ------------------------------------------------------------------------------------

function drawAll() {
  drawWaiting();
  drawUndo();
}

function drawWaiting() {
  for (const place of polled.querySelectorAll("[data-waits]")) {
    const tapped = waiting()
      .filter(({ undone }) => !undone)
      .map(({ sweep }) => sweep.split("x"))
      .filter(([seat]) => seat === place.dataset.seat);
    const markers = tapped.reduce((sum, [, times]) => sum + Number(times ?? 1), 0);
    place.hidden = !markers;
    place.textContent = markers ? `+${markers} ${place.dataset.waits}` : "";
  }
}

/** The button names the sweep that it would take back now. */
function drawUndo() {
  const form = undoForm();
  if (!form) return;
  const { key } = form.elements;
  const button = form.querySelector("button");
  const last = lastStanding();
  button.dataset.counted ??= button.textContent;
  const tapped = last && buttonOf(last.sweep);
  button.textContent = tapped ? tapped.dataset.undo : button.dataset.counted;
  button.setAttribute("aria-busy", String(!last && isGoing(key.value)));
  button.disabled = !last && !key.value;
  form.hidden = button.disabled;
}

/** Take over what an earlier version of this script has stored. */
function takeUp() {
  const STORE = `sweeps ${location.pathname}`;
  if (!countForm() || !undoForm()) return;
  for (const { key, ...sweep } of JSON.parse(memory.read(STORE) || "[]")) enter({ ...sweep, id: key });
  memory.write(STORE, "");
}

polled.addEventListener("drawn", drawAll);
outbox.ready.then(() => {
  takeUp();
  drawAll();
  sweeps.run();
});
