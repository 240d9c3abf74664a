"""A browser of some engine as a phone: what the walks do with it, whatever drives it."""

import time
from abc import ABC, abstractmethod
from typing import Any

from tests.server_processes import PATIENCE

WIDTH, HEIGHT = 390, 844

FIND = """(css, text, nth) => {
  const said = (one) => [one.getAttribute('aria-label'), one.innerText].map(
    (words) => (words ?? '').replace(/\\s+/g, ' ').trim());
  const isIt = (words) => text[0] === '~' ? words.includes(text.slice(1)) : words === text;
  const fits = (one) => text === null || said(one).some(isIt);
  const isHidden = (one) => getComputedStyle(one).visibility === 'hidden';
  const isSeen = (one) => one.getClientRects().length > 0 && !isHidden(one);
  return [...document.querySelectorAll(css)].filter((one) => isSeen(one) && fits(one)).at(nth);
}"""
"""The ``nth`` element in sight that says a text, or with ``~`` has it among others."""

READY = """() => document.readyState === 'complete'
  && document.documentElement.dataset.scripts === ''
  && document.getElementById('fault').hidden
  && document.querySelector('#ruling[aria-busy]') === null"""
"""The page has come with all of its scripts, none has failed, and no verdict is on its way."""

AIM = f"""(css, text, nth, hasFrames) => {{
  if (!({READY})()) return null;
  const one = ({FIND})(css, text, nth);
  const middle = () => {{
    const [{{ left, top, width, height }}] = one.getClientRects();
    return [left + width / 2, top + height / 2];
  }};
  const isFree = ([x, y]) => one.contains(document.elementFromPoint(x, y));
  if (!isFree(middle())) one.scrollIntoView({{ block: 'center', behavior: 'instant' }});
  if (!isFree(middle())) return null;
  const at = middle().join();
  if (window.aim?.one !== one || window.aim.at !== at) {{
    const aim = (window.aim = {{ one, at, isShown: !hasFrames }});
    if (hasFrames) requestAnimationFrame(() => requestAnimationFrame(() => (aim.isShown = true)));
    return null;
  }}
  return window.aim.isShown ? middle() : null;
}}"""
"""Point to tap it, scrolled into sight. Null while the page is not ready (that of the tap before
may have gone, and the next be half there), while something lies on it, and until it has been in its
place for two frames: Firefox scrolls to where something was typed a frame later. WPE draws none of
its first page; there it is asked twice."""


class Phone(ABC):
    """A page of a browser. A wait that is not met in time fails the test."""

    has_frames = False

    def __init__(self, server: str) -> None:
        self.server = server

    @abstractmethod
    def goto(self, path: str) -> None: ...
    @abstractmethod
    def evaluate(self, source: str, *args: Any) -> Any:
        """Call a function of JavaScript."""

    @abstractmethod
    def tap_at(self, x: float, y: float) -> None: ...
    @abstractmethod
    def type(self, text: str) -> None:
        """Press keys; ``\\n`` is Enter."""

    @abstractmethod
    def close(self) -> None: ...

    def wait(self, source: str, *args: Any, patience: float = PATIENCE / 3) -> Any:
        """Return what a function of JavaScript gives once that is true of something."""
        end = time.monotonic() + patience
        last: object = None
        while time.monotonic() < end:
            try:
                last = self.evaluate(source, *args)
            except Exception as error:  # noqa: BLE001  # a page is on its way
                last = error
            else:
                if last:
                    return last
            time.sleep(0.03)
        raise AssertionError(f"{source} {args}: {last} on {self.text('body')[:2000]}")

    def open(self, path: str) -> None:
        self.goto(self.server + path)
        self.wait(READY)

    def tap(self, css: str, text: str | None = None, nth: int = 0) -> None:
        self.tap_at(*self.wait(AIM, css, text, nth, self.has_frames))

    def has(self, css: str, text: str | None = None) -> bool:
        return bool(self.evaluate(f"(...what) => Boolean(({FIND})(...what, 0))", css, text))

    def fill(self, css: str, text: str) -> None:
        self.tap(css)
        self.wait("(css) => document.activeElement.matches(css)", css)
        self.type(text)

    def text(self, css: str) -> str:
        got = self.evaluate("(css) => document.querySelector(css)?.innerText ?? ''", css)
        return " ".join(str(got).replace("\ufe0e", "").split())

    def says(self, css: str, text: str, patience: float = PATIENCE / 3) -> None:
        """Wait until an element of those says this among other things."""
        said = "one.innerText.replace(/\\ufe0e/g, '').replace(/\\s+/g, ' ')"
        seen = "one.getClientRects().length > 0"
        some = f"[...document.querySelectorAll(css)].some((one) => {seen} && {said}.includes(text))"
        self.wait(f"(css, text) => {some}", css, text, patience=patience)
