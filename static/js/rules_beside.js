// The rules beside the referee's table, where a screen has room: each clause in a sentence before a verdict, and then
// those that the verdict names.

const ruling = document.getElementById("ruling");
const wide = matchMedia("(min-width: 68.75rem)");
const link = /** @type {any} */ (document.querySelector('.top a[href$="/rules"]'));
const beside = document.createElement("section");
const clauses = new Map(); // elements of the page of rules, by their names
beside.id = "beside";
beside.setAttribute("aria-label", link.textContent);

/** Return a heading that leads to a clause, and so many of its first sentences. */
function drawn([name, clause], number) {
  const heading = document.createElement("h2");
  const there = Object.assign(document.createElement("a"), { href: `${link.href}#${name}` });
  there.textContent = clause.querySelector("h2").textContent;
  heading.append(there);
  const texts = [...clause.querySelectorAll(":scope > p:not(.see)")].slice(0, number);
  return [heading, ...texts.map((one) => one.cloneNode(true))];
}

function draw() {
  const named = [...ruling.querySelectorAll('a[href*="/rules#"]')].map(({ hash }) => hash.slice(1));
  const ruled = ruling.querySelector(".played .take-back") !== null;
  const turn = [...clauses.keys()].indexOf("turn"); // who plays, and how cards are dealt, is settled before
  const all = [...clauses].filter(([name], at) => (ruled ? named.includes(name) : !at || at >= turn));
  beside.replaceChildren(...all.flatMap((one) => drawn(one, ruled ? Infinity : 1)));
  if (!wide.matches || !all.length) beside.remove();
  else if (ruled) ruling.querySelector(".board").append(beside);
  else ruling.parentElement.append(beside);
}

/** Without a network there may be none. */
async function begin() {
  const answer = await fetch(link.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const one of page.querySelectorAll(".clause a")) one.replaceWith(...(one.hash ? one.childNodes : []));
  for (const one of page.querySelectorAll(".clause")) clauses.set(one.id, one);
  draw();
  wide.addEventListener("change", draw);
  new MutationObserver(draw).observe(ruling, { childList: true });
}

begin();
