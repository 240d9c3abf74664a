// Checks of what works on this phone, each by doing it.

import { memory } from "./browser.js";
import { isAble } from "./offline/browser_support.js";
import { readKept } from "./offline/phone.js";

const MEGABYTE = 1e6;
const list = document.getElementById("checks");

const CHECKS = {
  browser: () => navigator.userAgent,
  floor: () => CSS.supports("height: 1dvh") && "at" in Array.prototype,
  installed: () => navigator.standalone ?? matchMedia("(display-mode: standalone)").matches,
  storage() {
    memory.write("trial", "1");
    const is = memory.read("trial") === "1";
    memory.write("trial", "");
    return is;
  },
  persisted: () => navigator.storage?.persisted?.(),
  async room() {
    const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    return quota && [usage, quota].map((bytes) => Math.round(bytes / MEGABYTE)).join(" / ");
  },
  worker: async () => Boolean((await navigator.serviceWorker?.getRegistration())?.active),
  able: () => isAble(),
  kept: async () => (await readKept())?.version,
  async awake() {
    await (await navigator.wakeLock?.request("screen"))?.release();
    return Boolean(navigator.wakeLock);
  },
  share: () => Boolean(navigator.share),
  copy: () => Boolean(navigator.clipboard),
};

async function checkAll() {
  const { yes, no } = list.dataset;
  const version = document.getElementById("version"); // a server's; phones have the pack's
  const lines = version ? [version.textContent] : [];
  for (const place of list.querySelectorAll("[data-check]")) {
    let found = false;
    try {
      found = await CHECKS[place.dataset.check]();
    } catch {
      // Forbidden is no, too.
    }
    place.textContent = found === true ? yes : found || no;
    lines.push(`${place.previousElementSibling.textContent}: ${place.textContent}`);
  }
  document.getElementById("result").value = lines.join("\n");
}
checkAll();
