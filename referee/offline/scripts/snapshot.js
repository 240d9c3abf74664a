// A memory of Python that this phone has written itself: it fits this engine in this browser, holds
// nothing of anybody, and is never sent. At the first doubt it is thrown away.

const CACHE = "pocket";
const SUM = "X-Sum"; // of what was written
const PAGES = "X-Pages"; // where what was written lies: its head, first and last bytes, and the size of it all
const PAGE = 65536; // bytes; a third of them are empty, and not written
const PRIME = 16777619;

const addressIn = (folder) => `${folder}snapshot?${encodeURIComponent(navigator.userAgent)}`;

/** A function that reads it, or raises if it is not what was written; null if there is none. What it
 * gives has the `head` that Pyodide puts before a memory, the `size` of that memory, and
 * `fill(memory)`, which makes another one the same: 50 megabytes are not copied twice. */
export async function findSnapshot(folder) {
  const found = await caches.match(addressIn(folder), { cacheName: CACHE });
  return found ? () => unpack(found) : null;
}

async function unpack(found) {
  const written = new Uint8Array(await found.arrayBuffer());
  if (sum(written) !== Number(found.headers.get(SUM))) throw new Error("a damaged snapshot");
  const { head, size, pages } = JSON.parse(found.headers.get(PAGES));
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

export async function keepSnapshot(folder, snapshot) {
  const head = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1]; // so Pyodide writes it
  const memory = snapshot.subarray(head);
  const pages = [...filled(memory)];
  const written = joined([snapshot.subarray(0, head), ...pages.map(([first, last]) => memory.subarray(first, last))]);
  const headers = { [SUM]: String(sum(written)), [PAGES]: JSON.stringify({ head, size: memory.length, pages }) };
  await dropSnapshots(folder);
  await (await caches.open(CACHE)).put(addressIn(folder), new Response(written, { headers }));
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

/** Those of other versions of this browser, too. */
export async function dropSnapshots(folder) {
  await (await caches.open(CACHE)).delete(`${folder}snapshot`, { ignoreSearch: true });
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
