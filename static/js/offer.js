// Offers to keep the referee on this phone. Nothing of it is fetched before somebody asks for it; from
// then on keeping.js looks after it.

import { memory } from "./memory.js";

/** What this phone was asked for: said once, it holds on every page until the referee is removed. */
export const wanted = {
  get: () => Boolean(memory.read("pocket")),
  set: (is) => memory.write("pocket", is ? "wanted" : ""),
};

export const offers = document.querySelectorAll("[data-pocket]");

/** How far it is. */
export function show(state) {
  for (const one of offers) {
    one.dataset.state = state;
    one.hidden = false;
  }
}

for (const one of offers) {
  one.addEventListener("click", async ({ target }) => {
    const { keep, stop, remove } = await import("./keeping.js");
    if (target.closest("[data-keep]")) keep();
    else if (target.closest("[data-stop]")) stop();
    else if (target.closest("[data-remove]")) remove();
  });
}

if (!wanted.get()) show("offered");
else import("./keeping.js").then(({ goOn }) => goOn());
