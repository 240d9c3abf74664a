// A hand played against the app, afterwards: the next slice is asked for until all plays are looked at.

const SOON = 300;
const LATER = 5000; // without a network, or while other games are looked at

const lookedAt = document.getElementById("looked-at");

async function goOn() {
  const progress = lookedAt.querySelector("progress");
  if (!progress) return;
  let wait = LATER;
  try {
    const response = await fetch(location.href, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const fresh = response.ok && page.getElementById("looked-at");
    if (fresh) lookedAt.replaceChildren(...fresh.childNodes);
    if (fresh && lookedAt.querySelector("progress")?.value !== progress.value) wait = SOON;
  } catch {
    // It is asked again.
  }
  setTimeout(goOn, wait);
}

setTimeout(goOn, SOON);
