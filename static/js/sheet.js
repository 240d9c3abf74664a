// A row of the score sheet: + and − count at once, and are saved together a moment later.

import { AGAIN, before, own, pause, send } from "./live.js";

const PAUSE = 350;
const MOST = 104;
const live = document.getElementById("live");
const timers = new Map();
const saving = new Set();

function later(part, time) {
  clearTimeout(timers.get(part));
  timers.set(
    part,
    setTimeout(() => save(part), time),
  );
}

function changed(form, name) {
  if (name === "points") form.elements.mode.value = "points";
  else if (name !== "markers") form.elements.mode.value = "kinds";
  form.dataset.unsaved = "1";
  later(own(form), PAUSE);
}

/** One save of a row at a time: the next one needs the version that this one makes. */
async function save(part) {
  const form = document.querySelector(`#${part} [data-row][data-unsaved]`);
  if (!form || saving.has(part)) return;
  saving.add(part);
  delete form.dataset.unsaved;
  const arrived = await send(form.action, new FormData(form), part);
  saving.delete(part);
  if (!arrived) form.dataset.unsaved = "1"; // nothing is lost: it is sent again
  if (form.dataset.unsaved) later(part, arrived ? PAUSE : AGAIN);
}

const unsaved = () => [...live.querySelectorAll("[data-row][data-unsaved]")];

// A sheet is not finished over the head of somebody who has just tapped.
before.push(async () => {
  while (unsaved().length || saving.size) {
    await Promise.all(unsaved().map((form) => save(own(form))));
    if (unsaved().length || saving.size) await pause(PAUSE);
  }
});

// Whoever leaves the page has tapped all the same.
addEventListener("pagehide", () => {
  for (const form of unsaved()) navigator.sendBeacon(form.action, new FormData(form));
});

live.addEventListener("click", (event) => {
  const button = event.target.closest("[data-row] button[name=step]");
  if (!button) return;
  event.preventDefault();
  const [, name, step] = button.value.match(/^(.+)([+-]1)$/);
  const field = button.form.elements[name];
  field.value = Math.min(Math.max((Number(field.value) || 0) + Number(step), 0), MOST);
  changed(button.form, name);
});

live.addEventListener("input", (event) => {
  const form = event.target.closest("[data-row]");
  if (form) changed(form, event.target.name);
});

live.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-row]");
  if (!form) return;
  event.preventDefault();
  form.dataset.unsaved = "1";
  later(own(form), 0);
});

// A number that was typed before this script had arrived counts too.
for (const form of live.querySelectorAll("[data-row]")) {
  for (const field of form.querySelectorAll("input[name]:not([type=hidden])")) {
    if (field.value !== field.defaultValue) changed(form, field.name);
  }
}
