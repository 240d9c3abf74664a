// Looks after the referee that this phone was asked to keep: says how far it is, goes on with a download
// on whatever page somebody is, and keeps it up to date.

import { memory } from "../browser.js";
import { canReadPhotos } from "./browser_support.js";
import { NoPhotos, Refused, Unable, drop, fetchAll, isThere, removeAll, removePhotos } from "./pack.js";
import { isHosting, readKept } from "./phone.js";

const OWN = "own evenings"; // js/home.js has seen some

/** Let the kept app be kept, renewed or dropped from the `places` of a page. `show` says there how far
 * that is, and `wanted` is whether this phone was asked to keep it. */
export function careFor({ places, show, wanted }) {
  let stopping = new AbortController();

  async function keep() {
    wanted.set(true);
    await navigator.storage?.persist?.(); // browsers listen to it after a tap
    await fetchShown();
  }

  function stop() {
    wanted.set(false);
    stopping.abort();
  }

  async function remove() {
    wanted.set(false);
    wantsPhotos.set(false);
    await removeAll();
    show("offered");
    hidePhotos();
  }

  /** Bring what is kept, or was begun, up to date in the background. */
  async function goOn() {
    const kept = await showKept();
    if (!navigator.onLine || navigator.connection?.saveData) return;
    if (!kept) await fetchShown();
    else if (kept.version !== places[0].dataset.pocket) await fetchLatest().then(showKept, () => {}); // next time
  }

  async function fetchShown() {
    stopping = new AbortController();
    show("loading");
    try {
      await fetchLatest({ tell, signal: stopping.signal });
      await showKept();
    } catch (error) {
      if (error instanceof Unable) await remove();
      show(error instanceof Unable ? "unable" : error instanceof Refused ? "refused" : "stopped");
    }
  }

  /** Download as much as this phone was asked to store. If photos fail, the rest stays. */
  async function fetchLatest(how) {
    await fetchAll({ ...how, photos: wantsPhotos.get() }).catch((error) => {
      if (!(error instanceof NoPhotos)) throw error;
    });
  }

  function tell(done) {
    for (const one of places) one.querySelector("progress").value = done;
  }

  /** Say whether it is here; what a browser that ran out of room has left of it is not. */
  async function showKept() {
    let kept = await readKept();
    if (kept && !(await isThere(kept))) {
      await drop();
      kept = null;
    }
    show(kept ? "kept" : "stopped");
    if (kept) offerPhotos(kept);
    else hidePhotos();
    const sure = (await navigator.storage?.persisted?.()) ?? false;
    for (const one of places) {
      one.querySelector("[data-unsure]").hidden = sure;
      one.querySelector("[data-own]").hidden = !memory.read(OWN);
    }
    return kept;
  }

  return { keep, stop, remove, goOn };
}

// Offers to read photos on this phone, too, once it keeps the referee: a choice of its own.

const places = document.querySelectorAll("[data-photos]");
let stopping = null;

/** The choice to store what reads photos, which holds over updates of the pack. */
const wantsPhotos = {
  get: () => Boolean(memory.read("photos")),
  set: (is) => memory.write("photos", is ? "wanted" : ""),
};

/** Say whether the referee that is kept reads photos, or could. */
function offerPhotos({ reads }) {
  if (reads) show("kept");
  else if (!isHosting() || !canReadPhotos()) show("unable");
  else show(wantsPhotos.get() ? "stopped" : "offered");
}

/** There is no referee on this phone that could. */
function hidePhotos() {
  for (const one of places) one.hidden = true;
}

/** Show the progress of the download. */
function show(state) {
  for (const one of places) {
    one.dataset.state = state;
    one.hidden = false;
  }
}

const ACTIONS = {
  async keep() {
    wantsPhotos.set(true);
    stopping = new AbortController();
    show("loading");
    try {
      await fetchAll({ photos: true, tell, signal: stopping.signal });
      show("kept");
    } catch (error) {
      if (error instanceof NoPhotos) wantsPhotos.set(false);
      show(error instanceof NoPhotos ? "unable" : error instanceof Refused ? "refused" : "stopped");
    }
    tellWorker();
  },
  stop() {
    wantsPhotos.set(false);
    stopping?.abort();
  },
  async remove() {
    wantsPhotos.set(false);
    await removePhotos();
    show("offered");
    tellWorker();
  },
};

/** The pages that this phone draws offer what it can do. */
const tellWorker = () => navigator.serviceWorker.controller?.postMessage({ changed: true });

function tell(done) {
  for (const one of places) one.querySelector("progress").value = done;
}

for (const one of places) {
  one.addEventListener("click", ({ target }) => ACTIONS[target.closest("[data-do]")?.dataset.do]?.());
}
