"""What a game must answer so that it can be followed play by play; the log knows no more of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .cards import Card, Cards, Impossible, Rank
from .events import (
    AppliedEvent,
    Event,
    Irregularity,
    IrregularityKind,
    Options,
    Played,
    PlayVerdict,
    State,
    TableShown,
)
from .plays import CardOnly, Play, Tapped, as_play
from .question_fields import NotInThisGame
from .seating import Seats
from .sheet_plan import RowCounts
from .table_and_builds import Top


class GameOver(Impossible):
    """A play after the last one."""


class WrongTable(Impossible):
    """Another number of cards on the table than the deal plan puts there."""

    def __init__(self, found: int, expected: int) -> None:
        super().__init__(f"{found} cards on the table, not {expected}")
        self.found, self.expected = found, expected


class DrawnAgain(Impossible):
    """First cards on the table that go back, so that others are drawn."""


class NoSuchTop(Impossible):
    """A card that cannot be on top of that pile, or that everybody knows to be."""

    def __init__(self, top: Top) -> None:
        super().__init__(f"not on top of pile {top.seat}: {top.card!r}")
        self.top = top


class IllegalPlay(Impossible):
    """A play that breaks the rules; ``verdict`` says how. What it did is settled."""

    def __init__(self, verdict: PlayVerdict, played: Played) -> None:
        super().__init__(str(verdict))
        self.verdict, self.played = verdict, played


class SeveralOptions(Impossible):
    """A card that can do several things; ``options`` has them."""

    def __init__(self, card: Card, options: Options) -> None:
        super().__init__(f"several options for {card!r}")
        self.card, self.options = card, options


class PlayResult(NamedTuple):
    """The referee's verdict on a play, and the game after it. ``stands``: can it have happened, so
    that a table may let it stand? If not, ``state`` has as much of it as can be done. ``sure``:
    does everybody still know where every card is?"""

    verdict: PlayVerdict
    state: State
    stands: bool
    sure: bool


class BuildStatistics(NamedTuple):
    """What became of the builds of a game: how many each seat ``built``, and of those of each seat
    how many each one has ``taken``. ``bluffs`` came to light."""

    built: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    bluffs: int


class GameEngine:
    """How a game goes on. A kind of game is a class of its own; each ``state`` that it is given is
    one that it made."""

    AGAINST_THE_RULES: IrregularityKind = IrregularityKind.ILLEGAL_TURN
    """What a play is called that broke the rules and was let stand."""
    BY_CARD: bool = True
    """Do a card and the cards that it captures say all of a play?"""

    def opening(self, seats: Seats) -> State | None:
        """The game before anything was entered; None where the table is dealt first. Raises
        :class:`~referee.rules.seating.ImpossiblePlayers`."""
        return None

    def start(self, seats: Seats, table: Cards) -> State:
        """The game after the first deal, with the cards dealt to the table.

        Raises :class:`WrongTable`, :class:`DrawnAgain` and
        :class:`~referee.rules.seating.ImpossiblePlayers`.
        """
        raise NotImplementedError

    def options(self, state: State, card: Card) -> Options:
        """What a card may do now. Raises :class:`~referee.rules.question_fields.NotInThisGame`
        where nobody plays a card without saying what it does."""
        raise NotInThisGame

    def settle(
        self, state: State, seat: int, play: CardOnly, _tapped: Tapped | None
    ) -> Play | CardOnly:
        """Return the turn of a seat of which only a card was said, after taps on the table where a
        page has them; as it was said where the :meth:`options` of the card decide. Raises
        :class:`SeveralOptions` where several turns may be meant."""
        return play if play.captured is None else as_play(play.card, play.captured)

    def turns(self, state: State, card: Card) -> Sequence[Play]:
        """Return the turns in which the seat whose turn it is may play a card, as far as they are
        listed."""
        return ()

    def play(self, state: State, played: Played, seat: int) -> PlayResult:
        """What a settled turn of a seat that holds a card makes of the game, legal or not, as far
        as it can be known without the hand. When the hands are empty the next deal follows at once,
        and after the last deal the end. Raises
        :class:`~referee.rules.question_fields.NotInThisGame` for a
        turn that the game does not have."""
        raise NotImplementedError

    def passed(self, state: State, seat: int) -> State:
        """The game after a seat played a card that nobody can tell: it leaves the hand and is
        nowhere."""
        raise NotImplementedError

    def told(self, state: State, top: Top) -> State:
        """The same game, but everybody knows the top of a pile. Raises :class:`NoSuchTop` and
        :class:`~referee.rules.question_fields.NotInThisGame`."""
        raise NotInThisGame

    def settled(self, shows: TableShown) -> TableShown:
        """What the table shows, as it goes into the log. Raises
        :class:`~referee.rules.question_fields.NotInThisGame` and what the game finds wrong with
        builds."""
        if shows.builds:
            raise NotInThisGame
        return TableShown(tuple(sorted(shows.table)))

    def corrected(self, state: State, shows: TableShown) -> State:
        """The same game, but the table shows this."""
        raise NotImplementedError

    def audit(self, steps: Sequence[AppliedEvent], step: AppliedEvent) -> Iterator[Irregularity]:
        """What the card of a play tells of the plays before, which are ``steps``."""
        yield from ()

    def fates(self, steps: Sequence[AppliedEvent], players: int) -> BuildStatistics | None:
        """What became of the builds; None where nothing is built."""
        return None

    def rows(self, state: State) -> tuple[RowCounts, ...]:
        """What each seat has, for the sheet."""
        raise NotImplementedError

    def otherwise(
        self, step: AppliedEvent, extra: Counter[Card], gone: Counter[Card]
    ) -> Iterator[Event]:
        """What else an entry may have been, if it alone made the difference to what the table
        shows: ``extra`` cards lie there that should not, others are ``gone``."""
        yield from ()

    def may_have_taken(self, state: State, gone: Cards) -> tuple[Rank, ...]:
        """The ranks that would have taken exactly these cards, which are gone from the table."""
        return ()
