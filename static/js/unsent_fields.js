// What a form sends, and what is seen of it. What somebody typed into a field and has not sent stays in it, whatever the server says meanwhile.

/** Note that the values of these fields are sent: once they are answered, the answer replaces them. */
export function isSent(fields) {
  for (const field of fields) sent.set(field, field.value);
}

const sent = new WeakMap();

/** Return whether a field still holds what was sent. */
export const wasSent = (field) => field?.value === sent.get(field);

/** Write a text into a field, unless somebody is typing another one there. */
export function drawText(field, text) {
  const typed = field.value !== field.defaultValue && !wasSent(field);
  field.defaultValue = text;
  if (!typed || field !== document.activeElement) field.value = text;
}

/** What a form holds, and what its button adds: `new FormData(form, button)` is newer than some phones.
 *  @returns {any} */
export function dataOf(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  return data;
}

/** Return whether an element is visible, and in no part that is folded up. */
export const isVisible = (one) => one.checkVisibility?.() ?? one.getClientRects().length > 0;
