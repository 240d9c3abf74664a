// The line at the foot of a page: what a tap has led to, or else about the network; and what a page does
// without one.

const root = document.documentElement;
const notice = document.getElementById("notice");
const kept = document.getElementById("kept");
let answer = "";
let network = "";

/** Show what an answer to a tap says. */
export function say(text) {
  answer = text;
  draw();
}

/** Show a sentence about the network, "" for none. */
export function sayNetwork(text) {
  network = text;
  draw();
}

/** There is no network; a page that is not fresh says so already, unless somebody `asked`. */
export function sayOffline({ asked = false } = {}) {
  if (asked || kept.hidden) sayNetwork(notice.dataset.offline);
}

function draw() {
  const text = answer || network;
  if (notice.textContent !== text) notice.textContent = text; // said aloud once
  notice.hidden = !text;
}

/** Clear a line at the next tap: what a tap has led to stays until then, whatever is drawn meanwhile. */
export const untilNextTap = (line) => addEventListener("click", () => line(""), { capture: true });
untilNextTap(say);

const ofPhone = root.dataset.phone !== undefined; // drawn by this phone
const sayAway = (away) => root.toggleAttribute("data-away", away);
addEventListener("offline", () => sayAway(true));
addEventListener("online", () => sayAway(false));
// Only a page that came without says so in sentences: nothing moves under a thumb.
root.toggleAttribute("data-came-away", sayAway(!navigator.onLine || "kept" in root.dataset));
if (!ofPhone) addEventListener("offline", () => sayOffline());
addEventListener("submit", (event) => {
  // else the browser's own page would replace what was typed
  if (event.defaultPrevented || navigator.onLine || ofPhone) return;
  event.preventDefault();
  sayOffline({ asked: true });
});
// a polled page hears the server itself
if (!document.getElementById("polled")) addEventListener("online", () => sayNetwork(""));
