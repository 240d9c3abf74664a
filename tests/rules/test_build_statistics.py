"""Statistics of the builds of whole games: which were left, and which were bluffed
(#taking-builds); `tests/data/scenes/builds.txt` has who took which."""

from itertools import islice

import pytest

from referee.rules.notation import write_card
from referee.rules.ruleset import BuildStatistics
from tests.build_game_scenes import CASINO, Scene, follow, found, now
from tests.playthroughs import GAMES, end, games
from tests.strategies import SOAK, times
from tests.written_logs import enter

TABLE = "table 5S 9C JD 2D"
EIGHT = "3C 3C+5S=8"
"""Bo, who plays first, makes a build."""


def test_what_is_left_at_the_end_nobody_takes() -> None:
    """Bo makes a build, and lays his eight: at the end the last capturer gets the build."""
    record = follow(CASINO, TABLE, EIGHT, "9H x 9C")
    for card in record.rules.deck.faces:
        if card not in now(record).shown:
            record = enter(record, f"{write_card(card)} - !")
    assert record.over
    told = record.engine.build_statistics(record.events, record.players)
    assert told == BuildStatistics(
        (0, 1), ((0, 0), (0, 0)), bluffs=sum(" since " in line for line in found(record))
    )


@pytest.mark.parametrize("game", GAMES if SOAK > 1 else GAMES[::4])
def test_of_whole_games(game: str) -> None:
    """No player loses more builds than they made, and as many bluffs come out as the hands had."""
    for setup, bodies, truth in islice(games("fates", game), times(1)):
        record = end(setup, bodies)
        told = record.engine.build_statistics(record.events, record.players)
        assert told.bluffs == len(truth)
        for built, taken in zip(told.built, told.taken, strict=True):
            assert 0 <= sum(taken) <= built


def test_where_nothing_is_built() -> None:
    record = follow(Scene("krypkasino"), "table 5S 9C JD 2D")
    assert record.engine.build_statistics(record.events, record.players) is None
