// A followed game step by step, with the keys of a keyboard: arrows, Home and End.

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const step = document.querySelector(`.steps [aria-keyshortcuts="${event.key}"]`);
  if (!step) return;
  event.preventDefault();
  step.click();
});
