"""Checks that a page fits its screen and its targets a thumb, and a clock that can be stopped."""

from playwright.sync_api import Page

LEAST = 44  # pixels of a target, wide and high
FAINT = 12  # pixels of a text: no smaller

TOO_WIDE = """() => {
  // On a phone the inner width grows with what is too wide, the client's does not. Where the pad
  // stays in sight, main or what is above its last line scrolls instead of the page.
  const { clientWidth } = document.documentElement;
  const scrolls = (one) => one.scrollWidth > one.clientWidth;
  const beyond = (one) => one.getBoundingClientRect().right > clientWidth + 1;
  const scrolling = [document.documentElement, ...document.querySelectorAll("main, .above")];
  if (!scrolling.some(scrolls)) return [];
  return [...document.querySelectorAll("main *")]
    .filter((one) => beyond(one) && ![...one.children].some(beyond) && !one.closest(".scroll"))
    .map((one) => one.outerHTML.slice(0, 200)); }"""

CUT_OFF = """() => {
  const frames = "button, .button, .key, .card, .chip, .choice, .value, td, th, summary"
    + ", li, p, h1, h2";
  const found = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const one = words.currentNode;
    const parent = one.parentElement;
    const apart = ".unseen, .skip, .scroll, svg, script, option, datalist";
    if (!one.data.trim() || parent.closest(apart)) continue;
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
    const where = parent.outerHTML.slice(0, 120);
    const below = text.bottom > parent.closest(".felt")?.getBoundingClientRect().bottom + 1.5;
    if (beyond || hidden || below) found.push(`${one.data.trim()} in ${where}`);
  }
  return found; }"""

TOO_SMALL = """least => {
  const fields = "select, textarea, input:not([type=hidden], .unseen, .felt .pick > *)";
  const asked = "#ruling a, #ruling label.pick";
  const targets = `${fields}, button, summary, .button, .chip, .key, nav a, .brand, ${asked}`;
  const words = (one) => one.textContent.trim();
  const alone = (one) => one.matches("main p > a") && words(one) === words(one.parentNode);
  const found = [];
  for (const one of document.querySelectorAll(`${targets}, main a`)) {
    if (!one.matches(targets) && !alone(one)) continue;
    if (one.closest(".unseen, [aria-hidden=true]")) continue;
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const box = one.matches("[type=checkbox], [type=radio], [type=file]");
    const target = (box && one.closest("label, .switch")) || one;
    const { width, height } = target.getBoundingClientRect();
    const what = `${width}x${height} ${one.outerHTML.slice(0, 120)}`;
    if (Math.min(width, height) < least - 0.5) found.push(what);
  }
  return found; }"""

TOO_FAINT = """least => {
  const found = new Set();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const { data, parentElement: parent } = words.currentNode;
    if (!data.trim() || parent.closest(".unseen, .skip, svg, script, option, datalist")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < least) found.add(`${size}: ${data.trim()} in ${parent.outerHTML.slice(0, 120)}`);
  }
  return [...found]; }"""

COVERED = """() => {
  // Wherever one scrolls, no thumb hits the middle of it.
  const found = [];
  const tapped = "main :is(a, button, summary, label.pick), .pad button";
  for (const one of document.querySelectorAll(tapped)) {
    if (one.closest(".unseen") || !one.checkVisibility({ visibilityProperty: true })) continue;
    const hit = (block) => {
      if (block) one.scrollIntoView({ block, behavior: "instant" });
      const [{ x, y, width, height }] = one.getClientRects();
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    if (["", "center", "start", "end"].some(hit)) continue;
    found.push(`covered: ${one.outerHTML.slice(0, 120)}`);
  }
  return found; }"""


def misfits(page: Page) -> list[str]:
    """Return what scrolls sideways, is cut off, or is too small for a thumb or for the eye."""
    return [
        *page.evaluate(TOO_WIDE),
        *page.evaluate(CUT_OFF),
        *page.evaluate(TOO_SMALL, LEAST),
        *page.evaluate(TOO_FAINT, FAINT),
    ]


def covered(page: Page) -> list[str]:
    """Return what can be tapped, but lies below something else at every scroll position."""
    found: list[str] = page.evaluate(COVERED)
    return found


CLOCK = """(() => {
  const { setTimeout: begin, clearTimeout: end } = window;
  const stamp = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  const waiting = new Map();
  let last = 0;
  let ahead = 0;
  let stands;  // at which time, once it is stopped
  const now = () => stands ?? performance.now() + ahead;
  const arm = (one) => {
    end(one.timer);
    if (stands === undefined) one.timer = begin(ring, Math.max(one.at - now(), 0), one);
  };
  const ring = (one) => {
    if (one.every === undefined) waiting.delete(one.id);
    else arm(Object.assign(one, { at: now() + one.every }));
    one.work();
  };
  const wait = (work, time, every) => {
    const one = { id: (last += 1), work, at: now() + (Number(time) || 0), every };
    waiting.set(one.id, one);
    arm(one);
    return one.id;
  };
  const forget = (id) => {
    end(waiting.get(id)?.timer);
    waiting.delete(id);
  };
  window.setTimeout = (work, time, ...told) => wait(() => work(...told), time);
  window.setInterval = (work, time, ...told) => wait(() => work(...told), time, Number(time) || 1);
  window.clearTimeout = window.clearInterval = forget;
  Object.defineProperty(Event.prototype, "timeStamp", {
    configurable: true,
    get() { return stands ?? stamp.get.call(this) + ahead; },
  });
  window.clockOfTests = {
    stop: () => { stands ??= now(); waiting.forEach(arm); },
    forward: (time) => {
      const until = now() + time;
      const runs = stands === undefined;
      for (;;) {
        const [next] = [...waiting.values()].sort((one, other) => one.at - other.at);
        if (!next || next.at > until) break;
        stands = Math.max(next.at, now());
        ring(next);
      }
      ahead += runs ? time : 0;
      stands = runs ? undefined : until;
      waiting.forEach(arm);
    },
  };
})()"""


def stop_clock(page: Page) -> None:
    """Time goes on when the test says so; a page that is loaded again has one that goes."""
    page.evaluate("clockOfTests.stop()")


def put_forward(page: Page, milliseconds: int) -> None:
    """Put the page's clock forward; all timers that are due by then run one after the other."""
    page.evaluate("time => clockOfTests.forward(time)", milliseconds)
