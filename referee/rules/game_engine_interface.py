"""The interface that a game implements to be followed play by play; the log uses nothing else of
it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .applied_event import AppliedEvent
from .cards import Card, Cards, Rank
from .events import Event, Played, TableShown
from .game_state_interface import State
from .irregularities import Irregularity, IrregularityKind
from .play_options_interface import Options
from .play_result import PlayResult
from .plays import CardOnly, Play, Tapped, as_play
from .question_field_readers import NotInThisGame
from .seating import Seats
from .sheet_plan import RowCounts
from .table_and_builds import Top


class BuildStatistics(NamedTuple):
    """Statistics of the builds of a game: the number that each seat ``built``, for each seat how
    many of its builds each seat has ``taken``, and the number of ``bluffs`` that came to light."""

    built: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    bluffs: int


class GameEngine:
    """The course of a game. Each kind of game is a subclass; its methods are given only states that
    it made itself."""

    AGAINST_THE_RULES: IrregularityKind = IrregularityKind.ILLEGAL_TURN
    """The kind of irregularity of an illegal play that was let stand."""
    BY_CARD: bool = True
    """True if a card and the cards that it captures describe a whole play."""

    def opening(self, seats: Seats) -> State | None:
        """Return the game before the first entry; None if the log begins with the table's cards.
        Raises :class:`~referee.rules.seating.ImpossiblePlayers`."""
        return None

    def start(self, seats: Seats, table: Cards) -> State:
        """Return the game after the first deal, with these cards on the table.

        Raises :class:`~.game_engine_errors.WrongTable`, :class:`~.game_engine_errors.DrawnAgain`
        and :class:`~.seating.ImpossiblePlayers`.
        """
        raise NotImplementedError

    def options(self, state: State, card: Card) -> Options:
        """Return the options of a card. Raises
        :class:`~referee.rules.question_field_readers.NotInThisGame` if a card alone does not
        determine a play in this game."""
        raise NotInThisGame

    def settle(
        self, state: State, seat: int, play: CardOnly, _tapped: Tapped | None
    ) -> Play | CardOnly:
        """Return the play that a card alone stands for, using taps on the table where a page has
        them; the card itself if its :meth:`options` decide.

        Raises :class:`~.game_engine_errors.SeveralOptions` if several plays may be meant.
        """
        return play if play.captured is None else as_play(play.card, play.captured)

    def plays(self, state: State, card: Card) -> Sequence[Play]:
        """Return the plays of a card by the seat whose turn it is, as far as they are listed."""
        return ()

    def play(self, state: State, played: Played, seat: int) -> PlayResult:
        """Return the result of a settled play by a seat that holds a card, legal or not, as far as
        it is known without the hand.

        When the hands are empty the next deal follows at once, and after the last deal the end.
        Raises :class:`~referee.rules.question_field_readers.NotInThisGame` for a play that the game
        does not have.
        """
        raise NotImplementedError

    def pass_unknown_card(self, state: State, seat: int) -> State:
        """Return the game after a seat played a card whose place is unknown: it leaves the hand and
        goes nowhere."""
        raise NotImplementedError

    def reveal_top(self, state: State, top: Top) -> State:
        """Return the game after the top of a pile became known to everybody. Raises
        :class:`~.game_engine_errors.NoSuchTop` and
        :class:`~.question_field_readers.NotInThisGame`."""
        raise NotInThisGame

    def normalize_table(self, shows: TableShown) -> TableShown:
        """Return the shown table as it goes into the log. Raises
        :class:`~referee.rules.question_field_readers.NotInThisGame` and the game's errors for
        builds."""
        if shows.builds:
            raise NotInThisGame
        return TableShown(tuple(sorted(shows.table)))

    def corrected(self, state: State, shows: TableShown) -> State:
        """Return the game with the shown table in place of its own."""
        raise NotImplementedError

    def audit(self, events: Sequence[AppliedEvent], event: AppliedEvent) -> Iterator[Irregularity]:
        """Yield the irregularities of earlier ``events`` that the card of a play brings to
        light."""
        yield from ()

    def build_statistics(
        self, events: Sequence[AppliedEvent], players: int
    ) -> BuildStatistics | None:
        """Return the statistics of the builds of a game; None for a game without builds."""
        return None

    def rows(self, state: State) -> tuple[RowCounts, ...]:
        """Return the row of each seat for the score sheet."""
        raise NotImplementedError

    def other_events(
        self, applied: AppliedEvent, extra: Counter[Card], missing: Counter[Card]
    ) -> Iterator[Event]:
        """Yield the events that may have happened in place of an applied one if it alone caused
        a difference from the table: ``extra`` cards lie there that should not, others are
        ``missing``."""
        yield from ()

    def may_have_taken(self, state: State, missing: Cards) -> tuple[Rank, ...]:
        """Return the ranks that would capture exactly these cards, which are gone from the
        table."""
        return ()
