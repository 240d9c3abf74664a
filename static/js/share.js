// Copying and sending an address, where the browser can (it cannot over plain http).

const address = document.getElementById("address");
const copy = document.querySelector("[data-copy]");
const send = document.querySelector("[data-send]");

copy.hidden = !navigator.clipboard;
copy.addEventListener("click", async () => {
  await navigator.clipboard.writeText(address.value);
  copy.textContent = copy.dataset.done;
});

send.hidden = !navigator.share;
send.addEventListener("click", () => {
  // People who close the sheet have changed their mind; that is no error.
  navigator.share({ title: document.title, url: address.value }).catch(() => {});
});

address.addEventListener("focus", () => address.select());
