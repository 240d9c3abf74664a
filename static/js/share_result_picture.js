// The result as a picture: drawn by the server as SVG, sent or saved as PNG, which every chat shows.

const NAME = "referee.png";

/** Send the picture at this address; save it where the browser sends no files, and open it where it cannot be drawn. */
export async function sendPicture(address) {
  let picture;
  try {
    picture = await painted(address);
  } catch {
    location.assign(address);
    return;
  }
  const files = [new File([picture], NAME, { type: picture.type })];
  try {
    if (!navigator.canShare?.({ files })) throw new Error("no files are sent here");
    await navigator.share?.({ files });
  } catch (error) {
    if (error.name !== "AbortError") save(picture); // who closes the sheet has changed their mind
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

function save(picture) {
  const href = URL.createObjectURL(picture);
  Object.assign(document.createElement("a"), { href, download: NAME }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // some browsers read it after the tap
}
