"""The position of a followed game with builds: owners, duties, cards that were shown."""

import re

import pytest
from flask import Flask

from tests.page_client import POLL
from tests.playthroughs import Setup

from .followed_build_game import Followed

CASINO = Setup("casino", 2)
SWEEPS = Setup("casino", 2, house=frozenset({"sweeps"}))
FOUR = Setup("swazi-casino", 4)
CRAZY = Setup("swazi-casino", 2, house=frozenset({"crazy"}))
CANCEL = Setup("casino", 2, house=frozenset({"sweeps", "sweeps_cancel"}))
LESOTHO = Setup("lesotho-casino", 4)
SWAZI = "2C 5S 9H KD"


@pytest.mark.parametrize(("setup", "dealt", "turns", "part", "said"), [
    (CASINO, "4C 8H JD QS", ["4D 4D+4C=8"], "table", 'aria-label="Bo’s build of 8 (4♦ and 4♣)"'),
    (CASINO, "4C 8H JD QS", ["4D 4D+4C=8", "JS x JD"], "turn",
     "Bo may not trail while owning the build of 8"),
    (CASINO, "AS 8H JD QS", ["AC x AS"], "players", "Bo 2</span></p>"),
    (SWEEPS, "AS AH AD AC", ["4S x AS AH AD AC"], "players", "Bo 5</span></p>"),
    (SWEEPS, "AS AH AD AC", ["4S x AS AH AD AC"], "last", ">Sweep: Bo +1<"),
    (CANCEL, "AS AH AD AC", ["4S x AS AH AD AC"], "last", ">Sweep: Bo<"),
    (FOUR, SWAZI, ["3C 3C+5S=8", "9D x 9H", "8D x 3C+5S=8"], "players",
     "has shown: holds an eight"),
    (FOUR, SWAZI, ["9S x 9H"], "table", "Bo and Dan"),
    (LESOTHO, SWAZI, ["9S x 9H"], "table", "<bdi>Dan</bdi>"),
    (CRAZY, SWAZI, ["3C 3C+5S=8"], "turn", "31 cards in the stock"),
    (CRAZY, SWAZI, ["9D -"], "insisted", "Bo’s 9♦ could take the 9♥ too.<")])  # fmt: skip
def test_the_felt_says(app: Flask, setup, dealt, turns, part, said) -> None:
    followed = Followed(app, setup)
    entries = [{"table": dealt.split()}] if dealt else []
    assert len([*followed.enter([*entries, *({"turn": one} for one in turns)])]) == followed.seq
    assert said in drawn(followed, part)


def drawn(followed: Followed, part: str) -> str:
    """Return a part of the page as it is drawn, without the marks that keep suits from being
    pictures."""
    page = followed.phone.ask(followed.table).text
    found = re.search(rf'<section id="{part}".*?</section>', page, re.DOTALL)
    assert found, part
    return " ".join(found[0].replace("\ufe0e", "").split())


def test_nothing_is_counted_before_somebody_took_a_card(app: Flask) -> None:
    followed = Followed(app, CASINO)
    assert [*followed.enter([{"table": ["4C", "8H", "JD", "QS"]}, {"turn": "KC -"}])]
    assert "Points so far" not in drawn(followed, "players")
    assert "stock" not in drawn(followed, "turn")


CHOICE = {"table": ["4C", "8H", "JD", "QS"]}
"""An 8 takes, builds or is trailed."""


def sent(followed: Followed, key: str, after: int, **fields: str) -> str:
    """Return what a phone shows that has entered something, having seen so many entries."""
    data = {"key": key, "after": f"{after}", **fields}
    page = followed.phone.ask(followed.table, "POST", data=data, headers=POLL).text
    return " ".join(page.replace("\ufe0e", "").split())


@pytest.mark.parametrize("card", [{"card": "JC", "used": "JD"}, {"card": "KC"}])
def test_a_card_whose_answer_got_lost_is_entered_once(app: Flask, card: dict[str, str]) -> None:
    """Though by now that card does nothing any more."""
    followed = Followed(app, CASINO)
    assert [*followed.enter([CHOICE])]
    for _ in range(2):
        page = sent(followed, "the-same", 1, **card)
        assert 'data-seq="2"' in page
        assert 'id="ask"' not in page


def test_another_phone_was_faster_with_a_card_that_may_do_several_things(app: Flask) -> None:
    """The slower phone is told so, and not asked what the card does now."""
    followed = Followed(app, CASINO)
    assert [*followed.enter([CHOICE, {"turn": "KC -"}])]
    page = sent(followed, "late", 1, card="8C")
    assert "Another phone was faster: Bo trails the K♣. Your 8♣ was not entered." in page
    assert "What does" not in page
