"""The model of a followed game with builds against games whose hands are known: every bluff comes
to light with the last card of a hand, and nobody else is accused (L17)."""

from itertools import islice
from typing import Any

import pytest

from tests.oracle.followed_games import GAMES, follow, games
from tests.strategies import SOAK, times


def audited(state: dict[str, Any]) -> set[tuple[int, str, int]]:
    return {
        (one["seat"], one["kind"], one["missed_at"])
        for one in state["irregularities"]
        if one["missed_at"] is not None
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_bluff_is_found_and_nobody_else_accused(game: str) -> None:
    for setup, entries, truth in islice(games(f"{game} {SOAK}", game), times(9)):
        states = follow(setup, entries)
        assert not [one for one in states if "refused" in one], setup
        assert audited(states[-1]) == truth, setup
        assert states[-1]["state"] == "finished"
        scores = states[-1]["scores"]
        assert scores["balanced"] == (states[-1]["last_capturer"] is not None)
