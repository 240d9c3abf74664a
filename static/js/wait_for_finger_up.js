// Keeps the element under a finger until the finger has tapped: if it is replaced between its down
// and its up, browsers send the click to what stands around it.

const LATE = 500; // milliseconds after a finger is up until no click comes of it

let touching = false;
const waiting = [];
let late = 0;

/** Return whether a finger, or a button of a mouse, is down. */
export const isTouching = () => touching;

/** Settle once no finger is down. */
export const untouched = () => new Promise((done) => (touching ? waiting.push(done) : done()));

export function lift() {
  clearTimeout(late);
  touching = false;
  for (const go of waiting.splice(0)) go();
}

addEventListener("pointerdown", ({ button }) => {
  if (button !== 0) return; // a menu of the browser's may hear of its up
  clearTimeout(late);
  touching = true;
});
addEventListener("click", lift);
addEventListener("pointercancel", lift);
addEventListener("pointerup", () => (late = setTimeout(lift, LATE)));
