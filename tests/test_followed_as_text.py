"""Followed games with builds as text: written, read again, and told by ``referee replay``."""

import json
from itertools import islice
from pathlib import Path

import pytest

from referee.api.game_answers import GameStateSchema, state_values
from referee.rules.games import ruleset
from referee.rules.log.game_text import Transcript, read_transcript, write_transcript
from referee.rules.log.record import Record
from tests.api_calls import NAMES
from tests.playthroughs import GAMES, Setup, end, games
from tests.strategies import SOAK
from tests.test_cli import replay as told_by_the_command


def played(game: str, number: int) -> list[Record]:
    """Games with mistakes, corrections and bluffs in them."""
    return [
        end(setup, entries) for setup, entries, _ in islice(games(f"as text {SOAK}", game), number)
    ]


OF_PAIRS = """referee game 1
game: swazi-casino
rules: 1
player: Ada
player: Bo
player: Cia
player: Dan
dealer: Ada

1 table 2D 5S 9C JD
2 9H x 9C
3 8C 5S+8C=13
"""


def test_a_replay_tells_the_score_of_a_pair_once(tmp_path: Path) -> None:
    """The scores add up, and what is left at the end is in card order, builds too."""
    rest = [card for card in Setup("casino", 2).pack if card not in OF_PAIRS]
    path = tmp_path / "pairs.txt"
    path.write_text(OF_PAIRS + "\n".join(f"{at} {card} - !" for at, card in enumerate(rest, 4)))
    *_, left, scores = told_by_the_command(str(path)).output.splitlines()
    assert scores == "Ada & Cia 0, Bo & Dan 11. The sum is 11."
    assert left.startswith("Dan captured last and takes the rest: A♠\ufe0e, A♥\ufe0e")
    assert left.index("5♠") < left.index("8♣") < left.index("K♠")


@pytest.mark.parametrize("game", GAMES)
def test_both_ways(game: str, tmp_path: Path) -> None:
    for record in played(game, SOAK):
        sent = Transcript(tuple(NAMES[: record.players]), record, ("",) * record.seq)
        text = write_transcript(sent)
        found = read_transcript(text, ruleset)
        assert write_transcript(found) == text
        again = found.record
        assert len(again.entries) == len(record.entries)
        assert GameStateSchema.json(state_values(again)) == GameStateSchema.json(
            state_values(record)
        )
        assert (again.score, again.rows) == (record.score, record.rows)
        path = tmp_path / "game.txt"
        path.write_text(text, "utf-8")
        for options in ([], ["--json"]):
            result = told_by_the_command(*options, str(path))
            assert result.exit_code == (1 if record.irregularities else 0), result.output
        answer = json.loads(result.stdout)
        assert answer["builds"] == GameStateSchema.json(state_values(record))["builds"]
        assert (answer["scores"] is None) == (record.score is None)
