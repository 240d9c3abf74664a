// Pages that several phones look at: asks every two seconds whether anything has changed, sends
// forms without leaving the page, and puts in the parts that the server draws.

import { keepShown } from "./kept.js";
import { say, sayOffline } from "./notice.js";

const EVERY = 2000;
const PATIENCE = 10000; // then a network counts as gone

const polled = document.getElementById("polled");
let etag = `"${polled.dataset.etag}"`;
let stopped = false; // the links were replaced: nothing more to be had
let sending = 0; // how many forms are on their way
let sent = 0; // how many were ever sent
let unsent = false; // something did not get through, and is tried again
let touching = false; // what lies under a finger stays until it has tapped

// --- drawing ------------------------------------------------------------------------------------

/**
 * Put in every part that differs from what stands there; parts are told apart by their ids.
 * `own` is the part whose form was just sent.
 */
function draw(html, own) {
  const page = document.createElement("template");
  page.innerHTML = html;
  const fresh = [...page.content.children];
  const held = holder();
  const { selectionStart: from, selectionEnd: to } = document.activeElement;
  let before = null;
  for (const part of fresh) {
    const old = document.getElementById(part.id);
    if (!old) before ? before.after(part) : polled.prepend(part);
    before = old ? replace(old, part, own) : part;
  }
  const wanted = new Set(fresh.map((part) => part.id));
  for (const part of [...polled.children]) if (!wanted.has(part.id)) part.remove();
  polled.dispatchEvent(new Event("drawn"));
  announce();
  if (!held || polled.contains(document.activeElement)) return;
  const now = held();
  now?.focus({ preventScroll: true });
  if (from != null) now?.setSelectionRange?.(from, to);
}

const announcement = document.getElementById("announcement");
let said = aloud();

/** What a page wants to have read aloud whenever it changes. */
function aloud() {
  return [...polled.querySelectorAll("[data-say]")].map((one) => one.dataset.say || one.textContent);
}

/** Parts of the page come and go, so screen readers listen to one line that stays. */
function announce() {
  const now = aloud();
  const fresh = now.filter((text) => !said.includes(text));
  if (fresh.length) announcement.textContent = fresh.join(" ").replace(/\s+/g, " ");
  said = now;
}

/** Finds again what has the focus, after it was drawn anew. */
function holder() {
  const { id, name, value, form, selectionStart } = document.activeElement;
  if (!polled.contains(document.activeElement)) return null;
  if (id) return () => document.getElementById(id);
  const part = document.activeElement.closest("#polled > *").id;
  const within = `form[action="${form?.getAttribute("action")}"] button`;
  const likely = [`${within}[name="${name}"][value="${value}"]`, `${within}:not(.unseen, :disabled)`, "button, a"];
  if (selectionStart != null) likely.unshift(`input[name="${name}"]`);
  return () => {
    const now = document.getElementById(part);
    return likely.map((like) => now?.querySelector(like)).find(Boolean);
  };
}

/** The part as it is now; gives back what stands in the page afterwards. */
function replace(old, part, own) {
  for (const details of part.querySelectorAll("details")) {
    const name = details.id || details.dataset.keep;
    const before = old.querySelector(`details[id="${name}"], details[data-keep="${name}"]`);
    if (before) details.open = before.open;
  }
  const row = old.querySelector("[data-row]");
  const conflict = part.id === own && part.querySelector(".conflict");
  const undecided = old.querySelector(".conflict");
  const open = undecided || row?.dataset.saving || row?.querySelector(".error");
  if (open && part.id !== own) return old; // until somebody has chosen, or the row has an answer
  if (row?.dataset.unsaved) {
    // Somebody is counting here. Only the row's own saving may move it to another version:
    // otherwise a change from elsewhere would be overwritten unseen.
    if (part.id === own && !conflict) takeOver(row, part);
    return old;
  }
  if (row && !undecided && !conflict && old.contains(document.activeElement)) {
    return fill(old, part);
  }
  if (old.isEqualNode(part)) return old;
  if (part.id !== own) keepTyped(old, part);
  old.replaceWith(part);
  return part;
}

/** The version that a row has now, and its numbers, but for those that were typed since. */
function takeOver(row, part) {
  for (const fresh of part.querySelectorAll("[data-row] input[name]")) {
    const mine = row.querySelector(`input[name="${fresh.name}"]`);
    if (!mine) continue;
    const stays = mine.type === "hidden" ? mine.name.endsWith("-mode") : mine.value !== mine.dataset.sent;
    if (!stays) mine.value = fresh.value;
  }
}

/** What was typed elsewhere on the page and is not sent yet stays. */
function keepTyped(old, part) {
  for (const field of old.querySelectorAll("input:not([type=hidden], [type=radio], [type=checkbox])")) {
    const now = part.querySelector(`input[name="${field.name}"]`);
    if (now && field.value !== field.defaultValue) now.value = field.value;
  }
}

/** A row that has the focus keeps its fields, and gets new numbers. */
function fill(old, part) {
  for (const field of part.querySelectorAll("input[name]")) {
    const mine = old.querySelector(`input[name="${field.name}"]`);
    if (mine && mine.value !== field.value) mine.value = field.value;
  }
  for (const place of ["h2", ".items", ".unfit", ".stands"]) {
    const fresh = part.querySelector(place);
    if (fresh) old.querySelector(place)?.replaceWith(fresh);
  }
  for (const error of old.querySelectorAll(".error")) error.remove();
  old.querySelector("[data-row]").prepend(...part.querySelectorAll(".error"));
  old.className = part.className;
  return old;
}

// --- asking and sending -------------------------------------------------------------------------

async function request(address, options) {
  const headers = { "X-Poll": "1", ...options.headers };
  const signal = AbortSignal.timeout?.(PATIENCE);
  const response = await fetch(address, { ...options, headers, signal, cache: "no-store" });
  const html = await response.text();
  if (response.redirected) location.assign(response.url); // what was to be done here is done
  if (response.redirected || response.status === 304) return { html: "" };
  if (!response.ok) throw Object.assign(new Error(html), { status: response.status });
  return { html, tag: response.headers.get("ETag") };
}

/** The server was heard: what stands here is what it has, but for what it has not got yet. */
function fresh() {
  if (!unsent) say("");
  document.getElementById("kept").hidden = true;
}

function complain(error) {
  stopped = error.status === 404;
  polled.inert = stopped;
  error.status ? say(error.message) : sayOffline();
}

/** Ask for what has changed; `always` even if nothing has. */
export async function refresh(always = false) {
  if (stopped || sending || touching || document.hidden) return;
  const asked = sent;
  try {
    const headers = always ? {} : { "If-None-Match": etag };
    const { html, tag } = await request(location.href, { headers });
    if (asked !== sent || touching) return; // it may be older than what was sent meanwhile
    fresh();
    if (!html) return;
    etag = tag;
    draw(html);
    keepShown(html, tag);
  } catch (error) {
    if (asked === sent) complain(error);
  }
}

/** The part that a form stands in. */
export const own = (form) => form.closest("#polled > *").id;

/** Send what a form of a part holds; gives back whether the server has got it. */
export async function send(action, data, part) {
  sending += 1;
  sent += 1;
  try {
    const { html, tag } = await request(action, { method: "POST", body: new URLSearchParams(data) });
    unsent = false;
    fresh();
    if (!html) return true;
    etag = tag;
    draw(html, part);
    keepShown(html, tag);
    return true;
  } catch (error) {
    complain(error);
    unsent = !error.status || error.status >= 500; // refused is not lost, but a fault of ours is
    if (unsent) polled.dispatchEvent(new Event("unsent"));
    return !unsent;
  } finally {
    sending -= 1;
  }
}

const DOUBLE_TAP = 500;
export const AGAIN = 3000;
export const before = []; // what must be saved before a form is sent
let queue = Promise.resolve();
let lastTap = { what: "", at: 0 };

/** A name for a request of our own, so that it counts once however often it arrives. */
export function freshKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");
}

/** Is it the second half of a double tap on the same thing? */
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
  // "each": each of its buttons is a thing of its own, and so it is once it was drawn anew;
  // "same": it stays the same, whatever it says then
  const each = `${action} ${form.elements.key?.value} ${name} ${value}`;
  const same = `${action} ${submitter?.id}`;
  if (isTwice(event, { each, same }[form.dataset.polledForm] ?? action)) return;
  const data = new FormData(form, submitter);
  const part = own(form);
  const arrived = isBusy(submitter);
  // One after the other. Every request says what is to be, or has a key of its own, so one that got
  // lost can be sent until it arrives.
  queue = queue.then(async () => {
    for (const save of before) await save();
    const open = polled.querySelector(".conflict");
    if (open && !open.contains(form)) {
      open.scrollIntoView({ block: "center" }); // somebody has to choose first
      return;
    }
    while (!(await send(action, data, part))) await pause(AGAIN);
  });
  queue.finally(arrived);
});

/** A button that is on its way; gives back what to do when it has arrived. */
function isBusy(button) {
  if (button) button.ariaBusy = "true";
  return () => button && (button.ariaBusy = null);
}

export const pause = (time) => new Promise((done) => setTimeout(done, time));

polled.addEventListener("click", (event) => {
  if (!event.target.closest("[data-refresh]")) return;
  event.preventDefault();
  event.target.closest(".conflict, .ask").remove();
  document.activeElement?.blur();
  untouched();
  etag = ""; // what stands here is not all that the server has
  refresh(true);
});

const untouched = () => (touching = false);
addEventListener("pointerdown", () => (touching = true));
addEventListener("click", untouched);
addEventListener("pointercancel", untouched);
addEventListener("pointerup", () => setTimeout(untouched, DOUBLE_TAP)); // if no click comes of it

document.addEventListener("visibilitychange", () => refresh());
addEventListener("online", () => refresh());
addEventListener("pageshow", (event) => event.persisted && refresh(true));
setInterval(refresh, EVERY);
