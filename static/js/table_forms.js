// Forms of a followed game beside the live table, and the keys of its replay.

// A form of a game is sent after what waits for the network: it would overtake plays, and they would be refused.

import { sayOffline } from "./notices.js";
import { all } from "./outbox.js";
import { cardsFrom } from "./photo/field.js";

let sent = null;

addEventListener("submit", sendInOrder, { capture: true });

async function sendInOrder(event) {
  const { target: form, submitter } = event;
  const { pathname } = new URL(form.action);
  const isOfGame = ({ of }) => pathname.startsWith(`${of.split(" ")[0]}/`);
  const waits = all().some((entry) => entry.state === "waiting" && isOfGame(entry));
  if (form.method !== "post" || !navigator.onLine || form === sent || !waits) return;
  event.preventDefault();
  event.stopPropagation();
  const { alone, deliver } = self.delivery;
  const arrived = await alone(() => deliver(isOfGame)).catch(() => false);
  if (!arrived) return sayOffline({ asked: true });
  sent = form; // plays may wait for an answer all the same
  (submitter ?? form.querySelector("[type=submit]")).click();
}

// A pad beside a field of cards: rank, suit, and the card stands in the field.

for (const pad of document.querySelectorAll("[data-pad-for]")) {
  const field = document.getElementById(pad.dataset.padFor);
  pad.addEventListener("click", ({ target }) => {
    const suit = target.closest("[data-suit]");
    const rank = pad.querySelector(":checked");
    if (!suit || !rank) return;
    field.value = `${field.value} ${rank.value}${suit.dataset.suit}`.trim();
    rank.checked = false;
  });
}

// A photo of what the table shows: its cards are looked at, and then compared with the log.

for (const field of document.querySelectorAll("[data-photo-of-table]")) {
  field.addEventListener("change", async () => {
    const { form } = field;
    const cards = await cardsFrom(field);
    if (!cards) return;
    form.elements.seen.value = cards;
    form.submit();
  });
}

// A followed game step by step, with the keys of a keyboard: arrows, Home and End.

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const step = document.querySelector(`.steps [aria-keyshortcuts="${event.key}"]`);
  if (!step) return;
  event.preventDefault();
  step.click();
});
