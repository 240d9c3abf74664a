"""What a game must answer so that it can be followed play by play; the log knows no more of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from .cards import Card, Cards, Impossible, Rank
from .sheet import Row
from .steps import Entered, Happening, Irregularity, Judged, Options, Played, State
from .turns import Turn


class GameOver(Impossible):
    """A play after the last one."""


class WrongTable(Impossible):
    """Another number of cards on the table than the deal plan puts there."""

    def __init__(self, found: int, expected: int) -> None:
        super().__init__(f"{found} cards on the table, not {expected}")
        self.found, self.expected = found, expected


class IllegalPlay(Impossible):
    """A play that breaks the rules; ``verdict`` says how."""

    def __init__(self, verdict: Any) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


class Choose(Impossible):
    """A card that can do several things; ``options`` has them."""

    def __init__(self, card: Card, options: Any) -> None:
        super().__init__(f"several options for {card!r}")
        self.card, self.options = card, options


StateT = TypeVar("StateT", bound=State)


class Made(NamedTuple):
    """What a play made of a game, and does everybody still know where every card is?"""

    state: State
    sure: bool


class Live(Generic[StateT]):
    """How a game goes on. A kind of game is a class of its own; its ``state`` is its own too."""

    def start(self, players: int, dealer: int, table: Cards) -> StateT:
        """The game after the first deal, with the cards dealt to the table.

        Raises :class:`WrongTable` and :class:`~referee.rules.seating.ImpossiblePlayers`.
        """
        raise NotImplementedError

    def options(self, state: StateT, card: Card) -> Options:
        """What a card may do now."""
        raise NotImplementedError

    def judge(self, state: StateT, turn: Turn) -> Judged:
        """Was a turn right, as far as it can be known without the hand? Raises
        :class:`~referee.rules.asking.NotInThisGame` for one that the game does not have."""
        raise NotImplementedError

    def may_stand(self, verdict: Any) -> bool:
        """Can a play on which this is the verdict have happened, so that a table may let it
        stand?"""
        raise NotImplementedError

    def after(self, state: StateT, played: Played | None, seat: int) -> Made:
        """The game after a play of a seat that holds a card, legal or not, as far as it can be
        done. ``played`` is None for a card that nobody can tell: it leaves the hand and is nowhere.
        When the hands are empty the next deal follows at once, and after the last deal the end."""
        raise NotImplementedError

    def corrected(self, state: StateT, table: Cards) -> StateT:
        """The same game, but the table shows these cards."""
        raise NotImplementedError

    def audit(
        self, steps: Sequence[Entered], seq: int, seat: int, card: Card
    ) -> Iterator[Irregularity]:
        """What a card that a seat plays now, as entry ``seq``, tells of its plays before."""
        yield from ()

    def rows(self, state: StateT) -> tuple[Row, ...]:
        """What each seat has, for the sheet."""
        raise NotImplementedError

    def otherwise(
        self, step: Entered, extra: Counter[Card], gone: Counter[Card]
    ) -> Iterator[Happening]:
        """What else an entry may have been, if it alone made the difference to what the table
        shows: ``extra`` cards lie there that should not, others are ``gone``."""
        yield from ()

    def may_have_taken(self, state: StateT, gone: Cards) -> tuple[Rank, ...]:
        """The ranks that would have taken exactly these cards, which are gone from the table."""
        return ()
