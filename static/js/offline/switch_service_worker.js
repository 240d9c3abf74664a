// The service worker that fits what this phone keeps: the one of everybody, or the one in which the app
// answers that this phone keeps.

import { isHost } from "./is_own_app_running.js";
import { ROOT } from "../root_path.js";

const MARKER = `${ROOT}pocket/kept`; // js/offline/download_and_remove_pack.js puts it there
const OF_ALL = `${ROOT}sw.js`;

/** Engage it, and come back once it is at work. */
export async function engage() {
  const { serviceWorker } = navigator;
  const own = await addressOfOwn();
  const active = (await serviceWorker.getRegistration())?.active;
  if (own && active?.scriptURL.endsWith(own)) return;
  try {
    await atWork(await serviceWorker.register(own ?? OF_ALL, { type: own ? "module" : "classic" }));
  } catch {
    // Not every browser takes modules here, and an update may be under way: then what is there stays.
    // Private windows and some settings forbid all; everything else works.
    if (own && !isHost(active)) await serviceWorker.register(OF_ALL).catch(() => {});
  }
}

async function addressOfOwn() {
  const kept = await caches.match(MARKER);
  return kept ? `${OF_ALL}?pocket=${(await kept.json()).version}` : null;
}

function atWork({ installing: fresh }) {
  return new Promise((done) => {
    if (!fresh) done();
    fresh?.addEventListener("statechange", () => /activated|redundant/.test(fresh.state) && done());
  });
}
