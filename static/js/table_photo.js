// A photo of what the table shows: its cards are looked at, and then compared with the log.

import { cardsFrom } from "./photo/photo_field.js";

const field = document.querySelector("[data-photo-of-table]");

field?.addEventListener("change", async () => {
  const { form } = field;
  const cards = await cardsFrom(field);
  if (!cards) return;
  form.elements.seen.value = cards;
  form.submit();
});
