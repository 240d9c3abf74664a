// Worked examples are tried in place: only the answer of the example is drawn anew.

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-try]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const { origin, pathname, search } = new URL(link.href);
  try {
    const response = await fetch(`${origin}${pathname}/answer${search}`);
    if (!response.ok) throw new Error(response.statusText);
    const place = link.closest(".example").querySelector("[data-answer]");
    place.innerHTML = await response.text();
  } catch {
    location.href = link.href;
  }
});
