// The line at the top of a page: about the network, and how fresh the page is.

const notice = document.getElementById("notice");

/** Say something, or nothing more. */
export function say(text) {
  notice.textContent = text;
  notice.hidden = !text;
}

/** There is no network. */
export const sayOffline = () => say(notice.dataset.offline);
