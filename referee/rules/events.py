"""Events of a followed game, and the effect of each on the game. Shared by the games and the
log."""

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
    """The cards dealt to the table, before any are set aside."""

    table: Cards


class Played(NamedTuple):
    """A play with one card from a hand; one that is not settled stands for the only thing that its
    card can do.

    ``seat`` is the player, if it was not the seat whose turn it was. ``as_played``: the play stands
    even if it breaks the rules. ``out_of_turn``: only the playing out of turn was let stand.
    """

    play: Play | CardOnly
    seat: int | None = None
    as_played: bool = False
    out_of_turn: bool = False

    @property
    def card(self) -> Card:
        """Return the card that left the hand."""
        return self.play.card if isinstance(self.play, CardOnly) else played_in(self.play)[0]

    @property
    def plays_a_card(self) -> bool:
        """Return whether a card leaves the hand, as in every complete play."""
        return isinstance(self.play, CardOnly) or bool(played_in(self.play))

    @property
    def captured(self) -> Cards | None:
        """Return the captured cards; None if the play is not settled."""
        if isinstance(self.play, CardOnly):
            return self.play.captured
        takes = (step.captured for step in self.play if isinstance(step, Capture))
        return tuple(chain.from_iterable(takes))


class TopRevealed(NamedTuple):
    """The card on top of an open pile, named by a player."""

    top: Top


class TableShown(NamedTuple):
    """The cards and builds that the table shows where the log has others."""

    table: Cards
    builds: tuple[Build, ...] = ()


Event = Dealt | Played | TopRevealed | TableShown


class State(Protocol):
    """A followed game as it stands, an immutable value with what everybody at the table can see.

    ``turn`` is the seat that plays next, None when the game is over; ``deal`` counts from 1;
    ``in_hands`` counts each seat's cards. ``table`` are the loose cards, ``shown`` those that
    cannot be in a hand any more, as far as the log knows.
    """

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
    """The verdict of a game's referee on a play: ``legal`` is None if it depends on the hand;
    ``clause`` is None if no rule decides, as where a named card does not lie there."""

    @property
    def legal(self) -> bool | None: ...
    @property
    def reason(self) -> StrEnum: ...
    @property
    def clause(self) -> str | None: ...


class Options(Protocol):
    """The plays of a card, best first, as far as they are listed, and their total number; None if
    not all were found."""

    @property
    def plays(self) -> Sequence[Play]: ...
    @property
    def options_total(self) -> int | None: ...


class IrregularityKind(StrEnum):
    """The kinds of irregularities in a followed game."""

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
    """An irregularity that came to light with entry ``seq``.

    ``missed_at`` is the play that left out what ``card`` had to do. Where a card was lacking for a
    ``build``, ``rank`` is the card's, and the last card of the hand brings it to light. ``reason``
    is that of the verdict on a play.
    """

    seq: int
    kind: IrregularityKind
    seat: int | None = None
    card: Card | None = None
    missed_at: int | None = None
    build: Build | None = None
    rank: Rank | None = None
    reason: StrEnum | None = None

    @property
    def play(self) -> int:
        """Return the number of the entry that was against the rules."""
        return self.missed_at or self.seq


@dataclass(frozen=True)
class AppliedEvent:
    """An entry that stands, and its effect on the game.

    ``seq`` is the number of the entry, even if a later one replaced it. ``before`` is the game
    before it, None at the beginning. ``sure``: the log still knows where every card is.
    """

    seq: int
    event: Event
    before: State | None
    state: State
    seat: int | None = None
    verdict: PlayVerdict | None = None
    irregularities: tuple[Irregularity, ...] = ()
    is_certain: bool = True
