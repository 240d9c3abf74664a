// One tap hands an evening over: where there is a network, its form goes on by itself.

const form = document.querySelector("form[data-hand-over]");
const sent = "referee-sent"; // a page that somebody comes back to waits for a tap

if (form && navigator.onLine && history.state !== sent) {
  history.replaceState(sent, "");
  form.submit(); // nothing of it is checked, and no script hears it
}
