"""Statistics of the builds of a followed game: whose they were, who took them, which were bluffed
(#taking-builds)."""

from itertools import islice

import pytest

from referee.rules.card_notation import write_card
from referee.rules.game_engine_interface import BuildStatistics
from tests.build_game_scenes import CASINO, SWAZI, Scene, follow, found, now
from tests.playthroughs import GAMES, end, games
from tests.strategies import SOAK, times
from tests.written_logs import enter

TABLE = "table 5S 9C JD 2D"
EIGHT = "3C 3C+5S=8"
"""Bo, who plays first, makes a build."""

SCENES: list[tuple[str, Scene, list[str], tuple[int, ...], list[tuple[int, int]]]] = [
    # clause, game, plays, builds of each seat, whose build was taken by whom
    ("nothing was built", CASINO, ["KD -", "9H x 9C"], (0, 0), []),
    ("made", CASINO, [EIGHT], (0, 1), []),
    ("taken by the opponent", CASINO, [EIGHT, "8H x 3C+5S=8"], (0, 1), [(1, 0)]),
    ("taken by its owner", CASINO, [EIGHT, "KD -", "8H x 3C+5S=8"], (0, 1), [(1, 1)]),
    ("added to by its owner", CASINO, [EIGHT, "KD -", "8H 8H=3C+5S=8"], (0, 1), []),
    ("added to by an opponent", CASINO, [EIGHT, "8H 8H=3C+5S=8"], (1, 1), []),
    ("raised, and taken by who raised it", CASINO, [EIGHT, "2C 2C+3C+5S=10", "KD -",
     "10H x 2C+3C+5S=10"], (1, 1), [(0, 0)]),
    ("against the rules, and let stand", CASINO, [EIGHT, "9H x 3C+5S=8 !"], (0, 1), [(1, 0)]),
    ("two at once", CASINO, [EIGHT, "6C 6C+2D=8", "9H x 9C", "8H x 3C+5S=8 2D+6C=8"], (1, 1), [(0,
     0), (1, 0)]),
]  # fmt: skip


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene[0])
def test_whose_builds_were_taken_by_whom(
    scene: tuple[str, Scene, list[str], tuple[int, ...], list[tuple[int, int]]],
) -> None:
    _, game, plays, built, taken = scene
    record = follow(game, TABLE, *plays)
    told = record.engine.build_statistics(record.events, record.players)
    assert told is not None
    assert told.built == built
    assert pairs(told) == taken


def pairs(told: BuildStatistics) -> list[tuple[int, int]]:
    """Return pairs of owner and taker, one for each build that was taken."""
    return [
        (keeper, taker)
        for keeper, of in enumerate(told.taken)
        for taker, number in enumerate(of)
        for _ in range(number)
    ]


def test_pairs() -> None:
    """A partner who takes the build is told apart from an opponent."""
    record = follow(SWAZI._replace(players=4), TABLE, "4S 4S+5S=9", "KD -", "9H x 4S+5S=9")
    told = record.engine.build_statistics(record.events, record.players)
    assert told is not None
    assert pairs(told) == [(3, 1)]


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
        assert told is not None
        assert told.bluffs == len(truth)
        for built, taken in zip(told.built, told.taken, strict=True):
            assert 0 <= sum(taken) <= built


def test_where_nothing_is_built() -> None:
    record = follow(Scene("krypkasino"), "table 5S 9C JD 2D")
    assert record.engine.build_statistics(record.events, record.players) is None
