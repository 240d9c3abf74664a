// The result as a picture: drawn by the server as SVG, sent as PNG, which every chat shows.

/** Send the picture at this address, or open it where the browser sends no files. */
export async function sendPicture(address) {
  try {
    const files = [new File([await painted(address)], "referee.png", { type: "image/png" })];
    if (!navigator.canShare?.({ files })) throw new Error("no files are sent here");
    await navigator.share?.({ files });
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address); // who closes the sheet has changed their mind
  }
}

async function painted(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
