// The script of every page.

import { memory, visit } from "./browser.js";
import "./notices.js";

const root = document.documentElement;

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
  // taps may have changed the address
  if (link) link.search = String(new URLSearchParams({ to: location.pathname + location.search }));
});

const watchOutbox = () => memory.read("waits") && import("./outbox.js");
watchOutbox();
addEventListener("storage", watchOutbox); // entered on another page

if (root.dataset.here !== undefined) document.getElementById("here").hidden = false;
const kept = document.getElementById("kept");
const { kept: keptAt } = root.dataset; // put there by the service worker
if (keptAt) {
  kept.querySelector("time").dateTime = new Date(Number(keptAt)).toISOString();
  kept.hidden = false;
  import("./times.js");
  import("./offline/hand_over.js");
}

// On the referee's pages, which are quick, drafts are kept from the first touch of a field on.
const keepDrafts = () => import("./form_drafts.js");
if (visit.read("drafts") || document.querySelector("[data-draft][method]")) keepDrafts();
addEventListener("focusin", ({ target }) => target.closest("[data-draft]") && keepDrafts());

async function register() {
  try {
    if (await caches.has("pocket")) await (await import("./offline/pack.js")).engage();
    else await navigator.serviceWorker.register(new URL("../../../sw.js", import.meta.url));
  } catch {
    // private windows and some settings forbid it
  }
}

/** On a slow network the page itself comes first. */
function afterwards() {
  if (history.scrollRestoration === "manual") {
    document.querySelector(":target")?.scrollIntoView({ behavior: "instant" }); // loaded again on this phone
  }
  const mayKeep = "serviceWorker" in navigator; // over https only
  if (mayKeep) register();
  // drawn by this phone, maybe before Python was there
  if (root.dataset.phone !== undefined) import("./offline/phone.js").then(({ wake }) => wake());
  if (document.querySelector("[data-pocket]") && (mayKeep || !isSecureContext)) import("./offline/offer_download.js");
}

if (document.readyState === "complete") afterwards();
else addEventListener("load", afterwards);
