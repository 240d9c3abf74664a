// What goes along from the referee to the game that is asked about next, or to another language.

import { visit } from "./memory.js";
import { named } from "./position.js";
import { known, remember } from "./steps.js";

/** Is this the position of another game? */
export function isCarried() {
  const carried = visit.read("carried") === location.pathname;
  visit.write("carried", "");
  return carried;
}

/** Taps may have changed the position since links were drawn. */
export function hearLeaving(positionNow) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".games a, a[href*='?to=']");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.closest(".games")) {
      carry(link, positionNow());
      return;
    }
    event.preventDefault();
    location.replace(link.href); // the same page in another language is no step
  });

  // There it is another page of the browser's, and goes on where this one was.
  addEventListener("pagehide", () => {
    visit.write("left", JSON.stringify({ at: location.href, known: known() }));
  });
  const left = JSON.parse(visit.read("left") ?? "{}");
  if (left.at === location.href) remember({ ...left.known, ...known() });
}

function carry(link, position) {
  const [, game] = location.pathname.split("/");
  const query = new URLSearchParams(location.search);
  query.set("was", game);
  if (named(position).length || position.players) link.search = query;
  visit.write("carried", link.pathname);
}
