// Evenings that are handed over: one of a server to this phone, and one of this phone to a server.

import { ROOT, within } from "../browser.js";
import { isHosting } from "./phone.js";

// A session of a server can go on without it where this phone has it as a file.
const [path] = /^\/g\/\w+\/\w{12}(?=\/|$)/.exec(within(location.href)) ?? [];
const session = path && ROOT + path.slice(1);

async function offerCopy() {
  if (!(session && isHosting() && (await caches.match(session, { cacheName: "copies" })))) return;
  const link = document.getElementById("go-on");
  link.search = String(new URLSearchParams({ of: session }));
  link.hidden = false;
}
offerCopy();

// A page of an evening of this phone says when the server is there again.
const back = document.getElementById("server-back");

async function lookForServer() {
  const answer = navigator.onLine && (await fetch(`${ROOT}healthz`, { cache: "no-store" }).catch(() => null));
  const isThere = answer?.ok && (await answer.json().catch(() => null))?.status === "ok";
  back.hidden = !isThere;
}

if (back) {
  lookForServer();
  addEventListener("online", lookForServer);
  document.addEventListener("visibilitychange", () => document.hidden || lookForServer());
}

// One tap hands an evening over: where there is a network, its form goes on by itself.

const form = document.querySelector("form[data-hand-over]");
const sent = "referee-sent"; // a page that somebody comes back to waits for a tap

if (form && navigator.onLine && history.state !== sent) {
  history.replaceState(sent, "");
  form.submit(); // nothing of it is checked, and no script hears it
}
