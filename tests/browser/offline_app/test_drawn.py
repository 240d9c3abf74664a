"""A browser that has just been started shows an evening as it was drawn before, while Python
starts; but never what Python would draw otherwise."""

from playwright.sync_api import Page, expect

from tests.offline.test_as_the_server import read

from ..paused_laptop import until
from ..session_taps import counts, heading, sweep
from .own_session import CLEARED, PATIENT, Evening, drawn, one_sweep

DRAWN_BEFORE = "x-drawn"


def test_shown_before_python_has_started(evening: Evening) -> None:
    """The page has what was counted since the last visit, it is what Python then draws, and it
    counts."""
    one_sweep(evening.open())
    is_kept(evening.page, evening.counter, "1 card face up")
    page = evening.page = evening.phone.start()
    shown = page.goto(evening.counter)
    assert shown
    assert DRAWN_BEFORE in shown.headers
    counts(page, (1, "+5"), (0, "−5"))
    by_python = page.evaluate("async () => (await fetch(location.href)).text()")
    assert lasting(shown.text()) == lasting(by_python)
    sweep(page, 1).tap()
    counts(page, (1, "0"), (1, "0"))


def lasting(html: str) -> list[str]:
    """Return all of a page but for tokens and keys, which are others each time."""
    return read(html, {}, ())


def is_kept(page: Page, address: str, text: str) -> None:
    """Wait until the phone has drawn the page for its next start, with a text in it."""
    until(
        page,
        f"caches.match('{address}', {{cacheName: 'drawn', ignoreVary: true}})"
        f".then(one => one?.text()).then(found => found?.includes('{text}'))",
        PATIENT,
    )


KEYS = """async () => {
  const read = (html) => new DOMParser().parseFromString(html, "text/html");
  const kept = await caches.match(location.href, { cacheName: "drawn", ignoreVary: true });
  const pages = [await kept.text(), document.documentElement.outerHTML];
  const keys = (html) => [...read(html).querySelectorAll("[name=key]")].map(({ value }) => value);
  return pages.map(keys);
}"""
"""Keys of the counter's forms, as kept and as shown: of the next sweep, and of the one to undo."""


def test_two_tabs_that_are_shown_the_same_send_two_things(evening: Evening) -> None:
    """A page that is shown again has request keys of its own; a key that was used stays used."""
    one_sweep(evening.open())
    is_kept(evening.page, evening.counter, "1 card face up")
    page = evening.let_the_worker_go()
    shown = page.goto(evening.counter)
    assert shown
    assert DRAWN_BEFORE in shown.headers
    (kept, undo), (key, undoes) = page.evaluate(KEYS)
    assert key != kept
    assert undoes == undo


RENAME = """async (name) => {
  const form = document.querySelector("form.inline[action$='/name']");
  const body = new FormData(form);
  body.set("name", name);
  await fetch(form.action, { method: "POST", body, redirect: "manual" });
}"""


LIKE = """async (value) => {
  await cookieStore.set({ name: "language", value, expires: Date.now() + 24 * 3600 * 1000 });
}"""


def test_nothing_is_shown_that_python_would_draw_otherwise(evening: Evening) -> None:
    """Changed data, another language and cleared storage each make a kept page unfit."""
    page = evening.open(evening.group_page)
    is_kept(page, evening.group_page, heading(page).inner_text())
    page.evaluate(RENAME, "Thursdays")
    evening.let_the_worker_go()
    expect(heading(evening.open(evening.group_page))).to_have_text("Thursdays")

    is_kept(evening.open(), evening.counter, 'lang="en"')
    page = evening.page = drawn(evening.phone.start("sv"), evening.counter)
    expect(page.locator("html")).to_have_attribute("lang", "sv")
    is_kept(page, evening.counter, 'lang="sv"')
    page.evaluate(LIKE, "en")  # and the browser's is another one
    page = drawn(evening.let_the_worker_go(), evening.counter)
    expect(page.locator("html")).to_have_attribute("lang", "en")

    evening.phone.expected.append("status of 404")
    is_kept(page, evening.counter, 'lang="en"')
    page.evaluate(CLEARED)  # of its record; what was drawn is still there
    expect(heading(evening.reopen())).to_have_text("This group is on one phone alone")
