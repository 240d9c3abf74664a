"""A person acts on a page whose scripts have run; Playwright acts as soon as an element is there.

A key that is pressed before a page's script listens is lost, and a tap on a form is sent to the
server. Whoever acts by hand cannot be so quick, so every act first waits for the document.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from playwright.sync_api import Keyboard, Locator, Page

LOCATOR_ACTS = """check clear click dblclick drag_to fill focus press press_sequentially
    select_option set_checked tap uncheck""".split()


def _when_ready(act: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(act)
    def acting(locator: Locator, *args: Any, **options: Any) -> Any:
        locator.page.wait_for_load_state("domcontentloaded")
        return act(locator, *args, **options)

    return acting


def fill_at_once(locator: Locator, text: str) -> None:
    """Type as somebody does who is quicker than the script of a page that a bad network brings."""
    Locator.fill.__wrapped__(locator, text)  # type: ignore[attr-defined]  # wrapped below


def wait_for_scripts() -> None:
    """From now on every act of a test waits until the scripts of its page have run once."""
    for name in LOCATOR_ACTS:
        setattr(Locator, name, _when_ready(getattr(Locator, name)))
    keyboard = Page.keyboard.fget  # type: ignore[attr-defined]  # a property

    def keys(page: Page) -> Keyboard:
        page.wait_for_load_state("domcontentloaded")
        pressed: Keyboard = keyboard(page)
        return pressed

    Page.keyboard = property(keys)  # type: ignore[assignment, method-assign]  # one of ours for it
