"""Walks through the app by taps, on any phone."""

from collections.abc import Sequence

from .phone import Phone


def pad(phone: Phone, *keys: str) -> None:
    """Tap keys of the referee's pad; if it is folded, unfold it."""
    for key in keys:
        if not phone.has("#pad button", key):
            phone.tap("#pad [data-unfold]")
        phone.tap("#pad button", key)


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


def follow(phone: Phone, game: str, names: Sequence[str], dealt: str) -> None:
    """Begin a game of two that is followed, with these cards on the table."""
    begin(phone, game, names)
    phone.tap("main a", "Follow every play")
    phone.says("h1", "Which cards lie on the table?")
    for text in dealt.split():
        card(phone, text)
    phone.says("h1", f"{names[0]} plays")


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
