// The exercises that this phone keeps: to another phone by a link, from another one, or gone.

import { mergedWith, packed } from "./recall_transfer.js";
import { forgetAll, keptHere, replaceKept } from "./recall.js";

const root = document.getElementById("kept-exercises");
const part = (name) => root.querySelector(`[data-${name}]`);
const taken = document.getElementById("taken");
const refused = document.getElementById("refused-link");

async function draw() {
  const kept = keptHere();
  const count = part("count");
  count.textContent = count.dataset.count
    .replace("{states}", String(Object.keys(kept?.states ?? {}).length))
    .replace("{tens}", String(Object.keys(kept?.tens ?? {}).length));
  part("giving").hidden = !kept;
  if (!kept) return;
  const { ok, text } = await packed(root.dataset.address, kept);
  const link = document.getElementById("link");
  link.value = ok ? `${new URL(root.dataset.address, location.href)}#${text}` : "";
  if (!ok) refused.textContent = text ?? root.dataset.offline;
}

function say(sentence) {
  taken.textContent = sentence;
  taken.focus();
}

const sent = location.hash.slice(1);
part("taking").hidden = !sent;

part("take").addEventListener("click", async () => {
  const { ok, text } = await mergedWith(root.dataset.address, keptHere(), sent);
  refused.textContent = ok ? "" : (text ?? root.dataset.offline);
  if (!ok) return;
  replaceKept(JSON.parse(text));
  history.replaceState(null, "", location.pathname); // nobody takes it twice
  part("taking").hidden = true;
  say(taken.dataset.taken);
  draw();
});

part("forget").addEventListener("click", () => {
  forgetAll();
  say(part("forget").dataset.done);
  draw();
});

draw();
