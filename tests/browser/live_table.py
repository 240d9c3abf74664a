"""The live table under a thumb: what it shows, and what is tapped there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from .conftest import PATIENCE, Open
from .session_taps import button, heading
from .sessions_by_api import Table

SIGNS = str.maketrans("SHDC", "♠♥♦♣")
"""Signs of the suits as cards are drawn, without the mark that keeps phones from making them
pictures."""
CHOICE = "3H 3D 5C 9C"
"""An 8 takes the 5 and either three."""
LOW = "2H 2D 3H 3D"
"""No picture takes anything of this."""
PASSED_OVER = "5H 5D KH QH"
"""The pictures are set aside: a sweep for a 5 or a 10."""
CARD = re.compile(r"\b(?:10|[2-9AJQK])[SHDC]\b")


REFUSED = "status of 422"
"""Words of the line that a browser writes down when a form was refused."""


def open_table(open_page: Open, table: Table, *, link: str = "", **options: object) -> Page:
    """Return the live table on a phone that was let in by the edit link, or by another."""
    return open_page(table.live(), let_in=link or table.edit_link, **options)


def rank_key(page: Page, rank: str) -> Locator:
    return page.locator("#pad .ranks .key", has=page.locator(f'[value="{rank}"]'))


def suit_key(page: Page, suit: str) -> Locator:
    return page.locator(f'#pad .suits .key[value="{suit}"]')


def enter(page: Page, *cards: str) -> None:
    """Two taps for each card: rank, suit; one where no other suit is left."""
    for card in cards:
        rank_key(page, card[:-1]).tap()
        if page.locator("#pad [name=rank]:checked").count():
            suit_key(page, card[-1]).tap()


def slide(page: Page, card: str) -> None:
    """Press a rank, and let go over a suit."""
    rank_key(page, card[:-1]).hover()
    page.mouse.down()
    suit_key(page, card[-1]).hover()
    page.mouse.up()


def type_ahead(page: Page, *cards: str) -> None:
    """Enter the next cards while the referee asks about one."""
    expect(question(page)).to_be_visible()
    ahead = button(page, "Next card")
    if ahead.is_visible():
        ahead.tap()
    enter(page, *cards)


def greyed_suits(page: Page, rank: str) -> str:
    """Return the suits that cannot be tapped once this rank was."""
    rank_key(page, rank).locator("input").check(force=True)
    return "".join(suit for suit in "SHDC" if suit_key(page, suit).is_disabled())


def shows(page: Page, said: str, cards: str, *, timeout: int = PATIENCE) -> None:
    """Check the large line, and the cards on the table."""
    expect(heading(page)).to_have_text(said, timeout=timeout)
    expect(page.locator("#table .card")).to_have_text(drawn(cards), timeout=timeout)


def drawn(cards: str) -> list[str]:
    return [card.translate(SIGNS) + "\ufe0e" for card in cards.split()]


def written(text: str) -> str:
    """Return a sentence about cards, "Bo: 8H takes 8S", as it stands on the page."""
    return CARD.sub(lambda card: drawn(card[0])[0], text)


def last_play(page: Page) -> Locator:
    return page.locator("#last [data-say]")


def waits(page: Page, *plays: str) -> None:
    """Expect these plays to wait for the network."""
    text = written(f"Waiting for the network: {', then '.join(plays)}")
    expect(page.locator("#pending")).to_have_text(text)


def question(page: Page) -> Locator:
    return page.locator("#ask")


def options(page: Page) -> Locator:
    return page.locator("#ask .option")


def irregular(page: Page) -> Locator:
    return page.locator("#irregular li")


def hands(page: Page, numbers: Sequence[int]) -> None:
    """Return how many cards each player still holds."""
    names = [f"{n} card in the hand" if n == 1 else f"{n} cards in the hand" for n in numbers]
    for held, name in zip(page.locator(".seats .held").all(), names, strict=True):
        expect(held).to_have_accessible_name(name)


def pick(page: Page, *cards: str) -> None:
    """Tap cards among those that may have been taken, or that may lie there."""
    for card in cards:
        page.locator("label.pick", has=page.locator(f'[value="{card}"]')).first.tap()


def open_up(page: Page, summary: str) -> None:
    page.locator("summary", has_text=summary).tap()


def undo(page: Page, said: str, *, redo: bool = False) -> None:
    """Tap *Undo*, and wait until the result is shown."""
    button(page, "Redo" if redo else "Undo").tap()
    expect(heading(page)).to_have_text(said)


def ask(page: Page) -> None:
    """Enter a card that can take in two ways, where ``CHOICE`` lies."""
    enter(page, "8S")
    expect(options(page)).to_have_count(2)


def claim(page: Page, *cards: str) -> None:
    """Say that it took something else than the referee offers."""
    ask(page)
    open_up(page, "Something else was taken")
    pick(page, *cards)
    button(page, "These were taken").tap()
