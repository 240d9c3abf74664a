// A photo on its way to be read: made lighter on the phone, sent, and sent again while others are read.

import { ROOT } from "../browser.js";

const LONGEST = 2400; // pixels of a side: the smallest indices are read as well as in 12 megapixels
const QUALITY = 0.9;
const SENDABLE = ["image/jpeg", "image/png"];
const AWAY = [0, 502, 504]; // no answer, or a proxy's in place of the app's
const BUSY = 503;
const SOON = 2; // seconds, where nobody says how many

/** A photo that nobody could read, since there is no network. */
export class Away extends Error {}

/** A file that is not read, and why, in a sentence. */
export class Refused extends Error {}

/** A file as the browser shows it, turned upright; null where it cannot. The address must be given back. */
export async function pictureOf(file) {
  const picture = new Image();
  picture.src = URL.createObjectURL(file);
  try {
    await picture.decode();
    return picture;
  } catch {
    URL.revokeObjectURL(picture.src);
    return null;
  }
}

/** The picture as it is sent: no larger than what is read, and of a type that is. */
async function lighter(file, picture) {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const share = Math.min(1, LONGEST / Math.max(width, height));
  if (share === 1 && SENDABLE.includes(file.type)) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * share);
  canvas.height = Math.round(height * share);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? file), "image/jpeg", QUALITY));
}

/** Return the cards read in a photo. `query` is what is known of it; `tell` hears how far it is: how much is
 *  sent, from 0 to 1, or in how many seconds it is tried again. */
export async function readPhoto(file, picture, { query, signal, tell }) {
  const body = picture ? await lighter(file, picture) : file;
  for (;;) {
    const answer = await post(`${ROOT}api/v1/photo?${query}`, body, { signal, tell });
    if (answer.status === 200) return answer.read;
    if (AWAY.includes(answer.status)) throw new Away();
    if (answer.status !== BUSY) throw new Refused(answer.read?.detail ?? "");
    tell({ again: answer.after });
    await pause(answer.after, signal);
  }
}

/** Send it, and hear how far that is: `fetch` does not say. */
function post(address, body, { signal, tell }) {
  return new Promise((done, stopped) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.responseType = "json";
    request.setRequestHeader("Content-Type", body.type || "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => tell({ sent: total ? loaded / total : 1 }));
    request.addEventListener("loadend", () => {
      const after = Number(request.getResponseHeader("Retry-After")) || SOON;
      done({ status: request.status, read: request.response, after });
    });
    signal.addEventListener("abort", () => {
      stopped(signal.reason);
      request.abort();
    });
    request.send(body);
  });
}

function pause(seconds, signal) {
  return new Promise((done, stopped) => {
    setTimeout(done, seconds * 1000);
    signal.addEventListener("abort", () => stopped(signal.reason));
  });
}
