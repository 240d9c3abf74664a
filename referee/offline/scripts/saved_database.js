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
export function openDatabase(name, store) {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(store);
  return done(asked);
}

export const done = (asked) =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
