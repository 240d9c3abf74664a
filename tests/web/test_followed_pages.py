"""Every page of a followed game with builds, as a whole game goes on."""

from itertools import cycle, islice, product

import pytest
from flask import Flask

from referee.languages import LANGUAGES
from tests.oracle.followed_games import GAMES, games
from tests.strategies import SOAK

from .followed import Followed

SPOKEN = [*product(GAMES, LANGUAGES)] if SOAK > 1 else [*zip(GAMES, cycle(LANGUAGES), strict=False)]
"""Each game in one language; a soak has all of them."""


@pytest.mark.parametrize(("game", "language"), SPOKEN)
def test_every_page_of_a_whole_game(app: Flask, game: str, language: str) -> None:
    setup, entries, _ = next(islice(games(f"pages {language}", game), 1))
    followed = Followed(app, setup)
    phone, table = followed.phone, followed.table
    phone.ask(f"/like/language/{language}")
    for number, state in enumerate(followed.enter(entries)):
        if number % 3 == 0 or state["turn"] is None:
            assert "turn" in phone.get(table).parts
    assert phone.ask(f"{table}/log.txt").status_code == 200
    below = {f"{table}/replay/{index}" for index in range(0, 40, 4)}
    for path in (table, *below):
        below |= {link for link in phone.get(path).links if link.startswith(f"{table}/")}
    for path in sorted(below):
        assert phone.ask(path).status_code == 200, path
