"""Exercises: each has answers, which are those that judging finds, and a day's ten differ."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice

import pytest

from referee.rules.exercises.exercise import (
    LEVELS,
    SEEDS,
    Answer,
    Exercise,
    NoSuchSeed,
    UnknownExerciseType,
    UnreadableAnswer,
    read_answer,
    seed_at,
    write_answer,
)
from referee.rules.exercises.house_rule_exercises import practised_rules, rule_pair
from referee.rules.exercises.registry import TEN, kinds, make, ten
from referee.rules.exercises.score_exercises import DealtCounts, dealt
from referee.rules.games import RULESETS, ruleset
from referee.rules.playing.simulation import SeededRandom
from referee.rules.question_fields import BadQuestion
from referee.rules.ruleset import NOTHING_CARRIED
from tests.strategies import SOAK, times

OF_EACH = 5 if SOAK == 1 else 1000
OTHERS = 12 if SOAK == 1 else 1000
EVERY = [(game, kind.name) for game in RULESETS for kind in kinds(ruleset(game))]


def seeds(kind: str) -> Iterator[int]:
    """Yield some of each level, other ones for each kind."""
    chance = SeededRandom("tests", kind)
    for number in range(OF_EACH):
        yield seed_at(LEVELS[number % len(LEVELS)], chance.below(SEEDS))


def other_answers(exercise: Exercise, chance: SeededRandom) -> Iterator[Answer]:
    """Yield answers that somebody may give: some by chance, and those near the right ones."""
    for right in exercise.answers:
        if right.number is not None:
            yield from (Answer(number=max(0, right.number + off)) for off in (-1, 0, 1))
        elif right.choice is not None:
            yield from (Answer(choice=value) for value in exercise.choices)
        else:
            yield from map(Answer, pieces_near(right.pieces or (), exercise, chance))


def pieces_near(
    right: tuple[str, ...], exercise: Exercise, chance: SeededRandom
) -> list[tuple[str, ...]]:
    chosen = [[piece for piece in exercise.choices if chance.below(2)] for _ in range(4)]
    return [
        (),
        right,
        *(tuple(sorted(pieces)) for pieces in chosen),
        *((*right[:at], *right[at + 1 :]) for at in range(len(right))),
    ]


@pytest.mark.parametrize(("game", "kind"), EVERY)
def test_a_right_answer_is_never_refused_and_a_wrong_one_never_taken(game: str, kind: str) -> None:
    chance = SeededRandom("answers", game, kind)
    for seed in seeds(kind):
        exercise = make(game, kind, seed)
        right = exercise.answers
        assert right, seed
        assert all(exercise.judge(one).right for one in right), seed
        for other in islice(other_answers(exercise, chance), OTHERS):
            found = exercise.judge(other)
            assert found.right is (other in right), (seed, other)
            assert found.clause


@pytest.mark.parametrize(("game", "kind"), EVERY)
def test_an_answer_is_read_as_it_is_written(game: str, kind: str) -> None:
    for seed in list(seeds(kind))[:20]:
        exercise = make(game, kind, seed)
        for one in exercise.answers:
            assert read_answer(exercise, write_answer(one)) == one


@pytest.mark.parametrize(("game", "kind"), EVERY)
def test_a_seed_is_always_the_same_exercise(game: str, kind: str) -> None:
    for seed in list(seeds(kind))[:1]:
        assert make(game, kind, seed) == make.__wrapped__(game, kind, seed)


DAYS = [f"2026-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29)]


@pytest.mark.parametrize("game", RULESETS)
def test_no_two_of_a_day_are_alike(game: str) -> None:
    for day in DAYS:
        found = ten(game, day)
        assert len(set(found)) == TEN
        assert found == ten(game, day)
        levels = [seed // SEEDS for _, seed in found]
        assert levels == sorted(levels)
        assert len({(kind, seed // SEEDS) for kind, seed in found}) == TEN
        known = kinds(ruleset(game))
        asked = Counter(kind for kind, _ in found)
        assert max(asked.values()) - min(asked[kind.name] for kind in known) <= 2
    assert len({ten(game, day) for day in DAYS}) == len(DAYS)


@pytest.mark.parametrize("game", RULESETS if SOAK > 1 else ["casino"])
def test_positions_of_a_day_differ(game: str) -> None:
    for day in DAYS if SOAK > 1 else DAYS[:1]:
        made = [make(game, kind, seed) for kind, seed in ten(game, day)]
        asked = {(e.kind, json.dumps(dict(e.texts)), e.pile, str(e.rows)) for e in made}
        assert len(asked) == TEN


@pytest.mark.parametrize("seed", [-1, 0, 99_999, 600_000, 10**30])
def test_a_number_that_no_exercise_has_is_refused(seed: int) -> None:
    with pytest.raises(NoSuchSeed):
        make("krypkasino", "take", seed)


@pytest.mark.parametrize(
    ("game", "kind"),
    [("krypkasino", "may"), ("casino", "take"), ("casino", "insist"), ("casino", "")],
)
def test_a_game_has_its_own_kinds(game: str, kind: str) -> None:
    with pytest.raises(UnknownExerciseType):
        make(game, kind, 100_000)


NO_ANSWERS = [
    ("take", {}), ("take", {"pieces": "XX"}), ("take", {"pieces": "K" * 1000}),
    ("take", {"pieces": "AS AS AS"}), ("take", {"choice": "creeps"}),
    ("cost", {"number": "two"}), ("cost", {"number": "-1"}), ("cost", {"number": "9" * 99}),
    ("pays", {"number": "5"}), ("pays", {"choice": "9:5"}),
    ("missing", {"choice": "hearts"}), ("missing", {"choice": "-"}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "texts"), NO_ANSWERS)
def test_what_answers_nothing_is_refused(kind: str, texts: dict[str, str]) -> None:
    with pytest.raises(UnreadableAnswer):
        read_answer(make("krypkasino", kind, 300_001), texts)


def test_chance_is_the_same_everywhere() -> None:
    chance = SeededRandom("krypkasino", "take", 100_000)
    assert [chance.below(1000) for _ in range(5)] == [626, 754, 625, 29, 946]
    assert sorted(chance.shuffled(range(9))) == list(range(9))


def test_a_pile_is_worth_what_its_cards_are() -> None:
    exercise = make("krypkasino", "pile", 300_007)
    (right,) = exercise.answers
    worths = ruleset("krypkasino").sheet.card_worths
    assert right.number == sum(worths[card] for card in exercise.pile)


DECIDES_NOTHING = {
    "set_aside_spades": "what is set aside after a deal",
    "clockwise": "the order of play",
    "no_redeal": "the first cards on the table",
    "no_points_on_first_table": "the first cards on the table",
}
"""House rules on which neither a play nor the score of a game depends."""
PRACTISED = [(game, rule) for game in RULESETS for rule in practised_rules(game)]


def in_a_game_each() -> list[tuple[str, str]]:
    """Return each house rule with the game of the fewest rules so far that has it."""
    found: list[tuple[str, str]] = []
    for rule in dict.fromkeys(rule for _, rule in PRACTISED):
        games = [game for game, other in PRACTISED if other == rule]
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


def answers_without_rule(exercise: Exercise) -> frozenset[Answer] | None:
    """Return the right answers by the rules without the house rule; None for a position that cannot
    be without it."""
    try:
        return without_rule(exercise).answers
    except BadQuestion:
        return None


@pytest.mark.parametrize(("game", "rule"), PRACTISED if SOAK > 1 else in_a_game_each())
def test_a_house_rule_decides_its_exercises(game: str, rule: str) -> None:
    """Of scores in all, of plays in some: by the rules without it other answers are right."""
    decided, least = False, times(6)
    for number in count():
        exercise = make(game, rule, seed_at(LEVELS[number % len(LEVELS)], number))
        assert (exercise.name, exercise.rule) == (rule, rule)
        assert rule in exercise.house
        right = exercise.answers
        decided |= right != answers_without_rule(exercise)
        assert all(exercise.judge(answer).right for answer in right)
        assert not exercise.judge(wrong(exercise)).right
        if decided and number + 1 >= least:
            return


def wrong(exercise: Exercise) -> Answer:
    """Return a wrong answer."""
    right = min(exercise.answers, key=str)
    if right.number is not None:
        return Answer(number=right.number + 1)
    if right.choice is not None:
        return next(
            Answer(choice=value)
            for value in exercise.choices
            if Answer(choice=value) not in exercise.answers
        )
    others = [piece for piece in exercise.choices if piece not in (right.pieces or ())]
    return Answer(tuple(others or right.pieces[1:] if right.pieces else exercise.choices))


def test_plays_are_legal_and_not_under_a_house_rule() -> None:
    """A house rule forbids, or allows; the answer is not known beforehand."""
    exercises = [make("casino", "no_raise_own", seed_at(1, number)) for number in range(times(60))]
    legal = [Answer(choice="legal") in exercise.answers for exercise in exercises]
    assert {*legal} == {True, False}


@pytest.mark.parametrize(("game", "rule", "players", "plays", "numbers"), [
    ("casino", "draw", 2, 5, (4, 8, 5, 35)), ("casino", "draw", 4, 40, (4, 16, 32, 0)),
    ("casino", "", 2, 7, (4, 8, 0, 40)), ("casino", "", 2, 8, (4, 16, 0, 32)),
    ("swazi-casino", "crazy", 2, 1, (4, 16, 1, 31)), ("krypkasino", "", 3, 1, (5, 15, 0, 84)),
])  # fmt: skip
def test_how_many_are_dealt(game, rule, players, plays, numbers) -> None:
    rules = ruleset(game, [rule] if rule else [])
    assert dealt(rules, players, plays) == DealtCounts(*numbers)
