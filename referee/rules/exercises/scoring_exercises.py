"""Exercises in counting, in every game: the points of a pile, and the cards missing from a
sheet."""

from __future__ import annotations

from ..cards import Cards, difference
from ..games import ruleset
from ..ruleset import Ruleset
from ..scoring import Sheet, score
from ..sheet_plan import RowCounts
from .difficulty_levels import DifficultyRange
from .exercise import Answer, Difficulty, Exercise, ExerciseType, JudgedAnswer
from .game_simulation import SimulatedPosition
from .seeded_random import SeededRandom

_FEWEST, _MOST = 3, 24


def ask_pile(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks for the points of the cards in a pile; None if none fits."""
    plan = simulated.rules.sheet
    worths = plan.card_worths
    cards = chance.shuffled(plan.deck.faces * plan.deck.copies)[:_MOST]
    free, fitting = chance.one_in(6), []
    for number in range(_FEWEST, _MOST + 1):
        worth = [worths[card] for card in cards[:number] if worths[card]]
        difficulty = Difficulty(number, len(worth), len(set(worth)))
        if difficulty_range.has(difficulty) and (worth or free):
            fitting.append(difficulty)
    if not fitting:
        return None
    difficulty = chance.pick(fitting)
    pile = tuple(cards[: difficulty.cards])
    return Exercise(
        simulated.rules.key,
        ExerciseType.PILE,
        difficulty_range.seed,
        difficulty,
        ("number",),
        pile=pile,
    )


def ask_missing(
    simulated: SimulatedPosition, chance: SeededRandom, difficulty_range: DifficultyRange
) -> Exercise | None:
    """Return an exercise that asks which fields of a sheet lack cards; None if it does not fit.

    The deck is shared out in captures of a few cards, without one to three scoring cards.
    """
    rules, players = simulated.rules, simulated.seats.players
    plan = rules.sheet
    seats = rules.pile_seats(players, simulated.seats.teams)
    cards = chance.shuffled(plan.deck.faces * plan.deck.copies)
    scoring = [card for card in cards if plan.card_worths[card]]
    forgotten = scoring[: 1 + chance.below(3)]
    short = [field for field in plan.fields if not field.faces.isdisjoint(forgotten)]
    difficulty = Difficulty(2 * len(seats), len(plan.fields), len(short))
    if not difficulty_range.has(difficulty):
        return None
    remaining = difference(cards, forgotten)
    piles: dict[int, Cards] = dict.fromkeys(range(players), ())
    while remaining:
        number = 2 + chance.below(4)
        captured, remaining = remaining[:number], remaining[number:]
        seat = chance.pick(seats)
        piles[seat] = (*piles[seat], *captured)
    rows = tuple(RowCounts(0, _counts(rules, piles[seat])) for seat in range(players))
    return Exercise(
        rules.key,
        ExerciseType.MISSING,
        difficulty_range.seed,
        difficulty,
        ("fields",),
        players=players,
        rows=rows,
    )


def _counts(rules: Ruleset, pile: Cards) -> dict[str, int]:
    """Return the counts of a pile by field."""
    counts = rules.sheet.count(pile)
    return {field.key: counts[field.key] for field in rules.sheet.fields}


def sheet_of(exercise: Exercise) -> Sheet:
    """Return the scored sheet of an exercise. The last capturer is set to seat 0, which changes no
    counts."""
    rules, rows = ruleset(exercise.game), exercise.rows
    return score(rules, rows, rules.seating.settle(len(rows), None), 0)


def _lacking(sheet: Sheet) -> tuple[str, ...]:
    """Return the fields of which fewer cards were found than there are."""
    kinds = sheet.kinds or {}
    return tuple(sorted(key for key, kind in kinds.items() if kind.found < kind.expected))


def answers(exercise: Exercise) -> frozenset[Answer]:
    """Return the only right answer to an exercise."""
    if exercise.kind is ExerciseType.PILE:
        worths = ruleset(exercise.game).sheet.card_worths
        return frozenset({Answer(number=sum(worths[card] for card in exercise.pile))})
    return frozenset({Answer(fields=_lacking(sheet_of(exercise)))})


def judge_answer(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """Return the judgement of an answer, with the sheet where one was asked about."""
    sheet = None
    if exercise.kind is ExerciseType.MISSING:
        sheet = sheet_of(exercise)
    return JudgedAnswer(answer in answers(exercise), "scoring", sheet)
