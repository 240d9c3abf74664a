// What is tapped as an answer to a position is drawn in place, one tap after the other: whoever taps
// fast is ahead of the page.

import { focusAgain, focusIn } from "./focus.js";
import { answerTo } from "./judge.js";

let done = Promise.resolve();

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-answer] a[data-try]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const part = link.closest("[data-answer]");
  const { stay } = link.dataset;
  if (link.matches(".choose")) link.classList.toggle("chosen");
  done = done.then(() => follow(part, stay));
});

/** The link may have been drawn anew since it was tapped. */
async function follow(part, stay) {
  const link = part.querySelector(`a[data-try][data-stay="${CSS.escape(stay)}"]`);
  if (!link) return;
  const { pathname, search } = new URL(link.href);
  try {
    draw(part, await answerTo(`${pathname}/answer${search}`));
  } catch {
    location.href = link.href;
  }
}

function draw(part, html) {
  const focus = focusIn([part]);
  part.innerHTML = html;
  const said = part.querySelector(".answer [tabindex]");
  if (focus) focusAgain(focus, part, said ?? part.querySelector(".answer"));
  if (!said) return;
  document.getElementById("announcement").textContent = said.textContent;
  part.lastElementChild.scrollIntoView({ block: "nearest" }); // the way onward, and so all above it
}
