"""Exercises in counting, in every game: what a pile is worth, and what is missing from a sheet."""

from __future__ import annotations

from ..cards import Cards
from ..games import ruleset
from ..ruleset import Ruleset
from ..scoring import Sheet, score
from ..sheet import Row
from .chance import Chance
from .exercise import Answer, Difficulty, Exercise, Judged, Kind
from .playing import Moment

_FEWEST, _MOST = 3, 24


def ask_pile(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """Somebody's pile: what do its cards score, each by itself?"""
    worths = moment.rules.sheet.card_worths
    piles = [pile for pile in moment.piles if _FEWEST <= len(pile) <= _MOST]
    if not piles:
        return None
    pile = tuple(chance.shuffled(chance.pick(piles)))
    scoring = [card for card in pile if worths[card]]
    if not scoring and chance.below(6):
        return None
    different = len({worths[card] for card in scoring})
    return Exercise(
        moment.rules.key,
        Kind.PILE,
        seed,
        Difficulty(len(pile), len(scoring), different),
        ("number",),
        pile=pile,
    )


def ask_missing(moment: Moment, chance: Chance, seed: int) -> Exercise | None:
    """The sheet of a whole game, as the packs come to be shared out by takes of a few cards, but
    one to three cards that score were forgotten: which lines of the sheet lack something?"""
    rules, players = moment.rules, moment.seats.players
    plan = rules.sheet
    seats = rules.pile_seats(players, moment.seats.teams)
    left = chance.shuffled(plan.deck.faces * plan.deck.copies)
    scoring = [card for card in left if plan.card_worths[card]]
    forgotten = scoring[: 1 + chance.below(3)]
    for card in forgotten:
        left.remove(card)
    piles: dict[int, Cards] = dict.fromkeys(range(players), ())
    while left:
        number = 2 + chance.below(4)
        taken, left = left[:number], left[number:]
        seat = chance.pick(seats)
        piles[seat] = (*piles[seat], *taken)
    rows = tuple(Row(0, _counts(rules, piles[seat])) for seat in range(players))
    short = [field for field in plan.fields if not field.faces.isdisjoint(forgotten)]
    lines = len(plan.fields)
    return Exercise(
        rules.key,
        Kind.MISSING,
        seed,
        Difficulty(2 * len(seats), lines, len(short)),
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
    if exercise.kind is Kind.PILE:
        worths = ruleset(exercise.game).sheet.card_worths
        return frozenset({Answer(number=sum(worths[card] for card in exercise.pile))})
    return frozenset({Answer(fields=_lacking(sheet_of(exercise)))})


def judged(exercise: Exercise, answer: Answer) -> Judged:
    """Is it that?"""
    found = None
    if exercise.kind is Kind.MISSING:
        found = sheet_of(exercise)
    return Judged(answer in answers(exercise), "scoring", found)
