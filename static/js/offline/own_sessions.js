// The home page of a server begins with what this phone alone has: as it was seen last, and then as it is.

import { isHosting } from "./is_own_app_running.js";
import { memory } from "../browser_storage.js";

const STORE = "own evenings";
const place = document.getElementById("own");

async function show() {
  draw(memory.read(STORE) || "");
  const answer = await fetch(new URL("../../../../here/evenings", import.meta.url)).catch(() => null);
  if (!answer?.ok) return;
  const html = (await answer.text()).trim();
  draw(html);
  memory.write(STORE, html);
}

function draw(html) {
  if (place.innerHTML !== html) place.innerHTML = html;
}

document.documentElement.toggleAttribute("data-hosted", isHosting()); // no network is needed to keep score
if (isHosting()) show();
