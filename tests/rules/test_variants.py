"""House rules of the variants: published vectors, and random questions and whole games by random
sets of house rules, against the oracle that was written apart."""

import random
import re
from itertools import product
from typing import Any

import pytest

from referee.api.game_answers import GameStateSchema, state_values
from referee.api.ruling_answers import BuildRulingSchema, build_ruling_of
from referee.api.sheet_answers import SheetSchema, sheet_of
from referee.rules.games import RULESETS, ruleset
from referee.rules.games.ask import ask
from referee.rules.scoring import score
from tests.entry_json import entered
from tests.oracle import variants
from tests.oracle.switches import PAIRS, SWITCHES
from tests.playthroughs import Setup, begun
from tests.strategies import SOAK, times

Vector = list[str]
GAMES = [
    game
    for game, switches in SWITCHES.items()
    if game in RULESETS and {*switches} <= {*RULESETS[game].house_rules.names()}
]
TURNS = [*variants.vectors("turns"), *variants.vectors("more turns")]


def ours(game: str, query: dict[str, str]) -> dict[str, Any]:
    """Return the referee's answer as the API gives it."""
    question, ruling = ask(game, query)
    return BuildRulingSchema.json(build_ruling_of(question, ruling))


def of_these_games(vectors: list[Vector]) -> list[Any]:
    """Return the vectors of games whose switches are all there."""
    return [pytest.param(vector, id=vector[0]) for vector in vectors if vector[1] in GAMES]


@pytest.mark.parametrize("vector", of_these_games(TURNS))
def test_published_turns(vector: Vector) -> None:
    _, game, query, wanted, after = vector
    answer = ours(game, variants.question(query))
    if wanted.startswith("takes "):
        takes = [" ".join(take["captured"]) for take in answer["play"]["takes"]]
        assert "; ".join(takes) == wanted.removeprefix("takes ")
    else:
        reason = answer["verdict"]["reason"]
        assert (reason, answer["verdict"]["legal"]) == (wanted.split()[0], wanted[:5] == "legal")
        lies = answer["after"] and [*answer["after"]["table"], *answer["after"]["builds"]]
        assert not after or sorted(after.split()) == sorted(lies)
        assert not wanted.endswith(" sweep") or lies == []
    assert variants.differences(ours, game, variants.question(query)) == {}


def sheet(game: str, house: Any, rows: Any, teams: Any, last: int | None) -> dict[str, Any]:
    """Return the score of a game as the API gives it."""
    rules = ruleset(game, house)
    values = sheet_of(rules.sheet, score(rules, rows, teams, last), [None] * len(rows))
    return SheetSchema.json(values)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", range(4))
def test_random_questions(game: str, part: int) -> None:
    for number in range(times(30)):
        chance = random.Random(f"variant {game} {part} {number} {SOAK}")
        query = variants.random_question(chance, game)
        assert variants.differences(ours, game, query) == {}, query


def body_of(entry: dict[str, Any], players: int) -> dict[str, Any]:
    """Return an entry of the model for the log: of tops the model counts seats from the mover."""
    if "table" in entry:
        return {"table": entry["table"]}

    def in_game(mark: re.Match[str]) -> str:
        return f"^{(int(mark[1]) + entry['seat']) % players}"

    return {"turn": re.sub(r"\^(\d)", in_game, entry["turn"])}


def tops(state: dict[str, Any]) -> dict[int, list[str]]:
    """Return the cards among which the top of each open pile is."""
    piles = [pile or {} for pile in state["piles"]]
    among = [pile.get("top_among") or [pile.get("top")] for pile in piles]
    return {seat: cards for seat, cards in enumerate(among) if cards != [None]}


PLAYED = [(game, 2 + (at + 2) % 3, 0) for at, game in enumerate(GAMES)]
"""Games, players and numbers: all numbers of players, and in a soak of every game."""


@pytest.mark.parametrize(
    ("game", "players", "number"),
    [*product(GAMES, (2, 3, 4), range(times(5)))] if SOAK > 1 else PLAYED,
)
def test_whole_games(game: str, players: int, number: int) -> None:
    """A game is followed turn by turn, with its stock, and scores what its piles hold."""
    chance = random.Random(f"game {game} {players} {number} {SOAK}")
    house = variants.random_house(chance, game, players)
    played = variants.whole_game(chance, game, players, house)
    record = begun(Setup(game, players, 0, house, played["teams"]))
    stock = 52 - 4 * players - 4
    for entry in played["entries"]:
        record, refused = entered(record, body_of(entry, players))
        assert refused is None, (sorted(house), entry)
        state = GameStateSchema.json(state_values(record))
        drawn = min(stock, len(record.events) - 1)
        assert state["stock"] == (stock - drawn if "draw" in house else None)
        builds = sorted(build["text"] for build in state["builds"])
        if not record.over and "after" in entry:
            assert " ".join([*state["table"], *builds]) == entry["after"]
            assert tops(state) == entry["top_among"]
    assert record.over
    assert not record.irregularities
    rows = record.engine.rows(record.state)
    scored = sheet(game, house, rows, played["teams"], record.state.last_capturer)
    for player in scored["players"]:
        del player["name"]
    assert scored == played["score"]


@pytest.mark.parametrize("game", GAMES)
def test_what_excludes_one_another(game: str) -> None:
    exclusions = RULESETS[game].house_rules.exclusions()
    assert {frozenset({one, other}) for one in exclusions for other in exclusions[one]} == {
        pair for pair in PAIRS if pair <= {*exclusions}
    }
