// What the last tap was for comes into sight, beside all that sticks there.

const main = document.getElementById("main");

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
