// Keeping the referee on this phone, whole or not at all, and taking it off again. The files come in
// parts; those that are here already are not sent again, and a mark that is put last says that all of
// them are.

import { ROOT } from "../browser.js";
import { askPhone, isHost } from "./phone.js";

const CACHE = "pocket";
const DRAWN = "drawn"; // by the app in it
const SNAPSHOTS = "snapshots"; // a database of the app in it
const FOLDER = `${ROOT}pocket/`;
const MARKER = `${FOLDER}kept`;
const LIST = `${FOLDER}files.json`;
const WORKER = "worker.js";
const JSON_TYPE = { "Content-Type": "application/json" };
const OF_ALL = `${ROOT}sw.js`;

/** Engage the service worker that fits what this phone keeps, that of everybody or the one in which its own app
 * answers, and come back once it is at work. */
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

/** This phone does not keep it: there is no room, or it is forbidden. */
export class Refused extends Error {}

/** All of it is here, and Python does not start in this browser. */
export class Unable extends Error {}

/** The reader of photos does not start in this browser; the rest of the pack is kept. */
export class NoPhotos extends Error {}

/** Fetch what is not here, and switch to it; with `photos` what reads those, too. `tell(done)` gets the
 * part of all bytes that is here, from 0 to 1; `signal` stops it, and next time it goes on from there. One
 * page of a phone does it at a time. Raises Refused, Unable, NoPhotos, or whatever the network does. */
export function fetchAll({ photos = false, tell = (_share) => {}, signal = undefined } = {}) {
  return navigator.locks.request(CACHE, { signal }, () => fetchParts(photos, tell, signal));
}

/** Return whether all files of a list are on this phone. */
export async function isThere(list) {
  const there = (await (await caches.open(CACHE)).keys()).map(({ url }) => new URL(url).pathname);
  return filesOf(list).every(({ name }) => there.includes(`${FOLDER}${list.version}/${name}`));
}

/** Return the files of a list that a phone stores: with those for photos if it `reads` them. */
const filesOf = ({ files, photos = [], reads }) => (reads ? [...files, ...photos] : files);

/** Mark the pack as incomplete: its stored parts wait for the rest. */
export async function drop() {
  await (await caches.open(CACHE)).delete(MARKER);
}

/** Take it off this phone. */
export function removeAll() {
  return navigator.locks.request(CACHE, async () => {
    await caches.delete(CACHE);
    await caches.delete(DRAWN);
    indexedDB.deleteDatabase(SNAPSHOTS);
    await engage();
  });
}

/** Take what reads photos off this phone; the rest stays. */
export function removePhotos() {
  return navigator.locks.request(CACHE, dropPhotos);
}

async function dropPhotos() {
  const cache = await caches.open(CACHE);
  const list = await (await cache.match(MARKER))?.json();
  if (!list) return;
  if (list.reads) await mark(cache, { ...list, reads: false });
  await Promise.all((list.photos ?? []).map(({ name }) => cache.delete(`${FOLDER}${list.version}/${name}`)));
  await dropOthers(cache, list.version); // parts of what was not whole
}

const mark = (cache, list) => allowed(cache.put(MARKER, new Response(JSON.stringify(list), { headers: JSON_TYPE })));

async function fetchParts(reads, tell, signal) {
  const offered = await (await ok(fetch(LIST, { signal, cache: "no-store" }))).json();
  const list = { ...offered, reads: reads && Boolean(offered.photos?.length) };
  const cache = await allowed(caches.open(CACHE));
  const old = await (await cache.match(MARKER))?.json();
  const isSame = old?.version === list.version;
  if (isSame && Boolean(old.reads) >= list.reads) return old;
  await checkRoom((isSame ? 0 : list.size) + (list.reads ? list.photos_size : 0));
  const had = new Map(old && filesOf(old).map(({ name, sha256 }) => [sha256, `${FOLDER}${old.version}/${name}`]));
  const sent = list.sent + (list.reads ? list.photos_sent : 0);
  let done = 0;
  const add = (bytes) => {
    done += bytes;
    tell(done / sent);
  };
  for (const file of filesOf(list)) {
    const address = `${FOLDER}${list.version}/${file.name}`;
    const here = (await cache.match(address)) ?? (await cache.match(had.get(file.sha256) ?? address));
    const parts = [];
    for (const part of file.parts) {
      if (!here) parts.push(await fetchPart(cache, part, signal));
      add(part.sent);
    }
    const contents = here ? await here.blob() : file.packed ? packed(parts) : new Blob(parts);
    await allowed(cache.put(address, asSent(file, contents, list.policy)));
  }
  await mark(cache, list);
  await engage(); // the worker of before needs its files
  if (!isSame) await begin();
  if (list.reads) await tryPhoto();
  await dropOthers(cache, list.version);
  return list;
}

/** Have the models look at an empty picture: where that fails, they are not kept. */
async function tryPhoto() {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64; // pixels
  const body = await new Promise((done) => canvas.toBlob(done));
  const asked = fetch(`${ROOT}api/v1/photo`, { method: "POST", headers: { "X-Here": "1" }, body });
  if ((await asked.catch(() => null))?.status === 200) return;
  await dropPhotos();
  throw new NoPhotos();
}

/** Start it once: where that fails, nothing is kept. A page that was loaded past the service worker cannot ask. */
async function begin() {
  if (!navigator.serviceWorker.controller) return;
  try {
    const { status } = await askPhone(ROOT);
    if (status !== 200) throw new Error(String(status));
  } catch (error) {
    await drop();
    await engage();
    throw new Unable(error.message);
  }
}

async function fetchPart(cache, { sha256 }, signal) {
  const address = `${FOLDER}parts/${sha256}`;
  const here = await cache.match(address);
  if (here) return here.blob();
  const bytes = await (await ok(fetch(address, { signal }))).arrayBuffer();
  if (hex(await crypto.subtle.digest("SHA-256", bytes)) !== sha256) throw new Error("changed on its way");
  await allowed(cache.put(address, new Response(bytes)));
  return new Blob([bytes]);
}

/** A file as the server would send it; only the worker has a policy that lets it compile wasm. */
function asSent({ name, type }, contents, policy) {
  const headers = { "Content-Type": type, "X-Content-Type-Options": "nosniff" };
  if (name === WORKER) headers["Content-Security-Policy"] = policy;
  return new Response(contents, { headers });
}

/** A file that starts seldom need lies packed on the phone; python.js unpacks it. */
const packed = (parts) => new Blob(parts).stream().pipeThrough(new CompressionStream("gzip"));

async function dropOthers(cache, version) {
  const stays = [MARKER, `${FOLDER}${version}/`];
  const old = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return !stays.some((start) => pathname.startsWith(start));
  });
  await Promise.all(old.map((one) => cache.delete(one)));
}

async function checkRoom(size) {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota - usage < 2 * size) throw new Refused("no room"); // the parts and the whole, for a moment
}

async function allowed(change) {
  try {
    return await change;
  } catch (error) {
    throw new Refused(error.message);
  }
}

async function ok(answer) {
  const response = await answer;
  if (!response.ok) throw new Error(response.statusText);
  return response;
}

const hex = (digest) => [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
