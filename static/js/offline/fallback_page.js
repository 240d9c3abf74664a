// Without a network: the page that was asked for, if the referee on this phone can draw it; else the
// pages that the service worker has kept, the latest first.

import { ROOT, within } from "../browser.js";
import { askPhone, isHosting } from "./phone.js";

const root = document.documentElement;
const address = location.pathname + location.search;
let pages = null; // that the service worker has kept

const [, evening] = /^(\/g\/0\w+)\/hand-over$/.exec(within(address)) ?? [];

if (evening) offerEvening(ROOT + evening.slice(1));
else addEventListener("online", () => location.reload());
show();

async function show() {
  pages = await self.caches?.open("pages"); // over https only
  if (root.dataset.here === undefined || !(await drawHere())) await listSeen();
}

/** An evening of this phone could not be handed over: go back to it, or send it once more. */
function offerEvening(path) {
  const back = document.getElementById("evening");
  back.href = path;
  back.hidden = document.getElementById("not-handed-over").hidden = false;
  document.getElementById("again").addEventListener("click", (event) => {
    event.preventDefault();
    const form = document.createElement("form");
    form.method = "post"; // of an address alone the phone asks nothing
    document.body.append(form);
    form.submit();
  });
}

/** Have this phone draw the page, put it where the service worker finds it, and go there. */
async function drawHere() {
  if (await pages.match(address, { ignoreVary: true })) return false; // it was not found there
  try {
    if (address.endsWith("/dispute")) return go(await askedAt(location.pathname));
    if (isHosting()) return await comeAgain();
    const { status, headers, cookie, text } = await askPhone(address);
    if (cookie) document.cookie = cookie; // of what somebody likes
    if (status === 303) return await goDrawn(headers.Location);
    if (status !== 200) return false;
    await put(address, text, headers);
    await putPictures(text);
    history.scrollRestoration = "manual"; // at the clause that was asked for: app.js goes there
    location.reload();
    return true;
  } catch {
    return false;
  }
}

/** The service worker has not started yet what draws it. */
async function comeAgain() {
  await askPhone(address);
  history.scrollRestoration = "manual";
  location.reload();
  return true;
}

function go(target) {
  location.replace(target);
  return true;
}

/** Go to a page in place of its stored copy, which may be in another language. */
async function goDrawn(target) {
  if (!within(target).startsWith("/g/") && within(target) !== "/") await pages.delete(target, { ignoreVary: true });
  return go(target);
}

async function put(path, body, { "Content-Type": type, "Content-Security-Policy": policy }) {
  const headers = { "Content-Type": type, "Content-Security-Policy": policy };
  await pages.put(path, new Response(body, { headers }));
}

/** The codes to be scanned that a page shows. */
async function putPictures(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const picture of page.querySelectorAll("img[src*='/qr.svg']")) {
    const path = picture.getAttribute("src");
    const { status, headers, text } = await askPhone(path);
    if (status === 200) await put(path, text, headers);
  }
}

/** Return where *Dispute?* led on the page at a path when that was last shown. */
async function askedAt(path) {
  for (const { url } of await pages.keys()) {
    if (!path.startsWith(new URL(url).pathname.replace(/\/table$/, ""))) continue;
    const html = await (await pages.match(url)).text();
    const page = new DOMParser().parseFromString(html, "text/html");
    const known = page.querySelector(`a[href="${path}"]`) && page.body.querySelector("[data-here]");
    if (known) return known.dataset.here;
  }
  throw new Error("not seen");
}

async function listSeen() {
  delete root.dataset.here;
  const seen = document.getElementById("seen");
  const list = seen.querySelector("ul");
  for (const { url } of [...((await pages?.keys()) ?? [])].reverse()) {
    const { pathname, search } = new URL(url);
    if ([location.pathname, `${ROOT}offline`].includes(pathname) || pathname.endsWith(".svg")) continue;
    const html = await (await pages.match(url)).text();
    const { title } = new DOMParser().parseFromString(html, "text/html");
    const link = document.createElement("a");
    link.href = pathname + search;
    link.textContent = title.replace(/ · Referee$/, "");
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  seen.hidden = !list.children.length;
}
