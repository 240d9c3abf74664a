"""Followed games with builds, entry by entry: the log against the model that was written apart.

Compared is what the contract fixes, not the order of builds and demands, nor the text of a demand's
turn: entering that must bring what was demanded (``tests/rules/test_known_of_builds.py``).
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest

from referee.answers.followed import stands_json
from referee.rules.games import ruleset
from referee.rules.log.record import replay
from tests.bodies import entered, said
from tests.oracle.followed_games import GAMES, follow, games, rambles
from tests.oracle.followed_setup import Setup
from tests.strategies import SOAK, times


def compare(setup: Setup, entries: list[Mapping[str, Any]]) -> int:
    """How many entries were compared; see ``stops`` and ``alike`` for the readings that differ."""
    rules = ruleset(setup.game, setup.house)
    record = replay(rules, setup.players, setup.dealer, (), setup.teams)
    corrected = False
    for number, (body, wanted) in enumerate(zip(entries, follow(setup, entries), strict=True)):
        record, refused = entered(record, body)
        where = (setup, entries[: number + 1], refused, wanted)
        if stops(body, wanted, refused):
            return number
        assert (refused is not None) == ("refused" in wanted), where
        if refused is None:
            corrected = corrected or "table_is" in body
            assert alike(stands_json(record), wanted, corrected=corrected), where
        elif wanted.get("reason") and wanted["reason"] != "redeal":
            assert refused == wanted["reason"], where
    return len(entries)


def stops(body: Mapping[str, Any], wanted: Mapping[str, Any], refused: str | None) -> bool:
    """Where the contract is silent the two go different ways. The model lets a table be corrected
    that shows what lies there; and it refuses what makes a later turn one that nobody can have
    played, which the log lists."""
    if "table_is" in body and "refused" not in wanted:
        return refused == "SameTable"
    return refused is None and "refused" in wanted and bool({"replace", "before"} & set(body))


def alike(state: Mapping[str, Any], wanted: Mapping[str, Any], *, corrected: bool) -> bool:
    """Do both say the same? Once a table was corrected the contract is silent in two points: the
    model takes no card that came to light for one of a hand, and gives nobody what is left in the
    end (the log does, as L8 knows of no exception)."""
    found, expected = said(state), said(wanted)
    if corrected:
        for one in (found, expected):
            one["irregularities"] = [row for row in one["irregularities"] if "missed_at" not in row]
            if state["turn"] is None:
                del one["table"], one["builds"], one["piles"]
    return found == expected


@pytest.mark.parametrize("game", GAMES)
def test_games_that_were_played(game: str) -> None:
    for setup, entries, _ in islice(games(f"as the model {SOAK}", game), times(9)):
        assert compare(setup, list(entries)) > 10


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_entered(game: str) -> None:
    for setup, entries in islice(rambles(f"as the model {SOAK}", game), times(9)):
        compare(setup, list(entries))
