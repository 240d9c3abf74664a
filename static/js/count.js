// The sweep counter: taps wait on this phone, over a reload too, until the server has them, and count
// once. Undo takes back first what waits, and says what it will take back.

import { AGAIN, freshKey, isTwice, own, pause, send } from "./poll.js";
import { memory } from "./memory.js";

const SOON = 400; // milliseconds: what arrives sooner needs no word
const polled = document.getElementById("polled");
const STORE = `sweeps ${location.pathname}`;

// What the server has not got. Of a sweep that was `tried` nobody knows whether it has arrived;
// one that is `undone` is sent as that.
const waiting = JSON.parse(memory.read(STORE) || "[]");
let pumping = false;

const countForm = () => polled.querySelector("[data-counts]");
const undoForm = () => polled.querySelector("[data-takes-back]");
const lastStanding = () => waiting.findLast(({ undone }) => !undone);

polled.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const counts = form === countForm();
  if (!counts && form !== undoForm()) return;
  event.preventDefault();
  if (isTwice(event, `${form.action} ${submitter?.value}`)) return;
  if (counts) waiting.push({ sweep: submitter.value, key: freshKey() });
  else takeBack(form.elements);
  keep();
  drawUndo();
  setTimeout(drawWaiting, SOON);
  pump();
});

/** What was never tried goes and is never sent; of the rest the server is told. */
function takeBack({ key, sweep }) {
  const last = lastStanding();
  if (last && !last.tried) waiting.splice(waiting.indexOf(last), 1);
  else if (last) last.undone = true;
  else if (key.value && !isGoing(key.value)) {
    waiting.push({ sweep: sweep.value, key: key.value, tried: true, undone: true });
  }
}

const isGoing = (counted) => waiting.some(({ key }) => key === counted);

function keep() {
  memory.write(STORE, waiting.length ? JSON.stringify(waiting) : "");
}

/** Send what waits, one after the other, until the server has it or has refused it. */
async function pump() {
  if (pumping) return;
  pumping = true;
  while (waiting.length && countForm()) {
    const [entry] = waiting;
    const { undone } = entry;
    entry.tried = true;
    keep();
    const arrived = await send(...written(entry), own(countForm()));
    if (!arrived) await pause(AGAIN);
    else if (undone || !entry.undone) waiting.shift(); // else it was taken back on its way
    keep();
    drawAll();
  }
  pumping = false;
}

/** Where an entry is sent to, and what is sent. */
function written({ sweep, key, undone }) {
  const { action, elements } = undone ? undoForm() : countForm();
  return [action, new URLSearchParams({ sweep, key, csrf_token: elements.csrf_token.value })];
}

// Whoever leaves the page has tapped all the same.
addEventListener("pagehide", () => {
  for (const entry of countForm() ? waiting : []) navigator.sendBeacon(...written(entry));
});

// --- drawing ------------------------------------------------------------------------------------

function drawAll() {
  drawWaiting();
  drawUndo();
}

function drawWaiting() {
  for (const place of polled.querySelectorAll("[data-waits]")) {
    const tapped = waiting
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
  const counted = (button.dataset.counted ??= button.textContent);
  const tapped = last && countForm().querySelector(`[value="${last.sweep}"]`);
  button.textContent = tapped ? tapped.dataset.undo : counted;
  button.setAttribute("aria-busy", String(!last && isGoing(key.value)));
  button.disabled = !last && !key.value;
  form.hidden = button.disabled;
}

polled.addEventListener("drawn", drawAll);
drawAll();
pump();
