// Every tap is a step, which *Back* and *Undo* take back. The browser has the steps, each with its
// address and where the next card goes.

const waiting = []; // taps while a step is taken back
let undoing = false;

/** How many taps can be taken back here. */
export const stepsBack = () => history.state?.step ?? 0;

/** What is known of this step besides its address. */
export const known = () => history.state ?? {};

/** A new step, if the address is another one. */
export function goTo(target, what) {
  if (new URL(target, location).href === location.href) return;
  history.pushState({ ...what, step: stepsBack() + 1 }, "", target);
}

/** Know more of this step, at this address or another one. */
export function remember(what, target = "") {
  const next = { step: stepsBack(), ...history.state, ...what };
  if (target || JSON.stringify(next) !== JSON.stringify(history.state)) {
    history.replaceState(next, "", target || location.href);
  }
}

export function undo() {
  undoing = true;
  history.back();
}

/** A tap that comes while a step is taken back waits for that. */
export function whenThere(tap) {
  if (undoing) waiting.push(tap);
  else tap();
}

/** Hear of a step that was taken back, or taken again. */
export function hearSteps(draw) {
  addEventListener("popstate", () => {
    undoing = false;
    draw();
    while (waiting.length && !undoing) waiting.shift()();
  });
}
