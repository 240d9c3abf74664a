// A row of the score sheet: what is typed or tapped is saved a moment later, and waits on this phone
// until it is. Enter leads down the sheet.

import { memory } from "./browser.js";
import { isSent, isVisible, wasSent } from "./forms.js";
import * as outbox from "./outbox.js";
import { cardsFrom } from "./photo/field.js";
import { before, holds, isTwice, own, sendEntry } from "./polls.js";
import { sayRight } from "./right.js";

const PAUSE = 350;
const KIND = "row";
outbox.sendsItself(KIND);
const UNCOUNTED = ["markers", "adjustment", "adjustment_reason"]; // which say nothing of how cards are counted
const polled = document.getElementById("polled");
const sheet = document.getElementById("rows"); // the form that all fields belong to
const timers = new Map();

const rowOf = (one) => one?.closest?.("#polled > *")?.querySelector("[data-row]");
const fields = (row) => [...row.querySelectorAll("input[name], textarea")];
const typed = (row) => fields(row).filter(({ type }) => type !== "hidden");
const fieldName = ({ name }) => name.slice(name.indexOf("-") + 1); // 0-points
const field = (row, name) => fields(row).find((one) => fieldName(one) === name);
const idOf = (row) => `row ${row.dataset.row} ${outbox.shown}`;

// --- saving -------------------------------------------------------------------------------------

function later(part, time) {
  clearTimeout(timers.get(part));
  timers.set(
    part,
    setTimeout(() => save(part), time),
  );
}

function changed(row, name) {
  if (name === "points") field(row, "mode").value = "points";
  else if (!UNCOUNTED.includes(name)) field(row, "mode").value = "kinds";
  row.dataset.unsaved = "1";
  keep(row);
  later(own(row), PAUSE);
}

function written(row) {
  const said = fields(row).map(({ name, value }) => [name, value]);
  return [["game", outbox.shown], ...said];
}

function keep(row) {
  const said = typed(row).filter(({ value, defaultValue }) => value !== defaultValue);
  const named = said.map((one) => `${one.getAttribute("aria-label")}: ${one.value || "–"}`).join("; ");
  const label = named || outbox.get(idOf(row))?.label;
  outbox.put({ id: idOf(row), kind: KIND, address: row.dataset.row, body: written(row), label });
}

/** One save of a row at a time: the next one needs the version that this one makes. What may have arrived
 * already is sent again as it was, so that it counts once. */
async function save(part) {
  const row = document.querySelector(`#${part} [data-row][data-unsaved]`);
  if (!row || row.dataset.saving) return;
  const id = idOf(row);
  const body = written(row);
  const first = outbox.get(id)?.first ?? body;
  const again = JSON.stringify(first) !== JSON.stringify(body);
  row.dataset.saving = "1";
  if (!again) {
    delete row.dataset.unsaved;
    isSent(fields(row));
  }
  const { arrived, refused } = await outbox.inTurn(id, () => sendEntry(row.dataset.row, first, part));
  delete row.dataset.saving;
  if (!arrived) row.dataset.unsaved = "1"; // nothing is lost: it is sent again
  settle(part, id, { row, first: arrived ? undefined : first, refused });
  if (row.dataset.unsaved) later(part, arrived ? PAUSE : outbox.AGAIN);
  document.querySelector(`#${part} [data-waits]`).hidden = arrived;
}

/** Update the outbox after an answer: an entry that its row asks about stays, over a reload too. */
function settle(part, id, { row, first, refused }) {
  if (refused) outbox.refuse(id, refused);
  else if (row.dataset.unsaved) outbox.put({ ...outbox.get(id), id, kind: KIND, body: written(row), first });
  else if (!document.querySelector(`#${part}[data-said]`)) outbox.drop(id);
}

polled.addEventListener(
  "click",
  ({ target }) => {
    const row = target.closest("[data-refresh]")?.closest("[data-row]");
    if (row) outbox.drop(idOf(row));
  },
  { capture: true },
);

// Somebody is counting here. Only the row's own saving may move it to another version: otherwise a change
// from elsewhere would be overwritten unseen.
holds.push((part, fresh, answered) => {
  const { unsaved, saving } = rowOf(part)?.dataset ?? {};
  const own = part.id === answered;
  if (own && unsaved && !fresh.querySelector(".conflict")) takeOver(rowOf(part), fresh);
  return Boolean(unsaved || (saving && !own));
});

/** The version that a row has now, and its numbers, but for those that were typed since. */
function takeOver(row, part) {
  for (const fresh of part.querySelectorAll("[data-row] :is(input[name], textarea)")) {
    const mine = fields(row).find(({ name }) => name === fresh.name);
    const stays = fieldName(fresh) === "mode" || (fresh.type !== "hidden" && !wasSent(mine));
    if (mine && !stays) mine.value = fresh.value;
  }
}

const rowsWith = (state) => [...polled.querySelectorAll(`[data-row][data-${state}]`)];

// A sheet is not finished over the head of somebody who has just tapped.
before.push(async () => {
  while (rowsWith("unsaved").length || rowsWith("saving").length) {
    await Promise.all(rowsWith("unsaved").map((row) => save(own(row))));
    if (rowsWith("unsaved").length || rowsWith("saving").length) await outbox.pause(PAUSE);
  }
});

// Taps count also if the page is left.
addEventListener("pagehide", () => {
  for (const row of rowsWith("unsaved")) navigator.sendBeacon(row.dataset.row, new URLSearchParams(written(row)));
});

// --- typing and tapping -------------------------------------------------------------------------

polled.addEventListener("click", (event) => {
  const button = event.target.closest("[data-row] button[name$=step]");
  if (!button) return;
  event.preventDefault();
  const [, name, step] = button.value.match(/^(.+)([+-]1)$/);
  const row = rowOf(button);
  const number = field(row, name);
  number.value = Math.min(
    Math.max((Number(number.value || number.placeholder) || 0) + Number(step), Number(number.dataset.least ?? 0)),
    Number(number.dataset.most),
  );
  changed(row, name);
});

/** An opened list comes into sight above the check; the name of its key in a sentence opens it too. */
polled.addEventListener("click", (event) => {
  const named = event.target.closest("[data-opens]");
  const opened = named
    ? document.querySelector(`${named.hash} .kinds`)
    : event.target.closest(".more:not([open]) > summary")?.parentNode;
  if (!opened) return;
  if (named) {
    event.preventDefault();
    opened.open = true;
    opened.querySelector("summary").focus({ preventScroll: true });
  }
  requestAnimationFrame(() => opened.scrollIntoView({ block: "nearest" }));
});

polled.addEventListener("input", ({ target }) => {
  if (target.form === sheet && target.type !== "file") changed(rowOf(target), fieldName(target));
});

/** The cards in a photo of a pile are counted once somebody has looked at them. */
polled.addEventListener("change", async ({ target }) => {
  if (!target.files?.length) return;
  const part = target.closest("#polled > *");
  const cards = await cardsFrom(target, { name: target.dataset.photoOf, cards: field(rowOf(part), "pile").value });
  const row = rowOf(document.getElementById(part.id));
  if (cards === null || !row) return;
  field(row, "pile").value = cards;
  changed(row, "pile");
});

/** Enter, the next key of a phone, or a button that saves a row as it stands there. */
sheet?.addEventListener("submit", (event) => {
  event.preventDefault();
  const { submitter } = event;
  const row = rowOf(submitter);
  if (!row) focusNextNumber(document.activeElement);
  else if (!isTwice(event, row.dataset.row)) {
    row.dataset.unsaved = "1";
    keep(row);
    later(own(row), 0);
  }
});

/** Focus the same number of the next player; kinds of cards follow each other. */
function focusNextNumber(number) {
  const row = rowOf(number);
  if (!row) return;
  if (row.dataset.unsaved) later(own(row), 0);
  const kind = number.closest(".kinds");
  const wanted = (one) => (kind ? one.closest(".kinds") || isFirstNumber(one) : fieldName(one) === fieldName(number));
  const open = [...polled.querySelectorAll("[data-row]")].flatMap(typed).filter((one) => isVisible(one));
  const column = open.filter(wanted);
  const next = column[column.indexOf(number) + 1];
  next ? next.focus() : number.blur();
  next?.select();
}

/** Return whether a field comes next in its row: the counts where they are open, else the whole score. */
function isFirstNumber(one) {
  const counts = one.closest(".whole")?.querySelector(".kinds input");
  return fieldName(one) === "points" && !(counts && isVisible(counts));
}

// --- the check ----------------------------------------------------------------------------------

/** Keeps the height of the check as a style: sentences about the network stand above it. */
const height = new ResizeObserver(([{ target }]) => {
  document.documentElement.style.setProperty("--foot", `${target.offsetHeight}px`);
});

function watchCheck() {
  height.disconnect();
  height.observe(document.getElementById("check"));
}

const addsUp = () => document.getElementById("check").matches(".right");
let didAddUp = addsUp();

polled.addEventListener("drawn", () => {
  watchCheck();
  if (addsUp() && !didAddUp) sayRight();
  didAddUp = addsUp();
});
watchCheck();

// --- before this script -------------------------------------------------------------------------

/** Take over what waited when the page was left, or was typed before this script was loaded. */
function takeUp(row) {
  const STORE = `row ${row.dataset.row}`; // of a version before this one
  const kept = new Map(outbox.get(idOf(row))?.body ?? JSON.parse(memory.read(STORE) || "[]"));
  memory.write(STORE, "");
  const wanted = (one) => kept.get(one.name) ?? one.value;
  const changes = typed(row).filter((one) => wanted(one) !== one.defaultValue);
  if (!changes.length) return outbox.drop(idOf(row)); // the server has it already
  for (const one of fields(row)) one.value = wanted(one);
  changed(row, fieldName(changes.at(-1)));
}

outbox.ready.then(() => polled.querySelectorAll("[data-row]").forEach(takeUp));
