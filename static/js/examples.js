// A card is tried in place: only the answer of the example is drawn anew.

import { answerTo } from "./answers.js";

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
