"""Answers to exercises of games with builds: which are right, and what is wrong with others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from ..cards import Card, Cards
from ..games.ask import build_question
from ..games.casino.judge.blame import cards_at_fault
from ..games.casino.judge.judge import capture_fault, judge
from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..games.casino.judge.position import Position
from ..games.casino.judge.verdict import Demand, Reason, Verdict
from ..games.casino.options.captures import CaptureOption, capture_options
from ..games.casino.options.hand import LegalityGround, grounds, may_leave
from ..games.casino.options.turn import TurnContext
from ..games.casino.question import BuildQuestion
from ..games.casino.ruling import verdict_on
from ..notation import write_build, write_card, write_top
from ..plays import Build, Capture, Play, Step, Table, Top, Trail, cards_of
from .exercise import Answer, Exercise, ExerciseType, JudgedAnswer

_UNFIT = {
    Reason.PICTURE_NO_NUMBER,
    Reason.NO_MATCH,
    Reason.PICTURE_ONE,
    Reason.BUILD_VALUE,
    Reason.BAD_SUM,
}
"""The card does not take all that: some of it, it might."""
_MOST_TAKEN = 8
"""The largest number of captured things of which all parts are tried."""


class PiecesAtFault(NamedTuple):
    """The pieces of which an answer must tap at least one (``at_fault``), and those that it may tap
    as well (``involved``). ``named`` are those at fault that the verdict does not name, or not
    alone."""

    at_fault: tuple[str, ...] = ()
    involved: tuple[str, ...] = ()
    named: tuple[str, ...] = ()

    def is_on(self, tapped: Iterable[str]) -> bool:
        """Return whether the tapped pieces include one at fault, and none that is not involved."""
        selected = set(tapped)
        at_fault = set(self.at_fault)
        return bool(selected & at_fault) and selected <= at_fault.union(self.involved)

    @property
    def sets(self) -> list[tuple[str, ...]]:
        """Return all selections of pieces that are right, each sorted."""
        pieces = sorted({*self.at_fault, *self.involved})
        selections = (
            selection for size in range(len(pieces)) for selection in combinations(pieces, size + 1)
        )
        return [selection for selection in selections if self.is_on(selection)]

    def among(self, available: Sequence[str]) -> PiecesAtFault:
        """Return the pieces at fault, limited to those that can be tapped."""
        available_set = set(available)
        return PiecesAtFault(
            tuple(piece for piece in self.at_fault if piece in available_set),
            tuple(piece for piece in self.involved if piece in available_set),
            tuple(piece for piece in self.named if piece in available_set),
        )


def blame(rules: BuildRules, position: Position, play: Play, verdict: Verdict) -> PiecesAtFault:
    """Return the pieces at fault in a play; none if it is legal.

    In a capture of too much these are the pieces that could not be captured with the rest
    (#groups), and the card itself if it could capture none. A trailed card is at fault itself.
    Otherwise they are the pieces that the verdict blames, and all other pieces of the step may be
    tapped with them.
    """
    if verdict.legal is not False:
        return PiecesAtFault()
    step = play[verdict.step] if verdict.step is not None else play[-1]
    at_fault = pieces_blamed(rules, position, play, verdict)
    if isinstance(step, Capture) and verdict.reason in _UNFIT:
        card = write_card(step.card)
        unfit = _unfit(rules, position, step) or at_fault
        beside = tuple(piece for piece in unfit if piece != card)
        named = () if set(beside) == set(at_fault) - {card} else beside
        return PiecesAtFault(unfit, (card,), named)
    if isinstance(step, Trail):
        return PiecesAtFault(tuple(dict.fromkeys((*at_fault, write_card(step.card)))))
    return PiecesAtFault(at_fault, _used(position, step))


def pieces_blamed(
    rules: BuildRules, position: Position, play: Play, verdict: Verdict
) -> tuple[str, ...]:
    """Return the texts of the pieces that a verdict blames."""
    if verdict.legal is not False:
        return ()
    fault = cards_at_fault(rules, position, play, verdict, position.table)
    card = next((step.card for step in play if step.card is not None), None)
    played = (write_card(card),) if fault.played and card is not None else ()
    lying = (*map(write_card, fault.loose), *map(write_build, fault.builds))
    return (*sorted((*lying, *map(write_top, fault.tops))), *played)


def _unfit(rules: BuildRules, position: Position, step: Capture) -> tuple[str, ...]:
    """Return the pieces of a capture that are left over by any of its largest legal parts, and the
    card itself if no part is legal; none if there are too many pieces to try."""
    things: list[Card | Build | Top] = [*step.cards, *step.builds, *step.tops]
    if len(things) > _MOST_TAKEN:
        return ()
    everything = frozenset(range(len(things)))
    largest: list[frozenset[int]] = []
    for size in range(len(things), 0, -1):
        for chosen in map(frozenset, combinations(everything, size)):
            smaller = any(chosen < earlier for earlier in largest)
            if not smaller and _can_take(rules, step.card, [things[index] for index in chosen]):
                largest.append(chosen)
    untaken = (
        frozenset[int]().union(*(everything - indices for indices in largest))
        if largest
        else everything
    )
    unfit = [_written(position, things[index]) for index in untaken]
    return (*sorted(unfit), *(() if largest else (write_card(step.card),)))


def _can_take(rules: BuildRules, card: Card, things: Sequence[Card | Build | Top]) -> bool:
    """Return whether a card may capture exactly these things."""
    builds = [thing for thing in things if isinstance(thing, Build)]
    tops = [thing for thing in things if isinstance(thing, Top)]
    loose = [thing for thing in things if isinstance(thing, Card)]
    cards = tuple(sorted((*loose, *cards_of(tops))))
    values = rules.hand_values(card) or (0,)
    return any(capture_fault(rules, card, value, cards, builds) is None for value in values)


def _written(position: Position, thing: Card | Build | Top) -> str:
    """Return the text of a thing as it lies there, with its pile or owner, which a play may leave
    out."""
    if isinstance(thing, Top):
        return write_top(thing)
    if isinstance(thing, Build):
        same_builds = (
            build for build in position.table.builds if set(build.cards) == set(thing.cards)
        )
        return write_build(next(same_builds, thing))
    if thing not in position.table.loose:
        on_piles = (Top(thing, seat) for seat, pile in enumerate(position.piles) if thing in pile)
        return next(map(write_top, on_piles), write_card(thing))
    return write_card(thing)


def _used(position: Position, step: Step) -> tuple[str, ...]:
    """Return the texts of the pieces that a step uses, and of the card that is played in it."""
    named = set(step.named)
    table, piles = position.table, enumerate(position.piles)
    loose = [write_card(item) for item in table.loose if item in named]
    builds = [write_build(item) for item in table.builds if named.issuperset(item.cards)]
    tops = [write_top(Top(pile[0], seat)) for seat, pile in piles if pile and pile[0] in named]
    played = () if step.card is None else (write_card(step.card),)
    return (*loose, *builds, *tops, *played)


MOST_ANSWERS = 12
"""The largest number of right answers that an exercise has."""


class AnswerVerdict(NamedTuple):
    """The verdict on the ``play`` of an answer, which is None if the answer contains no play, with
    its grounds if it is legal, and the pieces at fault that the verdict does not name."""

    play: Play | None
    verdict: Verdict | None
    grounds: tuple[LegalityGround, ...] = ()
    fails_on: tuple[str, ...] = ()


def card_of_play(play: Play) -> Card:
    """Return the card from the hand in a play."""
    return next(step.card for step in play if step.card is not None)


# --- pieces ---------------------------------------------------------------------------------------


def lying(table: Table) -> tuple[str, ...]:
    """Return the texts of all loose cards and builds on a table."""
    return (*map(write_card, table.loose), *map(write_build, table.builds))


def tops_of(question: BuildQuestion) -> tuple[str, ...]:
    """Return the texts of the known tops of the piles of others."""
    own = question.position.pile_seat
    piles = enumerate(question.piles)
    return tuple(write_top(Top(pile[0], seat)) for seat, pile in piles if pile and seat != own)


def written_pieces(
    loose: Cards, builds: tuple[Build, ...], tops: tuple[Top, ...]
) -> tuple[str, ...]:
    """Return the texts of loose cards, builds and tops, sorted."""
    return tuple(sorted((*lying(Table(loose, builds)), *map(write_top, tops))))


def demanded_pieces(demand: Demand) -> tuple[str, ...]:
    """Return the texts of the pieces that a demand names."""
    return written_pieces(demand.loose, demand.builds, demand.tops)


# --- what is right --------------------------------------------------------------------------------


def answers(exercise: Exercise) -> frozenset[Answer]:
    """Return all right answers to an exercise, as the referee rules."""
    match exercise.kind:
        case ExerciseType.MAY:
            sets = _pieces_at_fault(exercise).sets
            return frozenset(Answer(pieces, may=False) for pieces in sets) or _MAY
        case ExerciseType.CAN:
            return frozenset(map(Answer, _largest_answers(exercise)))
        case ExerciseType.TRAIL:
            trails = _trail_verdicts(exercise)
            may = (write_card(trail.play[0].card) for trail in trails if trail.verdict.legal)
            return frozenset({Answer(tuple(sorted(may)))})
        case ExerciseType.INSIST:
            demands = with_demands(build_question(exercise.game, exercise.texts)).demands
            seats = _opponents(exercise) if "seats" in exercise.asks else None
            if not demands:
                return frozenset({Answer((), seats=seats and ())})
            return frozenset(Answer(demanded_pieces(demand), seats=seats) for demand in demands)
        case ExerciseType.TOP:
            return frozenset({Answer((write_card(top_after(exercise)),))})
    raise ValueError(exercise.kind)


_MAY = frozenset({Answer(may=True)})


def _pieces_at_fault(exercise: Exercise) -> PiecesAtFault:
    """Return the pieces at fault in the play of an exercise; none if it is legal."""
    question = build_question(exercise.game, exercise.texts)
    verdict = verdict_on(question)
    assert verdict is not None
    pieces = blame(build_rules(question.rules), question.position, question.turn or (), verdict)
    return pieces.among(exercise.choices)


def may_answer(exercise: Exercise) -> Answer:
    """Return the answer to whether the play of an exercise may be made, with exactly the pieces at
    fault if not."""
    at_fault = _pieces_at_fault(exercise).at_fault
    return Answer(at_fault, may=False) if at_fault else Answer(may=True)


def question_of(exercise: Exercise) -> BuildQuestion:
    """Return the position of an exercise as a question to the referee."""
    return build_question(exercise.game, exercise.texts)


def table_of(exercise: Exercise) -> Table:
    """Return the table of an exercise; for a demand, the table after the play."""
    question = question_of(exercise)
    if exercise.kind is not ExerciseType.INSIST:
        return question.table
    after = with_demands(question).after
    assert after is not None  # it is legal
    return after


def _largest_answers(exercise: Exercise) -> list[tuple[str, ...]]:
    """Return the pieces of each largest capture of an exercise."""
    options, _ = largest_captures(build_question(exercise.game, exercise.texts))
    answers_ = [
        written_pieces(option.step.cards, option.step.builds, option.step.tops)
        for option in options
    ]
    return answers_ or [()]


def largest_captures(question: BuildQuestion) -> tuple[list[CaptureOption], bool]:
    """Return the largest captures of the played card, and whether these are all."""
    rules, start = build_rules(question.rules), question.position
    assert question.played is not None
    return capture_options(TurnContext.at(rules, start), question.played, MOST_ANSWERS)


def _opponents(exercise: Exercise) -> tuple[int, ...]:
    """Return the seats of the opponents, counted from the mover."""
    sides = build_question(exercise.game, exercise.texts).position.sides
    return tuple(seat for seat, side in enumerate(sides) if side != sides[0])


def top_after(exercise: Exercise) -> Card:
    """Return the card on top of the mover's pile after the capture of an exercise (#piles)."""
    question = build_question(exercise.game, exercise.texts)
    verdict = verdict_on(question)
    assert verdict is not None
    return verdict.piles[question.position.pile_seat][0]


def with_demands(question: BuildQuestion) -> Verdict:
    """Return the verdict on the play of a question, with the demands of the opponents."""
    assert question.turn is not None
    rules = build_rules(question.rules)
    return judge(rules, question.position, question.turn, demands=True)


def judge_answer(exercise: Exercise, answer: Answer) -> JudgedAnswer:
    """Return the judgement of an answer. The capture in an answer is judged as a play; other
    answers are compared with the right ones."""
    right = answer in answers(exercise)
    match exercise.kind:
        case ExerciseType.TOP:
            return JudgedAnswer(right, "piles")
        case ExerciseType.CAN:
            return _judge_capture(exercise, answer, right=right)
        case ExerciseType.TRAIL:
            trails = _trail_verdicts(exercise)
            trail = next(
                (candidate for candidate in trails if candidate.verdict.legal is False),
                trails[-1],
            )
            return JudgedAnswer(right, _clause_of(trail.verdict), AnswerVerdict(*trail))
    question = build_question(exercise.game, exercise.texts)
    answer_verdict = _answer_verdict(question)
    if exercise.kind is ExerciseType.INSIST:
        return JudgedAnswer(
            right, "insist", answer_verdict._replace(verdict=with_demands(question))
        )
    assert answer_verdict.verdict is not None
    clause = (
        answer_verdict.grounds[0].clause
        if answer_verdict.grounds
        else _clause_of(answer_verdict.verdict)
    )
    return JudgedAnswer(
        right, clause, answer_verdict._replace(fails_on=_pieces_at_fault(exercise).named)
    )


def _answer_verdict(question: BuildQuestion) -> AnswerVerdict:
    """Return the verdict on the play of a question, with its grounds."""
    rules, play, verdict = build_rules(question.rules), question.turn, verdict_on(question)
    assert play is not None
    assert verdict is not None
    return AnswerVerdict(play, verdict, grounds(rules, question.position, play, verdict))


def _judge_capture(exercise: Exercise, answer: Answer, *, right: bool) -> JudgedAnswer:
    """Return the judgement of a capture: only a largest capture is right, although smaller ones may
    be legal."""
    pieces = " ".join(piece.partition("@")[0] for piece in answer.pieces or ())
    if not pieces:
        return JudgedAnswer(right, "taking-numbers", AnswerVerdict(None, None))
    claim = {**exercise.texts, "turn": f"{exercise.texts['played']} x {pieces}"}
    question = build_question(exercise.game, claim)
    answer_verdict = _answer_verdict(question)
    assert answer_verdict.verdict is not None
    if answer_verdict.verdict.legal is False:
        return JudgedAnswer(right, _clause_of(answer_verdict.verdict), answer_verdict)
    if right and answer_verdict.grounds:
        return JudgedAnswer(right, answer_verdict.grounds[0].clause, answer_verdict)
    assert question.played is not None
    return JudgedAnswer(
        right, may_leave(build_rules(question.rules), question.played).clause, answer_verdict
    )


class _TrailVerdict(NamedTuple):
    """A trailed card, and the verdict on it."""

    play: tuple[Trail]
    verdict: Verdict


def _trail_verdicts(exercise: Exercise) -> list[_TrailVerdict]:
    """Return the verdict on trailing each card of the hand."""
    question = build_question(exercise.game, exercise.texts)
    rules = build_rules(question.rules)
    plays = [(Trail(card),) for card in question.hand or ()]
    return [_TrailVerdict(play, judge(rules, question.position, play)) for play in plays]


def _clause_of(verdict: Verdict) -> str:
    """Return the clause of a verdict, or one for further reading."""
    return verdict.clause or verdict.reason.read_on or "laying"
