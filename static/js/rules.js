// Worked examples are tried in place. What a link leads to is unfolded, also where the browser does
// not do that.

import "./examples.js";

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.closest("details:not([open])");
  if (!folded) return;
  folded.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", unfold);
unfold();

// A search in the rules: it marks what is found, counts it and goes from place to place, also where
// that is folded up. Nothing in the page is changed, so the browser's own search works as ever.

const UNSAID = ".card, .unseen, [hidden]";
const form = document.querySelector("[data-find]");
const field = form.elements.find;
const count = form.querySelector("[data-count]");
const marks = globalThis.CSS?.highlights;
let found = [];
let at = 0;

form.hidden = false;

// Only what is told below the field, which then stays above every place.
function* texts() {
  for (const clause of document.querySelectorAll(".clause")) {
    const walk = document.createTreeWalker(clause, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) if (!walk.currentNode.parentElement.closest(UNSAID)) yield walk.currentNode;
  }
}

function* placesOf(word) {
  for (const text of texts()) {
    const said = text.textContent.toLowerCase();
    for (let start = said.indexOf(word); start >= 0; start = said.indexOf(word, start + word.length)) {
      const place = document.createRange();
      place.setStart(text, start);
      place.setEnd(text, start + word.length);
      yield place;
    }
  }
}

// A word is looked for from two letters on: one stands everywhere.
function look() {
  const word = field.value.trim().toLowerCase();
  found = word.length > 1 ? [...placesOf(word)] : [];
  form.querySelector("[data-steps]").hidden = word.length < 2;
  form.classList.toggle("at-work", word.length > 1);
  marks?.delete("current");
  marks?.set("found", new Highlight(...found));
  count.value = form.dataset.none;
  if (found.length) show(0);
}

function show(next) {
  at = (next + found.length) % found.length;
  const place = found[at];
  const inside = place.startContainer.parentElement;
  for (let one = inside; one; one = one.parentElement) if (one.localName === "details") one.open = true;
  marks?.set("current", new Highlight(place));
  inside.scrollIntoView({ block: "center", behavior: "instant" });
  count.value = form.dataset.found.replace("{at}", String(at + 1)).replace("{all}", String(found.length));
}

field.addEventListener("input", look);
form.querySelector("[data-previous]").addEventListener("click", () => found.length && show(at - 1));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (found.length) show(at + 1);
});
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    field.value = "";
    look();
  } else if (event.key === "Enter" && event.shiftKey && found.length) {
    event.preventDefault();
    show(at - 1);
  }
});
