// Pages that several phones look at.

import { memory } from "./browser.js";
import { dataOf, inWords, isSent, isTouching, isVisible, lift, wasSent } from "./forms.js";
import { say, sayNetwork, sayOffline } from "./notices.js";
import * as outbox from "./outbox.js";

const EVERY = 2000;
const PATIENCE = 10000; // then a network counts as gone
const FIELDS = "input, textarea";
const TAPPED = "a, button";

const ofPhone = document.documentElement.dataset.phone !== undefined; // nobody else can change it
const polled = document.getElementById("polled");
let etag = `"${polled.dataset.etag}"`;
let newest = etag; // that was shown
let stopped = false; // the links were replaced
let sending = 0;
let sent = 0; // forms, ever
let unsent = false; // something is tried again

/** A tap was not counted: it came right after the same one, or before its answer. */
export const sayTwice = () => say(document.getElementById("notice").dataset.twice);

/** `part`: the id of the one whose form is answered, "" if that stands elsewhere, null if nothing was sent. Of an
 *  `old` answer that part alone is new. */
function draw(html, part, old) {
  polled.dispatchEvent(new Event("drawing"));
  const page = document.createElement("template");
  page.innerHTML = html;
  const isHeld = (one, fresh) =>
    one.parentNode === polled && ((old && one.id !== part) || holds.some((rule) => rule(one, fresh, part)));
  redraw(polled, page.content, {
    answered: document.getElementById(part),
    stays: (one, fresh) => isSaid(one, part) || isHeld(one, fresh),
    afterwards: () => polled.dispatchEvent(new Event("drawn")),
  });
  announce();
}

function show(html, tag, part = null) {
  if (!html) return;
  const old = part !== null && isOlder(tag);
  etag = old ? "" : tag; // asks for all again
  if (!old) newest = tag;
  try {
    draw(html, part, old);
  } catch (error) {
    reportError(error); // not of the network
  }
  if (!ofPhone && !old) keepShown(html, tag);
}

/** Rows are sent side by side: an older answer may come later. */
function isOlder(tag) {
  const [then, now] = [tag, newest].map((one) => one?.match(/\d+/g)?.slice(0, 2).map(Number) ?? []);
  return then.some((version, at) => version < now[at]);
}

/** Rules that say whether a part stays: of it, the new one, and the id of the answered one. */
export const holds = [];

/** A tap has led to this part: it stays until the next tap, or that row, is answered. */
function isSaid({ dataset, id }, part) {
  return dataset?.said !== undefined && (part === null || (dataset.said === "here" && id !== part));
}

const announcement = document.getElementById("announcement");
let said = aloud();

function aloud() {
  return [...polled.querySelectorAll("[data-say]")].map((one) => one.dataset.say || inWords(one));
}

/** Parts come and go: screen readers listen to a line that stays. */
function announce() {
  const now = aloud();
  const fresh = now.filter((text) => !said.includes(text));
  if (fresh.length) announcement.textContent = fresh.join(" ").replace(/\s+/g, " ");
  said = now;
}

async function request(address, options) {
  const headers = { "X-Poll": "1", ...options.headers };
  if (outbox.shown !== undefined) headers["X-Game"] = outbox.shown;
  const signal = AbortSignal.timeout?.(PATIENCE);
  const response = await fetch(address, { ...options, headers, signal, cache: "no-store" });
  const html = await response.text();
  // WebKit calls no answer of a service worker redirected.
  const asked = new URL(address, location.href).href.replace(/#.*/, "");
  const isElsewhere = response.redirected || (response.url && response.url.replace(/#.*/, "") !== asked);
  if (isElsewhere) location.assign(response.url);
  if (isElsewhere || response.status === 304) return { html: "", isElsewhere };
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  const tag = response.headers.get("ETag");
  if (isPage && !(response.ok && tag)) throw new Error("a proxy has answered, not the server");
  if (!response.ok) throw Object.assign(new Error(html), { status: response.status });
  return { html, tag };
}

function fresh() {
  if (!unsent) sayNetwork("");
  document.getElementById("kept").hidden = true;
}

function complain({ status, message }, { tapped = false } = {}) {
  stopped = status === 404;
  polled.inert = stopped;
  if (!status) sayOffline();
  else if (tapped && !stopped && status < 500) say(message);
  else sayNetwork(message);
}

/** Another game may have its number now. */
function tellDiscarded(text) {
  stopped = true;
  for (const part of document.querySelectorAll("#polled, #pad")) part.inert = true;
  const told = document.getElementById("discarded");
  told.prepend(`${text} `);
  told.querySelector("a").href = polled.dataset.session;
  told.hidden = false;
}

export async function refresh(always = false) {
  if (stopped || sending || isTouching() || document.hidden) return;
  const asked = sent;
  try {
    const headers = always ? {} : { "If-None-Match": etag };
    const { html, tag } = await request(location.href, { headers });
    if (asked !== sent || isTouching()) return; // may be older than what was sent
    fresh();
    show(html, tag);
  } catch (error) {
    if (error.status === 409) tellDiscarded(error.message);
    else if (asked === sent) complain(error);
  }
}

export const own = (form) => form.closest("#polled > *").id;

/** Return whether it has arrived. */
export const send = async (action, data, part) => (await post(action, data, part)).arrived;

/** The outbox itself shows why an entry was refused. */
export const sendEntry = (action, data, part) => post(action, data, part, { "X-Outbox": "1" });

async function post(action, data, part = "", headers = {}) {
  sending += 1;
  sent += 1;
  try {
    const body = new URLSearchParams(data);
    const { html, tag, ...where } = await request(action, { method: "POST", body, headers });
    unsent = false;
    fresh();
    show(html, tag, part);
    return { arrived: true, ...where };
  } catch (error) {
    const { status, message } = error;
    unsent = !status || status >= 500; // what is refused is not lost
    const isTold = headers["X-Outbox"] && !unsent && status !== 404;
    if (!isTold) complain(error, { tapped: true });
    if (unsent) polled.dispatchEvent(new Event("unsent"));
    return unsent ? { arrived: false } : { arrived: true, refused: message };
  } finally {
    sending -= 1;
  }
}

const DOUBLE_TAP = 500;
export const before = []; // what is saved first
let lastTap = { what: "", at: 0 };

/** A key counts once. By this phone's name the server tells phones apart. */
export const freshKey = () => `${phone}.${random()}`;

const random = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");
const phone = memory.read("phone") || random();
memory.write("phone", phone);

export function isTwice({ timeStamp }, what) {
  const twice = what === lastTap.what && timeStamp - lastTap.at < DOUBLE_TAP;
  lastTap = { what, at: timeStamp };
  return twice;
}

polled.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-polled-form]")) return;
  event.preventDefault();
  const { action } = form;
  const { submitter } = event;
  const { name, value } = submitter ?? {};
  // "each" button is another thing, the "same" one never
  const each = `${action} ${form.elements.key?.value} ${name} ${value}`;
  const same = `${action} ${submitter?.id}`;
  const isPending = submitter?.getAttribute("aria-busy") === "true";
  if (isTwice(event, { each, same }[form.dataset.polledForm] ?? action) || isPending) return sayTwice();
  isSent(form.elements);
  const entry = { id: freshKey(), address: action, body: [...dataOf(form, submitter)] };
  const { waits } = form.dataset; // kept, should the page be left
  if (waits) outbox.put({ ...entry, kind: "form", final: true, label: `${submitter.textContent.trim()} ${waits}` });
  submitter?.setAttribute("aria-busy", "true");
  submitted.push({ ...entry, form, part: own(form), waits, submitter });
  forms.run();
});

const submitted = [];
// A request has a key, or says what is to be: a lost one is sent until it arrives.
const forms = new outbox.Queue({
  next: () => submitted[0],
  async send(entry) {
    const { id, address, body, form, part, waits } = entry;
    if (!entry.tried) for (const save of before) await save();
    const open = !entry.tried && polled.querySelector(".conflict");
    entry.tried = true;
    if (!open || open.contains(form)) return outbox.inTurn(id, () => (waits ? sendEntry : post)(address, body, part));
    open.scrollIntoView({ block: "center" }); // somebody has to choose first
    return { arrived: true };
  },
  settle({ id, form, submitter }, { arrived, refused, isElsewhere }) {
    if (!arrived) return;
    if (isElsewhere) {
      delete form.dataset.typed; // its texts have been used
      form.reset();
    }
    if (refused) outbox.refuse(id, refused);
    outbox.drop(id);
    submitted.shift();
    submitter?.removeAttribute("aria-busy");
  },
});

polled.addEventListener("click", (event) => {
  if (!event.target.closest("[data-refresh]")) return;
  event.preventDefault();
  delete event.target.closest("[data-said]").dataset.said;
  event.target.closest(".conflict, .ask").remove();
  document.activeElement?.blur();
  lift();
  etag = ""; // not all is shown
  refresh(true);
});

document.addEventListener("visibilitychange", () => refresh());
addEventListener("online", () => refresh());
addEventListener("pageshow", (event) => event.persisted && refresh(true));
if (ofPhone)
  new BroadcastChannel("evenings").onmessage = () => refresh(); // another tab has changed it
else setInterval(refresh, EVERY);

async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // low battery, or not allowed
  }
}

if (polled.dataset.awake !== undefined) {
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}

// Keeps each part of a page that is drawn anew, as the service worker's copy of the page grows old:
// without a network nobody sees less than this phone has shown.

let done = Promise.resolve();

/** Keep the changing part of this page as the server has just drawn it. */
function keepShown(html, etag) {
  navigator.serviceWorker?.controller?.postMessage({ copy: location.href });
  done = done.then(() => put(html, etag)).catch(() => {}); // no room, or forbidden
}

async function put(html, etag) {
  const pages = await self.caches?.open("pages"); // over https only
  const kept = await pages?.match(location.href, { ignoreVary: true });
  if (!kept) {
    navigator.serviceWorker?.controller?.postMessage({ keep: location.href });
    return;
  }
  const page = new DOMParser().parseFromString(await kept.text(), "text/html");
  const part = page.getElementById("polled");
  part.innerHTML = html;
  part.dataset.etag = etag.replace("W/", "").replaceAll('"', "");
  const headers = new Headers(kept.headers);
  headers.set("X-Kept", String(Date.now()));
  await pages.put(location.href, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
}

// Only what differs is drawn: the focus, the caret, what is scrolled, unfolded or typed stay as they are.

/** `stays`: is this one left as it is? A form of the `answered` part was sent. The focus comes last.
 *  @param {Element} old
 *  @param {ParentNode} fresh
 *  @param {{ stays?: (old: any, fresh: any) => boolean, answered?: Element, afterwards?: () => void }} [how] */
function redraw(old, fresh, { stays = () => false, answered = null, afterwards = () => {} } = {}) {
  const focusAgain = holder(old);
  drawInside(old, fresh, { stays, answered });
  afterwards();
  focusAgain();
}

function drawInside(old, fresh, how) {
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  const found = matched(before, after);
  const matches = new Set(found.values());
  for (const one of before) if (!matches.has(one) && !how.stays(one)) one.remove();
  let place = null;
  for (const next of after) {
    const one = found.get(next) ?? next;
    // not `place.after`: that may be a field of a form
    if (one === next) old.insertBefore(next, place ? place.nextSibling : old.firstChild);
    else if (!how.stays(one, next)) drawOne(one, next, how);
    place = one;
  }
}

function drawOne(old, fresh, how) {
  if (old.isEqualNode(fresh) && !old.querySelector?.(FIELDS) && !old.matches?.(FIELDS)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const draw = old.matches(FIELDS) ? drawField : drawAttributes;
  draw(old, fresh, how);
  drawInside(old, fresh, how);
}

function drawAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  }
}

function drawField(old, fresh, { answered }) {
  const chosen = old.checked !== old.defaultChecked;
  const typed = old.value !== old.defaultValue && !(answered?.contains(old) && wasSent(old));
  const { value, checked, selectionStart: from, selectionEnd: to } = old;
  drawAttributes(old, fresh);
  if (old.matches("[type=radio], [type=checkbox]")) old.checked = chosen ? checked : fresh.checked;
  else if (typed) old.value = value;
  else if (old.value !== fresh.value || value !== fresh.value) {
    old.value = fresh.value;
    if (from === null || old !== document.activeElement) return;
    const all = from === 0 && to === value.length; // the next key replaces it
    old.setSelectionRange(all ? 0 : from, all ? old.value.length : to);
  }
}

/** With another `data-key` it is another thing. */
function identity(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  const { key, keep } = node.dataset ?? {};
  const choice = node.matches("label") ? node.querySelector("input") : node;
  const chosen = /^(radio|checkbox)$/.test(choice?.type) ? `${choice.name}=${choice.value}` : "";
  const number = node.nodeName === "LI" ? node.getAttribute("value") : "";
  const name = node.id || keep || `${node.getAttribute("class")?.trim()} ${node.getAttribute("name")}`;
  return [node.nodeName, name, key, chosen, number].join("|");
}

/** The longest common subsequence: the old node of a new one. */
function matched(before, after) {
  const [old, fresh] = [before.map(identity), after.map(identity)];
  const longest = old.map(() => []);
  const at = (i, j) => longest[i]?.[j] ?? 0;
  const pairs = new Map();
  let first = 0;
  let [last, end] = [old.length, fresh.length];
  while (first < last && first < end && old[first] === fresh[first]) pairs.set(after[first], before[first++]);
  while (last > first && end > first && old[last - 1] === fresh[end - 1]) pairs.set(after[--end], before[--last]);
  for (let i = last - 1; i >= first; i--) {
    for (let j = end - 1; j >= first; j--) {
      longest[i][j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (let [i, j] = [first, first]; i < last && j < end; ) {
    if (old[i] === fresh[j]) pairs.set(after[j++], before[i++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** Return a function that puts the focus back, or on the closest element if that one is gone. */
function holder(within) {
  const { activeElement: active } = document;
  if (!within.contains(active)) return () => {};
  const part = [...within.children].find((one) => one.contains(active));
  const { id, name, form } = active;
  const inForm = form && `form[action="${form.getAttribute("action")}"]`;
  const likely = [id && `#${id}`, form && name && `${inForm} [name="${name}"]`, form && `${inForm} :is(a, button)`];
  const index = [...part.querySelectorAll(TAPPED)].indexOf(active);
  return () => {
    if (within.contains(document.activeElement) && isThere(document.activeElement)) return;
    const now = part.isConnected ? part : document.getElementById(part.id);
    const all = (like) => [...(now?.querySelectorAll(like) ?? [])];
    const near = [...likely.filter(Boolean).flatMap(all), all(TAPPED)[index], ...all(TAPPED)];
    near.find((one) => one && isThere(one))?.focus({ preventScroll: true });
  };
}

const isThere = (one) => !one.disabled && isVisible(one);
