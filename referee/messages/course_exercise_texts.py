"""Sentences of the types of exercises about builds that bind a hand, and about what was played
before."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..languages import and_, build_number, gettext, lazy_gettext, sentence
from ..rules.cards import Rank
from ..rules.exercises.build_exercises import clause_of, question_of
from ..rules.exercises.course_exercises import (
    build_at_end,
    course_states,
    end_of,
    rest_of,
)
from ..rules.exercises.duty_exercises import CardUse, build_asked_about
from ..rules.exercises.exercise import Answer, Exercise, JudgedAnswer
from ..rules.games.casino.family import LastAdderBuilds
from ..rules.games.casino.judge.play_rules import build_rules
from ..rules.games.krypkasino.captures import CaptureRules
from ..rules.notation import read_card
from ..rules.plays import MakeBuild, Play, Played, Step
from ..rules.ruleset import State
from ..words.card_names import HELD_RANK, card_text, row_text, the_card
from .build_exercise_texts import OWNER_DUTY, BuildTexts, step_to_do
from .build_verdicts import build_verdict_text, cards_of_build, the_build
from .exercise_feedback import ExerciseTexts, player_name, worths_text
from .table_events import played_text
from .verdict_lines import VerdictLine

_MOST_USES = 4
"""Cards of a hand whose use is explained."""


class _HandTexts(BuildTexts):
    """The sentences of a type of exercise about the cards of a hand."""

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        builds = question_of(exercise).table.builds
        assert isinstance(judged.found, tuple)
        for use in judged.found[:_MOST_USES]:
            assert isinstance(use, CardUse)
            card = the_card(use.card)
            if use.is_legal:
                play = step_to_do(use.play[0], builds)
                yield VerdictLine(gettext("You may %(play)s.", play=play))
            else:
                reason = build_verdict_text(use.verdict)
                yield VerdictLine(f"{sentence(card)}? {reason}", clause_of(use.verdict))


class _PlayableTexts(_HandTexts):
    name = "playable"
    title = lazy_gettext("Which cards may I play?")
    hint = OWNER_DUTY

    def question(self, _exercise: Exercise, _names: Sequence[str]) -> str:
        return gettext(
            "A build is yours. Tap every card of your hand that you may play, whatever you do with"
            " it."
        )


class _JoinTexts(_HandTexts):
    name = "join"
    title = lazy_gettext("What may go into this build?")
    none = lazy_gettext("None of them")

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        return gettext(
            "Tap every card of your hand that you may put into %(build)s, alone or with other"
            " cards.",
            build=the_build(build_asked_about(exercise)),
        )

    def _more_hints(self, exercise: Exercise) -> Iterator[str]:
        if isinstance(exercise.rules.referee, LastAdderBuilds):
            yield gettext(
                "A card goes in as part of a further group of the same number, or raises a build of"
                " one group to a higher number. A card of that number must then stay in your hand."
            )
        yield from super()._more_hints(exercise)


class _CourseTexts(ExerciseTexts):
    """The sentences of a type of exercise about what was played before."""

    def told(self, exercise: Exercise, names: Sequence[str]) -> list[str]:
        """Return each play, without what the question is about: whose the builds are."""
        engine = exercise.rules.engine
        lines = []
        for state, seat, play in course_states(exercise):
            asker = _asker(state, seat, play)
            nobodys = replace(
                state, builds=tuple(build._replace(owner=None) for build in state.builds)
            )
            shown = tuple(map(_without_owner, play)) if asker is not None else play
            line = f"{sentence(played_text(engine, nobodys, Played(shown), seat, names))}."
            if asker is not None:
                line += " " + gettext("%(name)s has asked for it.", name=names[asker])
            lines.append(line)
        return lines


class _OwnerTexts(_CourseTexts):
    name = "owner"
    title = lazy_gettext("Whose build is it?")

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        build = build_at_end(exercise, end_of(exercise))
        return gettext(
            "Whose is the build of %(value)s (%(cards)s) now? They must keep a card for it.",
            value=build_number(build.value),
            cards=cards_of_build(build),
        )

    def value_text(self, _exercise: Exercise, value: str, _names: Sequence[str]) -> str:
        return player_name(int(value))

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        (right,) = exercise.answers
        name = player_name(int(right.choice or 0))
        if isinstance(exercise.rules.referee, LastAdderBuilds):
            text = gettext("%(name)s was the last to put a card into it.", name=name)
        else:
            text = gettext(
                "It is %(name)s’s: a build belongs to who made it or changed its value last; adding"
                " changes nothing, but for a partner who asks for it.",
                name=name,
            )
        yield VerdictLine(text, judged.clause)


class _ProofTexts(_CourseTexts):
    name = "proof"
    title = lazy_gettext("What is proven?")
    none = lazy_gettext("Nothing")
    hint = lazy_gettext(
        "The owner of a build holds a card for it. If somebody else takes the build, or an opponent"
        " raises it, everybody knows of that card, until it is played."
    )

    def question(self, exercise: Exercise, names: Sequence[str]) -> str:
        partner = (exercise.seat + exercise.players // 2) % exercise.players
        return gettext(
            "%(name)s wants to build for %(partner)s, with no card of their own for the build. Tap"
            " what %(partner)s is known to hold, of any suit.",
            name=names[partner],
            partner=names[exercise.seat],
        )

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        (right,) = exercise.answers
        ranks: list[Rank] = sorted(read_card(text).rank for text in right.pieces or ())
        text = gettext("Nothing is proven of %(name)s.", name=names[exercise.seat])
        if ranks:
            text = gettext(
                "%(name)s is known to hold %(cards)s.",
                name=names[exercise.seat],
                cards=and_(str(HELD_RANK[rank]) for rank in ranks),
            )
        yield VerdictLine(text, judged.clause)
        yield VerdictLine(str(self.hint))


class _TopNowTexts(_CourseTexts):
    name = "top_now"
    title = lazy_gettext("What lies on top now?")

    def question(self, exercise: Exercise, names: Sequence[str]) -> str:
        name = names[exercise.seat]
        return gettext("Which card lies on top of %(name)s’s pile now?", name=name)

    def value_text(self, _exercise: Exercise, value: str, _names: Sequence[str]) -> str:
        return card_text(read_card(value))

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        (right,) = exercise.answers
        card = the_card(read_card(right.choice or ""))
        yield VerdictLine(sentence(gettext("%(card)s lies on top now.", card=card)))
        if build_rules(exercise.rules).without_number:
            text = gettext("The card that took lies on top, and pictures lie below all numbers.")
        else:
            text = gettext("Of the cards of one capture the lowest lies on top.")
        yield VerdictLine(text, judged.clause)


class _LastCaptureTexts(_CourseTexts):
    name = "rest"
    title = lazy_gettext("Who gets the rest?")

    def question(self, exercise: Exercise, _names: Sequence[str]) -> str:
        assert exercise.course is not None
        question = gettext(
            "Those were the last plays of the game; you see the table before them. Who gets what is"
            " left at the end?"
        )
        if aside := exercise.course.start.set_aside:
            text = gettext("Set aside: %(cards)s.", cards=row_text(aside))
            return f"{question} {text}"
        return question

    def value_text(self, _exercise: Exercise, value: str, _names: Sequence[str]) -> str:
        return player_name(int(value))

    def _reasons(
        self, exercise: Exercise, _answer: Answer, judged: JudgedAnswer, _names: Sequence[str]
    ) -> Iterator[VerdictLine]:
        (right,) = exercise.answers
        rest = rest_of(exercise)
        text = gettext(
            "%(name)s was the last to take something, and gets %(cards)s. That is no sweep.",
            name=player_name(int(right.choice or 0)),
            cards=row_text(rest),
        )
        yield VerdictLine(text, judged.clause)
        if isinstance(exercise.rules.referee, CaptureRules):
            yield VerdictLine(worths_text(exercise, rest))


TEXTS: tuple[ExerciseTexts, ...] = (
    _PlayableTexts(),
    _JoinTexts(),
    _OwnerTexts(),
    _ProofTexts(),
    _TopNowTexts(),
    _LastCaptureTexts(),
)


def _asker(state: State, seat: int, play: Play) -> int | None:
    """Return the partner who has asked for a card that is added to a build (#asking); None for any
    other play."""
    for step in play:
        if isinstance(step, MakeBuild) and step.build.owner not in (None, seat):
            cards = set(step.build.cards)
            if any(
                build.value == step.build.value
                and set(build.cards) <= cards
                and build.owner != step.build.owner
                for build in state.builds
            ):
                return step.build.owner
    return None


def _without_owner(step: Step) -> Step:
    if not isinstance(step, MakeBuild):
        return step
    return step._replace(build=step.build._replace(owner=None))
