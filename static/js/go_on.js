// A session of a server can go on without it where this phone has it as a file.

import { isHosting } from "./hosting.js";

const session = /^\/g\/\w+\/\w{12}(?=\/|$)/.exec(location.pathname)?.[0];

if (session && isHosting() && (await caches.match(session, { cacheName: "copies" }))) {
  const link = document.getElementById("go-on");
  link.search = new URLSearchParams({ of: session });
  link.hidden = false;
}
