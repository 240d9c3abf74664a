// Form data, and the values of fields that were sent: what was typed since stays, whatever the server says.

/** `new FormData(form, button)` is newer than some phones.
 *  @returns {any} */
export function dataOf(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  return data;
}

/** The answer may replace these values. */
export function isSent(fields) {
  for (const field of fields) sent.set(field, field.value);
}

const sent = new WeakMap();

export const wasSent = (field) => field?.value === sent.get(field);

export function drawText(field, text) {
  const typed = field.value !== field.defaultValue && !wasSent(field);
  field.defaultValue = text;
  if (!typed || field !== document.activeElement) field.value = text;
}

export const isVisible = (one) => one.checkVisibility?.() ?? one.getClientRects().length > 0;
