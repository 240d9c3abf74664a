// Answers rows of a table with static/js/recall.js: what comes back today, and days in a row.

const store = new Map();
globalThis.localStorage = {
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, text) => store.set(name, text),
  removeItem: (name) => store.delete(name),
};

const recall = await import("../../static/js/recall.js");
const table = JSON.parse(process.argv[2]);

const keep = (name, value) => store.set(`referee.${name}`, JSON.stringify(value));

function due([states, game, now]) {
  keep("recall", states);
  return recall.dueToday(game, Date.parse(now));
}

function streak([days, today]) {
  keep("tens", Object.fromEntries(days.map((day) => [`casino ${day}`, "1111111111"])));
  return recall.streak("casino", today);
}

/** The marks of a ten of which these exercises are answered, in this order. */
function ten([answers, names]) {
  store.clear();
  for (const [name, is, again] of answers) recall.markTen("casino 2026-11-29", again ?? "", name, is, names);
  return recall.finishedTens()["casino 2026-11-29"] ?? null;
}

function kept([number]) {
  store.clear();
  for (let at = 0; at < number; at += 1) {
    const due = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString();
    recall.putState(`casino can ${300000 + at}`, JSON.stringify({ due, last_review: due }));
  }
  return Object.keys(recall.keptHere().states).length;
}

const ask = { due, streak, ten, kept };
const answers = Object.entries(table).map(([kind, rows]) => [kind, rows.map(ask[kind])]);
console.log(JSON.stringify(Object.fromEntries(answers)));
