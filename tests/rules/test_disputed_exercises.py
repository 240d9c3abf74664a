"""Exercises about what is disputed at tables, as tables of plain positions, and the positions that
ask what one would play."""

from collections import Counter
from collections.abc import Mapping

import pytest

from referee.rules.exercises.best_play_exercises import (
    SAME,
    FoundPosition,
    found_positions,
    simulated_position,
)
from referee.rules.exercises.exercise import LEVELS, Answer, Course, Difficulty, Exercise
from referee.rules.exercises.habits import MOST_ABOVE_CHANCE, MOST_RIGHT
from referee.rules.exercises.registry import TYPES
from referee.rules.games import RULESETS, ruleset
from referee.rules.notation import read_cards, read_settled_play
from referee.rules.plays import Play, Played
from referee.rules.seating import Seats
from tests.strategies import SOAK


def exercise(game: str, kind: str, texts: Mapping[str, str], **more: object) -> Exercise:
    """Return an exercise of a kind about a position."""
    of_kind = TYPES[kind]
    made = Exercise(game, of_kind, 100_000, Difficulty(0, 0, 0), of_kind.asks, dict(texts))
    for name, value in more.items():
        object.__setattr__(made, name, value)
    return made


HEARTS = tuple(f"{rank}H" for rank in (*"A23456789", "10", *"JQK"))
SETUPS = [
    # the table, the card that is played, whether it ends the deal, the hearts that sweep then
    ("2S 6H QD", "8C", False, "QH"),
    ("5C 5D QH", "QS", False, "10H 5H"),
    ("9C", "3H", False, "QH"),
    ("8C", "7H", False, ""),
    ("QD KC", "5H", False, ""),
    ("QD KC", "5H", True, "5H"),
    ("QD", "KC", True, ""),
    ("AS", "AH", False, "2H"),
]


@pytest.mark.parametrize(("table", "played", "ends", "ranks"), SETUPS)
def test_what_a_play_sets_up(table: str, played: str, ends: bool, ranks: str) -> None:
    texts = {"table": table, "played": played} | ({"last_of_deal": "1"} if ends else {})
    asked = exercise("krypkasino", "setup", texts, choices=HEARTS)
    assert asked.answers == {Answer(tuple(ranks.split()))}


HANDS = [
    # a game, the kind, the table, the hand, the build that is asked about, the cards that may
    ("casino", "playable", "3H+5S=8@0 4D", "4H 8C KS", "", "4H 8C"),
    ("casino", "playable", "3H+5S=8@0 6D", "2H 8C 8D", "", "2H 8C 8D"),
    ("south-african-casino", "playable", "3H+5S=8@0 4D", "4H 8C 9S", "", "4H 8C"),
    ("casino", "join", "3C+5D=8S=8@0 6H", "2C 8C 8D 10H", "3C+5D=8S=8@0", "2C 8C 8D"),
    ("casino", "join", "3C+5D=8S=8@0 6H", "2C 8C 10H", "3C+5D=8S=8@0", "2C"),
    ("casino", "join", "3C+3S=6@1", "2H 8C KS", "3C+3S=6@1", "2H"),
    ("casino", "join", "3C=3S=3@1", "2H 5C", "3C=3S=3@1", ""),
    ("swazi-casino", "join", "4S+5D=9@1", "2H JC", "4S+5D=9@1", "2H"),
    ("swazi-casino", "join", "4S+5D=9@0", "2H 9C JC", "4S+5D=9@0", ""),
    ("swazi-casino", "join", "4S+5D=9@0", "2H 9C 9H JC", "4S+5D=9@0", "9C 9H"),
]


@pytest.mark.parametrize(("game", "kind", "table", "hand", "build", "may"), HANDS)
def test_which_cards_of_a_hand_may(
    game: str, kind: str, table: str, hand: str, build: str, may: str
) -> None:
    texts = {"table": table, "hand": hand, "players": "3", "build": build}
    assert exercise(game, kind, texts).answers == {Answer(tuple(may.split()))}


def course(game: str, players: int, table: str, plays: str) -> Course:
    """Return the course of plays after a first table; the seat after seat 0 begins."""
    rules = ruleset(game)
    assert rules.engine is not None
    teams = rules.seating.usual_teams(players)
    start = state = rules.engine.start(Seats(players, 0, teams), read_cards(table))
    seated: list[tuple[int, Play]] = []
    for text in plays.split(", "):
        play, seat = read_settled_play(text), state.turn
        assert seat is not None
        seated.append((seat, play))
        state = rules.engine.play(state, Played(play), seat).state
    return Course(start, tuple(seated))


COURSES = [
    # a kind, a game, the players, the first table, the plays, what is asked about, the answer
    ("owner", "casino", 3, "5S 4C 10D QH", "3H 3H+5S=8, KS -", "3H+5S=8", "1"),
    ("owner", "casino", 3, "5S 4C 10D QH", "3H 3H+5S=8, 4D 3H+5S=4D+4C=8", "3H+5S=4D+4C=8", "2"),
    ("owner", "casino", 3, "5S 4C 10D QH", "3H 3H+5S=8, AD AD+3H+5S=9", "AD+3H+5S=9", "2"),
    # In the games of the south a partner who adds changes nothing, an opponent who raises does, and
    # so does a partner who asks.
    (
        "owner", "swazi-casino", 4, "5S 6D 9D QH", "3H 3H+5S=8, KS -, 2H 3H+5S=2H+6D=8",
        "3H+5S=2H+6D=8", "3",
    ),
    ("owner", "swazi-casino", 4, "5S 6D 9D QH", "3H 3H+5S=8, 2H 2H+3H+5S=10", "2H+3H+5S=10", "2"),
    (
        "owner", "swazi-casino", 4, "5S 6D 9D QH",
        "3H 3H+5S=8, KS -, KC -, KD -, 8H 3H+5S=8H=8@1", "3H+5S=8H=8", "1",
    ),
    ("proof", "swazi-casino", 4, "5S 4C 9D QH", "3H 3H+5S=8, KS -", "3", ""),
    ("proof", "swazi-casino", 4, "5S 4C 9D QH", "3H 3H+5S=8, 8D x 3H+5S=8", "3", "8H"),
    (
        "proof", "swazi-casino", 4, "5S 4C 9D QH",
        "3H 3H+5S=8, 8D x 3H+5S=8, KC -, KD -, 8C -", "3", "",
    ),
    ("top_now", "south-african-casino", 3, "5C", "3H -, 8D x 3H 5C", "2", "3H"),
    (
        "top_now", "lesotho-casino", 3, "QC 5S 4C 10D",
        "10H x 10D, 9C x 4C 5S, KS -, QH x QC", "2", "10H",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "game", "players", "table", "plays", "about", "answer"), COURSES)
def test_what_the_plays_before_decide(
    kind: str, game: str, players: int, table: str, plays: str, about: str, answer: str
) -> None:
    is_build = "=" in about
    texts, seat = ({"build": about}, 0) if is_build else ({}, int(about))
    asked = exercise(
        game, kind, texts, players=players, seat=seat, choices=HEARTS,
        course=course(game, players, table, plays),
    )  # fmt: skip
    right = Answer(tuple(answer.split())) if kind == "proof" else Answer(choice=answer)
    assert asked.answers == {right}


# --- what one would play --------------------------------------------------------------------------

FOUND = [
    (game, level, found)
    for game in RULESETS
    for level, of_level in found_positions(game).items()
    for found in (of_level if SOAK > 1 else of_level[:2])
]


@pytest.mark.parametrize(("game", "level", "found"), FOUND)
def test_a_found_position_is_there_and_one_card_is_clearly_best(
    game: str, level: int, found: FoundPosition
) -> None:
    rules = ruleset(game)
    simulated = simulated_position(rules, found)
    assert level in LEVELS
    assert {worth.card for worth in found.worths} <= {*simulated.hand}
    assert rules.engine is not None
    for worth in found.worths:
        state, seat = simulated.state, simulated.seat
        assert rules.engine.judge(state, seat, worth.play, simulated.hand).legal, worth
    right = found.right
    assert right[0].cost == 0
    others = [worth.cost for worth in found.worths if worth not in right]
    assert min(others) >= LEAST
    assert SAME < LEAST


LEAST = 0.5
"""Points that each other card costs at least."""


@pytest.mark.parametrize("game", [game for game in RULESETS if found_positions(game)])
def test_no_place_and_no_height_is_the_best_play(game: str) -> None:
    """Neither the first nor the last of the plays to choose from is right too often, which are in
    order of the cards."""
    for level, of_level in found_positions(game).items():
        right: Counter[str] = Counter()
        choices = 0.0
        for found in of_level:
            cards = sorted(worth.card for worth in found.worths)
            places = {cards.index(worth.card) for worth in found.right}
            right.update(first=0 in places, last=len(cards) - 1 in places)
            choices += 100 * len(places) / len(cards)
        most = max(MOST_RIGHT[level], choices / len(of_level) + MOST_ABOVE_CHANCE)
        if len(of_level) > FEW:
            assert 100 * max(right.values()) <= most * len(of_level), (level, right)


FEW = 10
"""Positions of a level of which no share can be told."""
