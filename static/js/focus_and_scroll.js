// What people look at: where the focus is, over what is drawn anew, and what the last tap was for,
// beside all that sticks in sight.

import { isVisible } from "./unsent_fields.js";

const main = document.getElementById("main");

/** Return where the focus is within the first of these parts that has it, null if none has. */
export function focusIn(parts) {
  const active = document.activeElement;
  if (!parts.some((part) => part.contains(active))) return null;
  const { stay } = active.dataset; // a link that is tapped again and again says which it is
  const kind = active.name ? `[name="${active.name}"]` : stay ? `[data-stay="${stay}"]` : active.tagName;
  const index = [...parts[0].querySelectorAll(kind)].indexOf(active);
  return { kind, index, named: Boolean(active.name || stay) };
}

/** Put the focus back where it was, or on the headline. */
export function focusAgain(focus, part, headline) {
  if (!focus) return;
  const again = focus.named && part.querySelectorAll(focus.kind)[focus.index];
  headline.tabIndex = -1;
  (again && isVisible(again) ? again : headline).focus({ preventScroll: true });
}

/** The hand that is entered, or the answer: the headline, or what can be made of chosen cards, which
 *  stands beside them. A long headline on a phone on its side would cover all else, and does not stick. */
export function bringIntoSight(ruling, headline, { entered, answered }) {
  const { offsetHeight } = headline.parentElement;
  ruling.classList.toggle("long-verdict", offsetHeight > 0.4 * main.offsetHeight);
  const answer = answered ? !isSeen(headline) && headline : ruling.querySelector(".felt .making");
  const shown = (entered && handIn(ruling)) || answer;
  if (shown) shown.scrollIntoView({ block: "nearest" });
}

/** Nothing scrolls for a headline that sticks in sight. */
function isSeen(headline) {
  const [{ top, bottom }, seen] = [headline, main.querySelector(".above")].map((one) => one.getBoundingClientRect());
  return top >= seen.top && bottom <= seen.bottom;
}

/** The hand is in sight while it is entered, before its first card too. */
export function handIn(part) {
  const hand = part.querySelector(".hand");
  if (hand) hand.hidden = false;
  return hand;
}
