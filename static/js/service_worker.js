// The service worker: keeps the files of the app and the pages that were seen. The server puts before
// this text ASSETS, the folder of this version's files, FILES, their addresses, HEADS and NEEDED, by which
// some are joined, and the `host`: the app itself, where this phone keeps it and the browser lets a service
// worker run it, or else null.

const PAGES = "pages";
const MOST_PAGES = 50;
const PATIENCE = 1500; // milliseconds that somebody waits for a page that is kept
const SLOW = 400; // and until the referee on this phone gets ready to judge instead
const LONGEST = 10000; // and for one that is not
const START = new URL("./", location.href).pathname; // "/", or the path that the app stands below
const OFFLINE = `${START}offline`;
const BROKEN = 502; // and above: a proxy answers, the app behind it does not
const NOT_READ = 501; // and above: photos, at a server that lacks what reads them, is busy or away
const NOT_THERE = [502, 504]; // the proxy's own: the app says what it refuses with others
const POCKET = "pocket"; // the referee for phones; js/offline/pack.js puts it there
const KEPT = `${START}pocket/kept`; // it is there when everything else of it is
const AGAIN = 10000; // how long a server that did not answer is not waited for

const BEGUN = /^\/([a-z-]+\/(new|score)|import)$/; // forms that this phone can answer for itself
const OF_SERVERS = /^\/(k|api)\//; // what no phone has
const PAUSE = 2000; // before Python writes down its memory, and what is shown

let away = 0; // until when
let asked = 0; // how often this phone's own app

host?.setUp(ASSETS);

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([keepFiles(), keepShell()]).then(() => skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([dropOldFiles(), dropLinks()]).then(() => clients.claim()));
  if (host) setTimeout(() => host.prepare().catch(() => {}), PAUSE); // the first page goes first
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const pathname = within(request.url);
  if (new URL(request.url).origin !== location.origin) return;
  if (host?.isAsked(request)) event.respondWith(answerHere(event));
  else if (host?.isPhoto(request)) event.respondWith(photo(event));
  else if (request.method !== "GET") {
    // A form of another site is left to the browser, which tells the server where it comes from.
    const isOwn = request.referrer.startsWith(`${location.origin}/`);
    if (isOwn && request.mode === "navigate") event.respondWith(sent(request));
  } else if (pathname.startsWith("/assets/")) event.respondWith(file(request));
  else if (pathname.startsWith("/pocket/")) event.respondWith(pocketFile(request));
  else if (pathname.endsWith("/qr.svg")) event.respondWith(picture(event));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

// A page whose address changed under its taps asks to be kept as it is now, or to be
// copied; or it tells that it will ask this phone, and has all of its own files.
self.addEventListener("message", (event) => {
  const { keep: address, copy, changed } = event.data;
  const done = address ? keep(address) : copy ? host?.keepCopy(copy) : changed ? host?.lookAgain() : host?.begin();
  event.waitUntil(done?.catch(() => {}));
});

// Entries in the outbox of this phone are sent as soon as there is a network, whether a page is open
// or not, where browsers can do that; those of the phone itself wait for a page.
self.addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(sendWaiting());
});

async function sendWaiting() {
  const isMeant = (entry) => !delivery.isOfPhone(entry);
  if (!(await delivery.alone(() => delivery.deliver(isMeant)))) throw new Error("it still waits");
}

// --- files --------------------------------------------------------------------------------------

async function keepFiles() {
  await (await caches.open(ASSETS)).addAll(FILES);
}

/** Another version draws other pages than this phone's app has drawn. */
async function dropOldFiles() {
  const ofVersions = (name) => name === "drawn" || name.startsWith(`${START}assets/`); // others may live on this host
  const old = (await caches.keys()).filter((name) => ofVersions(name) && name !== ASSETS);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function file(request) {
  const name = within(request.url).split("/").slice(3).join("/");
  const isOfThisVersion = new URL(request.url).pathname === `${ASSETS}/${name}`;
  const kept = isOfThisVersion && (await keptFile(name));
  if (kept) return kept;
  const answer = await fetch(request).catch(() => null);
  // a page that was kept before an update asks for files that are gone
  return answer?.ok ? answer : ((await keptFile(name)) ?? answer ?? Response.error());
}

const keptFile = async (name) => (await caches.match(`${ASSETS}/${name}`, { ignoreVary: true })) ?? joined(name);

/** Join the parts of a style or script as referee/web/joined_assets.py does, without those that there are none of:
 *  a page that was kept before an update may name them. Undefined where one is missing, or none is left. */
async function joined(path) {
  const [, kind, names] = /^(css|js)\/([\w+-]+)\.\1$/.exec(path) ?? [];
  if (!kind) return undefined;
  const addressOf = (name) => `${ASSETS}/parts/${kind}/${name}.${kind}`;
  const known = names.split("+").filter((name) => FILES.includes(addressOf(name)));
  if (!known.length) return undefined;
  const isOnly = names.startsWith("only+");
  const needed = new Set(known.flatMap((name) => (!isOnly && NEEDED[kind][name]) || [name]));
  const addresses = [...needed].map(addressOf);
  const parts = await Promise.all(addresses.map((address) => caches.match(address, { ignoreVary: true })));
  if (!parts.every(Boolean)) return undefined;
  const texts = await Promise.all(parts.map((part) => part.text()));
  return new Response(HEADS[kind] + texts.join(""), {
    headers: { "Content-Type": parts[0].headers.get("Content-Type") },
  });
}

async function pocketFile(request) {
  const kept = await caches.match(request.url, { cacheName: POCKET, ignoreSearch: true });
  return kept ?? fetch(request);
}

/** A code to be scanned is kept like the page that shows it. */
async function picture(event) {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(PAGES)).put(request, response.clone());
    return response;
  } catch {
    const kept = await caches.match(request.url, { cacheName: PAGES, ignoreVary: true });
    return kept ?? (host && !isOfGroup(request.url) ? answerHere(event) : Response.error());
  }
}

// --- this phone's own ---------------------------------------------------------------------------

async function answerHere(event, request = event.request) {
  const { method, mode } = request;
  const number = ++asked;
  const isEarly = !host.isReady() && method === "GET" && mode === "navigate";
  const drawn = isEarly && (await host.drawnBefore(request));
  const answer = drawn ? Promise.resolve(drawn) : host.answer(request);
  const prepare = () => number === asked && host.prepare(); // nobody else waits
  event.waitUntil(
    answer
      .then(() => pause(PAUSE))
      .then(prepare)
      .catch(() => {}),
  );
  const told = answer.catch(() => (mode === "navigate" ? offline() : Response.error()));
  return isEarly ? Promise.race([told, pause(PATIENCE).then(starting)]) : told;
}

/** On an old phone Python may take its time for the first page; js/fallback_page.js waits for it. */
const starting = async () => marked(await offline(), true);

const pause = (time) => new Promise((done) => setTimeout(done, time));

/** The cards in a photo: as the server reads it, or else this phone. */
async function photo(event) {
  const { request } = event;
  const again = request.clone();
  const served = Date.now() < away && (await host.readsPhotos()) ? null : await fetch(request).catch(() => null);
  if ((served && served.status < NOT_READ) || !(await host.readsPhotos())) return served ?? Response.error();
  return answerHere(event, again);
}

/** A form for the server. A group of this phone that could not be handed over says so itself. */
async function sent(request) {
  const from = new URL(request.url).searchParams.get("from");
  const answer = await fetch(request).catch(() => null);
  if (from && (!answer || NOT_THERE.includes(answer.status) || !isServers(answer)))
    return Response.redirect(`${START}g/${from}`, 303);
  return answer ?? offline();
}

/** Return whether the server itself has answered, and no proxy in front of it; what a redirect of it says is hidden. */
const isServers = ({ type, headers }) => type === "opaqueredirect" || headers.has("X-Request-Id");

/** Return what this phone draws in place of a server that is away. */
async function drawnHere(event) {
  const { pathname, search } = new URL(event.request.url);
  if (BEGUN.test(within(pathname))) return Response.redirect(`${pathname}${search ? `${search}&` : "?"}here=1`, 303);
  const answer = await answerHere(event);
  if (answer.status === 404) return offline(); // the server may have it
  if (within(pathname).startsWith("/like/")) await dropOfAll();
  return answer.ok ? marked(answer, true) : answer;
}

// --- pages --------------------------------------------------------------------------------------

async function page(event) {
  const { request } = event;
  const asked = Date.now();
  const fresh = fetch(request);
  event.waitUntil(afterwards(request.url, fresh, asked).catch(() => {}));
  const kept = await caches.match(request.url, { cacheName: PAGES, ignoreVary: true });
  const judges = await isJudgedHere(request.url);
  const patience = Date.now() < away && judges ? 0 : kept || judges ? PATIENCE : LONGEST;
  const answered = Promise.race([fresh.catch(() => null), pause(patience)]);
  if (judges) getReadyUnless(answered).catch(() => {});
  const answer = await answered;
  if (answer && answer.status < BROKEN) return answer;
  away = Date.now() + AGAIN;
  fresh.then(isThere).catch(() => {});
  if (kept) return marked(kept, judges);
  if (host && !isOfGroup(request.url)) return drawnHere(event);
  return judges ? marked(await offline(), judges) : offline();
}

/** An answer that came late ends the time in which the server is not waited for. */
function isThere({ status }) {
  if (status < BROKEN) away = 0;
}

/** Start the referee on this phone where a server takes long: for this page, or its first tap. */
async function getReadyUnless(answered) {
  if (!(await Promise.race([answered, pause(SLOW)]))) await host?.prepare();
}

const offline = () => caches.match(OFFLINE, { ignoreVary: true });

/** Return whether the referee on this phone can draw this page, or lead to it: it cannot draw groups. */
async function isJudgedHere(address) {
  const pathname = within(address);
  if (pathname === "/" || OF_SERVERS.test(pathname) || (isOfGroup(address) && !pathname.endsWith("/dispute")))
    return false;
  return Boolean(await caches.match(KEPT, { cacheName: POCKET }));
}

/** The path of an address, as it is where the app stands at "/". */
const within = (address) => new URL(address, location.href).pathname.slice(START.length - 1);

const isOfGroup = (address) => within(address).startsWith("/g/");

async function afterwards(address, fresh, asked) {
  const answer = await fresh;
  await remember(address, answer.clone(), asked);
  if (answer.ok || answer.status === 404) await host?.keepCopy(address);
  // Another language: what is shown without a network speaks it too.
  if (within(address).startsWith("/like/")) await keepShell();
}

const keepShell = () => Promise.all([START, OFFLINE].map(keep));

/** Remove stored pages that this phone can draw anew: they may be in another language. */
async function dropOfAll() {
  const pages = await caches.open(PAGES);
  const old = (await pages.keys()).filter(
    ({ url }) => !isOfGroup(url) && ![START, OFFLINE].includes(new URL(url).pathname),
  );
  await Promise.all(old.map((one) => pages.delete(one)));
}

/** Workers before this one kept the page of a group's links, keys and all. */
async function dropLinks() {
  const pages = await caches.open(PAGES);
  const kept = await pages.keys();
  const links = kept.filter(({ url }) => new URL(url).pathname.endsWith("/links"));
  await Promise.all(links.map((one) => pages.delete(one)));
}

async function keep(address) {
  const asked = Date.now();
  await remember(new URL(address, location.origin).href, await fetch(address), asked);
}

/** Keep a page as it was just answered, unless it says that it should not be, or has shown more since
 * it was asked for. */
async function remember(address, response, asked) {
  const pages = await caches.open(PAGES);
  if (response.redirected || response.type === "opaqueredirect") return;
  if (!isServers(response)) return;
  if (response.status === 404) await pages.delete(address, { ignoreVary: true });
  if (!response.ok || !response.headers.get("Content-Type")?.startsWith("text/html")) return;
  const html = await response.text();
  if (/<html[^>]* data-fleeting/.test(html)) return;
  const kept = await pages.match(address, { ignoreVary: true });
  if (kept?.headers.get("X-Kept") > asked) return;
  const headers = new Headers(response.headers);
  headers.set("X-Kept", String(asked));
  for (const name of ["Vary", "Content-Encoding", "Content-Length"]) headers.delete(name); // it is text now
  await pages.put(address, new Response(html, { headers }));
  const all = await pages.keys();
  const old = all.filter(({ url }) => ![START, OFFLINE].includes(new URL(url).pathname));
  await Promise.all(old.slice(0, -MOST_PAGES).map((one) => pages.delete(one)));
}

/** A kept page says when it was seen; what this phone draws anew is never old. */
async function marked(kept, judges) {
  const html = await kept.text();
  const mark = judges ? "data-here" : `data-kept="${kept.headers.get("X-Kept")}"`;
  return new Response(html.replace("<html", `<html ${mark}`), { headers: kept.headers });
}
