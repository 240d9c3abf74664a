// The part of the referee's page that comes with its first touch, after two seconds, or at once where this phone keeps
// something for it: stored house rules, the last position, what is carried to another page; cards that are typed, or
// photographed.

import { memory, visit, within } from "./browser.js";
import { isSent } from "./forms.js";
import { sayNetwork } from "./notices.js";
import { addressOf, cardsOf, named, positionAt, withoutClaim, words } from "./position.js";
import { forgetLast, known, lastKept, remember } from "./referee_steps.js";
import { shown } from "./referee_view.js";

const EVENING = 12 * 60 * 60 * 1000; // milliseconds
let hasBegun = false;

/** Begin, once, on a `page`: `resume` draws the pad as it was left, `take` and `takeKept` change the position. */
export function begin(page) {
  if (hasBegun) return;
  hasBegun = true;
  const { ruling, positionNow, takeKept } = page;
  watchLeaving(positionNow);
  hearCameras(page);
  page.resume();
  // a page opened without a position, or from another game, takes what this phone keeps
  if (!location.search || positionNow().from || isCarried()) {
    const kept = keptOnPhone(positionNow());
    if (Object.values(kept).some(Boolean)) takeKept(kept);
  }
  offerLast(ruling, positionNow());
}

function isCarried() {
  const carried = visit.read("carried") === location.pathname;
  visit.write("carried", "");
  return carried;
}

/** Taps may have changed the position since links were drawn. */
function watchLeaving(positionNow) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".games a, a[href*='?to=']");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.closest(".games")) {
      carry(link, positionNow());
      return;
    }
    event.preventDefault();
    location.replace(link.href); // the same page in another language is no step
  });

  // the page in another language goes on where this one was
  addEventListener("pagehide", () => {
    visit.write("left", JSON.stringify({ at: location.href, known: known() }));
  });
  const left = JSON.parse(visit.read("left") ?? "{}");
  if (left.at === location.href) remember({ ...left.known, ...known() });
}

function carry(link, position) {
  const [, game] = within(location.href).split("/");
  const query = new URLSearchParams(location.search);
  query.set("was", game);
  if (named(position).length || position.players) link.search = query;
  visit.write("carried", link.pathname);
}

/** @returns {Record<string, any> | null} */
function readLast({ from }) {
  const { at, search } = lastKept();
  if (!search) return null;
  const age = Date.now() - at;
  if (age < 0 || age > EVENING) {
    forgetLast();
    return null;
  }
  const last = positionAt({ search });
  return from && last.from !== from ? null : { ...last, from };
}

export function offerLast(part, position) {
  const offer = part.querySelector("[data-last]");
  const last = offer && readLast(position);
  if (!last) return;
  const link = document.createElement("a");
  link.className = "button";
  link.href = addressOf(last);
  link.dataset.go = "last";
  const cards = [cardsOf(last.table), last.played].filter((some) => some.length);
  const small = document.createElement("small");
  small.textContent = cards.map((some) => some.map(shown).join(" ")).join(" / ");
  link.append(`${offer.dataset.last} `, small);
  offer.replaceChildren(link);
  offer.hidden = false;
}

/** A page that comes `from` another game has house rules of its own.
 *  @param {Record<string, any>} position */
function keptOnPhone({ from }) {
  const names = from ? ["judge"] : ["house", "judge"];
  return Object.fromEntries(names.map((name) => [name, keptSwitches(name).join(" ")]));
}

function keptSwitches(name) {
  const offered = [...document.querySelectorAll(`[data-keeps="${name}"]`)].map((one) => one.dataset.value);
  return words(memory.read(name)).filter((text) => offered.includes(text));
}

/** Keep the chosen switches, beside those that this page does not offer. */
export function keepSwitches(name, chosen) {
  const here = keptSwitches(name);
  const others = words(memory.read(name)).filter((text) => !here.includes(text));
  memory.write(name, [...others, ...words(chosen)].join(" "));
}

/** Return the address of a position with the cards that were typed, by the names of their fields. */
export function typedAddress(position, fields) {
  isSent(fields);
  const asked = addressOf({ ...position, ...withoutClaim(position), holds: "" });
  const target = new URL(asked, location.href);
  for (const { name, value } of fields) {
    target.searchParams.delete(name);
    if (value.trim()) target.searchParams.append(name, value.trim());
  }
  return target.pathname + target.search;
}

function hearCameras(page) {
  for (const camera of document.querySelectorAll("[data-camera]")) {
    camera.addEventListener("click", () => loadPhotoModule().catch(() => {})); // while the camera opens
    camera.addEventListener("change", () => readPhoto(camera, page));
    if (camera.files.length) readPhoto(camera, page); // chosen before this script was there
  }
}

const loadPhotoModule = () => import("./photo/referee.js");

async function readPhoto(camera, page) {
  const photos = await loadPhotoModule().then(
    (module) => module.prepare(camera.dataset.camera, page.positionNow, page.take),
    () => null,
  );
  if (photos) {
    page.drawPhoto = photos.drawPhoto;
    await photos.photographed(camera.files[0], page.placeNow());
  } else sayNetwork(page.ruling.dataset.offline);
  camera.value = ""; // the same one may be chosen again
}
