// Offers to read photos on this phone, too, once it keeps the referee: a choice of its own.

import { memory } from "../browser_storage.js";
import { canReadPhotos } from "./browser_support.js";
import { NoPhotos, Refused, fetchAll, removePhotos } from "./download_and_remove_pack.js";
import { isHosting } from "./is_own_app_running.js";

const places = document.querySelectorAll("[data-photos]");
let stopping = null;

/** The choice to store what reads photos, which holds over updates of the pack. */
export const wantsPhotos = {
  get: () => Boolean(memory.read("photos")),
  set: (is) => memory.write("photos", is ? "wanted" : ""),
};

/** Say whether the referee that is kept reads photos, or could. */
export function offerPhotos({ reads }) {
  if (reads) show("kept");
  else if (!isHosting() || !canReadPhotos()) show("unable");
  else show(wantsPhotos.get() ? "stopped" : "offered");
}

/** There is no referee on this phone that could. */
export function hidePhotos() {
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
