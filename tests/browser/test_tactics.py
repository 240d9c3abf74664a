"""How to play well: a tap on a card of a position, and what all of its cards do."""

import pytest
from playwright.sync_api import expect

from tests.strategies import some

from .conftest import Open

TRIED = [
    # game, position, key, what is said of the card
    ("krypkasino", "not-always-creep", "8♥", "The 8♥\ufe0e must take two cards"),
    ("casino", "what-scores", "10♠", "The 10♠\ufe0e may do this:"),
    ("swazi-casino", "reach", "3♦", "The 3♦\ufe0e may do this:"),
]


@pytest.mark.parametrize(("game", "name", "key", "said"), some(TRIED, every=2))
def test_a_card_is_tried(open_page: Open, game: str, name: str, key: str, said: str) -> None:
    """In place where scripts run, else on the page anew."""
    for scripted in some([True, False], every=2):
        page = open_page(f"/{game}/tactics", java_script_enabled=scripted)
        keys = page.locator(f"#example-{name} a[data-try]")
        named = [text.replace("\ufe0e", "") for text in keys.all_inner_texts()]
        keys.nth(named.index(key)).tap()
        expect(page.locator(f"#example-{name} [data-answer] .headline")).to_have_text(said)
        assert page.url.endswith("/tactics") is scripted


def test_they_lie_open_on_paper(open_page: Open) -> None:
    page = open_page("/krypkasino/tactics")
    page.emulate_media(media="print")
    lines = page.locator(".each .headline")
    heights = lines.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert len(heights) > 10
    assert all(heights)
