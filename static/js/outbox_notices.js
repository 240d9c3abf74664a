// The head of a page says how much waits, its foot what was refused.

import { VISIT, all, drop, ready, whenChanged } from "./outbox.js";

const MOMENT = 1000; // milliseconds: what arrives sooner is not told
const unsent = document.getElementById("unsent");
const told = document.getElementById("refused");
const drawn = told.querySelector("template");

whenChanged(draw);
ready.then(draw);

function draw() {
  drawUnsent();
  const groups = Object.values(grouped(all().filter(isTold)));
  const texts = groups.map(([{ state, of }, ...more]) => [state, of, more.length].join());
  if (told.dataset.texts !== texts.join(";")) told.replaceChildren(drawn, ...groups.map(box));
  told.dataset.texts = texts.join(";");
  told.hidden = !groups.length;
}

function drawUnsent() {
  const waiting = all().filter(({ state, undone }) => state !== "refused" && !undone);
  const old = waiting.filter(({ at }) => Date.now() - at >= MOMENT);
  unsent.hidden = !old.length;
  const ofPhone = waiting.every(delivery.isOfPhone); // its own evenings are sent nowhere
  const { text, own } = unsent.dataset;
  if (old.length) unsent.textContent = (ofPhone ? own : text).replace("{number}", String(waiting.length));
  else if (waiting.length) setTimeout(drawUnsent, MOMENT);
}

const isTold = ({ state, toldHere, page }) =>
  state === "refused" ? toldHere !== VISIT : state === "asked" && page !== location.pathname;

function grouped(entries) {
  const groups = {};
  for (const entry of entries) {
    const { state, of, reason, sheet, page } = entry;
    const group = [state, of, reason, state === "asked" ? page : sheet].join("\n");
    groups[group] ??= [];
    groups[group].push(entry);
  }
  return groups;
}

function box(group) {
  const [{ state, title, reason, sheet, page }] = group;
  const part = document.importNode(drawn.content.firstElementChild, true);
  const facts = { game: title, what: labels(group), why: reason || told.dataset.look };
  part.querySelector("p").textContent = told.dataset[state].replace(/{(\w+)}/g, (_, name) => facts[name]);
  const [open, look] = part.querySelectorAll("a");
  open.hidden = state === "asked" || sheet === location.pathname;
  look.hidden = state !== "asked";
  open.href = sheet;
  look.href = page;
  part.querySelector("button").addEventListener("click", () => {
    for (const { id } of group) drop(id);
  });
  return part;
}

/** "2 sweeps of Anna, a double sweep of Bo" */
function labels(group) {
  const times = new Map();
  for (const { label, many } of group) times.set(label, [...(times.get(label) ?? []), many]);
  const said = ([label, all]) => (all.length > 1 && all[0] ? all[0].replace("{number}", all.length) : label);
  return [...times].map(said).join(", ");
}
