// Without a network: the pages that the service worker has kept, the latest first.

const seen = document.getElementById("seen");
const list = seen.querySelector("ul");

const pages = await self.caches?.open("pages"); // over https only
for (const { url } of ((await pages?.keys()) ?? []).reverse()) {
  const html = await (await pages.match(url)).text();
  const { title } = new DOMParser().parseFromString(html, "text/html");
  const { pathname, search } = new URL(url);
  if (pathname === location.pathname || pathname === "/offline") continue;
  const link = document.createElement("a");
  link.href = pathname + search;
  link.textContent = title.replace(/ · Referee$/, "");
  const item = document.createElement("li");
  item.append(link);
  list.append(item);
}
seen.hidden = !list.children.length;
addEventListener("online", () => location.reload());
