// A memory of Python that this phone has written itself: it fits this engine in this browser, holds
// nothing of anybody, and is never sent. At the first doubt it is thrown away.

const CACHE = "pocket";
const SUM = "X-Sum"; // of what was written
const PAGES = "X-Pages"; // where what was written lies: first and last bytes, and the size of it all
const PAGE = 65536; // bytes; a third of them are empty, and not written
const PRIME = 16777619;

const addressIn = (folder) => `${folder}snapshot?${encodeURIComponent(navigator.userAgent)}`;

/** A function that gives its bytes, or raises if they are not what was written; null if there is none. */
export async function findSnapshot(folder) {
  const found = await caches.match(addressIn(folder), { cacheName: CACHE });
  return found ? () => unpack(found) : null;
}

async function unpack(found) {
  const written = new Uint8Array(await found.arrayBuffer());
  if (sum(written) !== Number(found.headers.get(SUM))) throw new Error("a damaged snapshot");
  const { size, pages } = JSON.parse(found.headers.get(PAGES));
  const memory = new Uint8Array(size);
  let at = 0;
  for (const [first, last] of pages) {
    memory.set(written.subarray(at, at + last - first), first);
    at += last - first;
  }
  return memory;
}

export async function keepSnapshot(folder, memory) {
  const pages = [...filled(memory)];
  const written = new Uint8Array(await new Blob(pages.map(([first, last]) => memory.subarray(first, last))).arrayBuffer());
  const headers = { [SUM]: sum(written), [PAGES]: JSON.stringify({ size: memory.length, pages }) };
  await dropSnapshots(folder);
  await (await caches.open(CACHE)).put(addressIn(folder), new Response(written, { headers }));
}

/** Those of other versions of this browser, too. */
export async function dropSnapshots(folder) {
  await (await caches.open(CACHE)).delete(`${folder}snapshot`, { ignoreSearch: true });
}

/** The parts in which something is. */
function* filled(memory) {
  let first = 0;
  for (let at = 0; at < memory.length; at += PAGE) {
    if (memory.subarray(at, at + PAGE).some(Boolean)) continue;
    if (first < at) yield [first, at];
    first = at + PAGE;
  }
  if (first < memory.length) yield [first, memory.length];
}

/** Another number after each damage to these bytes that is likely. */
function sum(bytes) {
  const words = new Uint32Array(bytes.buffer, 0, bytes.length >> 2);
  let found = bytes.length;
  for (let at = 0; at < words.length; at++) found = Math.imul(found ^ words[at], PRIME);
  return found >>> 0;
}
