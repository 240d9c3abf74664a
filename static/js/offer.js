// Offers to keep the referee on this phone, says how far that is, and keeps it up to date. Nothing is
// sent before somebody asks for it; from then on it goes on by itself, on whatever page they are.

import { memory } from "./memory.js";
import { readKept } from "./pocket.js";

const WANTED = "pocket";
const offers = document.querySelectorAll("[data-pocket]");
const version = offers[0].dataset.pocket;
let stopping = null;

function show(state) {
  for (const one of offers) {
    one.dataset.state = state;
    one.hidden = false;
  }
}

async function keep() {
  const { keep: fetchAll, Refused } = await import("./keep.js");
  stopping = new AbortController();
  show("loading");
  try {
    await fetchAll({ tell, signal: stopping.signal });
    await showKept();
  } catch (error) {
    show(error instanceof Refused ? "refused" : "stopped");
  }
}

function tell(done) {
  for (const one of offers) one.querySelector("progress").value = done;
}

async function showKept() {
  const kept = (await isWhole()) ? await readKept() : null;
  show(kept ? "kept" : memory.read(WANTED) ? "stopped" : "offered");
  const sure = (await navigator.storage?.persisted?.()) ?? false;
  for (const one of offers) one.querySelector("[data-unsure]").hidden = sure;
  return kept;
}

/** Browsers that run out of room may have taken some files. Then it is not kept, and fetched again. */
async function isWhole() {
  const kept = await readKept();
  if (!kept) return false;
  const { drop, isThere } = await import("./keep.js");
  if (await isThere(kept)) return true;
  await drop();
  return false;
}

/** Bring what is kept, or was begun, up to date in the background. */
async function goOn() {
  if (!memory.read(WANTED) || !navigator.onLine || navigator.connection?.saveData) return;
  const kept = await readKept();
  if (!kept) await keep();
  else if (kept.version !== version) {
    const { keep: fetchAll } = await import("./keep.js");
    await fetchAll().then(showKept, () => {}); // next time
  }
}

for (const one of offers) {
  one.addEventListener("click", async ({ target }) => {
    if (target.closest("[data-keep]")) {
      memory.write(WANTED, "wanted");
      await navigator.storage?.persist?.(); // browsers listen to it after a tap
      await keep();
    } else if (target.closest("[data-stop]")) {
      memory.write(WANTED, "");
      stopping?.abort();
      show("stopped");
    } else if (target.closest("[data-remove]")) {
      memory.write(WANTED, "");
      const { remove } = await import("./keep.js");
      await remove();
      show("offered");
    }
  });
}

await showKept();
goOn();
