"""Exercises in counting, in every game: what a pile is worth, and what is missing from a sheet."""

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
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """A pile of some takes: what do its cards score, each by itself?"""
    plan = moment.rules.sheet
    worths = plan.card_worths
    cards = chance.shuffled(plan.deck.faces * plan.deck.copies)[:_MOST]
    free, fitting = chance.one_in(6), []
    for number in range(_FEWEST, _MOST + 1):
        worth = [worths[card] for card in cards[:number] if worths[card]]
        difficulty = Difficulty(number, len(worth), len(set(worth)))
        if wanted.has(difficulty) and (worth or free):
            fitting.append(difficulty)
    if not fitting:
        return None
    difficulty = chance.pick(fitting)
    pile = tuple(cards[: difficulty.cards])
    return Exercise(
        moment.rules.key, ExerciseType.PILE, wanted.seed, difficulty, ("number",), pile=pile
    )


def ask_missing(
    moment: SimulatedPosition, chance: SeededRandom, wanted: DifficultyRange
) -> Exercise | None:
    """The sheet of a whole game, as the packs come to be shared out by takes of a few cards, but
    one to three cards that score were forgotten: which lines of the sheet lack something?"""
    rules, players = moment.rules, moment.seats.players
    plan = rules.sheet
    seats = rules.pile_seats(players, moment.seats.teams)
    cards = chance.shuffled(plan.deck.faces * plan.deck.copies)
    scoring = [card for card in cards if plan.card_worths[card]]
    forgotten = scoring[: 1 + chance.below(3)]
    short = [field for field in plan.fields if not field.faces.isdisjoint(forgotten)]
    difficulty = Difficulty(2 * len(seats), len(plan.fields), len(short))
    if not wanted.has(difficulty):
        return None
    left = difference(cards, forgotten)
    piles: dict[int, Cards] = dict.fromkeys(range(players), ())
    while left:
        number = 2 + chance.below(4)
        taken, left = left[:number], left[number:]
        seat = chance.pick(seats)
        piles[seat] = (*piles[seat], *taken)
    rows = tuple(RowCounts(0, _counts(rules, piles[seat])) for seat in range(players))
    return Exercise(
        rules.key,
        ExerciseType.MISSING,
        wanted.seed,
        difficulty,
        ("fields",),
        players=players,
        rows=rows,
    )


def _counts(rules: Ruleset, pile: Cards) -> dict[str, int]:
    found = rules.sheet.count(pile)
    return {field.key: found[field.key] for field in rules.sheet.fields}


def sheet_of(exercise: Exercise) -> Sheet:
    """The sheet as it is scored: whoever captured last, no sum tells."""
    rules, rows = ruleset(exercise.game), exercise.rows
    return score(rules, rows, rules.seating.settle(len(rows), None), 0)


def _lacking(sheet: Sheet) -> tuple[str, ...]:
    """The lines of which fewer were found than there are."""
    kinds = sheet.kinds or {}
    return tuple(sorted(key for key, kind in kinds.items() if kind.found < kind.expected))


def answers(exercise: Exercise) -> frozenset[Answer]:
    """The one right answer, as the sheet has it."""
    if exercise.kind is ExerciseType.PILE:
        worths = ruleset(exercise.game).sheet.card_worths
        return frozenset({Answer(number=sum(worths[card] for card in exercise.pile))})
    return frozenset({Answer(fields=_lacking(sheet_of(exercise)))})


def judged(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """Is it that?"""
    found = None
    if exercise.kind is ExerciseType.MISSING:
        found = sheet_of(exercise)
    return JudgedAnswer(answer in answers(exercise), "scoring", found)
