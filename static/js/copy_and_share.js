// Copying and sending links and results, where the browser can (it cannot over plain http).

const offers = { copy: Boolean(navigator.clipboard), send: Boolean(navigator.share) };

/** Buttons that can do something are seen; parts of a page may have been drawn anew. */
function offer() {
  for (const [what, can] of Object.entries(offers)) {
    for (const button of document.querySelectorAll(`[data-${what}]`)) button.hidden = !can;
  }
}
offer();
document.getElementById("polled")?.addEventListener("drawn", offer);

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
  const picture = event.target.closest("[data-picture]");
  if (!picture) return;
  event.preventDefault();
  import("./share_result_picture.js").then(({ sendPicture }) => sendPicture(picture.href));
});

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy], [data-send]");
  if (!button) return;
  const { copy, send, done } = button.dataset;
  const field = document.getElementById(copy ?? send);
  if (copy) {
    await navigator.clipboard.writeText(field.value);
    button.textContent = done;
    button.dataset.said = "";
    return;
  }
  const text = field.matches("textarea");
  const sent = text ? { text: field.value } : { title: document.title, url: field.value };
  // People who close the sheet have changed their mind; that is no error.
  navigator.share(sent).catch(() => {});
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("input[readonly], textarea[readonly]")) target.select();
});
