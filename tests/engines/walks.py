"""Walks through the app by taps, on any phone."""

from collections.abc import Sequence

from tests.packs import IS_WRITTEN
from tests.server_processes import PATIENCE

from .phones import Phone

CONTROLLED = "() => Boolean(navigator.serviceWorker.controller)"
SNAPSHOT = f"""() => {{
  window.looking ??= {IS_WRITTEN}.then((is) => {{
    window.isThere = is;
    window.looking = null; }});
  return window.isThere; }}"""
"""Python's memory is written for the next start."""


def pad(phone: Phone, *keys: str) -> None:
    """Tap keys of the referee's pad; if it is folded, unfold it."""
    for key in keys:
        if not phone.has("#pad button", key):
            phone.tap("#pad [data-unfold]")
        phone.tap("#pad button", key)


def dispute(phone: Phone, game: str) -> None:
    """Ask of an 8 that was played onto a 5, with a 3 beside it."""
    phone.open(f"/{game}/referee")
    pad(phone, "3", "5", "Played", "8")
    phone.tap("main a", "Was that right?")
    phone.tap("main a", "Built")
    phone.tap("#felt a.choose:has(.card)", nth=1)


def keep_the_pack(phone: Phone) -> None:
    """Keep the referee on the phone."""
    phone.open("/")
    phone.wait(CONTROLLED)
    phone.tap("main [data-when=offered] [data-keep]")
    phone.says(
        "main [data-pocket] [data-when=kept]", "The referee is on this phone", patience=PATIENCE
    )


def begin(phone: Phone, game: str, names: Sequence[str]) -> None:
    """Start a session, and its first game; the last one deals."""
    phone.open(f"/{game}/new")
    for number, name in enumerate(names, 1):
        phone.fill(f"[name=player][aria-label='Seat {number}']", name)
    phone.evaluate(
        """(name) => {
             const dealer = document.getElementById('dealer');
             dealer.selectedIndex = [...dealer.options].findIndex((one) => one.text === name); }""",
        names[-1],
    )
    phone.tap("main button", "Start")
    phone.says("h1", "game 1")
    phone.tap("main button", "~Begin game 1")


def card(phone: Phone, text: str) -> None:
    """Tap a card on the live table's pad."""
    phone.tap(f"#pad .ranks .key:has([value='{text[:-1]}'])")
    phone.tap(f"#pad .suits .key[value='{text[-1]}']")


def play(phone: Phone, text: str, does: str = "take|trail") -> None:
    """Play a card; where it may do several things, the first of those."""
    before = phone.evaluate("() => document.getElementById('turn').dataset.seq")
    card(phone, text)
    went_on = "document.getElementById('turn').dataset.seq !== before"
    phone.wait(f"(before) => {went_on} || Boolean(document.querySelector('#ask .option'))", before)
    options = "[...document.querySelectorAll('#ask .option')]"
    which = f"(like) => {options}.findIndex((one) => new RegExp(like).test(one.innerText))"
    if phone.has("#ask .option"):
        phone.tap("#ask .option", None, phone.evaluate(which, does))
        phone.wait(f"(before) => {went_on}", before)
    phone.wait("() => document.getElementById('pending').hidden")
