"""Order of the cards of an open pile, as far as everybody knows it (F6.2, variants 9.1)."""

from typing import Any

import pytest

from referee.json_answers import GameStateSchema, state_values
from tests.entry_json import entered
from tests.playthroughs import Setup, begun

PILES = [
    # house rules, plays, the known tops afterwards or, where nobody knows it, what it is among
    ("", ["5S -", "3H -", "8D x 3H 5S"], "- 3H"),
    ("capturer_on_top", ["5S -", "3H -", "8D x 3H 5S"], "- 8D"),
    # below it the lowest is uppermost, and of equal ranks nobody knows which
    ("capturer_on_top", ["5S -", "3H -", "8D x 3H 5S", "8C x 8D^1"], "8C 3H"),
    ("capturer_on_top", ["4S -", "4H -", "8D x 4S 4H", "8C x 8D^1"], "8C 4S|4H"),
    # nor how the cards of a build lie
    ("capturer_on_top", ["5S -", "3H 3H+5S=8", "8D x 3H+5S=8", "8C x 8D^1"], "8C 3H|5S"),
]


@pytest.mark.parametrize(("house", "plays", "tops"), PILES)
def test_south_african_casino(house: str, plays: list[str], tops: str) -> None:
    """(#piles)"""
    record = begun(Setup("south-african-casino", 2, house=frozenset(house.split())))
    for play in plays:
        record, refused = entered(record, {"turn": play})
        assert refused is None, play
    piles = GameStateSchema.json(state_values(record))["piles"]
    assert " ".join(map(top_of, piles)) == tops


def top_of(pile: dict[str, Any]) -> str:
    """Return the top of a pile, or what it is among: ``5S``, ``3H|5S``, ``-``."""
    return pile["top"] or "|".join(pile["top_among"]) or "-"
