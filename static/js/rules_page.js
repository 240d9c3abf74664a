// Worked examples are tried in place. What a link leads to is unfolded, also where the browser does
// not do that.

import "./search_rules.js";
import "./try_example_in_place.js";

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.closest("details:not([open])");
  if (!folded) return;
  folded.open = true;
  target.scrollIntoView();
}

addEventListener("hashchange", unfold);
unfold();
