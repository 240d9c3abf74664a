"""The model of a followed game with builds against games whose hands are known: every bluff comes
to light with the last card of a hand, and nobody else is accused (L17), however it was entered."""

import random
from itertools import islice
from typing import Any

import pytest

from tests.oracle.casino_score import pack
from tests.oracle.followed_entering import Scribe
from tests.oracle.followed_games import GAMES, any_setup, follow, games, played, rambles
from tests.strategies import SOAK, times


def standing(states: list[dict[str, Any]]) -> dict[str, Any]:
    """The state after the last entry that was recorded."""
    return [one for one in states if "refused" not in one][-1]


def audited(state: dict[str, Any]) -> set[tuple[int, str, int]]:
    return {
        (one["seat"], one["kind"], one["missed_at"])
        for one in state["irregularities"]
        if one["missed_at"] is not None
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_bluff_is_found_and_nobody_else_accused(game: str) -> None:
    for setup, entries, truth in islice(games(f"{game} {SOAK}", game), times(9)):
        state = standing(follow(setup, entries))
        assert audited(state) == truth, setup
        assert state["state"] == "finished"
        assert state["scores"]["balanced"] == (state["last_capturer"] is not None)


def test_what_is_put_right_is_as_if_it_had_been_right() -> None:
    chance = random.Random(f"put right {SOAK}")
    for _ in range(times(4)):
        game = played(chance, any_setup(chance))
        scribe = Scribe(chance, game, sloppy=0.3)
        right = follow(game.setup, game.happenings)[-1]
        state = standing(follow(game.setup, scribe.write()))
        numbers = {stands: happened for happened, stands in scribe.numbers.items()}
        for one in state["irregularities"]:
            one["seq"] = numbers[one["seq"]]
            one["missed_at"] = numbers.get(one["missed_at"])
        for found in (state, right):
            found["irregularities"].sort(key=str)
            del found["seq"]
        assert state == right, game.setup


def test_no_card_is_lost_whatever_is_entered() -> None:
    for setup, entries in islice(rambles(f"rambles {SOAK}"), times(12)):
        for state in follow(setup, entries):
            if "refused" in state or not state["table"] or corrected(state):
                continue
            built = [card for one in state["builds"] for group in one["groups"] for card in group]
            cards = len(state["table"]) + len(built) + (state["stock"] or 0)
            cards += sum(pile["cards"] for pile in state["piles"] if pile)
            cards += sum(state["cards_left_in_hands"])
            later = (state["deals"] - state["deal"]) * setup.dealt * setup.players
            assert cards + later == len(pack(setup.game)), setup


def corrected(state: dict[str, Any]) -> bool:
    return any(one["kind"] == "table_corrected" for one in state["irregularities"])
