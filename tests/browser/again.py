"""Pages that one test leaves to the next: to start a process of the browser for each of them was a
fifth of what the tests there cost.

What was left on it is forgotten: cookies, what scripts keep, where it was, day or night, and what
answered for the server, or that nobody did. A test that gives its page a script of its own, another
size or a developer's session opens it ``alone``: nobody has it afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

from .clock import CLOCK

MOST = 8
"""Pages that wait for a test: each holds a hundred megabytes."""
LOOKS = {"media": "screen", "color_scheme": "light", "reduced_motion": "no-preference"}
"""What any page can be told; it is no other phone for that."""
EMPTY = "/static/js/offered.js"
"""A text of a few lines, quickly drawn: it runs nothing, and lies where all pages of a server keep
what they keep."""
FORGET = """async () => {
    Storage.prototype.setItem = () => {};  // no page writes down what was typed when it is left
    IDBFactory.prototype.open = () => { throw new Error("forgotten"); };
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) {
        const gone = indexedDB.deleteDatabase(name);
        await new Promise(done => { gone.onsuccess = gone.onerror = gone.onblocked = done; });
    }
}"""

Listen = Callable[[Page, list[str], Sequence[str]], None]


@dataclass
class Shown:
    """A page, what was heard of it, and which texts in that are no complaint."""

    context: BrowserContext
    page: Page
    phone: dict[str, Any]
    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    alone: bool = False
    _control: CDPSession | None = None

    def forget(self) -> bool:
        """Whether it is as good as new now."""
        if self.context.pages != [self.page]:
            return False
        with suppress(Error):
            self.context.set_offline(False)
            self.page.unroute_all(behavior="ignoreErrors")
            if urlsplit(self.page.url).netloc != urlsplit(self.phone["base_url"]).netloc:
                return False  # the other server's keep things too
            self._forget_what_is_kept()
            self.page.goto("about:blank")
            self.page.mouse.move(0, 0)
            self.context.clear_cookies()
            self._control = self._control or self.context.new_cdp_session(self.page)
            self._control.send("Page.resetNavigationHistory")
            return True
        return False

    def _forget_what_is_kept(self) -> None:
        try:
            self.page.evaluate(FORGET)
        except Error:  # the page did not come: this one says so, and has nothing to do with ours
            self.page.goto(EMPTY)
            self.page.evaluate(FORGET)


class Pages:
    """Those of a browser, by what their phones are."""

    def __init__(self, browser: Browser, listen: Listen) -> None:
        self._browser, self._listen = browser, listen
        self._waiting: list[Shown] = []

    def open(self, patience: float, **phone: Any) -> Shown:
        """An empty page on such a phone, new or as good as new."""
        looks = {name: phone.pop(name, usual) for name, usual in LOOKS.items()}
        if phone.get("java_script_enabled"):
            del phone["java_script_enabled"]  # as it is anyway
        shown = self._waits(phone) or self._new(patience, phone)
        shown.page.emulate_media(**looks)
        return shown

    def _waits(self, phone: dict[str, Any]) -> Shown | None:
        for shown in self._waiting:
            if shown.phone == phone:
                self._waiting.remove(shown)
                return shown
        return None

    def _new(self, patience: float, phone: dict[str, Any]) -> Shown:
        context = self._browser.new_context(**phone)
        context.set_default_timeout(patience)
        context.add_init_script(CLOCK)
        shown = Shown(context, context.new_page(), phone)
        self._listen(shown.page, shown.complaints, shown.expected)
        return shown

    def leave(self, shown: Shown) -> list[str]:
        """For the next test that wants such a one; what was complained about."""
        to_share = shown.phone["service_workers"] == "block" and not shown.alone
        if to_share and shown.forget():
            self._waiting.append(shown)
        else:
            shown.context.close()
        if len(self._waiting) > MOST:
            self._waiting.pop(0).context.close()
        complaints = [*shown.complaints]
        shown.complaints.clear()
        return complaints
