// Form data and visibility of elements on older browsers.

/** `new FormData(form, button)` is newer than some phones.
 *  @returns {any} */
export function dataOf(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  return data;
}

export const isVisible = (one) => one.checkVisibility?.() ?? one.getClientRects().length > 0;
