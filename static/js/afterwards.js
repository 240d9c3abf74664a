// The game afterwards: the page asks for the next slice as soon as one was drawn.

import { refresh } from "./polls.js";

const SOON = 300;

const polled = document.getElementById("polled");

function goOn() {
  if (polled.querySelector("progress")) setTimeout(refresh, SOON);
}

polled.addEventListener("drawn", goOn);
goOn();
