// Only what differs is drawn: the focus, the caret, what is scrolled, unfolded or typed stay as they are.

import { isVisible, wasSent } from "./forms.js";

/** `stays`: is this one left as it is? A form of the `answered` part was sent. The focus comes last.
 *  @param {Element} old
 *  @param {ParentNode} fresh
 *  @param {{ stays?: (old: any, fresh: any) => boolean, answered?: Element, afterwards?: () => void }} [how] */
export function redraw(old, fresh, { stays = () => false, answered = null, afterwards = () => {} } = {}) {
  const focusAgain = holder(old);
  drawInside(old, fresh, { stays, answered });
  afterwards();
  focusAgain();
}

function drawInside(old, fresh, how) {
  const [before, after] = [[...old.childNodes], [...fresh.childNodes]];
  const found = matched(before, after);
  const matches = new Set(found.values());
  for (const one of before) if (!matches.has(one) && !how.stays(one)) one.remove();
  let place = null;
  for (const next of after) {
    const one = found.get(next) ?? next;
    // not `place.after`: that may be a field of a form
    if (one === next) old.insertBefore(next, place ? place.nextSibling : old.firstChild);
    else if (!how.stays(one, next)) drawOne(one, next, how);
    place = one;
  }
}

function drawOne(old, fresh, how) {
  if (old.isEqualNode(fresh) && !old.querySelector?.(FIELDS) && !old.matches?.(FIELDS)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const draw = old.matches(FIELDS) ? drawField : drawAttributes;
  draw(old, fresh, how);
  drawInside(old, fresh, how);
}

function drawAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  }
}

const FIELDS = "input, textarea";

function drawField(old, fresh, { answered }) {
  const chosen = old.checked !== old.defaultChecked;
  const typed = old.value !== old.defaultValue && !(answered?.contains(old) && wasSent(old));
  const { value, checked, selectionStart: from, selectionEnd: to } = old;
  drawAttributes(old, fresh);
  if (old.matches("[type=radio], [type=checkbox]")) old.checked = chosen ? checked : fresh.checked;
  else if (typed) old.value = value;
  else if (old.value !== fresh.value || value !== fresh.value) {
    old.value = fresh.value;
    if (from === null || old !== document.activeElement) return;
    const all = from === 0 && to === value.length; // the next key replaces it
    old.setSelectionRange(all ? 0 : from, all ? old.value.length : to);
  }
}

/** With another `data-key` it is another thing. */
function identity(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeName;
  const { key, keep } = node.dataset ?? {};
  const choice = node.matches("label") ? node.querySelector("input") : node;
  const chosen = /^(radio|checkbox)$/.test(choice?.type) ? `${choice.name}=${choice.value}` : "";
  const number = node.nodeName === "LI" ? node.getAttribute("value") : "";
  const name = node.id || keep || `${node.getAttribute("class")?.trim()} ${node.getAttribute("name")}`;
  return [node.nodeName, name, key, chosen, number].join("|");
}

/** The longest common subsequence: the old node of a new one. */
function matched(before, after) {
  const [old, fresh] = [before.map(identity), after.map(identity)];
  const longest = old.map(() => []);
  const at = (i, j) => longest[i]?.[j] ?? 0;
  const pairs = new Map();
  let first = 0;
  let [last, end] = [old.length, fresh.length];
  while (first < last && first < end && old[first] === fresh[first]) pairs.set(after[first], before[first++]);
  while (last > first && end > first && old[last - 1] === fresh[end - 1]) pairs.set(after[--end], before[--last]);
  for (let i = last - 1; i >= first; i--) {
    for (let j = end - 1; j >= first; j--) {
      longest[i][j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (let [i, j] = [first, first]; i < last && j < end; ) {
    if (old[i] === fresh[j]) pairs.set(after[j++], before[i++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** Return a function that puts the focus back, or on the closest element if that one is gone. */
function holder(within) {
  const { activeElement: active } = document;
  if (!within.contains(active)) return () => {};
  const part = [...within.children].find((one) => one.contains(active));
  const { id, name, form } = active;
  const inForm = form && `form[action="${form.getAttribute("action")}"]`;
  const likely = [id && `#${id}`, form && name && `${inForm} [name="${name}"]`, form && `${inForm} :is(a, button)`];
  const index = [...part.querySelectorAll(TAPPED)].indexOf(active);
  return () => {
    if (within.contains(document.activeElement) && isThere(document.activeElement)) return;
    const now = part.isConnected ? part : document.getElementById(part.id);
    const all = (like) => [...(now?.querySelectorAll(like) ?? [])];
    const near = [...likely.filter(Boolean).flatMap(all), all(TAPPED)[index], ...all(TAPPED)];
    near.find((one) => one && isThere(one))?.focus({ preventScroll: true });
  };
}

const TAPPED = "a, button";
const isThere = (one) => !one.disabled && isVisible(one);
