"""Exercises made of what a table has missed in its own games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import singledispatch
from typing import Any

from ..cards import Cards
from ..games.casino.judge.building import build_rules
from ..games.casino.judge.reasons import Reason
from ..games.casino.live.disputing import question_texts
from ..games.casino.live.following import Following as FollowingBuilds
from ..games.casino.live.state import state_of
from ..games.krypkasino.following import Following as FollowingCaptures
from ..log.missed import Missed, known_hand
from ..log.record import Record
from ..notation import write_card, write_cards, write_rank
from ..ruleset import Ruleset
from ..steps import Kind as Irregular
from ..steps import Played
from ..turns import Unsettled
from . import captures
from .exercise import Answer, Difficulty, Exercise, Judged, Kind

_UNMEASURED = Difficulty(0, 0, 0)
_NO_SEED = 0


class Asks(StrEnum):
    """What is asked of a position: the card of a hand that must be played (#forced-sweep), what a
    card must take (#capture-everything), whether a turn may be played, and the rank that had to be
    held for a build (#holder, #keep-the-card)."""

    FORCED = "forced"
    TAKE = "take"
    MAY = "may"
    HELD = "held"


@dataclass(frozen=True)
class MissedExercise:
    """What is asked, and of it the pieces that can be tapped. ``texts`` is the position as a
    question to the referee, where one is asked about."""

    record: Record
    missed: Missed
    asks: Asks
    choices: tuple[str, ...]
    texts: Mapping[str, str]

    def judge(self, tapped: tuple[str, ...]) -> Judged:
        """Is that an answer? Of a hand one card is enough, of ranks one that is worth the build;
        whether a turn may be played is answered with ``yes`` or ``no``."""
        match self.asks:
            case Asks.TAKE:
                return captures.judged(self._exercise(Kind.TAKE), Answer(tuple(sorted(tapped))))
            case Asks.FORCED:
                judged = captures.judged(self._exercise(Kind.FORCED), Answer(tapped))
                must = {write_card(card) for card in judged.found.hand.must_play}
                return judged._replace(right=bool(tapped) and must.issuperset(tapped))
            case Asks.MAY:
                verdict: Any = self.missed.step.verdict
                return Judged(tapped == ("no",), verdict.clause or "", verdict)
            case Asks.HELD:
                found = self.missed.found
                assert found is not None
                assert found.build is not None
                rules = build_rules(self.record.rules)
                worth = map(write_rank, rules.ranks_worth(found.build.value))
                clause = rules.CLAUSES[Reason(found.kind.value)]
                return Judged(len(tapped) == 1 and tapped[0] in worth, clause, found)

    def _exercise(self, kind: Kind) -> Exercise:
        game = self.record.rules.key
        return Exercise(game, kind, _NO_SEED, _UNMEASURED, ("pieces",), self.texts, self.choices)


@singledispatch
def exercise_of(live: Any, _record: Record, _missed: Missed) -> MissedExercise:
    """What may be asked about something that was missed, by how the game goes on."""
    raise TypeError(f"nothing is asked about a {type(live).__name__}")


@exercise_of.register
def _(live: FollowingCaptures, record: Record, missed: Missed) -> MissedExercise:
    step = missed.step
    assert isinstance(step.entry, Played)
    assert step.before is not None
    table = tuple(sorted(step.before.table))
    last = live.seating.ends_deal(step.before.in_hands, step.before.deal)
    texts = {"table": write_cards(table), "house": _house(record.rules)}
    texts |= {"last_of_deal": "1"} if last else {}
    if missed.kind is Irregular.MISSED_FORCED_SWEEP:
        hand = known_hand(record, missed.play)
        texts["hand"] = write_cards(hand)
        return MissedExercise(record, missed, Asks.FORCED, _pieces(hand), texts)
    texts["played"] = write_card(step.entry.card)
    return MissedExercise(record, missed, Asks.TAKE, _pieces(table), texts)


@exercise_of.register
def _(live: FollowingBuilds, record: Record, missed: Missed) -> MissedExercise:
    step = missed.step
    assert isinstance(step.entry, Played)
    if missed.found and missed.found.build:
        ranks = sorted({face.rank for face in record.rules.deck.faces})
        return MissedExercise(record, missed, Asks.HELD, tuple(map(write_rank, ranks)), {})
    assert step.seat is not None
    assert not isinstance(step.entry.turn, Unsettled)
    before = state_of(step.before)
    texts = question_texts(live, before, step.seat, step.entry.turn)
    texts["house"] = _house(record.rules)
    return MissedExercise(record, missed, Asks.MAY, ("yes", "no"), texts)


def _house(rules: Ruleset) -> str:
    switches = rules.house.switches()
    return " ".join(name for name in rules.house.names_during_play() if switches[name])


def _pieces(cards: Cards) -> tuple[str, ...]:
    return tuple(map(write_card, cards))
