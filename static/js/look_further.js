// A hand played against the app, afterwards: the next slice is asked for until all plays are looked at.

import { untouched } from "./forms.js";
import { askPhone, readKept } from "./offline/phone.js";

const SOON = 300;
const LATER = 5000; // without a network, or while other games are looked at

const lookedAt = document.getElementById("looked-at");
const ofPhone = document.documentElement.dataset.phone !== undefined; // drawn by this phone, which goes on itself

/** Return the page as it is after one more slice, "" where nobody draws it. */
async function furtherPage() {
  const path = location.pathname + location.search;
  const response = ofPhone ? null : await fetch(path, { cache: "no-store" }).catch(() => null);
  if (response) return response.ok ? response.text() : "";
  if (!ofPhone && !(await readKept())) return "";
  const { status, text } = await askPhone(path);
  return status === 200 ? text : "";
}

/** Draw the parts that differ. The focus stays on its link. */
function draw(fresh) {
  const { activeElement: focused } = document;
  const href = lookedAt.contains(focused) && focused.getAttribute("href");
  const parts = [...lookedAt.children];
  for (const [at, part] of [...fresh.children].entries()) {
    if (parts[at]?.id !== part.id) return lookedAt.replaceChildren(...fresh.children); // the chart has come
    if (!parts[at].isEqualNode(part)) parts[at].replaceWith(part);
  }
  const again = href && [...lookedAt.querySelectorAll("a")].find((link) => link.getAttribute("href") === href);
  if (again && !lookedAt.contains(document.activeElement)) again.focus({ preventScroll: true });
}

async function goOn() {
  const progress = lookedAt.querySelector("progress");
  if (!progress) return;
  let wait = LATER;
  try {
    const page = new DOMParser().parseFromString(await furtherPage(), "text/html");
    const fresh = page.getElementById("looked-at");
    await untouched();
    if (fresh) draw(fresh);
    const now = lookedAt.querySelector("progress");
    if (!now) document.getElementById("announcement").textContent = lookedAt.dataset.done;
    if (fresh && now?.value !== progress.value) wait = SOON;
  } catch {
    // It is asked again.
  }
  setTimeout(goOn, wait);
}

setTimeout(goOn, SOON);
