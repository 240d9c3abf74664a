"""Sentences of the types of exercises about captures, and of the first positions."""

from collections.abc import Iterator, Sequence

from ..languages import added_text, gettext, lazy_gettext, sentence
from ..rules.cards import Rank
from ..rules.exercises.capture_exercises import NOBODY, SweepReason, play_of
from ..rules.exercises.exercise import Answer, Exercise, JudgedAnswer
from ..rules.games.krypkasino.followed_game import set_up_by
from ..rules.games.krypkasino.verdict import (
    Ruling,
    Sweep,
    ground_of,
    ground_of_ruling,
)
from ..rules.notation import read_card
from ..words.card_names import rank_text, the_card
from .capture_verdicts import (
    because_text,
    headline,
    price_text,
    reason_text,
    regrouping_text,
    sweep_text,
)
from .exercise_feedback import (
    ExerciseTexts,
    more_ways_text,
    order_text,
    scores_text,
    worths_text,
)
from .verdict_lines import VerdictLine

_TWO = 2
"""The number of players of whom each plays before the other."""


class _CaptureTexts(ExerciseTexts):
    """The sentences of a type of exercise about captures."""

    fields: tuple[str, ...] = ("table", "played")
    """The fields of a position with the cards that are asked about."""

    def _more_hints(self, exercise: Exercise) -> Iterator[str]:
        cards = "".join(exercise.texts.get(name, "") for name in self.fields)
        if any(rank in cards for rank in "AJQK"):
            text = gettext(
                "In sums %(jack)s counts 11, %(queen)s 12, %(king)s 13; %(ace)s counts 14 when it"
                " is played, and 1 on the table."
            )
            yield text % rank_letters()


class _TakeTexts(_CaptureTexts):
    name = "take"
    title = lazy_gettext("What must it take?")
    none = lazy_gettext("It takes nothing")

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        return gettext("Tap all that %(card)s must take.", card=_played(exercise))

    def _reasons(
        self, _exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        ruling = ruling_in(judged)
        verdict = ruling.verdict
        assert verdict is not None
        if (ground := ground_of(verdict)) is not None:
            yield VerdictLine(because_text(ground), ground.clause)
            if verdict.taken and ruling.play and ruling.play.options_total != 1:
                yield VerdictLine(more_ways_text())
            return
        yield VerdictLine(reason_text(verdict, hides=True), judged.clause)
        if verdict.only_by_regrouping:
            yield VerdictLine(regrouping_text(verdict))


class _ForcedTexts(_CaptureTexts):
    name = "forced"
    title = lazy_gettext("Which card must be played?")
    none = lazy_gettext("Any card may be played")
    fields = ("table", "hand")

    def question(self, _exercise: Exercise, _names: Sequence[str]) -> str:
        return gettext(
            "Can a card of your hand take the whole table? Then it must be played: tap each that"
            " can."
        )

    def _reasons(
        self, _exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        ruling = ruling_in(judged)
        ground = ground_of_ruling(ruling)
        yield VerdictLine(f"{headline(ruling)}.")
        yield VerdictLine(because_text(ground) if ground else "", judged.clause)
        yield VerdictLine(price_text(ruling))


class _SweepTexts(_CaptureTexts):
    name = "sweep"
    title = lazy_gettext("Is it a sweep?")
    hint = lazy_gettext(
        "Whoever takes the whole table lays the card that was played face up in their pile: a"
        " sweep. If just its twin lay there, same rank and same suit, both: a double sweep. Else"
        " none."
    )

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        return sentence(
            gettext("%(card)s is played. Is that a sweep, and why?", card=_played(exercise))
        )

    def value_text(self, _exercise: Exercise, value: str, _names: Sequence[str]) -> str:
        return str(_SWEEP_REASONS[SweepReason(value)])

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        ruling = ruling_in(judged)
        sweep = play_of(ruling).outcomes[0].sweep
        yield VerdictLine(f"{headline(ruling)}.")
        if sweep is Sweep.NONE:
            yield VerdictLine(f"{sweep_text(sweep)}.", judged.clause)
        else:
            *texts, last = self._sweep_texts(exercise, ruling, sweep, names)
            yield from map(VerdictLine, texts)
            yield VerdictLine(last, judged.clause)

    def _sweep_texts(
        self, _exercise: Exercise, ruling: Ruling, _sweep: Sweep, _names: Sequence[str]
    ) -> list[str]:
        """Return what a sweep brings; the last text rests on the clause of the judgement."""
        return [price_text(ruling)]


class _PaysTexts(_SweepTexts):
    name = "pays"
    title = lazy_gettext("Who set the sweep up?")
    hint = lazy_gettext(
        "The player before set the sweep up, and gets rid of 5 points, or of 10 if just the twin of"
        " the card lay there, same rank and same suit: a double sweep."
    )

    def told(self, _exercise: Exercise, names: Sequence[str]) -> list[str]:
        return [order_text(names)] if len(names) > _TWO else []

    def question(self, exercise: Exercise, names: Sequence[str]) -> str:
        return gettext(
            "%(name)s plays %(card)s. Who gets rid of points for that, and of how many?",
            name=names[exercise.seat],
            card=_played(exercise),
        )

    def value_text(self, _exercise: Exercise, value: str, names: Sequence[str]) -> str:
        if value == NOBODY:
            return gettext("Nobody: it is no sweep")
        seat, _, points = value.partition(":")
        return gettext("%(name)s, %(points)s points", name=names[int(seat)], points=points)

    def _sweep_texts(
        self, exercise: Exercise, ruling: Ruling, sweep: Sweep, names: Sequence[str]
    ) -> list[str]:
        """Return who set the sweep up, and what it brings; it names all players."""
        setter, name = names[set_up_by(exercise.seat, exercise.players)], names[exercise.seat]
        points = ruling.sweep_points * (2 if sweep is Sweep.DOUBLE else 1)
        return [
            gettext("%(before)s played before %(name)s.", before=setter, name=name),
            gettext(
                "%(name)s %(more)s and the cards, %(before)s %(fewer)s.",
                name=name,
                more=added_text(points),
                before=setter,
                fewer=added_text(-points),
            ),
        ]


class _CostTexts(_CaptureTexts):
    name = "cost"
    title = lazy_gettext("What does it cost?")
    hint = lazy_gettext("The card that is played counts, too, if it takes something.")

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        return sentence(
            gettext(
                "%(card)s is played. How many points does that bring, cards and sweep together?",
                card=_played(exercise),
            )
        )

    def _more_hints(self, exercise: Exercise) -> Iterator[str]:
        yield scores_text(exercise.rules.sheet, sweeps=True)
        yield from super()._more_hints(exercise)

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        """Yield the play, and what the taken cards, the played card and the sweep score."""
        ruling = ruling_in(judged)
        play = play_of(ruling)
        outcome = play.outcomes[0]
        points = ruling.sweep_points * (2 if outcome.sweep is Sweep.DOUBLE else 1)
        sweeps = [] if outcome.sweep is Sweep.NONE else [(sweep_text(outcome.sweep), points)]
        text = worths_text(exercise, (*outcome.option.captured, play.card), *sweeps)
        yield VerdictLine(f"{headline(ruling)}.")
        yield VerdictLine(text, judged.clause)


_SWEEP_REASONS = {
    SweepReason.CREEPS: lazy_gettext("No: it takes nothing"),
    SweepReason.REST_STAYS: lazy_gettext("No: not all of the table can be taken"),
    SweepReason.TAKES_ALL: lazy_gettext("Yes: it takes the whole table"),
    SweepReason.TWIN_ALONE: lazy_gettext("Yes, a double one: only its twin lay there"),
}

TAKE = _TakeTexts()
TEXTS: tuple[ExerciseTexts, ...] = (
    TAKE,
    _ForcedTexts(),
    _SweepTexts(),
    _PaysTexts(),
    _CostTexts(),
)


def rank_letters() -> dict[str, str]:
    """Return the letters on cards whose number is not printed on them, for sentences."""
    return {name: rank_text(Rank[name.upper()]) for name in ("jack", "queen", "king", "ace")}


def ruling_in(judged: JudgedAnswer) -> Ruling:
    """Return the ruling that explains the judgement of an answer about captures."""
    assert isinstance(judged.found, Ruling)
    return judged.found


def _played(exercise: Exercise) -> str:
    return the_card(read_card(exercise.texts["played"]))
