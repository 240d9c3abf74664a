// Pages of this phone's evenings, as they were drawn last: shown while Python is still starting, if it
// would draw the same. Each has a stamp of what it was drawn of.

// gone with the pack (js/offline/pack.js), and with a worker of another version
const CACHE = "drawn";
const MOST = 20;
const STAMP = "X-Drawn";
const KEYS = /<html[^>]* data-keys="([^"]+)"/; // what those of its forms begin with
const LASTING = /<html(?![^>]* data-fleeting)/; // of a whole page, and of one that may be kept

/** Return a text that differs wherever a page might: made of a phone's record, of the `likes` that its browser
 * has beside the cookies in there, and of anything else that is given. All of the record counts, since revisions
 * start again where a browser has cleared them. */
export async function pageStamp({ secret, cookies, database }, { likes, ...around }, ...version) {
  const known = new Map(JSON.parse(cookies).map(([, , name, value]) => [name, value]));
  for (const { name, value } of likes) known.set(name, value);
  const told = JSON.stringify([secret, [...known].sort(), around, version]);
  const digest = await crypto.subtle.digest("SHA-256", await new Blob([told, database]).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The page at an address, if it has this stamp; null if there is none. */
export async function findPage(address, stamp) {
  const found = await caches.match(address, { cacheName: CACHE, ignoreVary: true });
  return stampIn(found) === stamp ? found : null;
}

/** The page with other keys in its forms: what two tabs send that were shown the same one counts twice. */
export async function withFreshKeys(page) {
  const html = await page.text();
  const [, keys] = KEYS.exec(html) ?? [];
  return new Response(keys ? html.replaceAll(keys, crypto.randomUUID()) : html, { headers: page.headers });
}

/** Keep what was answered, if it is such a page. */
export async function storePage(address, stamp, { status, headers, body }) {
  if (status !== 200 || !LASTING.test(new TextDecoder().decode(body))) return;
  const pages = await caches.open(CACHE);
  await pages.delete(address, { ignoreVary: true }); // so that the latest stand last
  await pages.put(address, new Response(body, { headers: [...headers, [STAMP, stamp]] }));
  for (const old of (await pages.keys()).slice(0, -MOST)) await pages.delete(old, { ignoreVary: true });
}

/** Remove pages with another stamp, which would be drawn otherwise now. */
export async function dropOthers(stamp) {
  const pages = await caches.open(CACHE);
  for (const one of await pages.keys()) {
    if (stampIn(await pages.match(one, { ignoreVary: true })) !== stamp) await pages.delete(one, { ignoreVary: true });
  }
}

const stampIn = (page) => page?.headers.get(STAMP);

// Sessions of a server that this phone has shown, as files: without a network they can go on here.

const COPIES = "copies";
const MOST_COPIES = 5;
const ROOT = new URL("../../", import.meta.url).pathname; // "/", or the path that the app stands below
const SESSION = /^g\/\w+\/\w{12}(?=\/|$)/;
const ASKED = `${ROOT}here/copy`;

/** Keep a session as the server has it now, of which the page at an address was shown. */
export async function keepCopy(address) {
  const [path] = SESSION.exec(new URL(address).pathname.slice(ROOT.length)) ?? [];
  if (!path) return;
  const session = ROOT + path;
  const answer = await fetch(`${session}/export.json`);
  const isServers = answer.headers.has("X-Request-Id"); // a proxy in front may answer, too
  const isGone = answer.status === 404; // or its links were replaced
  if (!isServers || (!answer.ok && !isGone)) return;
  const copies = await caches.open(COPIES);
  await copies.delete(session); // so that the latest stand last
  if (isGone) return;
  await copies.put(session, answer);
  for (const old of (await copies.keys()).slice(0, -MOST_COPIES)) await copies.delete(old);
}

/** The form that asks to go on with one brings what was kept of it; any other request is as it was. */
export async function withCopy(request) {
  if (request.method !== "POST" || new URL(request.url).pathname !== ASKED) return request;
  const form = new URLSearchParams(await request.text());
  const kept = await caches.match(form.get("of"), { cacheName: COPIES });
  form.set("archive", kept ? await kept.text() : "");
  return new Request(request.url, { method: "POST", body: form });
}
