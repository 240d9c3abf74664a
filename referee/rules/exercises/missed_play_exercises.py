"""Exercises made from missed plays of the group's own games."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import singledispatch

from ..cards import Card
from ..games.casino.followed.followed_game import BuildGameEngine
from ..games.casino.followed.state import build_game_state, position_with_assumed_tops
from ..games.casino.judge.play_rules import BuildRules, build_rules
from ..games.casino.judge.verdict import Reason, Verdict
from ..games.krypkasino.followed_game import CaptureGameEngine
from ..log.missed_plays import MissedPlay, known_hand
from ..log.record import Record
from ..notation import write_card, write_cards, write_top
from ..plays import CardOnly, Played, Top, with_mover_as_owner
from ..plays import IrregularityKind as Irregular
from .capture_exercises import FORCED, TAKE, pieces_of
from .exercise import Answer, Difficulty, Exercise, ExerciseType, JudgedAnswer
from .pieces_at_fault import PiecesAtFault, blame, lying

_UNMEASURED = Difficulty(0, 0, 0)
_NO_SEED = 0
_NOTHING = PiecesAtFault()


class MissedTask(StrEnum):
    """The task of an exercise: the card of a hand that had to be played (#forced-sweep), the cards
    to be captured (#capture-everything), the pieces at fault in a play, or the rank that had to be
    held for a build (#holder, #keep-the-card)."""

    FORCED = "forced"
    TAKE = "take"
    FAILS = "fails"
    HELD = "held"


@dataclass(frozen=True)
class MissedExercise:
    """An exercise about a missed play, with the pieces that can be tapped.

    ``texts`` is the position as a question to the referee, for tasks that have one; ``blame`` are
    the pieces at fault in a play. Seats are those of the table.
    """

    record: Record
    missed: MissedPlay
    asks: MissedTask
    choices: tuple[str, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    blame: PiecesAtFault = _NOTHING

    def judge(self, tapped: tuple[str, ...]) -> JudgedAnswer:
        """Return the judgement of tapped pieces: one card of a hand, one rank of the build's value,
        all captured cards, or any of the pieces at fault."""
        match self.asks:
            case MissedTask.TAKE:
                return self._exercise(TAKE).judge(Answer(tuple(sorted(tapped))))
            case MissedTask.FORCED:
                judged = self._exercise(FORCED).judge(Answer(tapped))
                return judged._replace(right=bool(tapped) and self._must.issuperset(tapped))
            case MissedTask.FAILS:
                verdict = self.missed.event.verdict
                assert verdict is not None
                return JudgedAnswer(self.blame.is_on(tapped), verdict.clause or "", verdict)
            case MissedTask.HELD:
                irregularity = self.missed.irregularity
                assert irregularity is not None
                assert irregularity.build is not None
                rules = build_rules(self.record.rules)
                clause = rules.clause_of(Reason(irregularity.kind.value)) or ""
                return JudgedAnswer(
                    len(tapped) == 1 and tapped[0] in self._worth, clause, irregularity
                )

    @property
    def right(self) -> tuple[tuple[str, ...], ...]:
        """Return the right answers, each with all its pieces."""
        match self.asks:
            case MissedTask.TAKE:
                answers = self._exercise(TAKE).answers
                return tuple(sorted(answer.pieces or () for answer in answers))
            case MissedTask.FORCED:
                return (tuple(sorted(self._must)),)
            case MissedTask.FAILS:
                return (self.blame.at_fault,)
            case MissedTask.HELD:
                return (self._worth,)

    @property
    def _must(self) -> frozenset[str]:
        """Return the cards of which one had to be played."""
        (answer,) = self._exercise(FORCED).answers
        return frozenset(answer.pieces or ())

    @property
    def _worth(self) -> tuple[str, ...]:
        irregularity = self.missed.irregularity
        assert irregularity is not None
        assert irregularity.build is not None
        takers = build_rules(self.record.rules).takers(irregularity.build.value)
        return tuple(map(write_card, takers))

    def _exercise(self, kind: ExerciseType) -> Exercise:
        game = self.record.rules.key
        return Exercise(game, kind, _NO_SEED, _UNMEASURED, ("pieces",), self.texts, self.choices)


@singledispatch
def exercise_of(engine: object, _record: Record, _missed: MissedPlay) -> MissedExercise:
    """Return the exercise about a missed play, by the engine of its game."""
    raise TypeError(f"nothing is asked about a {type(engine).__name__}")


@exercise_of.register
def _(engine: CaptureGameEngine, record: Record, missed: MissedPlay) -> MissedExercise:
    """Return the exercise about a missed play of a game without builds."""
    applied = missed.event
    assert isinstance(applied.event, Played)
    assert applied.before is not None
    table = tuple(sorted(applied.before.table))
    before = applied.before
    ends_deal = engine.seating.ends_deal(before.in_hands, before.deal, engine.held(before).surplus)
    texts = {
        "table": write_cards(table),
        "house": " ".join(record.rules.house_rules.on_during_play),
    }
    texts |= {"last_of_deal": "1"} if ends_deal else {}
    if missed.kind is Irregular.MISSED_FORCED_SWEEP:
        hand = known_hand(record, missed.play)
        texts["hand"] = write_cards(hand)
        return MissedExercise(record, missed, MissedTask.FORCED, pieces_of(hand), texts)
    texts["played"] = write_card(applied.event.card)
    return MissedExercise(record, missed, MissedTask.TAKE, pieces_of(table), texts)


@exercise_of.register
def _(engine: BuildGameEngine, record: Record, missed: MissedPlay) -> MissedExercise:
    applied = missed.event
    assert isinstance(applied.event, Played)
    if missed.irregularity and missed.irregularity.build:
        ranks = sorted({Card(face.rank) for face in record.rules.deck.faces})
        faces = build_rules(record.rules).values.faces
        choices = tuple(map(write_card, (*ranks, *faces)))
        return MissedExercise(record, missed, MissedTask.HELD, choices)
    assert applied.seat is not None
    assert not isinstance(applied.event.play, CardOnly)
    assert isinstance(applied.verdict, Verdict)
    before, play = (
        build_game_state(applied.before),
        with_mover_as_owner(applied.event.play, applied.seat),
    )
    rules: BuildRules = engine.rules
    position = position_with_assumed_tops(
        rules, before, applied.seat, [card for step in play for card in step.named]
    )
    played = write_card(applied.event.card)
    tops = (write_top(Top(pile[0], seat)) for seat, pile in enumerate(position.piles) if pile)
    pieces = blame(rules, position, play, applied.verdict)
    # Cards deeper in a pile can be tapped if the play named them and they are at fault.
    deeper = (piece for piece in pieces.at_fault if "^" in piece)
    choices = (*lying(before.full_table), *dict.fromkeys((*tops, *deeper)), played)
    pieces = pieces.among(choices)
    pieces = pieces if pieces.at_fault else PiecesAtFault((played,))
    return MissedExercise(record, missed, MissedTask.FAILS, choices, blame=pieces)


def each_question_once(
    record: Record, missed_plays: Iterable[MissedPlay]
) -> tuple[MissedPlay, ...]:
    """Return the missed plays without those that give the same exercise as an earlier one: a play
    that was refused and then let stand, or refused twice."""
    first_by_question: dict[Hashable, MissedPlay] = {}
    for missed in missed_plays:
        first_by_question.setdefault(_question(record.engine, missed), missed)
    return tuple(first_by_question.values())


@singledispatch
def _question(engine: object, _missed: MissedPlay) -> Hashable:
    """Return a value that is equal for missed plays with the same exercise, by the engine of the
    game."""
    raise TypeError(f"nothing is asked about a {type(engine).__name__}")


@_question.register
def _(_engine: CaptureGameEngine, missed: MissedPlay) -> Hashable:
    """Return the question about a missed play of a game without builds."""
    applied = missed.event
    assert isinstance(applied.event, Played)
    assert applied.before is not None
    if missed.kind is Irregular.MISSED_FORCED_SWEEP:
        return missed.play, missed.kind
    return missed.play, applied.event.card, tuple(sorted(applied.before.table))


@_question.register
def _(_engine: BuildGameEngine, missed: MissedPlay) -> Hashable:
    applied = missed.event
    assert isinstance(applied.event, Played)
    if missed.irregularity and missed.irregularity.build:
        return missed.play, missed.kind, missed.irregularity.build
    return missed.play, applied.event.play, build_game_state(applied.before).full_table
