"""Properties of every registered game, and of its house rules."""

import random
import re
from itertools import combinations, product
from typing import Any

import pytest

from referee.api.game_answers import GameStateSchema, state_values
from referee.api.ruling_answers import BuildRulingSchema, build_ruling_of
from referee.api.sheet_answers import SheetSchema, sheet_of
from referee.rules.games import RULESETS, UnknownGame, UnknownVersion, ruleset
from referee.rules.games.ask import ask, build_question
from referee.rules.games.casino.followed.state import Pile
from referee.rules.games.casino.judge.play_rules import build_rules
from referee.rules.house_rules import ExcludedHouseRules, UnknownHouseRule
from referee.rules.notation import read_cards
from referee.rules.score_items import PointsPerCard
from referee.rules.scoring import after_games, score
from referee.rules.seating import Seats
from tests.followed_games import entered
from tests.oracle import variants
from tests.oracle.casino_family import PAIRS, SWITCHES
from tests.playthroughs import Setup, begun
from tests.strategies import SOAK, times


def switches(game: str) -> list[tuple[str, ...]]:
    """Return all ways to set the switches where they are few, or else up to two that are on, but
    those that exclude one another."""
    names, exclusions = RULESETS[game].house_rules.names(), RULESETS[game].house_rules.exclusions()
    most = len(names) if len(names) <= 4 else 2
    return [
        chosen
        for size in range(most + 1)
        for chosen in combinations(names, size)
        if not any(other in exclusions[name] for name, other in combinations(chosen, 2))
    ]


@pytest.mark.parametrize("game", RULESETS)
def test_every_plan_deals_out_the_packs(game: str) -> None:
    for rules in (ruleset(game, house) for house in switches(game)):
        for players, plan in rules.seating.deal_plans.items():
            hands = sum(plan.hand_size(deal + 1) for deal in range(plan.deals))
            assert players * hands + sum(plan.table) + plan.stock == rules.deck.size


@pytest.mark.parametrize("game", RULESETS)
def test_what_a_card_scores_by_itself_it_scores_once(game: str) -> None:
    """A card may belong to several fields; an item counts it in one of them."""
    sheet = ruleset(game).sheet
    for item in sheet.items:
        scored = [
            f.faces
            for f in sheet.fields
            if isinstance(item, PointsPerCard) and f.key in item.points
        ]
        assert len(frozenset().union(*scored)) == sum(map(len, scored))


def test_unknown_games_and_house_rules_are_refused() -> None:
    with pytest.raises(UnknownGame):
        ruleset("whist")
    with pytest.raises(ExcludedHouseRules):
        ruleset("casino", ["claim_out", "sweeps_cancel"])
    for game in RULESETS:
        with pytest.raises(UnknownHouseRule):
            ruleset(game, ["jokers"])
        with pytest.raises(UnknownVersion):
            ruleset(game, (), max(RULESETS[game].versions) + 1)


@pytest.mark.parametrize("game", RULESETS)
def test_each_version_of_the_rules_is_kept(game: str) -> None:
    """A version that was played by is never taken away, and the newest is what is begun now."""
    versions = list(RULESETS[game].versions)
    assert versions == list(range(1, len(versions) + 1))
    assert [ruleset(game, (), version).version for version in versions] == versions
    assert ruleset(game) is ruleset(game, (), versions[-1])


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


GAME = "kasino"

VALUES = [
    # card, house rule, values from the hand, on the table
    ("AH", "", (1, 14), (1, 14)), ("AH", "kasino_values", (14,), (1,)),
    ("2S", "kasino_values", (15,), (2,)), ("2H", "kasino_values", (2,), (2,)),
    ("10D", "kasino_values", (16,), (10,)), ("10D", "kasino_values_free", (10, 16), (10,)),
    ("2S", "kasino_values_free", (2, 15), (2,)), ("AH", "kasino_values_free", (1, 14), (1, 14)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "house", "hand", "table"), VALUES)
def test_values(text: str, house: str, hand: tuple[int, ...], table: tuple[int, ...]) -> None:
    rules = build_rules(ruleset(GAME, house.split()))
    (card,) = build_question(GAME, {"table": text}).table.loose
    assert (rules.hand_values(card), rules.values[card.rank]) == (hand, table)


LATE = [
    # house rule, totals before the game: what two sweeps score so far
    ("late_sweeps_off", {0: 10, 1: 0}, 0), ("late_sweeps_off", {0: 9, 1: 9}, 2), ("", {0: 15}, 2),
]  # fmt: skip


@pytest.mark.parametrize(("house", "totals", "points"), LATE)
def test_late_sweeps_score_nothing_so_far(house: str, totals: dict[int, int], points: int) -> None:
    """The live table says so before the end."""
    rules = after_games(ruleset(GAME, house.split()), None, totals, ())
    engine = rules.engine
    state = engine.start(Seats(2, 0), read_cards("4C 5H 9C KD"))
    swept = state.with_pile(0, Pile(markers=2))
    assert engine.points_so_far(swept, rules.sheet) == (points, 0)
