// The looks and feel of a play: cards slide to whoever took them, and to the table from whoever played them; a short
// vibration tells what is right, and a tone where sounds are on. Nothing waits for it.

const TIME = 180; // milliseconds
const LOW = 0.001; // no volume: tones fade to it, and cannot to 0
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Return the cards and builds on the table: their cards as texts, what they look like, and where. */
export function lying() {
  const pieces = document.querySelectorAll("#table :is(.cards .card, .fan)");
  return [...pieces].map((piece) => {
    const { left, top, width, height } = piece.getBoundingClientRect();
    const cards = (piece.matches(".fan") ? [...piece.querySelectorAll(".card")] : [piece]).map(
      (one) => one.textContent,
    );
    return { text: piece.textContent, cards, piece, html: piece.outerHTML, left, top, width, height };
  });
}

/** Draw how the pieces that lay on the table come to lie as they do now. `from` and `to` are functions that return the
 *  place of whoever played a piece, and of whoever took it: what has `left`, `top`, `width` and `height`, if there is
 *  one. */
export function slide(before, { from, to }) {
  if (document.hidden || still.matches) return;
  const after = lying();
  const come = without(after, before);
  for (const piece of without(before, after)) {
    const build = come.find(({ cards }) => cards.length > 1 && piece.cards.every((card) => cards.includes(card)));
    fly(piece, piece, build ?? to(piece));
  }
  for (const loose of come.filter(({ cards }) => cards.length === 1)) {
    if (fly(loose, from(loose), loose)) loose.piece.animate({ opacity: [0, 0] }, TIME);
  }
}

/** Return the pieces that are not among others; of equal cards each counts once. */
function without(pieces, others) {
  const left = others.map(({ text }) => text);
  return pieces.filter(({ text }) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Let a picture fly over the page, where no finger meets it; return whether it does. */
function fly({ html }, start, end) {
  if (!start || !end) return false;
  const drawn = document.createElement("template");
  drawn.innerHTML = html;
  const picture = /** @type {HTMLElement} */ (drawn.content.firstElementChild);
  picture.classList.add("flying");
  picture.removeAttribute("role");
  picture.setAttribute("aria-hidden", "true");
  picture.style.left = `${start.left}px`;
  picture.style.top = `${start.top}px`;
  document.body.append(picture);
  const across = end.left + (end.width - start.width) / 2 - start.left;
  const down = end.top + (end.height - start.height) / 2 - start.top;
  const moved = [{ transform: "none" }, { transform: `translate(${across}px, ${down}px)` }];
  picture.animate(moved, { duration: TIME, easing: "ease-out" }).onfinish = () => picture.remove();
  return true;
}

/** A short vibration, and a tone where sounds are on: that is right. */
export function tellRight() {
  if (navigator.userActivation?.hasBeenActive === false) return; // browsers allow neither
  if (!still.matches) navigator.vibrate?.(25);
  if (!document.documentElement.classList.contains("sounds")) return;
  const context = new AudioContext();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const end = context.currentTime + TIME / 1000;
  tone.connect(volume).connect(context.destination);
  tone.frequency.value = 880;
  volume.gain.value = 0.1;
  volume.gain.exponentialRampToValueAtTime(LOW, end);
  tone.start();
  tone.stop(end);
  tone.onended = () => context.close();
}
