// House rules and the like, as this phone keeps them. Each game offers some of them.

import { memory } from "./memory.js";
import { words } from "./notation.js";

/** Those that are on and that the form offers. */
export function keptSwitches(form, name) {
  const offered = [...form.querySelectorAll(`input[name="${name}"]`)].map((box) => box.value);
  return words(memory.read(name)).filter((text) => offered.includes(text));
}

/** Keep what was chosen in the form; what it does not offer stays as it was. */
export function keepSwitches(form, name, chosen) {
  const here = keptSwitches(form, name);
  const others = words(memory.read(name)).filter((text) => !here.includes(text));
  memory.write(name, [...others, ...chosen].join(" "));
}
