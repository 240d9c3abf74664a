// The game afterwards: the page asks for the next slice as soon as one was drawn.

import { refresh } from "./polls.js";

const SOON = 300;
const LATER = 5000; // without a network, or while other games are looked at

const polled = document.getElementById("polled");
const done = () => polled.querySelector("progress")?.value;

async function goOn() {
  const before = done();
  if (before === undefined) return;
  await refresh();
  setTimeout(goOn, done() === before ? LATER : SOON);
}

setTimeout(goOn, SOON);
