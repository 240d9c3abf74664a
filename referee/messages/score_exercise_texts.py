"""Sentences of the types of exercises about scores, winners and the deal."""

from collections.abc import Iterator, Sequence

from ..languages import gettext, lazy_gettext, ngettext
from ..rules.exercises.exercise import Answer, Exercise, JudgedAnswer
from ..rules.exercises.score_exercises import DealtCounts, sheet_of
from ..rules.scoring import Sheet
from ..rules.session_end import FirstToTarget
from ..words.score_names import FIELDS, item_points, items_text
from .exercise_feedback import ExerciseTexts, scores_text, worths_text
from .verdict_lines import VerdictLine


class _PileTexts(ExerciseTexts):
    name = "pile"
    title = lazy_gettext("What is this pile worth?")

    def question(self, _exercise: Exercise, _names: Sequence[str]) -> str:
        return gettext("How many points are these cards worth together, each counted by itself?")

    def _more_hints(self, exercise: Exercise) -> Iterator[str]:
        yield scores_text(exercise.rules.sheet, sweeps=False)

    def _reasons(
        self, exercise: Exercise, _answer: Answer, _judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        yield VerdictLine(worths_text(exercise, exercise.pile))


class _MissingTexts(ExerciseTexts):
    name = "missing"
    title = lazy_gettext("What is missing?")

    def question(self, _exercise: Exercise, _names: Sequence[str]) -> str:
        return gettext("Cards were forgotten in this count. Which lines lack cards?")

    def value_text(self, _exercise: Exercise, value: str, _names: Sequence[str]) -> str:
        return " · ".join(str(FIELDS[key].label) for key in value.split("+"))

    def _reasons(
        self, _exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        assert isinstance(judged.found, Sheet)
        for key, count in (judged.found.kinds or {}).items():
            if count.found < count.expected:
                yield VerdictLine(
                    gettext(
                        "%(kind)s: %(found)d of %(expected)d.",
                        kind=str(FIELDS[key].label),
                        found=count.found,
                        expected=count.expected,
                    )
                )


class PointsTexts(ExerciseTexts):
    name = "points"
    title = lazy_gettext("How many points?")

    def question(self, exercise: Exercise, names: Sequence[str]) -> str:
        if exercise.claimed:
            return gettext(
                "%(name)s claims the target in mid-game. How many points of this game count for "
                "that?",
                name=names[exercise.seat],
            )
        assert exercise.last_capturer is not None
        question = gettext(
            "%(last)s captured last. How many points does this game bring %(name)s?",
            last=names[exercise.last_capturer],
            name=names[exercise.seat],
        )
        return " ".join([*_carried_texts(exercise), question])

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        assert isinstance(judged.found, Sheet)
        points = judged.found.scores[exercise.seat]
        items = items_text(exercise.rules.sheet, points)
        text = gettext("Together %(total)d.", total=points.total)
        yield VerdictLine(f"{items}. {text}" if items else text)


class _UndealtTexts(ExerciseTexts):
    name = "undealt"
    title = lazy_gettext("How many are still to come?")
    number = lazy_gettext("Cards")

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        players = ngettext("%(num)d player.", "%(num)d players.", exercise.players)
        played = ngettext(
            "%(num)d card has been played. How many have not been dealt or drawn yet?",
            "%(num)d cards have been played. How many have not been dealt or drawn yet?",
            exercise.plays,
        )
        return f"{players} {played}"

    def _reasons(
        self, _exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        numbers = judged.found
        assert isinstance(numbers, DealtCounts)
        text = gettext(
            "%(table)d cards were dealt to the table and %(hands)d to hands. That leaves"
            " %(undealt)d.",
            table=numbers.table,
            hands=numbers.hands,
            undealt=numbers.undealt,
        )
        if numbers.drawn:
            text = gettext(
                "%(table)d cards were dealt to the table and %(hands)d to hands, and %(drawn)d"
                " were drawn. That leaves %(undealt)d.",
                table=numbers.table,
                hands=numbers.hands,
                drawn=numbers.drawn,
                undealt=numbers.undealt,
            )
        yield VerdictLine(text)


class _WinnerTexts(ExerciseTexts):
    name = "winner"
    title = lazy_gettext("Who has won?")

    def value_text(self, _exercise: Exercise, value: str, names: Sequence[str]) -> str:
        return names[int(value)]

    def question(self, exercise: Exercise, names: Sequence[str]) -> str:
        session = exercise.rules.session
        assert isinstance(session, FirstToTarget)
        assert exercise.last_capturer is not None
        totals = [
            gettext("%(name)s %(total)d", name=name, total=total)
            for name, total in zip(names, exercise.before, strict=True)
        ]
        return gettext(
            "To %(target)d points. Before this game: %(totals)s. %(last)s captured last. Who has"
            " won?",
            target=session.target,
            totals=", ".join(totals),
            last=names[exercise.last_capturer],
        )

    def _reasons(
        self, exercise: Exercise, _answer: Answer, _judged: JudgedAnswer, names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        """Yield how each player came to their total, and who was at the target first."""
        rules = exercise.rules
        for seat, points in enumerate(sheet_of(exercise).scores):
            before = exercise.before[seat]
            items = " + ".join(item_points(rules.sheet, points)) or "0"
            yield VerdictLine(f"{names[seat]}: {before} + {items} = {before + points.total}.")
        for right in exercise.answers:
            name = self.value_text(exercise, right.choice or "", names)
            yield VerdictLine(gettext("%(name)s was there first.", name=name))


TEXTS: tuple[ExerciseTexts, ...] = (
    _PileTexts(),
    _MissingTexts(),
    PointsTexts(),
    _UndealtTexts(),
    _WinnerTexts(),
)


def _carried_texts(exercise: Exercise) -> Iterator[str]:
    for key, points in exercise.carried.rolled:
        yield ngettext(
            "%(num)d point for %(most)s is left over from the games before.",
            "%(num)d points for %(most)s are left over from the games before.",
            points,
            most=str(FIELDS[key].most),
        )
    session = exercise.rules.session
    if exercise.carried.sweeps_off and isinstance(session, FirstToTarget):
        yield gettext("Before it somebody had %(points)d points.", points=session.sweeps_until or 0)
