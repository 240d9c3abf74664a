"""What is said of answers to exercises, as sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import singledispatch
from typing import NamedTuple

from ..languages import gettext, lazy_gettext
from ..rules.cards import Cards
from ..rules.exercises.build_answers import AnswerVerdict, asked_of
from ..rules.exercises.exercise import (
    Answer,
    Exercise,
    ExerciseType,
    JudgedAnswer,
    NoSuchSeed,
    UnknownExerciseType,
    UnreadableAnswer,
)
from ..rules.exercises.exercise_registry import answers
from ..rules.games import ruleset
from ..rules.games.krypkasino.followed_game import set_up_by
from ..rules.games.krypkasino.legality_grounds import ground_of, ground_of_ruling
from ..rules.games.krypkasino.ruling import Ruling, Sweep
from ..rules.notation import read_card
from ..rules.scoring import Sheet
from ..rules.table_and_builds import read_build
from ..words import FIELDS, added_text, card_text, or_, sentence, the_card
from .build_legality_grounds import ground_text
from .build_referee_page import build_name
from .build_steps import demand_text
from .build_verdicts import build_verdict_text
from .errors import error_text, quote
from .exercise_hints import laid_ace_text, lays_ace
from .exercise_questions import none_text
from .rulings import because_text, headline, price_text, reason_text, regrouping_text, sweep_text

# --- what is said ---------------------------------------------------------------------------------


class FeedbackLine(NamedTuple):
    """A sentence, with the ``clause`` of the rules that it rests on, if it rests on one."""

    text: str
    clause: str = ""


def exercise_reasons(
    exercise: Exercise, answer: Answer, judged: JudgedAnswer, names: Sequence[str]
) -> list[FeedbackLine]:
    """Why an answer is right or wrong, each reason with its clause. Who sits where has these
    ``names``."""
    reasons = _reasons(judged.found, exercise, answer, judged)
    if exercise.kind is ExerciseType.PAYS:
        reasons = _of_set_up(judged, exercise, names)
    told = [one for one in reasons if one.text]
    if not any(one.clause for one in told):
        told[-1] = told[-1]._replace(clause=judged.clause)
    return told


@singledispatch
def _reasons(
    _found: object, exercise: Exercise, _answer: Answer, _judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    """What is said of a pile: nothing was judged."""
    yield FeedbackLine(_worths_text(exercise, exercise.pile))


def _worths_text(exercise: Exercise, cards: Cards, *sweeps: tuple[str, int]) -> str:
    """What scores of some cards, with sweeps: "10♦ 3 + 5♠ 1: together 4."."""
    worths = ruleset(exercise.game).sheet.card_worths
    scoring = [(card_text(one), worths[one]) for one in sorted(cards) if worths[one]]
    scoring = [*sweeps, *scoring]
    if not scoring:
        return gettext("None of these cards scores.")
    told = " + ".join(f"{name} {worth}" for name, worth in scoring)
    return gettext("%(cards)s: together %(total)d.", cards=told, total=sum(w for _, w in scoring))


@_reasons.register
def _(
    found: Sheet, _exercise: Exercise, _answer: Answer, _judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    for key, kind in (found.kinds or {}).items():
        if kind.found < kind.expected:
            yield FeedbackLine(
                gettext(
                    "%(kind)s: %(found)d of %(expected)d.",
                    kind=str(FIELDS[key].label),
                    found=kind.found,
                    expected=kind.expected,
                )
            )


@_reasons.register
def _(
    found: Ruling, exercise: Exercise, _answer: Answer, judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    if exercise.kind is ExerciseType.TAKE:
        yield from _of_claim(found, judged)
        return
    yield FeedbackLine(f"{headline(found)}.")
    play = found.play
    if exercise.kind is ExerciseType.FORCED:
        ground = ground_of_ruling(found)
        yield FeedbackLine(because_text(ground) if ground else "", judged.clause)
        yield FeedbackLine(price_text(found))
        return
    assert play is not None
    sweep = play.outcomes[0].sweep
    if exercise.kind is ExerciseType.COST:
        yield FeedbackLine(_cost_text(found, exercise), judged.clause)
    elif sweep is Sweep.NONE:
        yield FeedbackLine(f"{sweep_text(sweep)}.", judged.clause)
    else:
        yield FeedbackLine(price_text(found), judged.clause)


def _cost_text(found: Ruling, exercise: Exercise) -> str:
    """What the taken cards and the one that took them score, and their sweep."""
    assert found.play is not None
    outcome = found.play.outcomes[0]
    cards = (*outcome.option.captured, found.play.card)
    if outcome.sweep is Sweep.NONE:
        return _worths_text(exercise, cards)
    points = found.sweep_points * (2 if outcome.sweep is Sweep.DOUBLE else 1)
    return _worths_text(exercise, cards, (sweep_text(outcome.sweep), points))


def _of_set_up(
    judged: JudgedAnswer, exercise: Exercise, names: Sequence[str]
) -> Iterator[FeedbackLine]:
    """Those who sit there are named, since none of them is the reader."""
    found: Ruling = judged.found
    yield FeedbackLine(f"{headline(found)}.")
    assert found.play is not None
    sweep = found.play.outcomes[0].sweep
    before, name = names[set_up_by(exercise.seat, exercise.players)], names[exercise.seat]
    if sweep is Sweep.NONE:
        yield FeedbackLine(f"{sweep_text(sweep)}.", judged.clause)
        return
    points = found.sweep_points * (2 if sweep is Sweep.DOUBLE else 1)
    yield FeedbackLine(gettext("%(before)s played before %(name)s.", before=before, name=name))
    told = gettext(
        "%(name)s %(more)s and the cards, %(before)s %(fewer)s.",
        name=name,
        more=added_text(points),
        before=before,
        fewer=added_text(-points),
    )
    yield FeedbackLine(told, judged.clause)


def _of_claim(found: Ruling, judged: JudgedAnswer) -> Iterator[FeedbackLine]:
    verdict = found.verdict
    assert verdict is not None
    if (ground := ground_of(verdict)) is not None:
        yield FeedbackLine(because_text(ground), ground.clause)
        if verdict.taken and found.play and found.play.options_total != 1:
            yield FeedbackLine(more_ways_text())
        return
    yield FeedbackLine(reason_text(verdict, hides=True), judged.clause)
    if verdict.only_by_regrouping:
        yield FeedbackLine(regrouping_text(verdict))


@_reasons.register
def _(
    found: AnswerVerdict, exercise: Exercise, answer: Answer, judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    verdict = found.verdict
    if exercise.kind is ExerciseType.INSIST:
        yield from _of_demands(exercise, found)
        return
    if exercise.kind is ExerciseType.CAN:
        yield from _of_take(exercise, found, judged)
        return
    assert verdict is not None
    if exercise.kind is ExerciseType.TRAIL:
        card = the_card(found.turn[0].card) if found.turn and found.turn[0].card else ""
        if verdict.legal is False:
            told = gettext("%(card)s may not be trailed.", card=card)
            if not any(one.pieces for one in answers(exercise)):
                told = gettext("None of them may be trailed.")
            yield FeedbackLine(sentence(told))
            yield FeedbackLine(build_verdict_text(verdict), judged.clause)
        else:
            yield FeedbackLine(
                gettext("No build forbids it, so any card may be trailed."), "laying"
            )
        return
    if answer.may is False and verdict.legal is False and not judged.right:
        yield FeedbackLine(gettext("You may not, but it fails on something else."))
    told = gettext("You may.") if verdict.legal else build_verdict_text(verdict, hides=True)
    yield FeedbackLine(told, "" if found.because else judged.clause)
    if found.fails_on and judged.right:  # who was not may try again
        yield FeedbackLine(fails_on_text(found.fails_on))
    for because in found.because:
        yield FeedbackLine(ground_text(because), because.clause)


def fails_on_text(pieces: Sequence[str]) -> str:
    """The cards that a take fails on: "What it fails on: 6♦." Of several each would do."""
    return gettext("What it fails on: %(pieces)s.", pieces=or_(map(_piece_text, pieces)))


def _piece_text(piece: str) -> str:
    if "=" in piece:
        return build_name(read_build(piece))
    return card_text(read_card(piece.partition("^")[0]))


def _of_take(
    exercise: Exercise, found: AnswerVerdict, judged: JudgedAnswer
) -> Iterator[FeedbackLine]:
    if found.verdict is None:
        told = gettext("Nothing there equals it or adds up to it.")
        more = gettext("Something there equals it or adds up to it.")
        yield FeedbackLine(told if judged.right else more, judged.clause)
    elif found.verdict.legal is False:
        yield FeedbackLine(build_verdict_text(found.verdict, hides=True), judged.clause)
    elif judged.right:
        for because in found.because:
            yield FeedbackLine(ground_text(because), because.clause)
        if len(answers(exercise)) > 1:
            yield FeedbackLine(more_ways_text())
    else:
        yield FeedbackLine(gettext("It may take these, but it can take more."), judged.clause)


def more_ways_text() -> str:
    """That a right answer is one of several."""
    return gettext("There is more than one way; to this one nothing can be added.")


def _of_demands(exercise: Exercise, found: AnswerVerdict) -> Iterator[FeedbackLine]:
    assert found.verdict is not None
    question = asked_of(exercise)
    for demand in found.verdict.demands:
        told = demand_text(question, demand)
        yield FeedbackLine(
            f"{gettext('An opponent may insist: %(demand)s', demand=told)}.", "insist"
        )
    if not found.verdict.demands:
        yield FeedbackLine(gettext("Nothing could be taken or added as well."), "insist")
    if lays_ace(exercise):
        yield FeedbackLine(laid_ace_text(), "insist")
    if "seats" in exercise.asks and question.position.partner is not None:
        yield FeedbackLine(gettext("A partner never insists."))


def field_label(key: str) -> str:
    """A line of a sheet."""
    return str(FIELDS[key].label)


def answer_text(answer: Answer, names: Sequence[str]) -> str:
    """An answer in words, but for the pieces, which are drawn."""
    parts = []
    if answer.may is not None:
        parts.append(gettext("You may.") if answer.may else gettext("You may not."))
    if answer.seats is not None:
        parts.append(", ".join(names[seat] for seat in answer.seats) or gettext("Nobody"))
    if answer.number is not None:
        parts.append(str(answer.number))
    if answer.fields is not None:
        parts.append(", ".join(map(field_label, answer.fields)))
    return " · ".join(parts)


def seat_texts(players: int) -> list[str]:
    """Who sits where, as the mover says it; the mover is the first."""
    others = {1: gettext("Next player"), players - 1: gettext("Previous player")}
    return [
        gettext("You") if not seat else others.get(seat, gettext("Opposite player"))
        for seat in range(players)
    ]


# --- what is refused ------------------------------------------------------------------------------

_UNANSWERED = {
    "number": lazy_gettext("Enter a number."),
    "may": lazy_gettext("Say whether that may be done."),
    "fields": lazy_gettext("Tap the lines that you mean."),
}


@error_text.register
def _(error: UnreadableAnswer) -> str:
    if error.name in _UNANSWERED:
        return str(_UNANSWERED[error.name])
    if error.kind is ExerciseType.MAY:
        return gettext("If you may not, tap what makes it wrong first.")
    if error.name == "seats":
        return gettext("Tap the players that you mean, or “%(none)s”.", none=none_text(error.kind))
    return nothing_tapped_text(error.kind)


def nothing_tapped_text(kind: ExerciseType) -> str:
    """Return the sentence to an answer without a card; it names the button "none"."""
    return gettext("Tap the cards that you mean, or “%(none)s”.", none=none_text(kind))


@error_text.register
def _(error: UnknownExerciseType) -> str:
    return gettext("This game has no exercises of the kind “%(kind)s”.", kind=quote(error.kind))


@error_text.register
def _(error: NoSuchSeed) -> str:
    return gettext("There is no exercise with the number %(seed)s.", seed=quote(str(error.seed)))
