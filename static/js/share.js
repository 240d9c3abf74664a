// Copying and sending links and results, where the browser can (it cannot over plain http).

const offers = { copy: Boolean(navigator.clipboard), send: Boolean(navigator.share) };

/** Buttons that can do something are seen; parts of a page may have been drawn anew. */
function offer() {
  for (const [what, can] of Object.entries(offers)) {
    for (const button of document.querySelectorAll(`[data-${what}]`)) button.hidden = !can;
  }
}
offer();
for (const name of ["polled", "main"]) document.getElementById(name)?.addEventListener("drawn", offer);

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
  const picture = event.target.closest("[data-picture]");
  if (!picture) return;
  event.preventDefault();
  sendPicture(picture.href, picture.dataset.picture);
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

// The result as a picture: drawn by the server as SVG, sent or saved as PNG, which every chat shows.

/** Send the picture at this address; save it where the browser sends no files, and open it where it cannot be drawn. */
async function sendPicture(address, name) {
  let picture;
  try {
    picture = await painted(address);
  } catch {
    location.assign(address);
    return;
  }
  const files = [new File([picture], name, { type: picture.type })];
  try {
    if (!navigator.canShare?.({ files })) throw new Error("no files are sent here");
    await navigator.share?.({ files });
  } catch (error) {
    if (error.name !== "AbortError") save(picture, name); // who closes the sheet has changed their mind
  }
}

async function painted(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  const picture = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!picture) throw new Error("nothing was drawn");
  return picture;
}

function save(picture, name) {
  const href = URL.createObjectURL(picture);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // some browsers read it after the tap
}
