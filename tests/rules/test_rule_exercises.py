"""Exercises about house rules: each rule that decides something has some, and decides in them."""

from dataclasses import replace

import pytest

from referee.rules.exercises.exercise import LEVELS, Answer, Exercise, seed_at
from referee.rules.exercises.house_rule_exercises import practised_rules, rule_pair
from referee.rules.exercises.registry import make
from referee.rules.exercises.score_exercises import DealtCounts, dealt
from referee.rules.games import RULESETS, ruleset
from referee.rules.ruleset import NOTHING_CARRIED
from tests.strategies import SOAK, times

DECIDES_NOTHING = {
    "set_aside_spades": "what is set aside after a deal",
    "clockwise": "the order of play",
    "no_redeal": "the first cards on the table",
}
"""House rules on which neither a play nor the score of a game depends."""
EVERY = [(game, rule) for game in RULESETS for rule in practised_rules(game)]


def in_a_game_each() -> list[tuple[str, str]]:
    """Return each house rule with the game of the fewest rules so far that has it."""
    found: list[tuple[str, str]] = []
    for rule in dict.fromkeys(rule for _, rule in EVERY):
        games = [game for game, other in EVERY if other == rule]
        found.append((min(games, key=[game for game, _ in found].count), rule))
    return found


@pytest.mark.parametrize("game", RULESETS)
def test_each_house_rule_has_an_exercise(game: str) -> None:
    without = {*RULESETS[game].house_rules.names()} - {*practised_rules(game)}
    assert without <= {*DECIDES_NOTHING}


def without_rule(exercise: Exercise) -> Exercise:
    """Return the exercise by the rules without its house rule."""
    pair = rule_pair(exercise.game, exercise.rule)
    house = " ".join(pair.off.house_rules.on_during_play)
    players = {"players": str(exercise.players)} if "table" in exercise.texts else {}
    texts = {**exercise.texts, **players, "house": house}
    if pair.on.pile_of_each(exercise.players) != pair.off.pile_of_each(exercise.players):
        texts.pop("piles", None)
    house_rules = pair.off.house_rules.on
    changed = {"carried": NOTHING_CARRIED, "claimed": False}
    return replace(exercise, texts=texts, house=house_rules, **changed)


@pytest.mark.parametrize(("game", "rule"), EVERY if SOAK > 1 else in_a_game_each())
def test_a_house_rule_decides_its_exercises(game: str, rule: str) -> None:
    """By the rules without it other answers are right; of plays, for even seeds."""
    for number in range(0, times(4), 2):
        exercise = make(game, rule, seed_at(LEVELS[number % len(LEVELS)], number))
        assert (exercise.name, exercise.rule) == (rule, rule)
        assert rule in exercise.house
        right = exercise.answers
        assert right != without_rule(exercise).answers, exercise
        assert all(exercise.judge(answer).right for answer in right)
        assert not exercise.judge(wrong(exercise)).right


def wrong(exercise: Exercise) -> Answer:
    """Return a wrong answer."""
    right = min(exercise.answers, key=str)
    if right.seats is not None:
        return Answer(seats=tuple(range(exercise.players)))
    if right.number is not None:
        return Answer(number=right.number + 1)
    if exercise.kind.name == "may":
        return Answer((), may=False) if right.may else Answer(may=True)
    others = [piece for piece in exercise.choices if piece not in (right.pieces or ())]
    return Answer(tuple(others or right.pieces[1:] if right.pieces else exercise.choices))


def test_both_answers_are_right_about_as_often() -> None:
    """A house rule forbids, or allows; the answer is not known beforehand."""
    exercises = [make("casino", "no_raise_own", seed_at(1, number)) for number in range(times(8))]
    legal = [Answer(may=True) in exercise.answers for exercise in exercises]
    assert {*legal} == {True, False}


@pytest.mark.parametrize(("game", "rule", "players", "plays", "numbers"), [
    ("casino", "draw", 2, 5, (4, 8, 5, 35)), ("casino", "draw", 4, 40, (4, 16, 32, 0)),
    ("casino", "", 2, 7, (4, 8, 0, 40)), ("casino", "", 2, 8, (4, 16, 0, 32)),
    ("swazi-casino", "crazy", 2, 1, (4, 16, 1, 31)), ("krypkasino", "", 3, 1, (5, 15, 0, 84)),
])  # fmt: skip
def test_how_many_are_dealt(game, rule, players, plays, numbers) -> None:
    rules = ruleset(game, [rule] if rule else [])
    assert dealt(rules, players, plays) == DealtCounts(*numbers)
