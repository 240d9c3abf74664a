// The app that this phone keeps: whether it answers in the service worker, and what it says.

import { ROOT } from "../browser.js";

const controller = () => navigator.serviceWorker?.controller;

/** Return whether the own app runs for this page. */
export const isHosting = () => isHost(controller());
export const isHost = (worker) => worker?.scriptURL.includes("?pocket=") ?? false;

/** The page will ask it soon: Python takes its time to start. */
export const wake = () => isHosting() && controller().postMessage({});

// The referee that this phone keeps, where somebody asked for it: it judges without a network.

const CACHE = "pocket";
const MARKER = `${ROOT}pocket/kept`; // it is there when everything else is
const STARTING = 20_000; // milliseconds that the first answer may take on an old phone

let worker = null;
let number = 0;
const asked = new Map();

/** Return the list of stored files, with its version; null if nothing is stored. */
export async function readKept() {
  try {
    const marker = await self.caches?.match(MARKER, { cacheName: CACHE }); // over https only
    return (await marker?.json()) ?? null;
  } catch {
    return null; // private windows may forbid it
  }
}

/** Return what a server would answer to a path, from this phone: status, headers, cookie and text. */
export const askPhone = (path) => (isHosting() ? askHost(path) : askWorker(path));

/** The service worker has it. */
async function askHost(path) {
  const response = await fetch(path, { headers: { "X-Here": "1" }, redirect: "manual" });
  return { status: response.status, headers: {}, cookie: "", text: await response.text() };
}

/** A worker of this page has it. */
async function askWorker(path) {
  const { port, failed } = await begin();
  const id = ++number;
  const answer = new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    setTimeout(() => reject(new Error("late")), STARTING);
  });
  port.postMessage({ id, path, cookies: liked() });
  try {
    return await Promise.race([answer, failed]);
  } finally {
    asked.delete(id);
  }
}

/** Have it ready before it is needed: Python takes a second. Is there one? */
export async function warmUp() {
  const kept = await readKept();
  if (kept && isHosting()) wake();
  else if (kept) begin().catch(() => {}); // the first question tells it
  return kept !== null;
}

/** The one worker of this page. What did not start is tried again by the next question. */
function begin() {
  worker ??= start().catch((error) => {
    worker = null;
    throw error;
  });
  return worker;
}

async function start() {
  const kept = await readKept();
  if (!kept) throw new Error("nothing is kept");
  const { version, sent, size } = kept;
  const offer = JSON.stringify({ version, sent, size });
  const assets = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
  const query = new URLSearchParams({ assets, offer });
  const port = new Worker(`${ROOT}pocket/${version}/worker.js?${query}`, { type: "module" });
  const failed = new Promise((_, reject) => {
    port.addEventListener("error", () => reject(new Error("it does not start")));
  });
  failed.catch(() => {
    worker = null; // files may be gone; the next question tries again
  });
  port.addEventListener("message", ({ data: { id, answer, failed: told } }) => {
    if (answer) asked.get(id)?.resolve(answer);
    else asked.get(id)?.reject(new Error(told));
  });
  return { port, failed };
}

/** The cookies of what somebody likes; browsers choose the language where nobody did. */
function liked() {
  const { lang } = document.documentElement;
  return /(^|; )language=/.test(document.cookie) ? document.cookie : `language=${lang}; ${document.cookie}`;
}
