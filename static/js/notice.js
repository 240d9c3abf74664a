// The line at the foot of a page: about the network, and how fresh the page is.

const notice = document.getElementById("notice");
const kept = document.getElementById("kept");

/** Say something, or nothing more. */
export function say(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

/** There is no network; a page that is not fresh says so already, unless somebody `asked`. */
export function sayOffline({ asked = false } = {}) {
  if (asked || kept.hidden) say(notice.dataset.offline);
}
