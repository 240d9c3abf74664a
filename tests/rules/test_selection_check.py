"""Faults of a selection: each selection has a reason of its own."""

import pytest

from referee.rules.card_notation import read_cards
from referee.rules.cards import Rank
from referee.rules.games import ruleset
from referee.rules.games.casino.judge.build_rules_base import build_rules
from referee.rules.games.casino.options.selection_plays_or_faults import why_no_build
from referee.rules.games.casino.position_analysis import analyse
from referee.rules.games.referee import build_question

SWAZI = "swazi-casino"
CASINO = "casino"


LIE = [
    # the game, loose cards: what hinders them to lie there as a build, and what they come to
    (CASINO, "5", "alone", 0), (CASINO, "5 3", "", 0), (CASINO, "5 7", "too_much", 12),
    (CASINO, "5 K", "no_number", 0), (CASINO, "K", "no_number", 0), (CASINO, "7 7 3 4", "", 0),
    ("royal-casino", "5 7", "", 0), ("royal-casino", "9 K", "too_much", 22),
]  # fmt: skip


@pytest.mark.parametrize(("game", "cards", "why", "total"), LIE)
def test_what_hinders_a_build_that_lay_there(game: str, cards: str, why: str, total: int) -> None:
    found = why_no_build(build_rules(ruleset(game)), read_cards(cards))
    assert (str(found.why), found.total) == (why, total) if found else not why


def test_whatever_can_be_made_is_not_hindered() -> None:
    asked = {"players": "3", "table": "9S 2C 7D", "piles": "5H@1"}
    asked |= {"played": "2S", "with": "9S 2C 5H^1"}
    found = analyse(build_question(SWAZI, asked)).selection
    assert [way.verdict.holds for way in found.ways] == [(Rank.NINE,)]
    assert found.hindered == ()
