"""Completeness of taps: every legal play with builds can be tapped on the live table."""

from itertools import islice

import pytest

from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.state import build_game_state
from referee.rules.plays import CardOnly, Played
from tests.entry_json import entered
from tests.playthroughs import GAMES, begun, games
from tests.strategies import times
from tests.taps_for_play import is_deep, taps_for

COMMON = 2
"""Taps that a turn usually takes."""


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_turn_can_be_tapped(game: str) -> None:
    numbers = []
    for setup, bodies, _ in islice(games("tapped", game, "played"), times(10)):
        record = begun(setup)
        engine = record.engine
        assert isinstance(engine, BuildGameEngine)
        for body in bodies:
            before = record.state
            record, refused = entered(record, body)
            assert refused is None
            step = record.events[-1]
            if not isinstance(step.event, Played) or {"as_played", "replace"} & {*body}:
                continue
            assert not isinstance(step.event.play, CardOnly)
            assert step.seat is not None
            taps = taps_for(engine, build_game_state(before), step.event.play, step.seat)
            # Other turns are tapped in steps: see tests/web/test_followed_taps.py.
            assert taps is not None or len(step.event.play) > 1 or is_deep(step.event.play)
            numbers += [] if taps is None else [taps.number]
    few = sum(number <= COMMON for number in numbers) / len(numbers)
    assert few > 0.8, sorted(numbers)
