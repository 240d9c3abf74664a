// The pad of the live table: rank, suit, and the play is on its way. The server draws everything else.

import { freshKey, isTwice, refresh, send } from "./poll.js";
import * as outbox from "./outbox.js";
import { dataOf } from "./unsent_fields.js";
import { memory } from "./browser_storage.js";
import { untilNextTap } from "./notice_line.js";
import { drawPending, enter, standing, state, tellLost, toTop, waiting } from "./unsent_plays.js";
import { letterOf, suitKeyOf, written } from "./unsent_plays.js";

const polled = document.getElementById("polled");
const pad = document.getElementById("pad");
const reason = document.getElementById("reason");

const DEALT = `dealt ${location.pathname} ${outbox.shown}`;
let dealt = (memory.read(DEALT) || "").split(" ").filter(Boolean); // until all have been entered
let beginning = null; // a turn that begins on the table, until the server has answered

const dealing = () => Number(state().wanted) && !waiting().length; // what waits has the dealt cards

// --- the pad ------------------------------------------------------------------------------------

pad?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.name === "step" && !waiting().length) begin(event.submitter);
  if (beginning) return;
  const rank = pad.querySelector("[name=rank]:checked");
  // Enter on a rank means the suit that it can only be.
  const suit = (rank && document.activeElement === rank && onlySuit()) || event.submitter;
  const greyed = isGrey(suit);
  if (!isTwice(event, suit) && greyed) explain(suit.title);
  if (!rank || !suit?.value || greyed) return;
  const card = rank.value + suit.value;
  rank.checked = false;
  if (dealing()) lay(card);
  else enter({ card, ...chosen(), ...outOfTurn() });
  drawPad();
});

const isGrey = (key) => key?.getAttribute("aria-disabled") === "true";

/** The suit of the chosen rank, where nobody can hold another one of it. */
function onlySuit() {
  const [suit, ...more] = [...pad.querySelectorAll("[name=suit]")].filter((key) => !isGrey(key));
  return more.length ? undefined : suit;
}

// A press on a rank slides to its suit, and a rank of which one suit is unseen needs no more than the tap. Arrow
// keys only choose.
let pressed = false;

pad?.addEventListener("pointerdown", ({ target }) => {
  const rank = target.closest(".ranks .key")?.querySelector("[name=rank]");
  pressed = Boolean(rank) && !isGrey(rank);
  if (!pressed) return;
  rank.checked = true;
  drawPad();
});

const suitAt = ({ clientX, clientY }) =>
  pressed ? document.elementFromPoint(clientX, clientY)?.closest("#pad [name=suit]") : null;

addEventListener("pointermove", (event) => {
  const under = suitAt(event);
  if (pressed) for (const key of pad.querySelectorAll("[name=suit]")) key.classList.toggle("under", key === under);
});
addEventListener("pointerup", (event) => {
  const suit = suitAt(event);
  pressed = false;
  suit?.classList.remove("under");
  suit?.click();
});
addEventListener("pointercancel", () => {
  pressed = false;
});

pad?.addEventListener("click", (event) => {
  const rank = event.target.matches(".ranks .key") && event.target.closest(".key").querySelector("[name=rank]");
  if (!rank || isGrey(rank)) return;
  event.preventDefault();
  rank.focus();
  rank.checked = true;
  drawPad();
  explain("");
  onlySuit()?.click();
});

pad?.addEventListener("change", ({ target }) => {
  drawPad();
  explain(target.title);
});
polled.addEventListener("change", ({ target }) => target.name === "seat" && drawPad());

/** What was tapped on the table before the card, and the steps that the turn has begun with. */
function chosen() {
  const used = tapped();
  const begun = polled.querySelector("[name=begun]")?.value;
  const said = { ...(used.length && { used: used.map(({ value }) => value).join(" ") }), ...(begun && { begun }) };
  for (const one of used) one.checked = false;
  return said;
}

const tapped = () => [...polled.querySelectorAll("[name=used][form=pad]:checked")];

/** A turn that has begun and waits has said so: the next one begins anew. */
function spendBegun() {
  if (!waiting().some(({ play }) => play.begun)) return;
  for (const one of polled.querySelectorAll(".begun, [name=begun]")) one.remove();
}

/** A turn begins on the table, or the last one goes on there: of that the server must hear first. */
function begin(button) {
  if (beginning) return;
  const data = new URLSearchParams(dataOf(pad, button));
  data.set("key", freshKey());
  data.set("after", state().seq);
  beginning = { address: button.formAction, data, used: tapped() };
  begins.run();
}

const begins = new outbox.Queue({
  next: () => beginning,
  send: async ({ address, data }) => ({ arrived: await send(address, data) }),
  settle({ used }, { arrived }) {
    const texts = used.map(({ parentElement }) => parentElement.textContent.replace(/\s+/g, " ").trim());
    if (!arrived) return tellLost(texts.join(" "));
    beginning = null;
    for (const one of used) one.checked = false;
    drawPending();
  },
});

function outOfTurn() {
  const seat = polled.querySelector("[name=seat]:checked");
  if (!seat) return {};
  seat.checked = false;
  return { seat: seat.value };
}

/** A card that was dealt to the table; the last one sends them all. */
function lay(card) {
  dealt.push(card);
  if (dealt.length === Number(state().wanted)) {
    enter({ dealt: dealt.join(" ") });
    dealt = [];
  }
  sketch();
}

/** So do those of a photo, one by one. */
polled.addEventListener("change", async ({ target }) => {
  if (!target.files?.length) return;
  const { cardsFrom } = await import("./photo/photo_field.js");
  const cards = (await cardsFrom(target))?.split(" ") ?? [];
  dealt = [];
  if (cards.length > Number(state().wanted))
    enter({ dealt: cards.join(" ") }); // it is said why not
  else for (const card of cards) lay(card);
  drawPad();
});

/** The cards dealt so far; a tap takes one back. */
function sketch() {
  if (!Number(state().wanted)) dealt = [];
  memory.write(DEALT, dealt.join(" "));
  const row = document.querySelector("#table .cards");
  if (!row || !dealing()) return;
  row.replaceChildren(
    ...dealt.map((card, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = `card table ${[...suitKeyOf(card).classList].find((name) => name.startsWith("suit-"))}`;
      button.append(
        Object.assign(document.createElement("b"), { textContent: letterOf(card.slice(0, -1)) }),
        Object.assign(document.createElement("i"), { textContent: suitKeyOf(card).textContent }),
      );
      button.addEventListener("click", () => {
        dealt.splice(index, 1);
        sketch();
        drawPad();
      });
      return button;
    }),
  );
}

/** Grey out what nobody can hold any more, as far as anybody has said. */
function drawPad() {
  if (!pad) return;
  const { over, wanted } = state();
  pad.hidden = Boolean(over);
  const gone = cardsGone();
  const suits = [...pad.querySelectorAll("[name=suit]")];
  for (const rank of pad.querySelectorAll("[name=rank]")) {
    const why = suits.map((suit) => gone(rank.value + suit.value));
    const last = why.includes(reason.dataset.entered) ? reason.dataset.entered : why[0];
    grey(rank, why.every(Boolean) && `${letterOf(rank.value)}: ${last}`);
  }
  const chosen = pad.querySelector("[name=rank]:checked")?.value;
  for (const suit of suits) {
    const card = chosen + suit.value;
    const why = chosen && gone(card);
    grey(suit, !chosen ? reason.dataset.first : why && `${written(card)}: ${why}`);
  }
  pad.classList.toggle("dealing", wanted !== "0");
}

/** Says of a card why nobody can play it: it was seen, or it was entered and waits. */
function cardsGone() {
  const { seen, copies, seq } = state();
  const shown = seen.split(" ");
  const waits = standing().filter(({ play, held }) => held || play.after >= Number(seq)); // not what has arrived
  const queue = [...dealt, ...waits.flatMap(({ play }) => (play.dealt ?? play.card).split(" "))];
  const count = (cards, card) => cards.filter((other) => other === card).length;
  return (card) => {
    const left = Number(copies) - count(shown, card);
    if (left < 1) return reason.dataset.seen;
    return count(queue, card) < left ? "" : reason.dataset.entered;
  };
}

/** A key that enters nothing now, and says why when it is tapped or described. */
function grey(key, why) {
  key.setAttribute("aria-disabled", String(Boolean(why)));
  key.title = why || "";
}

function explain(why) {
  reason.hidden = !why;
  reason.textContent = why;
}

// --- what the server has drawn ------------------------------------------------------------------

let asked = document.getElementById("ask");
let ahead = false; // the next card is tapped while the referee asks

/** The answers have the pad's place, unless the next card is on its way there. */
function fold() {
  const ask = document.querySelector("#ask .foot");
  if (!ask) ahead = false;
  document.body.classList.toggle("asked", Boolean(ask) && !ahead);
}

/** Large text or many builds leave room for the table alone above what is asked. */
function showTable(...covers) {
  const main = polled.closest("main");
  const [{ top }, table, ...above] = [main, document.getElementById("table"), ...covers]
    .filter(Boolean)
    .map((one) => one.getBoundingClientRect());
  const covered = above.filter(({ left }) => left < table.right).map((one) => table.bottom - one.top);
  main.scrollBy(0, Math.max(0, Math.min(...[Math.max(...covered), table.top - top])));
}

document.getElementById("ahead")?.addEventListener("click", () => {
  ahead = true;
  fold();
  pad.querySelector("[name=rank]").focus();
});

polled.addEventListener("drawn", () => {
  spendBegun();
  sketch();
  drawPad();
  const ask = document.getElementById("ask");
  if (ask && ask !== asked) {
    // The next card replaces one that was refused.
    const isRefused = "refused" in ask.dataset && !matchMedia("(max-height: 30rem)").matches;
    ahead = isRefused || Boolean(pad?.querySelector("[name=rank]:checked"));
    ask.focus({ preventScroll: true });
    toTop();
  }
  fold();
  if (ask && ask !== asked && document.getElementById("table")) showTable(ask, document.getElementById("undo"));
  if (asked && !ask) toTop();
  asked = ask;
});

// What unfolds is not to stay behind the pad.
polled.addEventListener("toggle", ({ target }) => target.open && target.scrollIntoView({ block: "nearest" }), true);

fold();
if (pad) {
  pad.noValidate = true;
  untilNextTap(explain);
  spendBegun();
  sketch();
  drawPad();
  outbox.whenChanged(() => {
    spendBegun();
    drawPad();
  });
  addEventListener("online", () => refresh());
}
