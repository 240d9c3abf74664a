// The field that takes a photo, on pages where its cards are looked at in a dialog.

import { sayOffline } from "../notices.js";

/** The cards in the photo of a field, as text, once somebody has looked at them; null if they are not to be
 *  entered. The dialog comes with the first photo. */
export async function cardsFrom(field, options) {
  const [file] = field.files;
  field.value = ""; // the same one may be chosen again
  try {
    const { cardsOfPhoto } = await import("./dialog.js");
    return await cardsOfPhoto(file, options);
  } catch {
    sayOffline({ asked: true });
    return null;
  }
}
