// What a form sends, and what is seen of it. What somebody typed into a field and has not sent stays in it, whatever the server says meanwhile.

/** What these fields hold is on its way: once it is answered, the answer stands in them. */
export function isSent(fields) {
  for (const field of fields) sent.set(field, field.value);
}

const sent = new WeakMap();

/** Does it still hold what was sent? */
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

/** Is there something of it to see? Not where it lies in a part that is folded up. */
export const isVisible = (one) => one.checkVisibility?.() ?? one.getClientRects().length > 0;
