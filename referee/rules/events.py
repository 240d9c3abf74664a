"""A followed game, step by step: what happened, what it made of the game, what was irregular.

Games and the log both stand on this, and neither knows the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import NamedTuple, Protocol

from .cards import Card, Cards, Rank
from .plays import Capture, CardOnly, Play, played_in
from .table_and_builds import Build, Top


class Dealt(NamedTuple):
    """The cards dealt to the table, pictures and all."""

    table: Cards


class Played(NamedTuple):
    """A turn that plays one card from a hand; one that is not settled stands for the only thing
    that its card can do.

    ``seat`` is who played, if it was not the seat whose turn it was. ``as_played``: it happened
    and the table let it stand, whatever the rules say. ``out_of_turn``: only that ``seat`` played
    was let stand.
    """

    turn: Play | CardOnly
    seat: int | None = None
    as_played: bool = False
    out_of_turn: bool = False

    @property
    def card(self) -> Card:
        """The card that left the hand."""
        return self.turn.card if isinstance(self.turn, CardOnly) else played_in(self.turn)[0]

    @property
    def plays_a_card(self) -> bool:
        """Does a card leave the hand, as one does in every turn that is over?"""
        return isinstance(self.turn, CardOnly) or bool(played_in(self.turn))

    @property
    def captured(self) -> Cards | None:
        """What it took; None where that is not settled."""
        if isinstance(self.turn, CardOnly):
            return self.turn.captured
        takes = (step.captured for step in self.turn if isinstance(step, Capture))
        return tuple(chain.from_iterable(takes))


class TopRevealed(NamedTuple):
    """Somebody says which card is on top of an open pile."""

    top: Top


class TableShown(NamedTuple):
    """The table shows these cards and builds, and nobody knows why."""

    table: Cards
    builds: tuple[Build, ...] = ()


Event = Dealt | Played | TopRevealed | TableShown


class State(Protocol):
    """A followed game as it stands, as each game has it, an immutable value: what everybody at the
    table can see. ``turn`` is the seat that plays next, None when the game is over, ``deal`` counts
    from 1, ``in_hands`` counts each seat's cards. ``table`` are the cards that lie in no build,
    ``shown`` those that nobody can hold any more, as far as the log knows."""

    @property
    def turn(self) -> int | None: ...
    @property
    def deal(self) -> int: ...
    @property
    def table(self) -> Cards: ...
    @property
    def builds(self) -> tuple[Build, ...]: ...
    @property
    def shown(self) -> Cards: ...
    @property
    def in_hands(self) -> tuple[int, ...]: ...
    @property
    def last_capturer(self) -> int | None: ...


class PlayVerdict(Protocol):
    """What a game's referee says of a play: ``legal`` is None if it depends on the hand, ``clause``
    if no rule decides, as where a card is named that does not lie there. More only the game itself
    can tell."""

    @property
    def legal(self) -> bool | None: ...
    @property
    def reason(self) -> StrEnum: ...
    @property
    def clause(self) -> str | None: ...


class Options(Protocol):
    """What a card can do, best first, as far as it is listed, and how many ways there are; None
    if not all were found."""

    @property
    def turns(self) -> Sequence[Play]: ...
    @property
    def options_total(self) -> int | None: ...


class IrregularityKind(StrEnum):
    """What was irregular about a game."""

    MISSED_FORCED_SWEEP = "missed_forced_sweep"
    NO_HOLDER = "no_holder"
    KEEP_CARD = "keep_card"
    ILLEGAL_CAPTURE = "illegal_capture"
    ILLEGAL_TURN = "illegal_turn"
    OUT_OF_TURN = "out_of_turn"
    DOES_NOT_FIT = "does_not_fit"
    TABLE_CORRECTED = "table_corrected"


@dataclass(frozen=True)
class Irregularity:
    """``missed_at`` is the play that left out what ``card`` had to do, which, played at ``seq``,
    brings it to light. Where a card was lacking for a ``build``, ``rank`` is the card's, and the
    last card of the hand brings it to light. ``reason`` is that of the verdict on a play."""

    seq: int
    kind: IrregularityKind
    seat: int | None = None
    card: Card | None = None
    missed_at: int | None = None
    build: Build | None = None
    rank: Rank | None = None
    reason: StrEnum | None = None


@dataclass(frozen=True)
class AppliedEvent:
    """An entry that stands, and what it made of the game.

    ``seq`` is the entry's own number, also where a later one says what it should have been.
    ``before`` is the game before it, None at its beginning. ``sure``: does the log still know where
    every card went?
    """

    seq: int
    entry: Event
    before: State | None
    state: State
    seat: int | None = None
    verdict: PlayVerdict | None = None
    irregularities: tuple[Irregularity, ...] = ()
    sure: bool = True
