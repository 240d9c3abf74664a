// Keeps each part of a page that is drawn anew, as the service worker's copy of the page grows old:
// without a network nobody sees less than this phone has shown.

let done = Promise.resolve();

/** Keep the changing part of this page as the server has just drawn it. */
export function keepShown(html, etag) {
  navigator.serviceWorker?.controller?.postMessage({ copy: location.href });
  done = done.then(() => put(html, etag)).catch(() => {}); // no room, or forbidden
}

async function put(html, etag) {
  const pages = await self.caches?.open("pages"); // over https only
  const kept = await pages?.match(location.href, { ignoreVary: true });
  if (!kept) {
    navigator.serviceWorker?.controller?.postMessage({ keep: location.href });
    return;
  }
  const page = new DOMParser().parseFromString(await kept.text(), "text/html");
  const part = page.getElementById("polled");
  part.innerHTML = html;
  part.dataset.etag = etag.replace("W/", "").replaceAll('"', "");
  const headers = new Headers(kept.headers);
  headers.set("X-Kept", String(Date.now()));
  await pages.put(location.href, new Response(`<!doctype html>${page.documentElement.outerHTML}`, { headers }));
}
