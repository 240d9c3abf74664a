"""A clock of the pages that tests open, which can be stopped and put forward.

It is there from the first line of every page, and does nothing until a test asks. That of
Playwright stays in a page for good, so that no other test could have it afterwards.
"""

from playwright.sync_api import Page

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
