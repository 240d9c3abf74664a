"""Followed games with builds, entry by entry: the log against the model that was written apart.

Compared is what the contract fixes, not the order of builds and demands, nor the text of a demand's
turn: entering that must bring what was demanded (``tests/rules/test_known_of_builds.py``).
"""

import json
from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest

from referee.answers.followed import stands_json
from referee.rules.cards import RulesError
from referee.rules.games import ruleset
from referee.rules.live import IllegalPlay
from referee.rules.log.entering import accept
from referee.rules.log.entries import read_entry
from referee.rules.log.record import Record, append, replay
from tests.oracle.followed_games import GAMES, follow, games, rambles
from tests.oracle.followed_setup import Setup
from tests.strategies import SOAK, times

LISTS = ("builds", "demands", "irregularities")
"""In any order."""


def line_of(body: Mapping[str, Any]) -> str:
    """An entry's body in the notation of logs."""
    if "undo" in body:
        return f"undo {body['undo']}"
    for name in ("replace", "before"):
        if name in body:
            rest = {key: said for key, said in body.items() if key != name}
            return f"{name} {body[name]} {line_of(rest)}"
    if "turn" in body:
        seat = f"@{body['seat']} " if "seat" in body else ""
        return f"{seat}{body['turn']}{' !' if body.get('as_played') else ''}"
    if "top" in body:
        return f"top {body['top']}^{body.get('pile')}"
    name = "table" if "table" in body else "table_is"
    return f"{'table' if name == 'table' else 'shows'} {' '.join(body[name])}".rstrip()


def entered(record: Record, body: Mapping[str, Any]) -> tuple[Record, str | None]:
    """The record with one more entry, or why it was refused."""
    if "seat" in body and not body.get("as_played"):
        return record, "seat"  # the API refuses it
    try:
        return append(record, accept(record, read_entry(line_of(body)))), None
    except IllegalPlay as error:
        return record, str(error.verdict.reason.value)
    except RulesError as error:
        return record, type(error).__name__


def said(state: Mapping[str, Any]) -> dict[str, Any]:
    """What is compared."""
    found = json.loads(json.dumps({name: one for name, one in state.items() if name in COMPARED}))
    for name in LISTS:
        found[name] = sorted(map(_plain, found[name]), key=str)
    return dict(sorted(found.items()))


def _plain(row: Mapping[str, Any]) -> str:
    kept = {key: one for key, one in row.items() if one is not None}
    if "captured" in kept:
        kept.pop("turn")
    return json.dumps(kept, sort_keys=True)


COMPARED = {
    *("seq turn deal deals cards_left_in_hands table stock builds duties piles proven").split(),
    *("demands last_capturer irregularities").split(),
}


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
