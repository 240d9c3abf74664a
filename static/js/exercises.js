// Exercises: digits by taps, and what was right on this phone, which nobody else learns.

import { memory } from "./browser.js";
import { dataOf } from "./forms.js";

const KEPT = 2000; // exercises whose first answer a phone remembers
const ENOUGH = 3; // right in a row, and a harder one comes

// --- answering ----------------------------------------------------------------------------------

const form = document.querySelector("[data-ask]");

// The phone's own referee answers too, so it is gone to as any page is, with a network or without.
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = new URLSearchParams(dataOf(form, event.submitter));
  const { pathname } = new URL(form.action);
  location.assign(`${pathname}?${said}#answer`);
});

document.querySelector("[data-digits]")?.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-digit]");
  if (!key) return;
  const field = document.getElementById(key.parentElement.dataset.digits);
  const { digit } = key.dataset;
  field.value = digit ? `${field.value}${digit}`.slice(0, field.maxLength) : field.value.slice(0, -1);
});

// --- what is kept -------------------------------------------------------------------------------

/** Return the first answer to each exercise, oldest first: ["krypkasino take 312345", "right"]. */
function kept() {
  try {
    return JSON.parse(memory.read("exercises") ?? "[]");
  } catch {
    return [];
  }
}

const answered = document.querySelector("[data-answered]");
let isNew = false;
if (answered) {
  const before = kept();
  const name = answered.dataset.answered;
  isNew = !before.some(([one]) => one === name);
  if (isNew) {
    memory.write("exercises", JSON.stringify([...before, [name, answered.dataset.is]].slice(-KEPT)));
  }
}

const first = new Map(kept());

for (const one of document.querySelectorAll("[data-score]")) {
  const of = [...first].filter(([name]) => name.startsWith(`${one.dataset.score} `));
  if (of.length)
    one.textContent = told(
      one.dataset.told,
      of.map(([, is]) => is),
    );
}

function told(text, answers) {
  const right = answers.filter((is) => is === "right").length;
  return text.replace("%(right)s", right).replace("%(of)s", answers.length);
}

// --- from level to level ------------------------------------------------------------------------

/** Of a kind ("krypkasino take"): how many of each level were right in a row, and the level that
 * this has led to. */
function progress(kind) {
  const inRow = {};
  let level = 1;
  for (const [name, is] of first) {
    if (!name.startsWith(`${kind} `)) continue;
    const at = Number(name[kind.length + 1]); // the first digit of its seed
    inRow[at] = is === "right" ? (inRow[at] ?? 0) + 1 : 0;
    if (inRow[at] === ENOUGH) level = Math.max(level, at + 1);
  }
  return { inRow, level };
}

// The name of a kind leads to the level after those that were passed.
for (const row of document.querySelectorAll(".kinds li")) {
  const { level } = progress(row.querySelector("[data-score]").dataset.score);
  const keys = row.querySelectorAll(".levels a");
  const key = keys[Math.min(level, keys.length) - 1];
  if (level > 1) key.setAttribute("aria-current", "true");
  row.querySelector(".name").href = key.href;
}

const risen = document.querySelector("[data-risen]");
if (risen && isNew) {
  const [game, kind, seed] = answered.dataset.answered.split(" ");
  const { inRow } = progress(`${game} ${kind}`);
  if (inRow[seed[0]] % ENOUGH === 0) {
    const harder = document.querySelector("[data-harder]");
    answered.querySelector(".button.main").href = harder.href;
    harder.hidden = true;
    risen.hidden = false;
  }
}

// --- the ten of a day ---------------------------------------------------------------------------

const MARKS = { right: "✓", wrong: "✗" };
const marks = [...document.querySelectorAll("[data-mark]")];
const answers = marks.map((mark) => first.get(mark.dataset.mark));

marks.forEach((mark, at) => {
  const is = answers[at];
  if (!is) return;
  mark.dataset.is = is;
  mark.textContent = MARKS[is];
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", mark.dataset[is]);
});

const unanswered = answers.findIndex((is) => !is);
const begin = document.querySelector("[data-begin]");
if (begin && unanswered !== 0) {
  const onward = begin.querySelector("a");
  begin.hidden = unanswered < 0;
  onward.textContent = onward.dataset.further;
  if (unanswered > 0) onward.href = marks[unanswered].closest("a").href;
}

const result = document.querySelector("[data-result]");
if (result && answers.length && answers.every(Boolean)) {
  const right = answers.filter((is) => is === "right").length;
  const lines = [
    `${result.dataset.result}: ${right}/${answers.length}`,
    answers.map((is) => MARKS[is]).join(""),
    location.href,
  ];
  document.getElementById("result").value = lines.join("\n");
  result.hidden = false;
}
