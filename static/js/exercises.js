// Exercises: digits by taps, and what was right on this phone, which nobody else learns.

import { memory } from "./memory.js";

const KEPT = 400; // exercises whose first answer a phone remembers

// --- answering ----------------------------------------------------------------------------------

const form = document.querySelector("[data-ask]");

// The phone's own referee answers too, so it is gone to as any page is, with a network or without.
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = new URLSearchParams(new FormData(form, event.submitter));
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

/** What was said first to each exercise, oldest first: ["krypkasino take 312345", "right"]. */
function kept() {
  try {
    return JSON.parse(memory.read("exercises") ?? "[]");
  } catch {
    return [];
  }
}

const answered = document.querySelector("[data-answered]");
if (answered) {
  const first = kept();
  const name = answered.dataset.answered;
  if (!first.some(([one]) => one === name)) {
    memory.write("exercises", JSON.stringify([...first, [name, answered.dataset.is]].slice(-KEPT)));
  }
}

const first = new Map(kept());

for (const one of document.querySelectorAll("[data-score]")) {
  const of = [...first].filter(([name]) => name.startsWith(`${one.dataset.score} `));
  if (of.length) one.textContent = told(one.dataset.told, of.map(([, is]) => is));
}

function told(text, answers) {
  const right = answers.filter((is) => is === "right").length;
  return text.replace("%(right)s", right).replace("%(of)s", answers.length);
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

const result = document.querySelector("[data-result]");
if (result && answers.length && answers.every(Boolean)) {
  const right = answers.filter((is) => is === "right").length;
  const lines = [`${result.dataset.result}: ${right}/${answers.length}`, answers.map((is) => MARKS[is]).join(""), location.href];
  document.getElementById("result").value = lines.join("\n");
  result.hidden = false;
}
