"""Hints of exercises for newcomers: words, what cards count in sums, what scores."""

from __future__ import annotations

from collections.abc import Iterator

from ..languages import gettext, lazy_gettext
from ..rules.cards import Rank
from ..rules.exercises.build_game_answers import question_of
from ..rules.exercises.exercise_and_answer_types import Exercise
from ..rules.exercises.exercise_type_enum import ExerciseType
from ..rules.games import ruleset
from ..rules.games.casino.judge.play_rules_base import BuildRules, build_rules
from ..rules.plays import Trail
from ..rules.score_items import MARKERS
from ..rules.sheet_plan import SheetPlan
from ..words import FIELDS, HOUSE_RULES, rank_text, sentence

_HINTS = {
    ExerciseType.SWEEP: lazy_gettext(
        "Whoever takes the whole table lays the card that was played face up in their pile: a"
        " sweep. If just its twin lay there, both: a double sweep. Else none."
    ),
    ExerciseType.COST: lazy_gettext("The card that is played counts, too, if it takes something."),
    ExerciseType.PAYS: lazy_gettext(
        "The player before set the sweep up, and gets rid of 5 points, or 10 if it is double."
    ),
    ExerciseType.TRAIL: lazy_gettext(
        "To trail is to lay a card on the table and take nothing. A build of yours may forbid it."
    ),
    ExerciseType.INSIST: lazy_gettext(
        "Before your turn is over, an opponent may insist that your card takes all it can, and that"
        " what fits a build of your side is added to it."
    ),
}


def exercise_hints(exercise: Exercise) -> list[str]:
    """Return the hints of an exercise, for somebody who has never played."""
    if exercise.rule:
        return [str(HOUSE_RULES[exercise.rule].rule)]
    return [*_hints(exercise)]


def _hints(exercise: Exercise) -> Iterator[str]:
    """Yield the hints of an exercise."""
    if exercise.kind in _HINTS:
        yield str(_HINTS[exercise.kind])
    if exercise.kind in (ExerciseType.PILE, ExerciseType.COST):
        yield _scores_text(ruleset(exercise.game).sheet, sweeps=exercise.kind is ExerciseType.COST)
        if exercise.kind is ExerciseType.PILE:
            return
    if exercise.kind is ExerciseType.INSIST and lays_ace(exercise):
        yield laid_ace_text()
    if "=" in exercise.texts.get("table", ""):
        yield gettext(
            "Cards that overlap are a build: only a card of the number on them takes them, and"
            " takes them all."
        )
    if any(rank in _question_cards(exercise) for rank in "AJQK"):
        yield _values_text(exercise)


def lays_ace(exercise: Exercise) -> bool:
    """Return whether the exercise has an ace that is trailed and might count as 1 or as 14."""
    question = question_of(exercise)
    aces = len(build_rules(question.rules).values[Rank.ACE])
    laid = [step.card for step in question.turn or () if isinstance(step, Trail)]
    return aces > 1 and any(card.rank is Rank.ACE for card in laid)


def laid_ace_text() -> str:
    """Return the sentence on the value of an ace that is trailed."""
    return gettext(
        "Whoever lays an ace says whether it counts 1 or 14, and it need only take what that takes:"
        " so Referee reads the rules."
    )


def _question_cards(exercise: Exercise) -> str:
    """Return the cards that an exercise asks about, as text; other hands do not matter."""
    names = ["table", "played", "turn"]
    names += ["hand"] if exercise.kind is ExerciseType.FORCED else []
    return " ".join(exercise.texts.get(name, "") for name in names)


def _values_text(exercise: Exercise) -> str:
    """Return what cards count whose number is not printed on them."""
    letters = {name: rank_text(Rank[name.upper()]) for name in ("jack", "queen", "king", "ace")}
    game = ruleset(exercise.game)
    rules = game.referee
    if not isinstance(rules, BuildRules):
        text = gettext(
            "In sums %(jack)s counts 11, %(queen)s 12, %(king)s 13; %(ace)s counts 14 when it is"
            " played, and 1 on the table."
        )
    elif rules.values[Rank.JACK]:
        text = gettext(
            "%(jack)s counts 11, %(queen)s 12, %(king)s 13, and %(ace)s 1 or 14, as you like."
        )
    elif all(rules.has_number(face) for face in game.deck.faces):
        text = gettext("%(ace)s counts 1.")
    else:
        text = gettext(
            "%(ace)s counts 1. Pictures have no number: they take only their own rank, and go into"
            " no build."
        )
    return text % letters


def _scores_text(plan: SheetPlan, *, sweeps: bool) -> str:
    """Return what each card scores by itself, and a sweep: "10♦ 3 · each other spade 1"."""
    scoring = [field for field in plan.fields if plan.worths[field.key]]
    scores = [f"{FIELDS[field.key].each} {plan.worths[field.key]}" for field in scoring]
    if sweeps:
        sweep = plan.worths[MARKERS]
        sweep_text = gettext("a sweep %(points)d, a double one %(double)d")
        scores.append(sweep_text % {"points": sweep, "double": 2 * sweep})
    text = f"{sentence(' · '.join(scores))}."
    faces = [face for field in scoring for face in field.faces]
    if len(faces) > len(set(faces)):
        text += " " + gettext("A card may score for several of these.")
    return text
