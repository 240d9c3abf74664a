"""What is right where cards are built up, and what the referee says of an answer."""

from __future__ import annotations

from typing import NamedTuple

from ..cards import Card, Cards
from ..games.casino.judge.build_rules import Demand, build_rules
from ..games.casino.judge.verdict import Verdict, judge
from ..games.casino.options.legality_grounds import LegalityGround, grounds, may_leave
from ..games.casino.options.possible_captures import CaptureOption, capture_options
from ..games.casino.options.turn_context import TurnContext
from ..games.casino.question import BuildQuestion
from ..games.casino.ruling import verdict_on
from ..games.referee import build_question
from ..notation import write_card
from ..plays import Play, Trail
from ..table_and_builds import Build, Table, Top, write_build, write_top
from .cards_at_fault import PiecesAtFault, blame
from .exercise import Answer, Exercise, ExerciseType, JudgedAnswer

MOST_ANSWERS = 12
"""So many right answers an exercise has, at most."""


class AnswerVerdict(NamedTuple):
    """What is said of an answer: the ``verdict`` on the ``turn`` that it is about, if it is about
    one, why that is right, and what it fails on besides what the verdict names."""

    turn: Play | None
    verdict: Verdict | None
    because: tuple[LegalityGround, ...] = ()
    fails_on: tuple[str, ...] = ()


def played_by(turn: Play) -> Card:
    return next(step.card for step in turn if step.card is not None)


# --- pieces ---------------------------------------------------------------------------------------


def lying(table: Table) -> tuple[str, ...]:
    return (*map(write_card, table.loose), *map(write_build, table.builds))


def tops_of(question: BuildQuestion) -> tuple[str, ...]:
    """The tops of other piles that everybody knows."""
    own = question.position.pile_seat
    piles = enumerate(question.piles)
    return tuple(write_top(Top(pile[0], seat)) for seat, pile in piles if pile and seat != own)


def written(loose: Cards, builds: tuple[Build, ...], tops: tuple[Top, ...]) -> tuple[str, ...]:
    return tuple(sorted((*lying(Table(loose, builds)), *map(write_top, tops))))


def demanded(demand: Demand) -> tuple[str, ...]:
    return written(demand.loose, demand.builds, demand.tops)


# --- what is right --------------------------------------------------------------------------------


def answers(exercise: Exercise) -> frozenset[Answer]:
    """All right answers, as the referee's ruling has them."""
    match exercise.kind:
        case ExerciseType.MAY:
            sets = _blame(exercise).sets
            return frozenset(Answer(one, may=False) for one in sets) or _MAY
        case ExerciseType.CAN:
            return frozenset(map(Answer, _largest(exercise)))
        case ExerciseType.TRAIL:
            laid = _laid(exercise)
            may = (write_card(found.turn[0].card) for found in laid if found.verdict.legal)
            return frozenset({Answer(tuple(sorted(may)))})
        case ExerciseType.INSIST:
            demands = with_demands(build_question(exercise.game, exercise.texts)).demands
            seats = _opponents(exercise) if "seats" in exercise.asks else None
            if not demands:
                return frozenset({Answer((), seats=seats and ())})
            return frozenset(Answer(demanded(one), seats=seats) for one in demands)
    raise ValueError(exercise.kind)


_MAY = frozenset({Answer(may=True)})


def _blame(exercise: Exercise) -> PiecesAtFault:
    """What the turn that is asked about fails on; nothing where it may be played."""
    question = build_question(exercise.game, exercise.texts)
    verdict = verdict_on(question)
    assert verdict is not None
    found = blame(build_rules(question.rules), question.position, question.turn or (), verdict)
    return found.among(exercise.choices)


def may_answer(exercise: Exercise) -> Answer:
    """May that turn be played? If not, with all that is at fault, and no more."""
    at_fault = _blame(exercise).at_fault
    return Answer(at_fault, may=False) if at_fault else Answer(may=True)


def asked_of(exercise: Exercise) -> BuildQuestion:
    """The position as a question to the referee."""
    return build_question(exercise.game, exercise.texts)


def table_of(exercise: Exercise) -> Table:
    """What lies there while it is asked: what is insisted on, is so after a turn."""
    question = asked_of(exercise)
    if exercise.kind is not ExerciseType.INSIST:
        return question.table
    after = with_demands(question).after
    assert after is not None  # it is legal
    return after


def _largest(exercise: Exercise) -> list[tuple[str, ...]]:
    takes, _ = takes_of(build_question(exercise.game, exercise.texts))
    found = [written(one.step.cards, one.step.builds, one.step.tops) for one in takes]
    return found or [()]


def takes_of(question: BuildQuestion) -> tuple[list[CaptureOption], bool]:
    """The largest takes of the played card, and whether they are all."""
    rules, start = build_rules(question.rules), question.position
    assert question.played is not None
    return capture_options(TurnContext.at(rules, start), question.played, MOST_ANSWERS)


def _opponents(exercise: Exercise) -> tuple[int, ...]:
    sides = build_question(exercise.game, exercise.texts).position.sides
    return tuple(seat for seat, side in enumerate(sides) if side != sides[0])


def with_demands(question: BuildQuestion) -> Verdict:
    assert question.turn is not None
    rules = build_rules(question.rules)
    return judge(rules, question.position, question.turn, demands=True)


def judged(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """What the referee says of an answer. What somebody takes is a turn, which it judges; other
    answers are compared with its ruling."""
    right = answer in answers(exercise)
    match exercise.kind:
        case ExerciseType.CAN:
            return _judged_take(exercise, answer, right=right)
        case ExerciseType.TRAIL:
            laid = _laid(exercise)
            found = next((one for one in laid if one.verdict.legal is False), laid[-1])
            return JudgedAnswer(right, _clause(found.verdict), AnswerVerdict(*found))
    question = build_question(exercise.game, exercise.texts)
    found_of = _found(question)
    if exercise.kind is ExerciseType.INSIST:
        return JudgedAnswer(right, "insist", found_of._replace(verdict=with_demands(question)))
    assert found_of.verdict is not None
    clause = found_of.because[0].clause if found_of.because else _clause(found_of.verdict)
    return JudgedAnswer(right, clause, found_of._replace(fails_on=_blame(exercise).named))


def _found(question: BuildQuestion) -> AnswerVerdict:
    """What is said of the turn of a question."""
    rules, turn, verdict = build_rules(question.rules), question.turn, verdict_on(question)
    assert turn is not None
    assert verdict is not None
    return AnswerVerdict(turn, verdict, grounds(rules, question.position, turn, verdict))


def _judged_take(exercise: Exercise, answer: Answer, *, right: bool) -> JudgedAnswer:
    """Nothing but the largest will do, although less may be taken too."""
    pieces = " ".join(piece.partition("@")[0] for piece in answer.pieces or ())
    if not pieces:
        return JudgedAnswer(right, "taking-numbers", AnswerVerdict(None, None))
    claim = {**exercise.texts, "turn": f"{exercise.texts['played']} x {pieces}"}
    question = build_question(exercise.game, claim)
    found = _found(question)
    assert found.verdict is not None
    if found.verdict.legal is False:
        return JudgedAnswer(right, _clause(found.verdict), found)
    if right and found.because:
        return JudgedAnswer(right, found.because[0].clause, found)
    assert question.played is not None
    return JudgedAnswer(
        right, may_leave(build_rules(question.rules), question.played).clause, found
    )


class _Laid(NamedTuple):
    """A card that is laid, and the verdict on that."""

    turn: tuple[Trail]
    verdict: Verdict


def _laid(exercise: Exercise) -> list[_Laid]:
    """Each card of the hand."""
    question = build_question(exercise.game, exercise.texts)
    rules = build_rules(question.rules)
    turns = [(Trail(card),) for card in question.hand or ()]
    return [_Laid(turn, judge(rules, question.position, turn)) for turn in turns]


def _clause(verdict: Verdict) -> str:
    return verdict.clause or verdict.reason.read_on or "laying"
