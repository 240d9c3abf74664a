// The exercises that phones keep are packed and merged by the server, or by the app on this phone.

import { isHosting } from "./offline/phone.js";

/** Return the answer to what is sent: whether it is `ok`, and its text; null for the text if nobody answers. */
async function ask(path, data) {
  const body = JSON.stringify(data);
  const send = (headers) => fetch(path, { method: "POST", body, headers });
  const json = { "Content-Type": "application/json" };
  const here = () => (isHosting() ? send({ ...json, "X-Here": "1" }) : Promise.reject());
  try {
    const response = await send(json).catch(here);
    return { ok: response.ok, text: await response.text() };
  } catch {
    return { ok: false, text: null };
  }
}

export const packed = (address, mine) => ask(`${address}/link`, { mine });

/** Return what this phone keeps with that of another one: the text of a link, or an object from a file. */
export const mergedWith = (address, mine, other) => ask(`${address}/merge`, { mine, other });
