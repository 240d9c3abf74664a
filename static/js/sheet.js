// A row of the score sheet: + and − count at once, and are saved together a moment later.

import { own, send } from "./live.js";

const PAUSE = 350;
const AGAIN = 3000;
const MOST = 104;
const live = document.getElementById("live");
const timers = new Map();
const saving = new Set();

function later(part, pause) {
  clearTimeout(timers.get(part));
  timers.set(
    part,
    setTimeout(() => save(part), pause),
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
  const taken = await send(form, new FormData(form), part);
  saving.delete(part);
  if (!taken) form.dataset.unsaved = "1"; // nothing is lost: it is sent again
  if (form.dataset.unsaved) later(part, taken ? PAUSE : AGAIN);
}

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
  document.activeElement.blur();
  form.dataset.unsaved = "1";
  later(own(form), 0);
});
