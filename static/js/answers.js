// Judging by the server or, where it cannot be reached or takes long, by the referee on this phone.

import { sayNetwork } from "./notices.js";

const SLOW = 700; // milliseconds until this phone is asked as well
const AWAY = 30_000; // how long a server that did not answer is not waited for
const LOST = 5000; // until an answer of the server counts as lost

const mark = document.getElementById("here");
let away = 0; // until when

const isAway = () => !navigator.onLine || Date.now() < away;

/** The HTML at a path, by whom it can be had. Raises if that is nobody; `signal` ends the waiting. */
export async function answerTo(path, signal) {
  const served = fetchFrom(path, signal);
  try {
    const html = await within(isAway() ? 0 : SLOW, served);
    mark.hidden = true;
    return html;
  } catch (error) {
    if (signal?.aborted) throw error;
  }
  const html = await judgedHere(path);
  if (html === null) return served;
  mark.hidden = false;
  return html;
}

async function fetchFrom(path, signal) {
  const given = new AbortController();
  const late = setTimeout(() => given.abort(), LOST);
  signal?.addEventListener("abort", () => given.abort());
  try {
    const response = await fetch(path, { signal: given.signal });
    if (!response.ok) throw new Error(response.statusText);
    const html = await response.text();
    away = 0;
    return html;
  } catch (error) {
    if (!signal?.aborted) away = Date.now() + AWAY;
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** The referee on this phone; without a service worker there can be none. */
async function onPhone() {
  if (!navigator.serviceWorker?.controller) throw new Error("nothing is kept");
  return import("./offline/phone.js");
}

/** Return the answer of this phone's referee; null if there is none, or it has no answer. */
async function judgedHere(path) {
  try {
    const { status, text } = await (await onPhone()).askPhone(path);
    return status === 200 ? text : null;
  } catch {
    return null;
  }
}

/** Resolve to an answer if it comes within so many milliseconds. */
function within(patience, answer) {
  answer.catch(() => {}); // nobody may be waiting for it any more
  const late = new Promise((_, reject) => setTimeout(reject, patience, new Error("late")));
  return Promise.race([answer, late]);
}

async function goOffline() {
  const ready = await onPhone().then(
    ({ warmUp }) => warmUp(),
    () => false,
  );
  if (!ready) return;
  sayNetwork("");
  mark.hidden = false;
}

addEventListener("offline", goOffline);
addEventListener("online", () => {
  away = 0;
  mark.hidden = true;
});
if (!navigator.onLine) goOffline();
