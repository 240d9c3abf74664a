// Exercises: an answer and the next exercise are drawn in place, the cards stay under the thumb. Without scripts each
// loads a page.

import { answerTo } from "./answers.js";
import { dataOf, untouched } from "./forms.js";
import { sayOffline } from "./notices.js";
import * as recall from "./recall.js";
import { sayRight } from "./right.js";

const ENOUGH = 3; // right in a row, and a harder one comes
const MARKS = { right: "✓", wrong: "✗" };

const main = document.getElementById("main");
let drawn = location.pathname + location.search;
let busy = false;

// --- answering ----------------------------------------------------------------------------------

// The phone's own referee answers too, with a network or without.
main.addEventListener("submit", (event) => {
  const form = event.target.closest("[data-ask]");
  if (!form) return;
  event.preventDefault();
  answer(form, event.submitter);
});

async function answer(form, button) {
  const said = new URLSearchParams(dataOf(form, button));
  const { pathname } = new URL(form.action);
  const address = `${pathname}?${said}`;
  const { exercise } = form.dataset;
  const isFirst = exercise && !main.querySelector("[data-answered]");
  if (isFirst) {
    said.set("state", recall.stateOf(exercise));
    if (main.querySelector("details.hints[open]")) said.set("hint", "1");
  }
  if (!(await draw(`${pathname}?${said}`, address))) return;
  const keep = pathname === location.pathname ? "replaceState" : "pushState"; // from a list of questions
  history[keep](null, "", address);
  setUp({ isFirst });
  if (main.querySelector("#answer.right")) sayRight();
  main.querySelector("#answer")?.focus({ preventScroll: true });
}

main.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-next]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { pathname, search } = new URL(link.href);
  if (!(await draw(pathname + search, link.href))) return;
  history.pushState(null, "", link.href);
  begin();
});

addEventListener("popstate", async () => {
  const address = location.pathname + location.search;
  if (address !== drawn && (await draw(address, address))) begin();
});

/** Show an exercise from its top. */
function begin() {
  drawn = location.pathname + location.search;
  setUp({});
  const heading = main.querySelector("h1");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Draw the page at a path in place of this one; return whether it was. Where it cannot be had its address is gone
 * to: the service worker may have it. */
async function draw(path, address) {
  if (busy) return false;
  busy = true;
  try {
    const page = new DOMParser().parseFromString(await answerTo(path), "text/html");
    await untouched();
    main.replaceChildren(...page.getElementById("main").childNodes);
    document.title = page.title;
    drawn = new URL(address, location.href).pathname + new URL(address, location.href).search;
    main.dispatchEvent(new Event("drawn"));
    return true;
  } catch {
    if (navigator.onLine) location.assign(address);
    else sayOffline({ asked: true });
    return false;
  } finally {
    busy = false;
  }
}

main.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-digit]");
  if (!key) return;
  const field = document.getElementById(key.parentElement.dataset.digits);
  const { digit } = key.dataset;
  field.value = digit ? `${field.value}${digit}`.slice(0, field.maxLength) : field.value.slice(0, -1);
});

// --- what is kept -------------------------------------------------------------------------------

/** Keep what an answer says, and fill in what is known. `isFirst`: it was just given, as the first to this exercise
 * since it was shown. */
function setUp({ isFirst = false }) {
  const form = main.querySelector("[data-exercise]");
  const answered = main.querySelector("[data-answered]");
  if (form) {
    const [game, kind, seed] = form.dataset.exercise.split(" ");
    if (!form.dataset.series && levelIn(seed)) recall.putLevel(`${game} ${kind}`, levelIn(seed));
  }
  if (answered) keep(form, answered, isFirst);
  fillScores();
}

/** Return the level of a seed; nothing for a position of an own game, which counts at none. */
const levelIn = (seed) => Number(seed[0]);

function keep(form, answered, isFirst) {
  const { answered: name, is, recalled } = answered.dataset;
  const isNew = levelIn(name.split(" ")[2]) && recall.rememberFirst(name, is);
  const { day, again, series } = form.dataset;
  const game = name.split(" ")[0];
  if (isFirst) recall.putState(name, recalled);
  if (day) {
    const names = series.split(" ").map((each) => `${game} ${each.replace(".", " ")}`);
    recall.markTen(`${game} ${day}`, again, name, is, names);
  }
  if (isNew && !series) rise(name);
}

/** After enough right ones in a row the next is harder. */
function rise(name) {
  const risen = main.querySelector("[data-risen]");
  const [game, kind, seed] = name.split(" ");
  if (!risen || rightInRow(`${game} ${kind} ${seed[0]}`) % ENOUGH) return;
  const harder = main.querySelector("[data-harder]");
  main.querySelector(".reply .button.main").href = harder.href;
  harder.hidden = true;
  risen.hidden = false;
  recall.putLevel(`${game} ${kind}`, Number(seed[0]) + 1);
}

function rightInRow(start) {
  const of = [...recall.firstAnswers()].filter(([name]) => name.startsWith(start)).map(([, is]) => is);
  return of.length - 1 - of.lastIndexOf("wrong");
}

function fillScores() {
  const first = [...recall.firstAnswers()];
  for (const one of main.querySelectorAll("[data-score]")) {
    const of = first.filter(([name]) => name.startsWith(`${one.dataset.score} `)).map(([, is]) => is);
    if (of.length) one.textContent = inNumbers(one.dataset.told, of);
  }
}

function inNumbers(text, answers) {
  const right = answers.filter((is) => is === "right").length;
  return text.replace("%(right)s", String(right)).replace("%(of)s", String(answers.length));
}

// --- the list -----------------------------------------------------------------------------------

// A kind begins where one stands.
for (const link of main.querySelectorAll("[data-kind]")) {
  const at = recall.levelOf(link.dataset.kind);
  if (!at) continue;
  link.search = `?level=${at}`;
  const level = link.querySelector("[data-level]");
  level.textContent = level.dataset.level.replace("{level}", at);
}

const today = main.querySelector("[data-today]");
if (today) {
  const [game, day] = today.dataset.today.split(" ");
  const kinds = new Set([...main.querySelectorAll("[data-kind]")].map((link) => link.dataset.kind));
  const due = recall.dueToday(game).filter((name) => kinds.has(name.split(" ").slice(0, 2).join(" ")));
  const { again, is } = recall.beginTen(`${game} ${day}`, due);
  if (again) today.querySelector("[data-ten]").search = `?${new URLSearchParams({ again })}`;
  const answers = Object.values(is);
  if (answers.length) {
    const sofar = today.querySelector("[data-sofar]");
    sofar.textContent = inNumbers(sofar.dataset.sofar, answers);
  }
  const link = today.querySelector("[data-again]");
  if (due.length) {
    const [kind, seed] = due[0].split(" ").slice(1);
    link.pathname += `/${kind}/${seed}`;
    link.search = `?${new URLSearchParams({ again: recall.againField(due) })}`;
    link.textContent = link.dataset.again.replace("{number}", String(due.length));
    link.hidden = false;
  }
}

// --- the ten of a day ---------------------------------------------------------------------------

const ten = main.querySelector("[data-of]");
const begun = ten && recall.openTen(ten.dataset.of);
if (begun?.again && !new URLSearchParams(location.search).has("again")) {
  location.replace(`?${new URLSearchParams({ again: begun.again })}`);
}

const marks = [...main.querySelectorAll("[data-mark]")];
for (const mark of marks) {
  const is = begun?.is[mark.dataset.mark];
  if (!is) continue;
  mark.dataset.is = is;
  mark.textContent = MARKS[is];
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", mark.dataset[is]);
}

const unanswered = marks.findIndex((mark) => !mark.dataset.is);
const start = main.querySelector("[data-begin]");
if (start && unanswered !== 0) {
  const onward = start.querySelector("a");
  start.hidden = unanswered < 0;
  onward.textContent = onward.dataset.further;
  if (unanswered > 0) onward.href = marks[unanswered].closest("a").href;
}

const result = main.querySelector("[data-result]");
const finished = ten && recall.finishedTens()[ten.dataset.of];
if (result && finished) {
  const answers = [...finished].map((mark) => (mark === "1" ? "right" : "wrong"));
  const lines = [
    `${result.dataset.result}: ${answers.filter((is) => is === "right").length}/${answers.length}`,
    answers.map((is) => MARKS[is]).join(""),
    new URL(result.dataset.page, location.href).href,
  ];
  document.getElementById("result").value = lines.join("\n");
  result.hidden = false;
}

for (const list of main.querySelectorAll("[data-calendar]")) {
  const [game, day] = list.dataset.calendar.split(" ");
  const row = main.querySelector("[data-streak]");
  const days = recall.streak(game, day);
  row.textContent = row.dataset.streak.replace("{number}", String(days));
  row.hidden = days < 2;
  for (let before = Number(list.dataset.days) - 1; before >= 0; before -= 1) {
    list.append(cell(list, game, recall.daysBefore(day, before), before === 0));
  }
}

/** Return a day of the calendar, which leads to its ten. */
function cell(list, game, day, isToday) {
  const { address, told } = list.dataset;
  const item = document.createElement("li");
  const link = item.appendChild(document.createElement("a"));
  const done = recall.finishedTens()[`${game} ${day}`];
  const at = new Date(`${day}T12:00:00`);
  link.href = address.replace("DAY", day);
  link.textContent = String(at.getDate());
  if (isToday) link.setAttribute("aria-current", "date");
  const name = at.toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
  const right = done?.replaceAll("0", "").length;
  link.setAttribute("aria-label", done ? told.replace("{day}", name).replace("{right}", String(right)) : name);
  if (done) link.dataset.is = right >= done.length / 2 ? "right" : "wrong";
  return item;
}

setUp({});
