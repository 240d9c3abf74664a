// Copying and sending links, where the browser can (it cannot over plain http).

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.done;
  });
  field.addEventListener("focus", () => field.select());
}

for (const button of document.querySelectorAll("[data-send]")) {
  const field = document.getElementById(button.dataset.send);
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    // People who close the sheet have changed their mind; that is no error.
    navigator.share({ title: document.title, url: field.value }).catch(() => {});
  });
}
