// The database of a phone's own evenings: one record, kept whole or not at all.

const DATABASE = "evenings";
const STORE = "kept";
const NOW = "now";
const BEFORE = "before"; // an update: what was there until it had worked

/** Somebody else has kept something since. */
export class Overtaken extends Error {}

let opened = null;

/** The record {database, cookies, secret, revision}, or undefined. */
export async function read() {
  const store = (await open()).transaction(STORE).objectStore(STORE);
  return done(store.get(NOW));
}

/** Put a record in the place of the one of the `revision` before it, and come back once the disk has it.
 * With `updated`, that one is kept beside it. Where there is none any more, the browser has cleared it,
 * and this is all there is. Raises Overtaken if another one is there, and whatever a browser says that
 * has no room. */
export async function write(record, { updated = false } = {}) {
  const change = (await open()).transaction(STORE, "readwrite", { durability: "strict" });
  const store = change.objectStore(STORE);
  const finished = new Promise((resolve, reject) => {
    change.oncomplete = resolve;
    change.onabort = () => reject(change.error ?? new Error("the browser does not say why"));
  });
  const was = await done(store.get(NOW));
  const overtaken = was !== undefined && was.revision !== record.revision - 1;
  if (!overtaken) {
    if (updated && was) store.put(was, BEFORE);
    store.put(record, NOW);
  }
  await finished;
  if (overtaken) throw new Overtaken();
}

function open() {
  opened ??= openDatabase(DATABASE, STORE)
    .then((database) => {
      database.onversionchange = database.onclose = forget;
      return database;
    })
    .catch((error) => {
      opened = null;
      throw error;
    });
  return opened;
}

/** The browser has closed it: the next one opens it again. */
function forget({ target }) {
  target.close();
  opened = null;
}

/** A database of the browser's with one store, which is made where there is none. */
function openDatabase(name, store) {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(store);
  return done(asked);
}

export const done = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

// A memory of Python that this phone has written itself: it fits this engine in this browser, holds
// nothing of anybody, and is never sent. At the first doubt it is thrown away.

const SNAPSHOTS = "snapshots"; // gone with the pack (js/offline/pack.js)
const WRITTEN = "written"; // with blobs: they lie in files, which are read in a third of the time that a cache takes
const PAGE = 65536; // bytes; a third of them are empty, and not written
const PRIME = 16777619;

const keyIn = (folder) => `${folder} ${navigator.userAgent}`;

/** Return a function that reads the snapshot that was written, or raises if it is not what was written; null if
 * there is none. What is read has the `head` that Pyodide puts before a memory, the `size` of that memory,
 * and `fill(memory)`, which makes another one the same: 50 megabytes are not copied twice. */
export async function findSnapshot(folder) {
  const found = await inStore("readonly", (store) => done(store.get(keyIn(folder))));
  return found ? () => unpack(found) : null;
}

async function unpack({ blob, sum: wanted, head, size, pages }) {
  const written = new Uint8Array(await blob.arrayBuffer());
  if (sum(written) !== wanted) throw new Error("a damaged snapshot");
  return { head: written.subarray(0, head), size, fill: (memory) => fill(memory, pages, written.subarray(head)) };
}

function fill(memory, pages, written) {
  let [from, empty] = [0, 0];
  for (const [first, last] of pages) {
    memory.fill(0, empty, first);
    memory.set(written.subarray(from, from + last - first), first);
    from += last - first;
    empty = last;
  }
  memory.fill(0, empty);
}

/** Keep it in place of all others. */
export async function keepSnapshot(folder, snapshot) {
  const head = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1]; // so Pyodide writes it
  const memory = snapshot.subarray(head);
  const pages = [...filled(memory)];
  const written = joined([snapshot.subarray(0, head), ...pages.map(([first, last]) => memory.subarray(first, last))]);
  const record = { blob: new Blob([written]), sum: sum(written), head, size: memory.length, pages };
  await inStore("readwrite", (store) => {
    store.clear();
    return done(store.put(record, keyIn(folder)));
  });
}

/** By hand: WebKit sends the parts of a Blob to another process and back. */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Drop all snapshots, those of other versions of this browser too. */
export const dropSnapshots = () => inStore("readwrite", (store) => done(store.clear()));

/** Return what `work` makes of the store; the database is closed then, so that it can be removed. */
async function inStore(mode, work) {
  const database = await openDatabase(SNAPSHOTS, WRITTEN);
  try {
    return await work(database.transaction(WRITTEN, mode).objectStore(WRITTEN));
  } finally {
    database.close();
  }
}

/** The parts in which something is. WebKit took ten seconds for `some`, and ended the worker meanwhile. */
function* filled(memory) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length >> 2);
  let first = 0;
  for (let at = 0; at < memory.length; at += PAGE) {
    if (!isEmpty(words, at >> 2, (at + PAGE) >> 2)) continue;
    if (first < at) yield [first, at];
    first = at + PAGE;
  }
  if (first < memory.length) yield [first, memory.length];
}

function isEmpty(words, at, end) {
  while (at < end && words[at] === 0) at++;
  return at >= end;
}

/** Another number after each damage to these bytes that is likely. Four sums at a time: none of them
 * waits for the one before. */
function sum(bytes) {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let [a, b, c, d] = [bytes.length, 1, 2, 3];
  for (let at = 3; at < words.length; at += 4) {
    a = Math.imul(a ^ words[at - 3], PRIME);
    b = Math.imul(b ^ words[at - 2], PRIME);
    c = Math.imul(c ^ words[at - 1], PRIME);
    d = Math.imul(d ^ words[at], PRIME);
  }
  return [b, c, d].reduce((found, one) => Math.imul(found ^ one, PRIME), a) >>> 0;
}
