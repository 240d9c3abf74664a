"""Whatever players may play can be tapped on the live table where cards are built up."""

import random

import pytest

from referee.rules.games import ruleset
from referee.rules.games.casino.live.following import FollowingBuilds
from referee.rules.games.casino.live.state import state_of
from referee.rules.log.record import replay
from referee.rules.steps import Played
from referee.rules.turns import Unsettled
from tests.bodies import entered
from tests.oracle.followed_games import GAMES, any_setup, played
from tests.strategies import SOAK, times
from tests.tapped import is_deep, taps_for

COMMON = 3
"""Taps that a turn usually takes."""


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_turn_can_be_tapped(game: str) -> None:
    numbers = []
    for at in range(times(3)):
        chance = random.Random(f"tapped {SOAK} {game} {at}")
        one = played(chance, any_setup(chance, game))
        setup = one.setup
        rules = ruleset(setup.game, setup.house)
        assert isinstance(rules.live, FollowingBuilds)
        record = replay(rules, setup.players, setup.dealer, (), setup.teams)
        for number, body in enumerate(one.happenings, 1):
            before = record.state
            # Where an opponent insisted, it was tapped without what he wanted.
            step = entered(record, one.first.get(number, body))[0].steps[-1]
            record, refused = entered(record, body)
            assert refused is None
            if not isinstance(step.entry, Played) or body.get("as_played"):
                continue
            assert not isinstance(step.entry.turn, Unsettled)
            assert step.seat is not None
            taps = taps_for(rules.live, state_of(before), step.entry.turn, step.seat)
            # How such turns are tapped, in steps, is seen in tests/web/test_followed_taps.py.
            assert taps is not None or len(step.entry.turn) > 1 or is_deep(step.entry.turn)
            numbers += [] if taps is None else [taps.number]
    few = sum(number <= COMMON for number in numbers) / len(numbers)
    assert few > 0.8, sorted(numbers)
