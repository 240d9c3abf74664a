// Where the focus is, over what is drawn anew.

/** Where it is in the first of these parts, if it is in any of them. */
export function focusIn(parts) {
  const active = document.activeElement;
  if (!parts.some((part) => part.contains(active))) return null;
  const { stay } = active.dataset; // a link that is tapped again and again says which it is
  const kind = active.name ? `[name="${active.name}"]` : stay ? `[data-stay="${stay}"]` : active.tagName;
  const index = [...parts[0].querySelectorAll(kind)].indexOf(active);
  return { kind, index, named: Boolean(active.name || stay) };
}

/** Put it back where it was, or on the headline. */
export function focusAgain(focus, part, headline) {
  if (!focus) return;
  const again = focus.named && part.querySelectorAll(focus.kind)[focus.index];
  headline.tabIndex = -1;
  (again && again.checkVisibility() ? again : headline).focus({ preventScroll: true });
}
