"""Followed games, read from their logs."""

import random

import pytest

from referee.rules.games import ruleset
from referee.rules.log import record
from referee.rules.log.entries import read_entry
from referee.services.records import replayed
from tests.oracle.simulator import simulate


def test_one_more_entry_is_one_more_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever follows a game asks after each entry; a log that nobody knows yet is gone through."""
    game, rules = simulate(random.Random("records"), 2, 0), ruleset("krypkasino")
    texts = [f"table {' '.join(game.dealt)}", *(f"{play.card}" for play in game.plays if play.only)]
    texts = (*texts[:6], "undo 6", *texts[5:6], "undo 7")
    step, worked_out = record._step, []

    def noticed(*asked: object) -> object:
        worked_out.append(asked)
        return step(*asked)

    monkeypatch.setattr(record, "_step", noticed)
    replayed(rules, 2, 0, None, texts[:3])
    assert len(worked_out) == 3
    for number in range(4, len(texts) + 1):
        worked_out.clear()
        found = replayed(rules, 2, 0, None, texts[:number])
        assert len(worked_out) <= 1
        whole = record.replay(rules, 2, 0, [read_entry(text) for text in texts[:number]])
        assert (found.steps, found.entries) == (whole.steps, whole.entries)
