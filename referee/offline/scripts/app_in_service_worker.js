// The app that this phone keeps for itself, in the service worker: it answers one request after the
// other, and what one has changed is on the disk before anybody hears of it.

import { keepCopy, withCopy } from "./session_copies.js";
import { dropOthers, findPage, storePage, pageStamp, withFreshKeys } from "./page_cache.js";
import { start } from "./start_python.js";
import { Overtaken, read, write } from "./saved_database.js";
import { findPhotoIndices } from "./photo_indices.js";
import { dropSnapshots, findSnapshot, keepSnapshot } from "./python_snapshot.js";

const FOLDER = new URL("./", import.meta.url).pathname;
const ROOT = new URL("../../", import.meta.url).pathname; // "/", or the path that the app stands below
const EVENING = `${ROOT}g/0`; // no server's groups begin so
const OWN = [EVENING, `${ROOT}here/`];
const EVENINGS = `${ROOT}here/evenings`; // a part of the home page
const PHOTO = `${ROOT}api/v1/photo`;
const CACHE = "pocket";
const COPIED = ["pyodide.asm.wasm", "std.zip", "site.zip"]; // beside a snapshot; referee/offline/build_pack.py counts them
const DATABASE = "/data/referee.db";
const LASTS = 400 * 24 * 3600 * 1000; // milliseconds that browsers keep a cookie at most

let assets = "";
let running = null; // Python with its app
let ready = false; // and it has started
let kept = null; // the record that the disk has
let isEntered = false; // something was sent, and may be under way
let copies = {}; // of files, from beside the snapshot
let queue = Promise.resolve();
const others = new BroadcastChannel("evenings"); // pages that show it, js/poll.js

/** Where pages find their styles and scripts. */
export function setUp(address) {
  assets = address;
}

/** Is it this phone that is asked: for its own evenings, by a form that it drew, by a page of a server? */
export function isAsked({ url, headers }) {
  const { pathname, searchParams } = new URL(url);
  const own = OWN.some((start) => pathname.startsWith(start));
  return own || searchParams.has("here") || headers.has("X-Here");
}

/** What this phone's own app says to a request. Raises where that would not do without a server: from
 * the first step of handing over nothing can be entered. */
export async function answer(request) {
  isEntered ||= request.method !== "GET" && !isPhoto(request);
  if (request.method === "POST" && request.url.endsWith("/hand-over")) await fetch(`${ROOT}sw.js`, { method: "HEAD" });
  if (new URL(request.url).pathname === EVENINGS && !(await read())) return new Response(null, { status: 204 });
  const whole = await completed(request);
  return inTurn(() => answered(whole));
}

/** Is a photo to be read? */
export const isPhoto = ({ method, url }) => method === "POST" && new URL(url).pathname === PHOTO;

/** Does this phone keep what that needs? */
export const readsPhotos = async () => Boolean((await listKept())?.reads);

function completed(request) {
  if (isPhoto(request)) return withIndices(request);
  return isOwn(request) ? withCopy(request) : request;
}

/** A photo becomes what the models see in it; Python says which cards these are. */
async function withIndices(request) {
  const seen = await findPhotoIndices(await request.blob(), bytesOf);
  const headers = { "Content-Type": "application/json" };
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify(seen) });
}

/** A page of an evening without Python, if that would draw the very same now; null where nobody knows. */
export async function drawnBefore({ url }) {
  try {
    if (isEntered || !isOfEvening(url)) return null;
    const [record, around, offer] = await Promise.all([read(), lookAround(), offered()]);
    const page = record && (await findPage(url, await pageStamp(record, around, FOLDER, assets, offer)));
    return page && (await withFreshKeys(page));
  } catch {
    return null;
  }
}

/** Does a page of this site ask? Workers see no Origin, and only forms come from elsewhere. */
const isOwn = ({ mode, referrer }) => mode !== "navigate" || referrer.startsWith(`${location.origin}/`);

export { begin, keepCopy };

/** Does it answer at once? */
export const isReady = () => ready;

/** Start it before somebody asks, and get ready what is quicker next time. */
export const prepare = () => inTurn(prepared);

const isOfEvening = (url) => new URL(url).pathname.startsWith(EVENING);

function inTurn(work) {
  const turn = queue.then(work);
  queue = turn.catch(() => {});
  return turn;
}

// --- answering ----------------------------------------------------------------------------------

async function answered(request) {
  const said = await heard(request);
  const app = await begin();
  for (;;) {
    const given = ask(app, said);
    if (!isToBeKept(given)) {
      if (request.method === "GET" && isOfEvening(request.url)) note(app, request.url, said, given).catch(() => {});
      return respond(given);
    }
    try {
      await keep(app);
      return respond(given);
    } catch (error) {
      if (error instanceof Overtaken) kept = await read();
      putBack(app);
      if (!(error instanceof Overtaken)) return respond(given.changed ? noRoom(app, said) : given);
    }
  }
}

/** What somebody likes, too, where the browser's own cookies are out of reach. */
function isToBeKept({ changed, headers }) {
  return changed || (!self.cookieStore && headers.some(([name]) => name === "Set-Cookie"));
}

async function keep(app, how) {
  const database = app.files.readFile(DATABASE);
  const record = { ...kept, database, cookies: app.phone.export_cookies(), revision: kept.revision + 1 };
  await write(record, how);
  kept = record;
  others.postMessage(record.revision);
}

/** Keep what was drawn. A full phone has none of it, and nobody waits for it. */
const note = async (app, url, { around }, given) => storePage(url, await stampBy(app, around), given);

/** What Python draws pages of: the record, and cookies that it has heard of since. */
const stampBy = ({ phone, offer }, around) =>
  pageStamp({ ...kept, cookies: phone.export_cookies() }, around, FOLDER, assets, offer);

/** What was not kept was not done. */
function putBack(app) {
  app.phone.forget_phone();
  return takeUp(app);
}

/** Be this phone's, as its record has it. */
function takeUp({ files, phone, offer }) {
  if (kept.database) files.writeFile(DATABASE, kept.database);
  else if (files.analyzePath(DATABASE).exists) files.unlink(DATABASE);
  return phone.begin(kept.secret, kept.cookies, assets, offer);
}

// --- starting -----------------------------------------------------------------------------------

function begin() {
  running ??= started().catch((error) => {
    running = null;
    throw error;
  });
  return running;
}

async function started() {
  const snapshot = await findSnapshot(FOLDER).catch(() => null);
  if (snapshot) {
    try {
      copies = snapshot.files;
      return await startFrom({ snapshot: snapshot.read });
    } catch {
      copies = {};
      await dropSnapshots();
    }
  }
  return { ...(await startFrom({ mayBeSnapped: true })), isWhole: true };
}

async function startFrom(how) {
  const starting = start({ folder: FOLDER, read: bytesOf, ...how });
  const [{ python, files, snap }, record, offer] = await Promise.all([starting, read(), offered()]);
  const phone = python.pyimport("referee.offline.bridge").own_app();
  const app = { files, snap, phone, offer };
  kept = record ?? { secret: secret(), cookies: "[]", revision: 0 };
  if (takeUp(app) === "updated" && record) await keep(app, { updated: true }).catch(() => {}); // the next change tries again
  ready = true;
  return app;
}

async function prepared() {
  const app = await begin();
  await drawShown(app).catch(() => {});
  if (app.isWhole) await writeMemory(app);
}

/** The evenings that somebody looks at, as they are by now, for the next start. */
async function drawShown(app) {
  const stamp = await stampBy(app, await lookAround());
  await dropOthers(stamp);
  for (const { url } of await clients.matchAll()) {
    if (isOfEvening(url) && !(await findPage(url, stamp))) await drawUnasked(app, url);
  }
}

/** Nobody asks for it: what it would change, such as a notice that is said once, is not done. */
async function drawUnasked(app, url) {
  const said = await heard(new Request(url));
  const given = ask(app, said);
  if (isToBeKept(given)) putBack(app);
  else await note(app, url, said, given);
}

/** A memory for the next start, with the pages warm that come first; then it is this phone's again. */
async function writeMemory(app) {
  app.isWhole = false;
  app.phone.warm_up();
  app.phone.forget_phone();
  const memory = app.snap();
  putBack(app);
  const files = await Promise.all(COPIED.map(async (name) => [name, await (await packed(name)).blob()]));
  await keepSnapshot(FOLDER, memory, Object.fromEntries(files));
}

const secret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// --- files of the pack --------------------------------------------------------------------------

async function packed(name) {
  const address = name === "kept" ? `${ROOT}pocket/kept` : FOLDER + name;
  return (await copyOf(name)) ?? caches.match(address, { cacheName: CACHE });
}

/** Read whole: Pyodide would never say that it could not be read. */
async function copyOf(name) {
  const bytes = await copies[name]?.arrayBuffer().catch(() => null);
  return bytes && new Response(bytes, { headers: { "Content-Type": copies[name].type } });
}

const bytesOf = async (name) => (await packed(name)).arrayBuffer();
const listKept = async () => (await packed("kept"))?.json();

/** What pages say about it, as JSON. */
async function offered() {
  const { version, sent, size, photos_sent, photos_size, reads } = await listKept();
  return JSON.stringify({ version, sent, size, photos_sent, photos_size, reads });
}

/** It keeps more or less of the pack than before: what its pages offer follows. */
export function lookAgain() {
  return inTurn(async () => {
    const app = await begin();
    app.offer = await offered();
    putBack(app);
  });
}

// What a service worker fetches itself does not come to its own listener, and Pyodide fetches.
const network = self.fetch.bind(self);
self.fetch = async (what, how) => {
  const { pathname } = new URL(what instanceof Request ? what.url : what, location.href);
  const found = pathname.startsWith(FOLDER) && (await packed(pathname.slice(FOLDER.length)));
  return found || network(what, how);
};

// --- requests and answers -----------------------------------------------------------------------

/** A request as the app hears it; workers see neither cookies nor what languages a browser speaks on it. */
async function heard(request) {
  const { pathname, search } = new URL(request.url);
  const around = await lookAround();
  const site = isOwn(request) ? "same-origin" : "cross-site";
  const headers = [...request.headers, ["Accept-Language", around.languages], ["Sec-Fetch-Site", site]];
  const liked = around.likes.map(({ name, value }) => `${name}=${value}`);
  if (liked.length) headers.push(["Cookie", liked.join("; ")]);
  const body = /^(GET|HEAD)$/.test(request.method) ? undefined : new Uint8Array(await request.arrayBuffer());
  return { method: request.method, path: pathname.slice(ROOT.length - 1) + search, headers, body, around };
}

/** What pages depend on that is in no request and no record: what the browser has, and what is *tonight*. */
async function lookAround() {
  const likes = (await self.cookieStore?.getAll()) ?? [];
  return { likes, languages: navigator.languages.join(","), day: evening(new Date()) };
}

/** The day of the evening that it is here: until five in the morning the one before, as in referee/time_zones.py. */
function evening(at) {
  if (at.getHours() < 5) at.setDate(at.getDate() - 1);
  return at.toDateString();
}

function ask({ phone }, { method, path, headers, body }) {
  return told(phone.ask(method, path, location.origin + ROOT, headers, body));
}

const noRoom = ({ phone }, { method, path, headers, body }) =>
  told(phone.answer_storage_full(method, path, location.origin + ROOT, headers, body));

function told(answer) {
  const [status, headers, body, changed] = answer.toJs();
  answer.destroy();
  return { status, headers, body, changed };
}

async function respond({ status, headers, body }) {
  for (const [name, value] of headers) if (name === "Set-Cookie") await like(value);
  const empty = [204, 304].includes(status) || (status >= 300 && status < 400);
  return new Response(empty ? null : body, { status, headers: headers.filter(([name]) => name !== "Set-Cookie") });
}

/** What somebody likes holds on the server's pages, too. */
async function like(cookie) {
  const [name, value] = cookie.split(";")[0].split("=");
  await self.cookieStore?.set({ name, value, expires: Date.now() + LASTS, path: ROOT, sameSite: "lax" });
}
