// What every page does: its menus close, it says when the network is gone, and where the browser
// allows it (over https) the service worker keeps what was seen.

import { memory, visit } from "./browser_storage.js";
import { sayNetwork, sayOffline } from "./notice_line.js";

const root = document.documentElement;

// --- the menus ----------------------------------------------------------------------------------

const menu = document.querySelector("details.menu");

for (const one of document.querySelectorAll(".top > details")) {
  addEventListener("click", ({ target }) => {
    if (!one.contains(target)) one.open = false;
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !one.open) return;
    one.open = false;
    one.querySelector("summary").focus();
  });
}
menu.addEventListener("click", ({ target }) => {
  const link = target.closest("a[href*='?to=']");
  // Taps may have changed the address since the page was drawn.
  if (link) link.search = String(new URLSearchParams({ to: location.pathname + location.search }));
});

// --- the network --------------------------------------------------------------------------------

const ofPhone = root.dataset.phone !== undefined; // this phone's own app has drawn it
const sayAway = (away) => root.toggleAttribute("data-away", away);
addEventListener("offline", () => sayAway(true));
addEventListener("online", () => sayAway(false));
// Sentences about it are only on a page that came without, so that none moves what a thumb is on.
root.toggleAttribute("data-came-away", sayAway(!navigator.onLine || "kept" in root.dataset));
if (!ofPhone) addEventListener("offline", () => sayOffline());
addEventListener("submit", (event) => {
  // What cannot be sent would end on a page of the browser's, and what was typed with it.
  if (event.defaultPrevented || navigator.onLine || ofPhone) return;
  event.preventDefault();
  sayOffline({ asked: true });
});
// A page that several phones look at hears for itself whether the server is there.
if (!document.getElementById("polled")) addEventListener("online", () => sayNetwork(""));

/** Something waits for the network: it is said, and sent from here, too. */
const watchOutbox = () => memory.read("waits") && import("./unsent_notice.js");
watchOutbox();
addEventListener("storage", watchOutbox); // entered on another page

if (root.dataset.here !== undefined) document.getElementById("here").hidden = false; // it says so too
const kept = document.getElementById("kept");
const { kept: keptAt } = root.dataset; // the service worker has put that there
if (keptAt) {
  kept.querySelector("time").dateTime = new Date(Number(keptAt)).toISOString();
  kept.hidden = false;
  import("./offline/continue_offline.js");
}

/** Times as the clock on the phone has them; the server does not know where that is. */
function setTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    const today = at.toDateString() === new Date().toDateString();
    time.textContent = at.toLocaleString(root.lang, { dateStyle: today ? undefined : "medium", timeStyle: "short" });
  }
}
setTimes();
if (document.querySelector("[name=timezone], [data-day]")) import("./time_zone.js");
document.getElementById("polled")?.addEventListener("drawn", setTimes);

// What is typed is kept, and what was kept is taken up. The referee's pages are quick: there from the
// first touch of a field on.
const keepDrafts = () => import("./form_drafts.js");
if (visit.read("drafts") || document.querySelector("[data-draft][method]")) keepDrafts();
addEventListener("focusin", ({ target }) => target.closest("[data-draft]") && keepDrafts());

async function register() {
  try {
    if (await caches.has("pocket")) await (await import("./offline/register_worker.js")).engage();
    else await navigator.serviceWorker.register(new URL("../../../sw.js", import.meta.url));
  } catch {
    // Private windows and some settings forbid it; everything else works.
  }
}

function toTarget() {
  document.querySelector(":target")?.scrollIntoView({ behavior: "instant" });
}

/** Start what may come after the page: on a slow network the page itself comes first. */
function afterwards() {
  if (history.scrollRestoration === "manual") toTarget(); // drawn by this phone, and loaded again
  if (!("serviceWorker" in navigator)) return; // over https only
  register();
  if (ofPhone) import("./offline/is_own_app_running.js").then(({ wake }) => wake()); // it may be there before Python is
  if (document.querySelector("[data-pocket]")) import("./offline/offer_download.js");
}

if (document.readyState === "complete") afterwards();
else addEventListener("load", afterwards);
