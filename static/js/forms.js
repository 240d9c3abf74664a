// Forms: their data, values that were sent, a finger on a button. What was typed since a form was sent stays,
// whatever the server says.

/** `new FormData(form, button)` is newer than some phones.
 *  @returns {any} */
export function dataOf(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  return data;
}

/** The answer may replace these values. */
export function isSent(fields) {
  for (const field of fields) sent.set(field, field.value);
}

const sent = new WeakMap();

export const wasSent = (field) => field?.value === sent.get(field);

export function drawText(field, text) {
  const typed = field.value !== field.defaultValue && !wasSent(field);
  field.defaultValue = text;
  if (!typed || field !== document.activeElement) field.value = text;
}

/** Return the text of a part of the page with the names of its cards in place of their signs. */
export function inWords(node) {
  const copy = node.cloneNode(true);
  for (const card of copy.querySelectorAll("bdi[aria-label]")) card.replaceWith(card.getAttribute("aria-label"));
  return copy.textContent;
}

export const isVisible = (one) => one.checkVisibility?.() ?? one.getClientRects().length > 0;

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
