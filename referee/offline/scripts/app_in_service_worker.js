// The offline app in the service worker. It answers one request after the other, and saves what a request has
// changed before the answer is sent.

import { dropOthers, findPage, keepCopy, pageStamp, storePage, withCopy, withFreshKeys } from "./kept_pages.js";
import { findPhotoIndices } from "./photo_indices.js";
import { start } from "./python.js";
import { Overtaken, dropSnapshots, findSnapshot, keepSnapshot, read, write } from "./storage.js";

const FOLDER = new URL("./", import.meta.url).pathname;
const ROOT = new URL("../../", import.meta.url).pathname; // "/", or the path that the app stands below
const EVENING = `${ROOT}g/0`; // no server's groups begin so
const OWN = [EVENING, `${ROOT}here/`];
const EVENINGS = `${ROOT}here/evenings`; // a part of the home page
const PHOTO = `${ROOT}api/v1/photo`;
const CACHE = "pocket";
const WASM = "pyodide.asm.wasm";
const DATABASE = "/data/referee.db";
const LASTS = 400 * 24 * 3600 * 1000; // milliseconds that browsers keep a cookie at most

let assets = "";
let running = null; // Python with its app
let ready = false; // and it has started
let kept = null; // the record that the disk has
let isEntered = false; // something was sent, and may be under way
let wasm = null; // its bytes, while Python starts
let queue = Promise.resolve();
const others = new BroadcastChannel("evenings"); // pages that show it, js/polls.js

/** Set the URL below which pages find their styles and scripts. */
export function setUp(address) {
  assets = address;
}

/** Return whether a request is for this app: for its own sessions, from a form that it drew, or for a server's page. */
export function isAsked({ url, headers }) {
  const { pathname, searchParams } = new URL(url);
  const own = OWN.some((start) => pathname.startsWith(start));
  return own || searchParams.has("here") || headers.has("X-Here");
}

/** Return the answer of this app to a request. Raises where a server is needed but away: the move of a group to
 * it, in which nothing can be entered from the first step on. */
export async function answer(request) {
  isEntered ||= request.method !== "GET" && !isPhoto(request);
  if (request.method === "POST" && request.url.endsWith("/hand-over")) await reachServer();
  if (new URL(request.url).pathname === EVENINGS && !(await read())) return new Response(null, { status: 204 });
  const whole = await withStoredParts(request);
  return inTurn(() => answerRequest(whole));
}

/** Raise unless the server itself answers: a proxy in front of one that is away does, too. */
async function reachServer() {
  const { ok, headers } = await fetch(`${ROOT}sw.js`, { method: "HEAD", cache: "no-store" });
  if (!ok || !headers.get("Content-Type")?.startsWith("text/javascript")) throw new Error("this is not the server");
}

/** Return whether a request is to read a photo. */
export const isPhoto = ({ method, url }) => method === "POST" && new URL(url).pathname === PHOTO;

/** Return whether this phone has what reads photos. */
export const readsPhotos = async () => Boolean((await listKept())?.reads);

function withStoredParts(request) {
  if (isPhoto(request)) return withIndices(request);
  return isOwn(request) ? withCopy(request) : request;
}

/** Return a request with the indices that the models find in a photo; Python assigns cards to them. */
async function withIndices(request) {
  const seen = await findPhotoIndices(await request.blob(), bytesOf);
  const headers = { "Content-Type": "application/json" };
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify(seen) });
}

/** Return a stored page of a session if Python would draw the same one now; null where that is not certain. */
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

/** Return whether a page of this site sends a request. Workers see no Origin, and only forms come from elsewhere. */
const isOwn = ({ mode, referrer }) => mode !== "navigate" || referrer.startsWith(`${location.origin}/`);

export { begin, keepCopy };

/** Return whether the app has started and answers at once. */
export const isReady = () => ready;

/** Start the app before a request comes, and prepare a quicker start for the next time. */
export const prepare = () => inTurn(prepareNow);

const isOfEvening = (url) => new URL(url).pathname.startsWith(EVENING);

function inTurn(work) {
  const turn = queue.then(work);
  queue = turn.catch(() => {});
  return turn;
}

// --- answering ----------------------------------------------------------------------------------

async function answerRequest(request) {
  const parts = await readRequest(request);
  const app = await begin();
  for (;;) {
    const result = ask(app, parts);
    if (!isToBeKept(result)) {
      if (request.method === "GET" && isOfEvening(request.url))
        storeDrawn(app, request.url, parts, result).catch(() => {});
      return respond(result);
    }
    try {
      await saveRecord(app);
      return respond(result);
    } catch (error) {
      if (error instanceof Overtaken) kept = await read();
      restoreRecord(app);
      if (!(error instanceof Overtaken)) return respond(result.changed ? noRoom(app, parts) : result);
    }
  }
}

/** Return whether an answer changed the record; preferences too, where the browser's own cookies are out of reach. */
function isToBeKept({ changed, headers }) {
  return changed || (!self.cookieStore && headers.some(([name]) => name === "Set-Cookie"));
}

async function saveRecord(app, how) {
  const database = app.files.readFile(DATABASE);
  const record = { ...kept, database, cookies: app.phone.export_cookies(), revision: kept.revision + 1 };
  await write(record, how);
  kept = record;
  others.postMessage(record.revision);
}

/** Store a drawn page. Nobody waits for that, and it may fail on a full phone. */
const storeDrawn = async (app, url, { around }, result) => storePage(url, await stampBy(app, around), result);

/** Return the stamp of all that Python draws pages from: the record, and cookies that were set since. */
const stampBy = ({ phone, offer }, around) =>
  pageStamp({ ...kept, cookies: phone.export_cookies() }, around, FOLDER, assets, offer);

/** Return to the saved record: a change that could not be saved is undone. */
function restoreRecord(app) {
  app.phone.forget_phone();
  return openRecord(app);
}

/** Open the record in Python, and return the status of its database. */
function openRecord({ files, phone, offer }) {
  if (kept.database) files.writeFile(DATABASE, kept.database);
  else if (files.analyzePath(DATABASE).exists) files.unlink(DATABASE);
  return phone.begin(kept.secret, kept.cookies, assets, offer);
}

// --- starting -----------------------------------------------------------------------------------

function begin() {
  running ??= startApp().catch((error) => {
    running = null;
    throw error;
  });
  return running;
}

async function startApp() {
  const snapshot = await findSnapshot(FOLDER).catch(() => null);
  if (snapshot) {
    try {
      return await startFrom({ snapshot });
    } catch {
      await dropSnapshots();
    }
  }
  return { ...(await startFrom({ mayBeSnapped: true })), isWhole: true };
}

async function startFrom(how) {
  wasm = stored(WASM).then((file) => file.arrayBuffer());
  const starting = start({ folder: FOLDER, read: bytesOf, ...how });
  const awaited = Promise.all([starting, read(), offered(), wasm]); // Pyodide reports no errors of reading
  const [{ python, files, snap }, record, offer] = await awaited.finally(() => {
    wasm = null;
  });
  const phone = python.pyimport("referee.offline.bridge").own_app();
  const app = { files, snap, phone, offer };
  kept = record ?? { secret: secret(), cookies: "[]", revision: 0 };
  if (openRecord(app) === "updated" && record) await saveRecord(app, { updated: true }).catch(() => {}); // the next change tries again
  ready = true;
  return app;
}

async function prepareNow() {
  const app = await begin();
  await redrawOpenPages(app).catch(() => {});
  if (app.isWhole) await writeMemory(app);
}

/** Draw the open pages of sessions anew, for the next start. */
async function redrawOpenPages(app) {
  const stamp = await stampBy(app, await lookAround());
  await dropOthers(stamp);
  for (const { url } of await clients.matchAll()) {
    if (isOfEvening(url) && !(await findPage(url, stamp))) await drawInAdvance(app, url);
  }
}

/** Draw a page without a request: what it changes, such as a notice that is shown once, is undone. */
async function drawInAdvance(app, url) {
  const parts = await readRequest(new Request(url));
  const result = ask(app, parts);
  if (isToBeKept(result)) restoreRecord(app);
  else await storeDrawn(app, url, parts, result);
}

/** Save a snapshot of the memory for the next start, with the first pages drawn, and open the record again. */
async function writeMemory(app) {
  app.isWhole = false;
  app.phone.warm_up();
  app.phone.forget_phone();
  const memory = app.snap();
  restoreRecord(app);
  await keepSnapshot(FOLDER, memory);
}

const secret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// --- files of the pack --------------------------------------------------------------------------

const stored = (name) => caches.match(name === "kept" ? `${ROOT}pocket/kept` : FOLDER + name, { cacheName: CACHE });

/** Return a file of the pack, while Python starts after its wasm, which must be compiled: WebKit gives nothing of
 * a cache before all is read that was asked for. */
async function readPacked(name) {
  const bytes = await wasm;
  if (bytes && name === WASM) return new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
  return stored(name);
}

const bytesOf = async (name) => (await readPacked(name)).arrayBuffer();
const listKept = async () => (await readPacked("kept"))?.json();

/** Return the figures of the pack that pages show, as JSON. */
async function offered() {
  const { version, sent, size, photos_sent, photos_size, reads } = await listKept();
  return JSON.stringify({ version, sent, size, photos_sent, photos_size, reads });
}

/** Read again which parts of the pack this phone has, so that pages offer the right ones. */
export function lookAgain() {
  return inTurn(async () => {
    const app = await begin();
    app.offer = await offered();
    restoreRecord(app);
  });
}

// Requests of a service worker do not come to its own listener, and Pyodide makes some.
const network = self.fetch.bind(self);
self.fetch = async (what, how) => {
  const { pathname } = new URL(what instanceof Request ? what.url : what, location.href);
  const found = pathname.startsWith(FOLDER) && (await readPacked(pathname.slice(FOLDER.length)));
  return found || network(what, how);
};

// --- requests and answers -----------------------------------------------------------------------

/** Return a request in the form that Python takes; workers see neither its cookies nor its languages. */
async function readRequest(request) {
  const { pathname, search } = new URL(request.url);
  const around = await lookAround();
  const site = isOwn(request) ? "same-origin" : "cross-site";
  const headers = [...request.headers, ["Accept-Language", around.languages], ["Sec-Fetch-Site", site]];
  const liked = around.likes.map(({ name, value }) => `${name}=${value}`);
  if (liked.length) headers.push(["Cookie", liked.join("; ")]);
  const body = /^(GET|HEAD)$/.test(request.method) ? undefined : new Uint8Array(await request.arrayBuffer());
  return { method: request.method, path: pathname.slice(ROOT.length - 1) + search, headers, body, around };
}

/** Return what pages depend on beside request and record: preferences, languages, and the day of the evening. */
async function lookAround() {
  const likes = (await self.cookieStore?.getAll()) ?? [];
  return { likes, languages: navigator.languages.join(","), day: evening(new Date()) };
}

/** Return the day of the present evening: until five in the morning the day before, as in referee/evening_dates.py. */
function evening(at) {
  if (at.getHours() < 5) at.setDate(at.getDate() - 1);
  return at.toDateString();
}

function ask({ phone }, { method, path, headers, body }) {
  return readAnswer(phone.ask(method, path, location.origin + ROOT, headers, body));
}

const noRoom = ({ phone }, { method, path, headers, body }) =>
  readAnswer(phone.answer_storage_full(method, path, location.origin + ROOT, headers, body));

function readAnswer(answer) {
  const [status, headers, body, changed] = answer.toJs();
  answer.destroy();
  return { status, headers, body, changed };
}

async function respond({ status, headers, body }) {
  for (const [name, value] of headers) if (name === "Set-Cookie") await storePreference(value);
  const empty = [204, 304].includes(status) || (status >= 300 && status < 400);
  return new Response(empty ? null : body, { status, headers: headers.filter(([name]) => name !== "Set-Cookie") });
}

/** Set a preference as a cookie of the browser, for the server's pages. */
async function storePreference(cookie) {
  const [name, value] = cookie.split(";")[0].split("=");
  await self.cookieStore?.set({ name, value, expires: Date.now() + LASTS, path: ROOT, sameSite: "lax" });
}
