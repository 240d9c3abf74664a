// Worked examples are tried in place: only the answer of the example is drawn anew. What a link leads
// to is unfolded, also where the browser does not do that.

import "./find.js";
import { answerTo } from "./judge.js";

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-try]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { pathname, search } = new URL(link.href);
  try {
    const html = await answerTo(`${pathname}/answer${search}`);
    link.closest(".example").querySelector("[data-answer]").innerHTML = html;
  } catch {
    location.href = link.href;
  }
});

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.closest("details:not([open])");
  if (!folded) return;
  folded.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", unfold);
unfold();
