"""Exercises made of what a table has missed in its own games."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import singledispatch

from ..cards import Cards
from ..events import IrregularityKind as Irregular
from ..events import Played
from ..games.casino.followed.followed_game import BuildGameEngine
from ..games.casino.followed.game_state import build_game_state, position_of
from ..games.casino.judge.build_rules import BuildRules, build_rules
from ..games.casino.judge.verdict import Verdict
from ..games.casino.judge.verdict_reasons import Reason
from ..games.krypkasino.followed_game import CaptureGameEngine
from ..log.missed_plays import MissedPlay, known_hand
from ..log.record import Record
from ..notation import write_card, write_cards, write_rank
from ..plays import CardOnly, with_mover_as_owner
from ..table_and_builds import Top, write_top
from . import capture_exercises
from .build_answers import lying
from .cards_at_fault import PiecesAtFault, blame
from .exercise import Answer, Difficulty, Exercise, ExerciseType, JudgedAnswer

_UNMEASURED = Difficulty(0, 0, 0)
_NO_SEED = 0
_NOTHING = PiecesAtFault()


class Asks(StrEnum):
    """What is asked of a position: the card of a hand that must be played (#forced-sweep), what a
    card must take (#capture-everything), what a turn fails on, and the rank that had to be held for
    a build (#holder, #keep-the-card)."""

    FORCED = "forced"
    TAKE = "take"
    FAILS = "fails"
    HELD = "held"


@dataclass(frozen=True)
class MissedExercise:
    """What is asked, and of it the pieces that can be tapped. ``texts`` is the position as a
    question to the referee, where one is asked about; ``blame`` is what a turn fails on. Seats are
    those of the table."""

    record: Record
    missed: MissedPlay
    asks: Asks
    choices: tuple[str, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    blame: PiecesAtFault = _NOTHING

    def judge(self, tapped: tuple[str, ...]) -> JudgedAnswer:
        """Is that an answer? One card of a hand is enough, one rank that is worth the build, and
        any part of what a turn fails on."""
        match self.asks:
            case Asks.TAKE:
                return capture_exercises.judged(
                    self._exercise(ExerciseType.TAKE), Answer(tuple(sorted(tapped)))
                )
            case Asks.FORCED:
                judged = capture_exercises.judged(
                    self._exercise(ExerciseType.FORCED), Answer(tapped)
                )
                return judged._replace(right=bool(tapped) and self._must.issuperset(tapped))
            case Asks.FAILS:
                verdict = self.missed.event.verdict
                assert verdict is not None
                return JudgedAnswer(self.blame.is_on(tapped), verdict.clause or "", verdict)
            case Asks.HELD:
                found = self.missed.irregularity
                assert found is not None
                assert found.build is not None
                rules = build_rules(self.record.rules)
                clause = rules.clause_of(Reason(found.kind.value)) or ""
                return JudgedAnswer(len(tapped) == 1 and tapped[0] in self._worth, clause, found)

    @property
    def right(self) -> tuple[tuple[str, ...], ...]:
        """What may be tapped, all of it together."""
        match self.asks:
            case Asks.TAKE:
                answers = capture_exercises.answers(self._exercise(ExerciseType.TAKE))
                return tuple(sorted(one.pieces or () for one in answers))
            case Asks.FORCED:
                return (tuple(sorted(self._must)),)
            case Asks.FAILS:
                return (self.blame.at_fault,)
            case Asks.HELD:
                return (self._worth,)

    @property
    def _must(self) -> frozenset[str]:
        """The cards of which one had to be played."""
        (answer,) = capture_exercises.answers(self._exercise(ExerciseType.FORCED))
        return frozenset(answer.pieces or ())

    @property
    def _worth(self) -> tuple[str, ...]:
        """The ranks that take the build."""
        found = self.missed.irregularity
        assert found is not None
        assert found.build is not None
        return tuple(map(write_rank, build_rules(self.record.rules).ranks_worth(found.build.value)))

    def _exercise(self, kind: ExerciseType) -> Exercise:
        game = self.record.rules.key
        return Exercise(game, kind, _NO_SEED, _UNMEASURED, ("pieces",), self.texts, self.choices)


@singledispatch
def exercise_of(live: object, _record: Record, _missed: MissedPlay) -> MissedExercise:
    """What may be asked about something that was missed, by how the game goes on."""
    raise TypeError(f"nothing is asked about a {type(live).__name__}")


@exercise_of.register
def _(live: CaptureGameEngine, record: Record, missed: MissedPlay) -> MissedExercise:
    step = missed.event
    assert isinstance(step.event, Played)
    assert step.before is not None
    table = tuple(sorted(step.before.table))
    last = live.seating.ends_deal(step.before.in_hands, step.before.deal)
    texts = {"table": write_cards(table), "house": " ".join(record.rules.house.on_during_play)}
    texts |= {"last_of_deal": "1"} if last else {}
    if missed.kind is Irregular.MISSED_FORCED_SWEEP:
        hand = known_hand(record, missed.play)
        texts["hand"] = write_cards(hand)
        return MissedExercise(record, missed, Asks.FORCED, _pieces(hand), texts)
    texts["played"] = write_card(step.event.card)
    return MissedExercise(record, missed, Asks.TAKE, _pieces(table), texts)


@exercise_of.register
def _(live: BuildGameEngine, record: Record, missed: MissedPlay) -> MissedExercise:
    step = missed.event
    assert isinstance(step.event, Played)
    if missed.irregularity and missed.irregularity.build:
        ranks = sorted({face.rank for face in record.rules.deck.faces})
        return MissedExercise(record, missed, Asks.HELD, tuple(map(write_rank, ranks)))
    assert step.seat is not None
    assert not isinstance(step.event.play, CardOnly)
    assert isinstance(step.verdict, Verdict)
    before, turn = build_game_state(step.before), with_mover_as_owner(step.event.play, step.seat)
    rules: BuildRules = live.rules
    position = position_of(rules, before, step.seat, [card for one in turn for card in one.named])
    played = write_card(step.event.card)
    tops = (write_top(Top(pile[0], seat)) for seat, pile in enumerate(position.piles) if pile)
    found = blame(rules, position, turn, step.verdict)
    # What lay deeper in a pile can be tapped where the turn named it, and failed on it.
    deeper = (piece for piece in found.at_fault if "^" in piece)
    there = (*lying(before.full_table), *dict.fromkeys((*tops, *deeper)), played)
    found = found.among(there)
    found = found if found.at_fault else PiecesAtFault((played,))
    return MissedExercise(record, missed, Asks.FAILS, there, blame=found)


def asked_once(record: Record, listed: Iterable[MissedPlay]) -> tuple[MissedPlay, ...]:
    """Return what was missed, with each question once: of a play that was refused and then let
    stand, or refused twice, the first one listed."""
    found: dict[Hashable, MissedPlay] = {}
    for one in listed:
        found.setdefault(_question(record.live, one), one)
    return tuple(found.values())


@singledispatch
def _question(live: object, _missed: MissedPlay) -> Hashable:
    """Return what tells questions about plays apart, by how the game goes on."""
    raise TypeError(f"nothing is asked about a {type(live).__name__}")


@_question.register
def _(_live: CaptureGameEngine, missed: MissedPlay) -> Hashable:
    step = missed.event
    assert isinstance(step.event, Played)
    assert step.before is not None
    if missed.kind is Irregular.MISSED_FORCED_SWEEP:
        return missed.play, missed.kind
    return missed.play, step.event.card, tuple(sorted(step.before.table))


@_question.register
def _(_live: BuildGameEngine, missed: MissedPlay) -> Hashable:
    step = missed.event
    assert isinstance(step.event, Played)
    if missed.irregularity and missed.irregularity.build:
        return missed.play, missed.kind, missed.irregularity.build
    return missed.play, step.event.play, build_game_state(step.before).full_table


def _pieces(cards: Cards) -> tuple[str, ...]:
    return tuple(map(write_card, cards))
