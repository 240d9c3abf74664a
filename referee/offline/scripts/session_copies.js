// Sessions of a server that this phone has shown, as files: without a network they can go on here.

const COPIES = "copies";
const MOST = 5;
const ROOT = new URL("../../", import.meta.url).pathname; // "/", or the path that the app stands below
const SESSION = /^g\/\w+\/\w{12}(?=\/|$)/;
const ASKED = `${ROOT}here/copy`;

/** Keep a session as the server has it now, of which the page at an address was shown. */
export async function keepCopy(address) {
  const [path] = SESSION.exec(new URL(address).pathname.slice(ROOT.length)) ?? [];
  if (!path) return;
  const session = ROOT + path;
  const answer = await fetch(`${session}/export.json`);
  const isGone = answer.status === 404; // or its links were replaced
  if (!answer.ok && !isGone) return;
  const copies = await caches.open(COPIES);
  await copies.delete(session); // so that the latest stand last
  if (isGone) return;
  await copies.put(session, answer);
  for (const old of (await copies.keys()).slice(0, -MOST)) await copies.delete(old);
}

/** The form that asks to go on with one brings what was kept of it; any other request is as it was. */
export async function withCopy(request) {
  if (request.method !== "POST" || new URL(request.url).pathname !== ASKED) return request;
  const form = new URLSearchParams(await request.text());
  const kept = await caches.match(form.get("of"), { cacheName: COPIES });
  form.set("archive", kept ? await kept.text() : "");
  return new Request(request.url, { method: "POST", body: form });
}
