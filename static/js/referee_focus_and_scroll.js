// Keeps the focus where pages are drawn anew, and scrolls parts into sight.

import { isVisible } from "./form_data_and_sent_values.js";

const main = document.getElementById("main");

export function focusIn(parts) {
  const active = document.activeElement;
  if (!parts.some((part) => part.contains(active))) return null;
  const { stay } = active.dataset; // of a link that is tapped again and again
  const kind = active.name ? `[name="${active.name}"]` : stay ? `[data-stay="${stay}"]` : active.tagName;
  const index = [...parts[0].querySelectorAll(kind)].indexOf(active);
  return { kind, index, named: Boolean(active.name || stay) };
}

export function focusAgain(focus, part, headline) {
  if (!focus) return;
  const again = focus.named && part.querySelectorAll(focus.kind)[focus.index];
  headline.tabIndex = -1;
  (again && isVisible(again) ? again : headline).focus({ preventScroll: true });
}

/** A long headline on a phone on its side would cover all else, and does not stick. */
export function bringIntoSight(ruling, headline, { entered, answered }) {
  const { offsetHeight } = headline.parentElement;
  ruling.classList.toggle("long-verdict", offsetHeight > 0.4 * main.offsetHeight);
  const answer = answered ? !isSeen(headline) && headline : ruling.querySelector(".felt .making");
  const shown = (entered && handIn(ruling)) || answer;
  if (shown) shown.scrollIntoView({ block: "nearest" });
}

function isSeen(headline) {
  const [{ top, bottom }, seen] = [headline, main.querySelector(".above")].map((one) => one.getBoundingClientRect());
  return top >= seen.top && bottom <= seen.bottom;
}

/** In sight before its first card too. */
export function handIn(part) {
  const hand = part.querySelector(".hand");
  if (hand) hand.hidden = false;
  return hand;
}
