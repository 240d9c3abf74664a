"""Followed games with builds, entry by entry, as their golden text has them (``playthroughs``)."""

from pathlib import Path

import pytest

from referee.rules.games import ruleset
from tests.oracle.switches import SWITCHES
from tests.playthroughs import GAMES, files, read, told


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_game_is_told_as_it_was_written(path: Path) -> None:
    """Every bluff comes to light, and nobody else is accused: the hands are known to whoever wrote
    the game (L17)."""
    one = read(path)
    found = list(told(one))
    for (line, said), (now, _) in zip(one.entries, found, strict=True):
        assert now == said, line
    _, record = found[-1]
    if ".rambled." not in path.name:
        listed = [found for found in record.irregularities if found.missed_at is not None]
        assert {(found.seat, found.kind.value, found.missed_at) for found in listed} == one.bluffs
        assert record.over


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_of_play_has_its_game(game: str) -> None:
    names = {path.name.split(".")[2] for path in files("entered", game)}
    by_the_oracle = set(SWITCHES.get(game, ()))  # see rules/test_variants.py
    assert set(ruleset(game).house_rules.names_during_play()) <= names | by_the_oracle
