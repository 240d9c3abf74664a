// The exercises that this phone keeps go along in the file of a group, and come from one.

import { keptHere, replaceKept } from "./recall.js";
import { mergedWith } from "./recall_transfer.js";

const FIELD = "exercises";

const save = document.querySelector("[data-with-exercises]");
if (save) save.hidden = !keptHere();

save?.addEventListener("click", async (event) => {
  event.preventDefault();
  let group;
  try {
    group = await (await fetch(save.href)).json();
  } catch {
    location.assign(save.href);
    return;
  }
  const text = JSON.stringify({ ...group, [FIELD]: keptHere() });
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href, download: "referee.json" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // some browsers read it after the tap
});

const take = document.querySelector("[data-takes-exercises]");
let merged = null;

document.querySelector("[data-exercises-in]")?.addEventListener("change", async ({ target }) => {
  merged = null;
  take.hidden = true;
  const found = await exercisesIn(target.files[0]);
  if (!found) return;
  const { ok, text } = await mergedWith(take.dataset.takesExercises, keptHere(), found);
  if (!ok) return;
  merged = JSON.parse(text);
  take.hidden = false;
});

async function exercisesIn(file) {
  try {
    return JSON.parse(await file.text())[FIELD];
  } catch {
    return null; // the server says what it cannot read
  }
}

take?.closest("form").addEventListener("submit", () => {
  if (merged && take.querySelector("input").checked) replaceKept(merged);
});
