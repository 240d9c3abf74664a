"""Sentences of a type of exercise, and feedback on answers."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from ..languages import gettext, lazy_gettext, sentence
from ..rules.cards import Cards
from ..rules.exercises.exercise import Answer, Exercise, JudgedAnswer
from ..rules.score_items import MARKERS
from ..rules.sheet_plan import SheetPlan
from ..words.card_names import card_text
from ..words.house_rule_words import HOUSE_RULES
from ..words.score_names import FIELDS
from .verdict_lines import VerdictLine

_PLAYERS = ("Anna", "Ben", "Clara", "David", "Ella", "Finn")
_UNANSWERED = {
    "number": lazy_gettext("Enter a number."),
    "choice": lazy_gettext("Choose an answer."),
}


class ExerciseTexts:
    """The sentences of a type of exercise, which has the same ``name``.

    ``title`` is its question in a few words. ``none`` is the button for an answer without cards, ""
    for types without it, and ``send`` the one that sends what is tapped. ``number`` is the label of
    the number that an answer gives.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    none: ClassVar[str] = ""
    send: ClassVar[str] = lazy_gettext("That is my answer")
    number: ClassVar[str] = lazy_gettext("Points")
    hint: ClassVar[str] = ""

    def seat_names(self, exercise: Exercise) -> list[str]:
        """Return the name of each seat of an exercise."""
        return [player_name(exercise.name_of(seat)) for seat in range(exercise.players)]

    def question(self, exercise: Exercise, names: Sequence[str]) -> str:
        """Return the question of an exercise and how to answer it; ``names`` are those of the
        seats."""
        raise NotImplementedError

    def told(self, _exercise: Exercise, _names: Sequence[str]) -> list[str]:
        """Return what has to be known before the question, a sentence or two each: such as what
        was played. ``names`` are those of the seats."""
        return []

    def value_text(self, exercise: Exercise, value: str, names: Sequence[str]) -> str:
        """Return one of the values that can be chosen, in words; ``names`` are those of the
        seats."""
        raise NotImplementedError

    def hints(self, exercise: Exercise) -> list[str]:
        """Return the hints of an exercise, for somebody who has never played."""
        if exercise.rule:
            return [str(HOUSE_RULES[exercise.rule].rule)]
        return [*([str(self.hint)] if self.hint else []), *self._more_hints(exercise)]

    def _more_hints(self, _exercise: Exercise) -> Iterator[str]:
        yield from ()

    def feedback(
        self, exercise: Exercise, answer: Answer, judged: JudgedAnswer, names: Sequence[str]
    ) -> list[VerdictLine]:
        """Return why an answer is right or wrong, each reason with its clause."""
        reasons = self._reasons(exercise, answer, judged, names)
        lines = [line for line in reasons if line.text]
        if lines and not any(line.clause for line in lines):
            lines[-1] = lines[-1]._replace(clause=judged.clause)
        return lines

    def _reasons(
        self, exercise: Exercise, answer: Answer, judged: JudgedAnswer, names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        raise NotImplementedError

    def unanswered(self, part: str) -> str:
        """Return the sentence to an answer that lacks a part; it names only buttons that exist."""
        if part in _UNANSWERED:
            return str(_UNANSWERED[part])
        return gettext("Tap the cards that you mean, or “%(none)s”.", none=str(self.none))


def player_name(number: int) -> str:
    """Return one of the names of players in exercises."""
    return _PLAYERS[number]


def order_text(names: Sequence[str]) -> str:
    """Return the order in which players with these names play."""
    return gettext("In the order of play: %(names)s.", names=", ".join(names))


def worths_text(exercise: Exercise, cards: Cards, *sweeps: tuple[str, int]) -> str:
    """Return what cards and ``sweeps`` score: "10♦ 3 + 5♠ 1: together 4." """
    worths = exercise.rules.sheet.card_worths
    scoring = [(card_text(card), worths[card]) for card in sorted(cards) if worths[card]]
    scoring = [*sweeps, *scoring]
    if not scoring:
        return gettext("None of these cards scores.")
    sum_text = " + ".join(f"{name} {worth}" for name, worth in scoring)
    return gettext(
        "%(cards)s: together %(total)d.", cards=sum_text, total=sum(w for _, w in scoring)
    )


def more_ways_text() -> str:
    """Return the remark that a right answer is one of several."""
    return gettext("There is more than one way; to this one nothing can be added.")


def scores_text(plan: SheetPlan, *, sweeps: bool) -> str:
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


def field_label(key: str) -> str:
    """Return the label of a field of the score sheet."""
    return str(FIELDS[key].label)


def sweeps_label(plan: SheetPlan) -> str:
    """Return the label of the line of sweeps on a score sheet."""
    return gettext("Cards face up") if plan.sweeps_are_paid else gettext("Sweeps")
