// A press that slides from one key to another is one tap.

/** Hear of presses within a part of the page that begin on a key `from` and end on a key `to`, by their selectors.
 *  `begins` says whether a key may begin one; `ends` is given the last and the first key. */
export function hearSlides(part, from, to, { begins = (_key) => true, ends }) {
  let pressed = null;
  let under = null;

  function over({ clientX, clientY }) {
    under?.classList.remove("under");
    under = pressed && document.elementFromPoint(clientX, clientY)?.closest(`#${part.id} ${to}`);
    under?.classList.add("under");
    return under;
  }

  function lift() {
    under?.classList.remove("under");
    pressed = null;
  }

  part.addEventListener("pointerdown", ({ target }) => {
    pressed = target.closest(from);
    if (pressed && !begins(pressed)) pressed = null;
  });
  addEventListener("pointermove", over);
  addEventListener("pointerup", (event) => {
    const [first, last] = [pressed, over(event)];
    lift();
    if (last) ends(last, first);
  });
  addEventListener("pointercancel", lift);
}
