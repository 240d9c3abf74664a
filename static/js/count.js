// The sweep counter: what was tapped and has not arrived yet stands beside the name.

import { waiting } from "./live.js";

const SOON = 400; // milliseconds: what arrives sooner needs no word
const live = document.getElementById("live");

function drawWaiting() {
  for (const place of live.querySelectorAll("[data-waits]")) {
    const tapped = waiting.map((value) => value.split("x")).filter(([seat]) => seat === place.dataset.seat);
    const markers = tapped.reduce((sum, [, times]) => sum + Number(times ?? 1), 0);
    place.hidden = !markers;
    place.textContent = markers ? `+${markers} ${place.dataset.waits}` : "";
  }
}

live.addEventListener("submit", () => setTimeout(drawWaiting, SOON));
live.addEventListener("drawn", drawWaiting);
live.addEventListener("arrived", drawWaiting);
