"""``GET /api/v1/{game}/referee`` of the southern games: piles, a stock, proofs and demands."""

from typing import Any

import pytest
from flask import Flask

from tests.api_calls import fields

from .test_referee_builds import ask

SWAZI, LESOTHO, SOUTH_AFRICAN = "swazi-casino", "lesotho-casino", "south-african-casino"
KNOWN = [
    # game, query, status, the fields at fault
    (SWAZI, {"piles": "5H>@1"}, 400, ["piles"]),
    (SWAZI, {"proven": "8H", "players": "4"}, 400, ["proven"]),
    (SWAZI, {"stock": "some", "house": "crazy"}, 400, ["stock"]),
    (SWAZI, {"piles": "5H@3", "players": "3"}, 422, ["piles"]),
    (SWAZI, {"stock": "5"}, 422, ["stock"]),
    (SWAZI, {"stock": "0", "house": "crazy"}, 200, []),
    (SWAZI, {"proven": "J", "players": "3"}, 422, ["proven"]),
    (SWAZI, {"turn": "8H 8H+2C^3=10", "players": "3"}, 422, ["turn"]),
    (SOUTH_AFRICAN, {"proven": "8", "house": "partners"}, 422, ["proven"]),
    (SOUTH_AFRICAN, {"table": "KD"}, 422, ["table"]),
]


@pytest.mark.parametrize(("game", "query", "status", "faults"), KNOWN)
def test_what_a_game_knows(app: Flask, game, query, status, faults) -> None:
    answer = ask(app, game, status, **query)
    if faults:
        assert fields(answer) == faults


PILES = [
    # game, query, the piles after it
    (  # partners share a pile, which is named by the first of them; the card that took is on top
        SWAZI,
        {"players": "4", "table": "8S", "piles": "5H>2S@1", "turn": "8H x 8S"},
        [{"seat": 0, "top": "8H"}, {"seat": 1, "top": "5H"}],
    ),
    (  # what lies below a card that was used is known if somebody said so
        SWAZI,
        {"table": "8S 3C", "piles": "5H>2S@1", "turn": "8S=3C+5H^1=8 / 4D -", "deal": "2"},
        [{"seat": 0, "top": None}, {"seat": 1, "top": "2S"}],
    ),
]


@pytest.mark.parametrize(("game", "query", "piles"), PILES)
def test_piles_after_a_turn(app: Flask, game: str, query: dict[str, str], piles: Any) -> None:
    assert ask(app, game, **query)["after"]["piles"] == piles


def test_what_opponents_may_insist_on(app: Flask) -> None:
    """SW18, SW19."""
    answer = ask(app, SWAZI, players="3", table="7S 5H 2C", turn="7H x 7S")
    assert answer["verdict"]["legal"] is True
    missing = {"kind": "complete_take", "of": None, "captured": ["2C", "5H"], "builds": []}
    assert answer["verdict"]["demands"] == [missing]
    answer = ask(app, SWAZI, table="4C+5S=9@0 6H 3D", piles="9D@1", turn="10H -", deal="2")
    missing = {
        "kind": "complete_build", "of": "4C+5S=9@0", "captured": ["3D", "6H", "9D^1"], "builds": [],
    }  # fmt: skip
    assert answer["verdict"]["demands"] == [missing]
