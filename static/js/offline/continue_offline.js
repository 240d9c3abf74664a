// A session of a server can go on without it where this phone has it as a file.

import { isHosting } from "./is_own_app_running.js";
import { ROOT, within } from "../root_path.js";

const [path] = /^\/g\/\w+\/\w{12}(?=\/|$)/.exec(within(location.href)) ?? [];
const session = path && ROOT + path.slice(1);

if (session && isHosting() && (await caches.match(session, { cacheName: "copies" }))) {
  const link = document.getElementById("go-on");
  link.search = String(new URLSearchParams({ of: session }));
  link.hidden = false;
}
