// A pad beside a field of cards: rank, suit, and the card stands in the field.

for (const pad of document.querySelectorAll("[data-pad-for]")) {
  const field = document.getElementById(pad.dataset.padFor);
  pad.addEventListener("click", ({ target }) => {
    const suit = target.closest("[data-suit]");
    const rank = pad.querySelector(":checked");
    if (!suit || !rank) return;
    field.value = `${field.value} ${rank.value}${suit.dataset.suit}`.trim();
    rank.checked = false;
  });
}
