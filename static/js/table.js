// The pad of the live table; the server draws all else.

import { memory } from "./browser.js";
import { dataOf } from "./forms.js";
import { untilNextTap } from "./notices.js";
import * as outbox from "./outbox.js";
import { cardsFrom } from "./photo/field.js";
import { freshKey, isTwice, refresh, send } from "./polls.js";
import { sayRight } from "./right.js";
import { hearSlides } from "./slides.js";
import {
  drawPending,
  enter,
  letterOf,
  pictureOf,
  standing,
  state,
  tellIn,
  tellLost,
  toTop,
  waiting,
  written,
} from "./table_queue.js";

const polled = document.getElementById("polled");
const pad = document.getElementById("pad");
const reason = document.getElementById("reason");

const DEALT = `dealt ${location.pathname} ${outbox.shown}`;
let dealt = (memory.read(DEALT) || "").split(" ").filter(Boolean); // kept until all are entered
let beginning = null; // a turn that the server has not answered yet

const dealing = () => Number(state().wanted) && !waiting().length;

pad?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.name === "step" && !waiting().length) begin(event.submitter);
  if (beginning) return;
  const rank = pad.querySelector("[name=rank]:checked");
  // Enter on a rank: the only suit
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

function onlySuit() {
  const [suit, ...more] = [...pad.querySelectorAll("[name=suit]")].filter((key) => !isGrey(key));
  return more.length ? undefined : suit;
}

// A press on a rank slides to its suit; a tap is enough where one suit is left. Arrow keys only choose.
if (pad) {
  hearSlides(pad, ".ranks .key", "[name=suit]", {
    begins(key) {
      const rank = key.querySelector("[name=rank]");
      if (isGrey(rank)) return false;
      rank.checked = true;
      drawPad();
      return true;
    },
    ends: (suit) => suit.click(),
  });
}

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

function chosen() {
  const used = tapped();
  const begun = polled.querySelector("[name=begun]")?.value;
  const said = { ...(used.length && { used: used.map(({ value }) => value).join(" ") }), ...(begun && { begun }) };
  for (const one of used) one.checked = false;
  return said;
}

const tapped = () => [...polled.querySelectorAll("[name=used][form=pad]:checked")];

/** Once a begun turn waits, the next one begins anew. */
function spendBegun() {
  if (!waiting().some(({ play }) => play.begun)) return;
  for (const one of polled.querySelectorAll(".begun, [name=begun]")) one.remove();
}

/** The server must hear first of a turn that begins on the table. */
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

/** The last card dealt sends them all. */
function lay(card) {
  dealt.push(card);
  if (dealt.length === Number(state().wanted)) {
    enter({ dealt: dealt.join(" ") });
    dealt = [];
  }
  sketch();
}

polled.addEventListener("change", async ({ target }) => {
  if (!target.files?.length) return;
  const cards = (await cardsFrom(target))?.split(" ") ?? [];
  dealt = [];
  if (cards.length > Number(state().wanted))
    enter({ dealt: cards.join(" ") }); // says why not
  else for (const card of cards) lay(card);
  drawPad();
});

function sketch() {
  if (!Number(state().wanted)) dealt = [];
  memory.write(DEALT, dealt.join(" "));
  const row = document.querySelector("#table .cards");
  if (!row || !dealing()) return;
  row.replaceChildren(
    ...dealt.map((card, index) => {
      const button = /** @type {HTMLButtonElement} */ (pictureOf(card, "button"));
      button.type = "button";
      button.addEventListener("click", () => {
        dealt.splice(index, 1);
        sketch();
        drawPad();
      });
      return button;
    }),
  );
}

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

/** A grey key says why when tapped. */
function grey(key, why) {
  key.setAttribute("aria-disabled", String(Boolean(why)));
  key.title = why || "";
}

function explain(why) {
  reason.hidden = !why;
  tellIn(reason, why);
}

// The look and feel of a play comes with the first tap.

let motion = null;
let before = null; // the pieces on the table, and the number of events, until it is drawn anew

const load = () =>
  import("./motion.js").then(
    (loaded) => (motion = loaded),
    () => {}, // without a network
  );
addEventListener("pointerdown", load, { once: true });

const lastEvent = () => document.getElementById("last");
const eventsSoFar = () => Number(lastEvent()?.dataset.plays ?? 0);

polled.addEventListener("drawing", () => {
  before = motion && { pieces: motion.lying(), events: eventsSoFar() };
});
polled.addEventListener("drawn", () => {
  if (eventsSoFar() !== before?.events + 1) return;
  const seat = polled.querySelectorAll(".seats li")[lastEvent().dataset.seat]?.getBoundingClientRect();
  motion.slide(before.pieces, { from: () => seat, to: () => seat });
  if (lastEvent().querySelector("p:first-child .say")) sayRight();
});

let asked = document.getElementById("ask");
let ahead = false; // the next card is tapped while the referee asks

/** Answers have the pad's place. */
function fold() {
  const ask = document.querySelector("#ask .foot");
  if (!ask) ahead = false;
  document.body.classList.toggle("asked", Boolean(ask) && !ahead);
}

/** Scroll the table into sight where there is little room. */
function showTable(...covers) {
  const main = polled.closest("main");
  const told = document.querySelector(".notices")?.getBoundingClientRect().height ?? 0; // over the head of the page
  const [{ top }, table, ...above] = [main, document.getElementById("table"), ...covers]
    .filter(Boolean)
    .map((one) => one.getBoundingClientRect());
  const covered = above.filter(({ left }) => left < table.right).map((one) => table.bottom - one.top);
  main.scrollBy(0, Math.max(0, Math.min(...[Math.max(...covered), table.top - top - told])));
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
    // the next card replaces a refused one
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

// A part that unfolds under a thumb must not stay behind the pad; one that comes unfolded stays below its reason.
let unfolding = null;
polled.addEventListener("click", ({ target }) => {
  unfolding = target.closest("summary")?.parentElement;
});
polled.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.open || target !== unfolding) return;
    const { top } = unfolding.getBoundingClientRect();
    const answers = target.closest("#ask .answers");
    if (!answers) return target.scrollIntoView({ block: "nearest" });
    ahead = false; // it has the place of the pad
    fold();
    answers.scrollBy(0, top - answers.getBoundingClientRect().top);
  },
  true,
);

// Its script comes with the first tap.
document.querySelector("#camera [data-start]")?.addEventListener("click", async () => {
  const { start } = await import("./camera.js");
  start();
});

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
