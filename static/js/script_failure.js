// First, in any browser. Where a script fails or does not arrive, the page goes on without, and says so once.

(() => {
  const root = document.documentElement;
  const OURS = /\/(assets|pocket)\//;
  const NETWORK = /fetch|network|load|import|abort/i;

  if (!("noModule" in HTMLScriptElement.prototype)) return; // the others would not run
  root.dataset.scripts = "";

  addEventListener("error", hear, { capture: true });
  addEventListener("unhandledrejection", hear);

  function hear(event) {
    if (root.dataset.scripts !== undefined && isFault(event)) goOnWithout();
  }

  /** Of this app's scripts, not of the network or of what a browser adds. */
  function isFault({ type, target, filename, error, reason }) {
    if (target !== window) return target.localName === "script";
    const what = type === "error" ? error : reason;
    if (!OURS.test(filename) && !OURS.test(what?.stack)) return false;
    return type === "error" || (what instanceof Error && !NETWORK.test(`${what.name} ${what.message}`));
  }

  /** Forms and links do what they do without scripts: nobody else hears of a tap. */
  function goOnWithout() {
    delete root.dataset.scripts;
    for (const type of ["click", "submit", "input", "change", "keydown"]) {
      addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
    }
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", say);
    else say();
  }

  function say() {
    document.getElementById("fault").hidden = false;
  }
})();
