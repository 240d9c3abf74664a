"""Does a page fit its screen? JavaScript that names what does not."""

TOO_WIDE = """() => {
  // On a phone the inner width grows with what is too wide, the client's does not. Where the pad
  // stays in sight, main scrolls instead of the page.
  const { clientWidth } = document.documentElement;
  const scrolls = (one) => one.scrollWidth > one.clientWidth;
  const beyond = (one) => one.getBoundingClientRect().right > clientWidth + 1;
  if (![document.documentElement, document.querySelector("main")].some(scrolls)) return [];
  return [...document.querySelectorAll("main *")]
    .filter((one) => beyond(one) && ![...one.children].some(beyond) && !one.closest(".scroll"))
    .map((one) => one.outerHTML.slice(0, 200)); }"""

CUT_OFF = """() => {
  const frames = "button, .button, .key, .card, .chip, .choice, td, th, summary, li, p, h1, h2";
  const found = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const one = words.currentNode;
    const parent = one.parentElement;
    if (!one.data.trim() || parent.closest(".unseen, .skip, .scroll, svg, script, option, datalist")) continue;
    if (parent.matches(".seats .who") && one.data.length > 30) continue; // two lines are enough
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(one);
    const text = range.getBoundingClientRect();
    if (!text.width) continue;
    const frame = parent.closest(frames)?.getBoundingClientRect();
    const room = document.documentElement.clientWidth;
    const beyond = text.left < -1 || text.right > room + 1
      || (frame && (text.left < frame.left - 1.5 || text.right > frame.right + 1.5));
    let hidden = false;
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      hidden ||= /hidden|clip/.test(overflowX) && text.right > edge.right + 1.5;
      hidden ||= /hidden|clip/.test(overflowY) && text.bottom > edge.bottom + 1.5;
    }
    if (beyond || hidden) found.push(`${one.data.trim()} in ${parent.outerHTML.slice(0, 120)}`);
  }
  return found; }"""

TOO_SMALL = """least => {
  const targets = "button, summary, select, textarea, input:not([type=hidden]), .button, .chip, .key, nav a, .brand";
  const found = [];
  for (const one of document.querySelectorAll(targets)) {
    if (one.closest(".unseen, [aria-hidden=true]") || !one.checkVisibility({ visibilityProperty: true })) continue;
    if (one.matches("input.unseen")) continue;
    const target = (one.matches("[type=checkbox], [type=radio]") && (one.closest("label, .switch"))) || one;
    const { width, height } = target.getBoundingClientRect();
    if (Math.min(width, height) < least - 0.5) found.push(`${width}x${height} ${one.outerHTML.slice(0, 120)}`);
  }
  return found; }"""
