"""House rules of the South African association (variants 9): published turns, and random whole
games with random house rules against a model that knows all hands."""

import random
import re
from typing import Any

import pytest

from referee.json_answers import GameStateSchema, SheetSchema, sheet_of, state_values
from referee.rules.games.referee import ask
from referee.rules.log.record import Record
from referee.rules.table_and_builds import write_table
from tests.entry_json import entered
from tests.oracle import variants
from tests.playthroughs import Setup, begun
from tests.strategies import SOAK, times

GAME = "south-african-casino"
TURNS = [*variants.vectors("turns"), *variants.vectors("more turns")]


@pytest.mark.parametrize(
    ("query", "reason", "after"),
    [pytest.param(*vector[2:], id=vector[0]) for vector in TURNS if vector[1] == GAME],
)
def test_published_turns(query: str, reason: str, after: str) -> None:
    verdict = ask(GAME, variants.question(query)).ruling.verdict
    assert verdict.reason.value == reason
    if after:
        assert sorted(write_table(verdict.after).split()) == sorted(after.split())


PILES = [
    # house rules, plays, the known tops afterwards or, where nobody knows it, what it is among
    ("", ["5S -", "3H -", "8D x 3H 5S"], "- 3H"),
    ("capturer_on_top", ["5S -", "3H -", "8D x 3H 5S"], "- 8D"),
    # below it the lowest is uppermost, and of equal ranks nobody knows which
    ("capturer_on_top", ["5S -", "3H -", "8D x 3H 5S", "8C x 8D^1"], "8C 3H"),
    ("capturer_on_top", ["4S -", "4H -", "8D x 4S 4H", "8C x 8D^1"], "8C 4S|4H"),
    # nor how the cards of a build lie
    ("capturer_on_top", ["5S -", "3H 3H+5S=8", "8D x 3H+5S=8", "8C x 8D^1"], "8C 3H|5S"),
]  # fmt: skip


@pytest.mark.parametrize(("house", "plays", "tops"), PILES)
def test_order_of_a_pile(house: str, plays: list[str], tops: str) -> None:
    """(#piles)"""
    record = begun(Setup(GAME, 2, house=frozenset(house.split())))
    for play in plays:
        record, refused = entered(record, {"turn": play})
        assert refused is None, play
    assert " ".join(map(top_of, piles_of(record))) == tops


def piles_of(record: Record) -> list[dict[str, Any]]:
    """Return the piles as the API has them, without those of partners who share one."""
    return [pile for pile in GameStateSchema.json(state_values(record))["piles"] if pile]


def top_of(pile: dict[str, Any]) -> str:
    """Return the top of a pile, or what it is among: ``5S``, ``3H|5S``, ``-``."""
    return pile["top"] or "|".join(pile["top_among"]) or "-"


def body_of_entry(entry: dict[str, Any], players: int) -> dict[str, Any]:
    """Return an entry of the model for the log: the model counts seats from the mover."""
    if "table" in entry:
        return {"table": entry["table"]}

    def in_game(mark: re.Match[str]) -> str:
        return f"^{(int(mark[1]) + entry['seat']) % players}"

    return {"turn": re.sub(r"\^(\d)", in_game, entry["turn"])}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games(players: int) -> None:
    for number in range(times(4)):
        chance = random.Random(f"{players} {number} {SOAK}")
        house = variants.random_house(chance, GAME, players)
        game = variants.whole_game(chance, GAME, players, house)
        record = begun(Setup(GAME, players, house=house))
        for entry in game["entries"]:
            record, refused = entered(record, body_of_entry(entry, players))
            assert refused is None, (house, entry)
            if "turn" in entry and not record.over:
                among = {seat: "|".join(cards) for seat, cards in entry["top_among"].items()}
                seats = [seat for seat in range(players) if game["rows"][seat] is not None]
                assert list(map(top_of, piles_of(record))) == [
                    among.get(seat, "-") for seat in seats
                ]
                table = write_table(record.state.full_table)
                assert sorted(table.split()) == sorted(entry["after"].split())
        assert record.over
        assert not record.irregularities
        if game["last_capturer"] is not None:
            sheet = sheet_of(record.rules.sheet, record.score, [None] * players)
            answer = SheetSchema.json(sheet)
            for player in answer["players"]:
                del player["name"]
            assert answer == game["score"]
