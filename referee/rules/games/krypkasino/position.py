"""A game as it stands, and what a play makes of it (#deal to #end).

A position holds what everybody at the table can see. Hands are secret: it knows how many cards
each player holds, not which. All cards in it have their suits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from ...cards import Card, Cards, Impossible, Packs, without
from ...log.plays import Lay, Play, Take
from ...ruleset import Ruleset
from ...scoring import Row, Sheet, score
from .capturing import CaptureRules, capture_rules
from .verdict import Verdict

_T = TypeVar("_T")


class IllegalPlay(Impossible):
    """A play that breaks the rules; ``verdict`` says how."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.reason.value)
        self.verdict = verdict


class GameOver(Impossible):
    """A play after the last one."""


class WrongTable(Impossible):
    """Another number of cards on the table than the deal plan puts there."""

    def __init__(self, found: int, expected: int) -> None:
        super().__init__(f"{found} cards on the table, not {expected}")
        self.found, self.expected = found, expected


class Pile(NamedTuple):
    """A player's cards, the ``markers`` that lie face up among them included."""

    cards: Cards = ()
    markers: int = 0


@dataclass(frozen=True)
class Position:
    """``turn`` is None when the game is over; ``in_hands`` counts cards; ``deal`` counts from 1."""

    dealer: int
    turn: int | None
    deal: int
    table: Cards
    in_hands: tuple[int, ...]
    piles: tuple[Pile, ...]
    set_aside: Cards = ()
    last_capturer: int | None = None

    @property
    def players(self) -> int:
        return len(self.piles)


def start(rules: Ruleset, players: int, dealer: int, table: Cards) -> Position:
    """The position after the first deal. ``table``: the cards dealt there, pictures and all.

    Raises :class:`WrongTable` and :class:`~referee.rules.seating.ImpossiblePlayers`.
    """
    plan = rules.seating.deal_plan(players)
    if len(table) != sum(plan.table):
        raise WrongTable(len(table), sum(plan.table))
    before = Position(
        dealer=dealer,
        turn=None,
        deal=0,
        table=table,
        in_hands=(0,) * players,
        piles=(Pile(),) * players,
    )
    return _deal(rules, before)


def after(
    rules: Ruleset, position: Position, played: Play | None, seat: int | None = None
) -> Position:
    """The position after a play that happened, legal or not; what it takes must lie there.

    ``seat`` is who played, if it was out of turn, and must hold a card; play goes on at its left.
    ``played`` is None for a card that nobody can tell: it leaves the hand and is nowhere. When the
    hands are empty, the next deal follows at once, and after the last deal the end.
    """
    if position.turn is None:
        raise GameOver
    seat = position.turn if seat is None else seat
    now = replace(position, in_hands=_changed(position.in_hands, seat, position.in_hands[seat] - 1))
    match played:
        case Lay(card):
            now = replace(now, table=tuple(sorted((*now.table, card))))
        case Take(card, captured):
            pile = position.piles[seat]
            left = without(position.table, captured)
            markers = pile.markers + (
                0 if left else markers_for(capture_rules(rules), card, captured)
            )
            pile = Pile((*pile.cards, *captured, card), markers)
            piles = _changed(now.piles, seat, pile)
            now = replace(now, table=left, piles=piles, last_capturer=seat)
    if any(now.in_hands):
        return replace(now, turn=_next_to_play(now.in_hands, seat))
    over = now.deal == rules.seating.deal_plan(now.players).deals
    return _finish(now) if over else _deal(rules, now)


def turns_to_come(rules: Ruleset, position: Position) -> Iterator[int]:
    """Whose turn it is now and after each further play, as long as nobody plays out of turn."""
    while position.turn is not None:
        yield position.turn
        position = after(rules, position, None)


def rows_of(rules: Ruleset, position: Position) -> tuple[Row, ...]:
    """What each seat has in its pile."""
    return tuple(Row(pile.markers, rules.sheet.count(pile.cards)) for pile in position.piles)


def score_position(
    rules: Ruleset, position: Position, teams: tuple[int, ...] | None = None
) -> Sheet:
    """Score a game that was played out card by card."""
    return score(rules, rows_of(rules, position), teams, position.last_capturer)


def markers_for(rules: CaptureRules, card: Card, swept: Cards) -> int:
    """Face-up cards for sweeping these off the table: two for a lone twin (#double-sweep). An ace
    takes no ace, so where it happened it was no double sweep."""
    takes_twins = rules.hand_values[card.rank] == rules.table_values[card.rank]
    return 2 if swept == (card,) and takes_twins else 1


def set_up_by(seat: int, players: int) -> int:
    """Who left the table that this seat swept, and pays for it: the player before (#set-up)."""
    return (seat - 1) % players


def _next_to_play(in_hands: tuple[int, ...], seat: int) -> int:
    """The next seat clockwise that holds a card; it is the neighbour's, unless somebody played
    out of turn."""
    players = len(in_hands)
    return next(s for n in range(1, players + 1) if in_hands[s := (seat + n) % players])


def _deal(rules: Ruleset, position: Position) -> Position:
    """Full hands again, and the table rid of what is set aside (#set-aside)."""
    deal = position.deal + 1
    settled = capture_rules(rules).after_deal(position.table, Packs(rules.deck, position.table))
    return replace(
        position,
        turn=(position.dealer + 1) % position.players,
        deal=deal,
        table=settled.kept,
        in_hands=(rules.seating.deal_plan(position.players).hand_size(deal),) * position.players,
        set_aside=tuple(sorted(position.set_aside + settled.aside)),
    )


def _finish(position: Position) -> Position:
    """The last capturer takes what is left (#end); if nobody ever captured, nobody does."""
    last = position.last_capturer
    if last is None:
        return replace(position, turn=None)
    pile = position.piles[last]
    taken = pile._replace(cards=pile.cards + position.table + position.set_aside)
    piles = _changed(position.piles, last, taken)
    return replace(position, turn=None, table=(), set_aside=(), piles=piles)


def _changed(things: tuple[_T, ...], index: int, thing: _T) -> tuple[_T, ...]:
    return (*things[:index], thing, *things[index + 1 :])
