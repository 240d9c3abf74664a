"""*Dispute?* at a followed game with builds asks the referee about the very same table."""

from itertools import islice
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from tests.playthroughs import games
from tests.strategies import SOAK, some

from .followed_build_game import Followed

ASKED = ("table", "players", "deal", "stock", "piles", "proven", "house")
COUNTER_CLOCKWISE = ("swazi-casino", "lesotho-casino")
MOST = 40
"""Entries of a game; a soak has whole ones."""
GAMES = ["casino", "royal-casino", "swazi-casino", "lesotho-casino", "south-african-casino"]


@pytest.mark.parametrize("game", some(GAMES, 3))
def test_the_same_builds_and_duties_with_the_mover_at_seat_0(app: Flask, game: str) -> None:
    setup, entries, _ = next(islice(games("disputes", game), 1))
    followed = Followed(app, setup)
    step = -1 if game in COUNTER_CLOCKWISE and "clockwise" not in setup.house else 1
    for number, state in enumerate(followed.enter(entries if SOAK > 1 else entries[:MOST])):
        if state["turn"] is None or number % (4 if SOAK > 1 else 7):
            continue
        leads_to = followed.phone.ask(f"{followed.page}/dispute").location
        query = {name: one[0] for name, one in parse_qs(urlsplit(leads_to).query).items()}
        asked = {name: text for name, text in query.items() if name in ASKED}
        ruling = app.test_client().get(f"/api/v1/{game}/referee", query_string=asked).json or {}
        assert sorted((one["value"], one["keeper"]) for one in ruling["builds"]) == sorted(
            (one["value"], (one["keeper"] - state["turn"]) * step % setup.players)
            for one in state["builds"]
        )
        assert sorted(ruling["table"]) == sorted(state["table"])
        if not any(one["dead"] for one in state["builds"]):
            assert ruling["duties"] == state["duties"]
        assert followed.phone.ask(leads_to).status_code == 200
