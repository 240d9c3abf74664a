"""Every page of a followed game with builds, as a whole game goes on."""

from itertools import cycle, islice, product

import pytest
from flask import Flask

from referee.languages import LANGUAGES
from tests.playthroughs import GAMES, games
from tests.strategies import SOAK, some

from .followed_build_game import Followed

SPOKEN = [*product(GAMES, LANGUAGES)] if SOAK > 1 else [*zip(GAMES, cycle(LANGUAGES), strict=False)]
"""Each game in one language; a soak has all of them."""
WHOLE = some(SPOKEN, 3)
BEGUN = 12
"""Entries of the others: enough for builds, and for what was entered wrong."""


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_every_page_of_a_whole_game(app: Flask, game: str, language: str) -> None:
    setup, entries, _ = next(islice(games(f"pages {language}", game), 1))
    followed = Followed(app, setup)
    phone, table = followed.phone, followed.table
    phone.ask(f"/like/language/{language}")
    whole = (game, language) in WHOLE
    for number, state in enumerate(followed.enter(entries if whole else entries[:BEGUN])):
        if number % (3 if SOAK > 1 else 6) == 0 or state["turn"] is None:
            assert "turn" in phone.get(table).parts
    assert phone.ask(f"{table}/log.txt").status_code == 200
    below = {f"{table}/replay/{index}" for index in range(0, 40 if whole else 8, 4)}
    for path in (table, *below):
        below |= {link for link in phone.get(path).links if link.startswith(f"{table}/")}
    for path in some(sorted(below), 3):  # of an entry there are two pages
        assert phone.ask(path).status_code == 200, path
