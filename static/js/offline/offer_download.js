// Offers to keep the referee on this phone. Nothing of it is fetched before somebody asks for it; from
// then on kept_app.js looks after it.

import { memory } from "../browser.js";

/** The choice to store the referee, which holds on every page until it is removed. */
const wanted = {
  get: () => Boolean(memory.read("pocket")),
  set: (is) => memory.write("pocket", is ? "wanted" : ""),
};

const places = document.querySelectorAll("[data-pocket]");

/** Show the progress of the download. */
function show(state) {
  for (const one of places) {
    one.dataset.state = state;
    one.hidden = false;
  }
}

let care = null;
const begin = () => (care ??= import("./kept_app.js").then(({ careFor }) => careFor({ places, show, wanted })));

for (const one of places) {
  one.addEventListener("click", async ({ target }) => {
    const { keep, stop, remove } = await begin();
    if (target.closest("[data-keep]")) keep();
    else if (target.closest("[data-stop]")) stop();
    else if (target.closest("[data-remove]")) remove();
  });
}

/** Offer it, where it is of use. An iPhone's app on the home screen has a storage of its own. */
async function offer() {
  if (!isSecureContext) return show("insecure");
  const { isAble } = await import("./browser_support.js");
  show((await isAble()) ? "offered" : "unable");
}

for (const hint of document.querySelectorAll("[data-install]")) hint.hidden = navigator.standalone !== false;
if (!wanted.get() || !isSecureContext) offer();
else begin().then(({ goOn }) => goOn());
