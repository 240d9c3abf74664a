// The home page: what this phone alone has, as it was seen last and then as it is, and the offer of the
// introduction, which is made once.

import { memory } from "./browser.js";
import { isHosting } from "./offline/phone.js";

const STORE = "own evenings";
const offered = document.querySelector("[data-first]"); // with the cookies that end it
const place = document.getElementById("own");

/** A page that was kept from before may still show the offer. */
function hideOffer() {
  const names = document.cookie.split("; ").map((cookie) => cookie.split("=")[0]);
  offered.hidden = offered.dataset.first.split(" ").some((name) => names.includes(name));
}

async function show() {
  draw(memory.read(STORE) || "");
  const answer = await fetch(new URL("../../../here/evenings", import.meta.url)).catch(() => null);
  if (!answer?.ok) return;
  const html = (await answer.text()).trim();
  draw(html);
  memory.write(STORE, html);
}

function draw(html) {
  if (place.innerHTML !== html) place.innerHTML = html;
}

if (offered) {
  hideOffer();
  addEventListener("pageshow", hideOffer); // come back to
}
if (place) {
  document.documentElement.toggleAttribute("data-hosted", isHosting()); // no network is needed to keep score
  if (isHosting()) show();
}
