"""The live table where cards are built up: what lies on the felt, and what taps mean there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from flask import request

from ... import messages
from ...rules.asking import NotInThisGame
from ...rules.cards import Card, Cards, RulesError
from ...rules.games.casino.judge.building import duties_of
from ...rules.games.casino.live.adding import LastTurn, added, last_turn
from ...rules.games.casino.live.choosing import Choices, choices_of, decided
from ...rules.games.casino.live.following import FollowingBuilds
from ...rules.games.casino.live.insisting import Insisted, insisted
from ...rules.games.casino.live.state import State, dead_values, state_of
from ...rules.games.casino.search.case import Case
from ...rules.live import Choose, GameOver
from ...rules.log.entries import Entry, Insert, Replace
from ...rules.log.record import Record
from ...rules.notation import write_card
from ...rules.seating import check_seat
from ...rules.steps import Played
from ...rules.table import Build, Pointed, Top, read_pieces, write_top
from ...rules.turns import (
    Turn,
    UnreadableTurn,
    Unsettled,
    read_turn,
    seats_in,
    write_turn,
    write_unkept,
)


class StepUnclear(Exception):
    """Nothing, or more than one thing, can be made of what was tapped."""

    def __init__(self, choices: Choices) -> None:
        super().__init__(f"{len(choices.choices)} ways")
        self.choices = choices


class MoreUnclear(Choose):
    """More than one turn may ``replace`` the last one, or none that is legal."""

    def __init__(self, replace: Replace, choices: Choices) -> None:
        assert choices.card is not None  # that of the last turn
        super().__init__(choices.card, choices)
        self.replace = replace


class Chosen(NamedTuple):
    """What was tapped on the table, and the steps that the turn has begun with."""

    used: Pointed = Pointed()
    begun: Turn = ()


class Item(NamedTuple):
    """A card, a build or the top of a pile on the felt; ``text`` is what a tap on it says."""

    text: str
    card: Card | None = None
    build: Build | None = None
    dead: bool = False


class PileSeen(NamedTuple):
    """A pile: whose, and the cards of which one lies on top."""

    seat: int
    whose: str
    among: Cards


@dataclass(frozen=True)
class Felt:
    """What everybody sees of a game that is followed, a turn having ``begun`` with some steps."""

    live: FollowingBuilds
    record: Record
    names: Sequence[str]
    begun: Turn = ()

    @cached_property
    def state(self) -> State:
        return state_of(self.record.state)

    @cached_property
    def case(self) -> Case:
        seat = self.state.turn
        assert seat is not None
        return self.live.case(self.state, seat, self.begun)

    @property
    def loose(self) -> list[Item]:
        return _loose(self.case)

    @property
    def builds(self) -> list[Item]:
        return _builds(self.case, dead_values(self.live.rules, self.state))

    @property
    def tops(self) -> list[Item]:
        """The tops that somebody may use now, or may have used after the last card."""
        tops = _tops(self.case)
        if self.may_begin and self.last_turn:
            tops += _tops(self.live.case(self.state, self.last_turn.seat))
        return list(dict.fromkeys(tops))

    @property
    def piles(self) -> list[PileSeen]:
        used = tuple(card for step in self.begun for card in step.named)
        return piles_in(self.live, self.state, self.names, used)

    def tops_of(self, pile: PileSeen) -> list[Item]:
        """The top of a pile that may be used now; of one that came to light while the turn goes on,
        and that nobody knows, each that it may be."""
        tops = [one for one in self.tops if one.text.endswith(f"^{pile.seat}")]
        if tops or not self.begun or pile.seat == self.case.start.pile_seat:
            return tops
        return _as_items(Top(card, pile.seat) for card in pile.among)

    @property
    def last_turn(self) -> LastTurn | None:
        """The last turn, as long as its player may say more of it."""
        return None if self.begun else last_turn(self.record.steps)

    @property
    def unsure(self) -> list[PileSeen]:
        """Those of which nobody has said which card lies on top."""
        return [] if self.begun else [pile for pile in self.piles if len(pile.among) > 1]

    @property
    def stock(self) -> str:
        """How many cards can still be drawn, where some can in this game."""
        drawn = self.live.seating.deal_plan(self.state.players).stock
        return messages.live_stock_text(self.state.stock) if drawn else ""

    @property
    def points(self) -> str:
        """What each side has so far; nothing before somebody took a card."""
        if not self.state.in_piles:
            return ""
        return messages.so_far_text(
            self.live.points_so_far(self.state), self.state.sides, self.names
        )

    @property
    def duties(self) -> list[str]:
        """What binds who plays next."""
        if self.begun or self.state.turn is None:
            return []
        position = self.case.start
        bound = duties_of(self.live.rules, position)
        builds = position.kept(self.state.builds)
        return messages.live_duty_texts(bound, builds, self.names[self.state.turn])

    @property
    def insisted(self) -> tuple[Insisted, ...]:
        return () if self.begun else insisted(self.live, self.record.steps)

    @property
    def insisted_of(self) -> str:
        """The name of the player whose turn may have to be completed."""
        assert self.last_turn is not None
        return self.names[self.last_turn.seat]

    @property
    def insisters(self) -> list[str]:
        """The names of those who may insist on it: no partners."""
        assert self.last_turn is not None
        side = self.state.sides[self.last_turn.seat]
        return [name for name, of in zip(self.names, self.state.sides, strict=True) if of != side]

    @property
    def may_begin(self) -> bool:
        """May a turn have steps without the card from the hand?"""
        return self.live.rules.has_steps


def piles_in(live: object, state: object, names: Sequence[str], used: Cards = ()) -> list[PileSeen]:
    """The piles that lie open while somebody's turn comes, once these cards were ``used``."""
    if not isinstance(live, FollowingBuilds) or not live.rules.OPEN_PILES:
        return []
    now = state_of(state)
    if now.turn is None:
        return []
    return [
        PileSeen(seat, messages.whose_pile(now, seat, names), pile.less(used).top_among)
        for seat, pile in enumerate(now.piles)
        if pile.cards
    ]


def felt_of(record: Record, names: Sequence[str]) -> Felt | None:
    """What lies there, while a game with builds goes on."""
    live = record.rules.live
    if not isinstance(live, FollowingBuilds) or record.state is None or record.state.turn is None:
        return None
    plain = Felt(live, record, names)
    begun = begun_in(record)
    may_be = live.may_begin(state_of(record.state), record.state.turn, begun)
    return Felt(live, record, names, begun) if may_be else plain


def begun_in(record: Record) -> Turn:
    """The steps that the address has the turn begin with; none once the game has moved on, or if
    they cannot be."""
    if request.args.get("at") != str(record.seq):
        return ()
    try:
        begun = read_turn(request.args.get("begun", ""))
        check_seats(record, begun)
    except RulesError:
        return ()
    return begun


def check_begun(
    live: FollowingBuilds, record: Record, state: State, seat: int, chosen: Chosen
) -> None:
    """Can a turn of a seat have begun like that? Raises
    :class:`~referee.rules.turns.UnreadableTurn` and :class:`~referee.rules.seating.NoSuchSeat`."""
    check_seats(record, chosen.begun, chosen.used.tops)
    if not live.may_begin(state, seat, chosen.begun):
        raise UnreadableTurn(write_turn(chosen.begun))


def check_seats(record: Record, turn: Turn, tops: Iterable[Top] = ()) -> None:
    """Does somebody sit there? Raises :class:`~referee.rules.seating.NoSuchSeat`."""
    for seat in (*seats_in(turn), *(top.seat for top in tops)):
        check_seat(seat, record.players)


def read_chosen() -> Chosen:
    """What was tapped before the card. Raises what reading turns and cards raises."""
    used = read_pieces(" ".join(request.form.getlist("used")).split())
    begun = request.form.get("begun", "")
    return Chosen(used, read_turn(begun) if begun.strip() else ())


def settled(record: Record, entry: Entry, chosen: Chosen) -> Entry:
    """The same entry, once it is clear what its card did. Raises
    :class:`~referee.rules.live.Choose` where that must be said."""
    live = record.rules.live
    played = played_in(entry)
    if not isinstance(live, FollowingBuilds) or played is None:
        return entry
    if not isinstance(played.turn, Unsettled):
        return entry
    state = state_before(record, entry)
    if state is None or state.turn is None:
        return entry
    seat = state.turn if played.seat is None else played.seat
    check_seat(seat, record.players)
    check_begun(live, record, state, seat, chosen)
    case = live.case(state, seat, chosen.begun, chosen.used.tops)
    turn = decided(case, played.card, chosen.used)
    return _with_turn(entry, played._replace(turn=turn))


def played_in(entry: Entry) -> Played | None:
    """The play that an entry says."""
    said = entry.by if isinstance(entry, Replace) else entry
    said = said.play if isinstance(said, Insert) else said
    return said if isinstance(said, Played) else None


def _with_turn(entry: Entry, played: Played) -> Entry:
    if isinstance(entry, Replace):
        return entry._replace(by=played)
    return entry._replace(play=played) if isinstance(entry, Insert) else played


def state_before(record: Record, entry: Entry) -> State | None:
    """The game in which an entry was, or is, played."""
    place = entry.seq if isinstance(entry, Replace) else None
    place = entry.before if isinstance(entry, Insert) else place
    state = record.state if place is None else record.steps[record.index(place)].before
    return state if isinstance(state, State) else None


def begun_with(record: Record, chosen: Chosen) -> Turn:
    """The steps of a turn with one more, of just what was tapped. Raises
    :class:`StepUnclear`."""
    live, state = record.rules.live, record.state
    if not isinstance(live, FollowingBuilds) or not live.rules.has_steps:
        raise NotInThisGame
    if not isinstance(state, State) or state.turn is None:
        raise GameOver
    check_begun(live, record, state, state.turn, chosen)
    case = live.case(state, state.turn, chosen.begun, chosen.used.tops)
    found = choices_of(case, None, chosen.used)
    if len(found.possible) != 1:
        raise StepUnclear(found._replace(choices=found.possible or found.choices))
    return found.possible[0].turn


def with_more(record: Record, chosen: Chosen) -> Replace:
    """Return the last turn with one more step, of just what was tapped after its card. Raises
    :class:`~referee.rules.asking.NotInThisGame` where nobody can say more of it,
    :class:`StepUnclear` where nothing can be made of these, and :class:`MoreUnclear` where it must
    be said what."""
    live = record.rules.live
    if not isinstance(live, FollowingBuilds) or not live.rules.has_steps:
        raise NotInThisGame
    last = last_turn(record.steps)
    if last is None:
        raise NotInThisGame
    check_seats(record, (), chosen.used.tops)
    found = added(live, last, chosen.used)
    if not found.choices:
        raise StepUnclear(found)
    if len(found.possible) != 1:
        raise MoreUnclear(Replace(last.seq, last.played), found)
    return Replace(last.seq, last.played._replace(turn=found.possible[0].turn))


def items_of(record: Record, state: object, seat: int | None) -> tuple[Item, ...]:
    """What may have been used in a turn of a seat, each as one tap."""
    live = record.rules.live
    if not isinstance(live, FollowingBuilds) or not isinstance(state, State) or seat is None:
        return ()
    case = live.case(state, seat)
    return (*_loose(case), *_builds(case), *_tops(case))


def _loose(case: Case) -> list[Item]:
    return [Item(write_card(card), card=card) for card in case.table.loose]


def _builds(case: Case, dead: Collection[int] = ()) -> list[Item]:
    builds = case.table.builds
    return [Item(write_unkept(one), build=one, dead=one.value in dead) for one in builds]


def _tops(case: Case) -> list[Item]:
    return _as_items(case.tops)


def _as_items(tops: Iterable[Top]) -> list[Item]:
    return [Item(write_top(top), card=top.card) for top in tops]
