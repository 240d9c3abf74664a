"""Rulesets: games with their house rules as immutable data, and the engine that follows a game."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from .cards import Card, Cards, Deck, Impossible, Rank
from .house_rules import HouseRules
from .plays import (
    Build,
    CardOnly,
    Event,
    Irregularity,
    IrregularityKind,
    Play,
    Played,
    TableShown,
    Tapped,
    Top,
    TopRevealed,
    as_play,
)
from .question_fields import NotInThisGame
from .seating import Held, Redeal, Seating, Seats, Teams, sides
from .session_end import FirstToTarget, SessionPlan
from .sheet_plan import RowCounts, SheetPlan


@dataclass(frozen=True, kw_only=True)
class State:
    """A followed game as it stands, an immutable value with what everybody at the table can see.

    ``turn`` is the seat that plays next, None when the game is over; ``deal`` counts from 1;
    ``in_hands`` counts each seat's cards. ``table`` are the loose cards, ``set_aside`` those that
    left the table after a deal (#set-aside). ``surplus`` is the number of cards that the pack has
    more than the later deals need since hands were dealt wrongly; negative if it has fewer.
    """

    dealer: int
    turn: int | None
    deal: int
    table: Cards
    in_hands: tuple[int, ...]
    builds: tuple[Build, ...] = ()
    set_aside: Cards = ()
    last_capturer: int | None = None
    surplus: int = 0

    @property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.in_hands)

    @property
    def shown(self) -> Cards:
        """Return the cards that cannot be in a hand any more, as far as the log knows."""
        raise NotImplementedError


class PlayVerdict(Protocol):
    """The verdict of a game's referee on a play: ``legal`` is None if it depends on the hand;
    ``clause`` is None if no rule decides, as where a named card does not lie there."""

    @property
    def legal(self) -> bool | None: ...
    @property
    def reason(self) -> StrEnum: ...
    @property
    def clause(self) -> str | None: ...


@dataclass(frozen=True)
class AppliedEvent:
    """An entry that stands, and its effect on the game.

    ``seq`` is the number of the entry, even if a later one replaced it. ``before`` is the game
    before it, None at the beginning. ``is_certain``: the log still knows where every card is.
    """

    seq: int
    event: Event
    before: State | None
    state: State
    seat: int | None = None
    verdict: PlayVerdict | None = None
    irregularities: tuple[Irregularity, ...] = ()
    is_certain: bool = True

    def is_misfit(self) -> bool:
        """Return whether it is of a play that no longer fits, since an earlier one was
        corrected."""
        return any(one.kind is IrregularityKind.DOES_NOT_FIT for one in self.irregularities)


class Options(Protocol):
    """The plays of a card, best first, as far as they are listed, and their total number; None if
    not all were found."""

    @property
    def plays(self) -> Sequence[Play]: ...
    @property
    def options_total(self) -> int | None: ...


class HandSigns(NamedTuple):
    """Signs of a hand in what its seat has played: ``barred`` are ranks of which it holds no card,
    ``held`` those of which it holds at least one."""

    barred: frozenset[Rank] = frozenset()
    held: frozenset[Rank] = frozenset()


class PlayResult(NamedTuple):
    """The verdict on a play, and the game after it.

    ``may_stand``: the play can have happened, so a table may let it stand; if not, ``state`` has
    the part of it that can be done. ``is_certain``: everybody still knows where every card is.
    """

    verdict: PlayVerdict
    state: State
    may_stand: bool
    is_certain: bool


class GameEngine:
    """The course of a game. Each kind of game is a subclass; its methods are given only states that
    it made itself.

    Methods that raise :class:`NotImplementedError` here are what every kind defines. The others
    have an answer for games in which a card and what it captures describe a play, where nothing is
    built and no pile is open.
    """

    AGAINST_THE_RULES: IrregularityKind = IrregularityKind.ILLEGAL_TURN
    """The kind of irregularity of an illegal play that was let stand."""
    BY_CARD: bool = True
    """True if a card and the cards that it captures describe a whole play."""

    def opening(self, seats: Seats) -> State | None:
        """Return the game before the first entry; None if the log begins with the table's cards.
        Raises :class:`.ImpossiblePlayers`."""
        return None

    def start(self, seats: Seats, table: Cards) -> State:
        """Return the game after the first deal, with these cards on the table.

        Raises :class:`WrongTable`, :class:`DrawnAgain` and :class:`.ImpossiblePlayers`.
        """
        raise NotImplementedError

    def options(self, state: State, card: Card) -> Options:
        """Return the options of a card. Raises :class:`.NotInThisGame` if a card alone does not
        determine a play in this game."""
        raise NotInThisGame

    def settle(
        self, state: State, seat: int, play: CardOnly, tapped: Tapped | None
    ) -> Play | CardOnly:
        """Return the play that a card stands for, with what a page knows of it as ``tapped``; the
        card itself if its :meth:`options` decide.

        Raises :class:`SeveralOptions` if several plays may be meant.
        """
        return play if play.captured is None else as_play(play.card, play.captured)

    def listed(self, state: State, card: Card) -> Options:
        """Return the plays of a card by the seat whose turn it is, as far as they are listed."""
        return self.options(state, card)

    def using(
        self,
        state: State,
        card: Card,
        cards: Cards,
    ) -> Options:
        """Return the plays of a card by the seat whose turn it is that may be meant where it lies
        with just these ``cards`` of the table."""
        return self.listed(state, card)

    def play(self, state: State, played: Played, seat: int) -> PlayResult:
        """Return the result of a settled play by a seat that holds a card, legal or not, as far as
        it is known without the hand.

        When the hands are empty the next deal follows at once, and after the last deal the end.
        Raises :class:`.NotInThisGame` for a play that the game does not have.
        """
        raise NotImplementedError

    def judge(self, state: State, seat: int, play: Play, hand: Cards | None = None) -> PlayVerdict:
        """Return the verdict on a play of a seat, whose whole ``hand`` may be known."""
        raise NotImplementedError

    def pass_unknown_card(self, state: State, seat: int) -> State:
        """Return the game after a seat played a card whose place is unknown: it leaves the hand and
        goes nowhere."""
        raise NotImplementedError

    def held(self, state: State) -> Held | None:
        """Return how many cards are in the hands, and how many the pack has more than planned; None
        where wrong deals are not followed."""
        return None

    def with_held(self, state: State, held: Held, before: State | None = None) -> State:
        """Return the game with other numbers of cards in the hands. ``before`` is the game before
        the event that led to this one, by which a deal is taken back."""
        raise NotImplementedError

    def go_on(self, state: State, seat: int) -> State:
        """Return the game in which the next seat after another one plays. When the hands are empty
        the next deal follows at once, and after the last deal the end."""
        raise NotImplementedError

    def normalize_table(self, shows: TableShown) -> TableShown:
        """Return the shown table as it goes into the log. Raises :class:`.NotInThisGame` and the
        game's errors for builds."""
        if shows.builds:
            raise NotInThisGame
        return TableShown(tuple(sorted(shows.table)))

    def observed(self, state: State, event: TableShown | TopRevealed) -> State:
        """Return the game after everybody saw what lies there: the table, in place of its own, or
        the top of a pile. Raises :class:`NoSuchTop` and :class:`.NotInThisGame`."""
        raise NotImplementedError

    def audit(self, events: Sequence[AppliedEvent], event: AppliedEvent) -> Iterator[Irregularity]:
        """Yield the irregularities of earlier ``events`` that the card of a play brings to
        light."""
        yield from ()

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

    def markers_of(self, event: AppliedEvent) -> int:
        """Return the number of face-up cards that an event earned for sweeps."""
        raise NotImplementedError

    def hand_signs(self, events: Sequence[AppliedEvent], state: State) -> tuple[HandSigns, ...]:
        """Return what everybody can tell about the hand of each seat in a state to which the events
        led, if the rules were kept."""
        return (HandSigns(),) * state.players

    def announced_sweeps(self, events: Sequence[AppliedEvent]) -> tuple[Rank, ...]:
        """Return the ranks of which everybody is warned, since they would capture the whole table
        now and a card of them can still be in a hand."""
        return ()

    def leftovers(self, events: Sequence[AppliedEvent]) -> Cards:
        """Return the cards that the last capturer got without capturing them when the last of these
        events ended the game (#end)."""
        raise NotImplementedError

    def may_have_taken(self, state: State, missing: Cards) -> tuple[Rank, ...]:
        """Return the ranks that would capture exactly these cards, which are gone from the
        table."""
        return ()


class Referee:
    """Base class of the data by which the referee of a game judges. Each kind of referee is a
    subclass, which selects its questions, its messages and its pages."""

    ASKED_BY_CARD: bool = False
    """True if its questions are about a card and the cards that it captures, not about turns."""

    def set_aside_faces(self) -> frozenset[Card]:
        """Return the faces that leave the table after every deal."""
        return frozenset()

    def counts_sweep(self, *, last_cards: bool) -> bool:
        """Return whether a sweep counts; ``last_cards``: no card will be given or drawn any more
        (#sweep)."""
        return True

    def build_values(self, cards: Cards) -> list[int]:
        """Return the values that a build of just these cards can have."""
        return []


class Carried(NamedTuple):
    """Effects of earlier games of a session on the score of the next one: the points that have
    ``rolled`` over, by score item, and whether sweeps score nothing."""

    rolled: tuple[tuple[str, int], ...] = ()
    sweeps_off: bool = False


NOTHING_CARRIED = Carried()


@dataclass(frozen=True, eq=False)
class Ruleset:
    """A game with its house rules settled. A game without a ``referee`` takes no questions, and one
    without an ``engine`` cannot be followed. ``carried`` is what earlier games of a session
    have changed in the ``sheet``."""

    key: str
    version: int
    house_rules: HouseRules
    deck: Deck
    seating: Seating
    sheet: SheetPlan
    session: SessionPlan
    referee: Referee | None = None
    engine: GameEngine | None = None
    carried: Carried = NOTHING_CARRIED

    @property
    def must_count(self) -> bool:
        """Return whether the house rules need the counts of all piles, so that a quick number is
        not enough."""
        rolls_over = isinstance(self.session, FirstToTarget) and bool(self.session.rolls_over)
        return self.counts_out or rolls_over

    @property
    def counts_out(self) -> bool:
        """Return whether sides that reach the target in the same game are told apart by counting
        it in order."""
        return isinstance(self.session, FirstToTarget) and bool(self.session.count_out)

    def won_by_totals(self, leading: int) -> bool:
        """Return whether the totals tell who has won a session; ``leading`` is the number of sides
        that lead."""
        plan = self.session
        if not isinstance(plan, FirstToTarget):
            return True
        is_level = leading > 1 and plan.tie_break is not None
        return not (plan.count_out or plan.claim_out or is_level)

    @property
    def claims_out(self) -> bool:
        """Return whether a player who reaches the target within a game may claim it and end the
        game."""
        return isinstance(self.session, FirstToTarget) and self.session.claim_out

    def pile_of_each(self, players: int, teams: Teams | None = None) -> tuple[int, ...]:
        """Return for each seat the seat whose pile it uses: of partners who share a pile, the
        first."""
        if not self.sheet.shares_piles:
            return tuple(range(players))
        side_of = self.seating.side_of_each(players, teams)
        return tuple(map(side_of.index, side_of))

    def pile_seats(self, players: int, teams: Teams | None) -> tuple[int, ...]:
        """Return the seats that have a pile of their own: of partners who share one, the first."""
        if not self.sheet.shares_piles:
            return tuple(range(players))
        return self.side_seats(players, teams)

    def quick_seats(self, players: int, teams: Teams | None) -> tuple[int, ...]:
        """Return the seats that enter the quick number: of a side with one whole score, the
        first."""
        whole_score_by_side = self.sheet.by_side and self.sheet.whole_score_said
        return self.side_seats(players, teams) if whole_score_by_side else tuple(range(players))

    def side_seats(self, players: int, teams: Teams | None) -> tuple[int, ...]:
        """Return the first seat of each side, in seat order."""
        return tuple(sorted(seats[0] for seats in sides(players, teams).values()))


class GameOver(Impossible):
    """A play after the last one."""

    field = "card"


class WrongTable(Impossible):
    """A number of cards on the table other than the deal plan's."""

    field = "table"

    def __init__(self, number: int, expected: int) -> None:
        super().__init__(f"{number} cards on the table, not {expected}")
        self.number, self.expected = number, expected


class DrawnAgain(Impossible):
    """First cards on the table that must go back, by these ``limits``, so that others are laid
    out."""

    field, reason = "table", "redeal"

    def __init__(self, limits: Redeal) -> None:
        super().__init__(f"redeal by {limits}")
        self.limits = limits


class NoSuchTop(Impossible):
    """A card that cannot be on top of that pile, or that is already known to be."""

    def __init__(self, top: Top) -> None:
        super().__init__(f"not on top of pile {top.seat}: {top.card!r}")
        self.top = top


class IllegalPlay(Impossible):
    """A play that breaks the rules, with its ``verdict``. The play is settled."""

    def __init__(self, verdict: PlayVerdict, played: Played) -> None:
        super().__init__(str(verdict))
        self.verdict, self.played = verdict, played


class SeveralOptions(Impossible):
    """A card that can do several things, with its ``options``."""

    reason = "choose"

    def __init__(self, card: Card, options: Options) -> None:
        super().__init__(f"several options for {card!r}")
        self.card, self.options = card, options
