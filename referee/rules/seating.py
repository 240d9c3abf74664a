"""Who sits where: sides and teams, how it is dealt, and who deals next (#players, #deal)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from .cards import Impossible

Teams = tuple[int, ...]
"""The team of each seat."""


class ImpossiblePlayers(Impossible):
    """A number of players that the game is not played by."""

    def __init__(self, players: int, known: Sequence[int]) -> None:
        super().__init__(f"{players} players, not {known}")
        self.players, self.fewest, self.most = players, min(known), max(known)


class ImpossibleTeams(Impossible):
    """Teams that the game does not know; it knows ``team_counts``, by number of players."""

    def __init__(self, teams: Teams, team_counts: Mapping[int, tuple[int, ...]]) -> None:
        super().__init__(f"no such teams: {teams}")
        self.teams, self.team_counts = teams, team_counts


class NotTwoSides(Impossible):
    """A house rule is for two sides, and there are more."""


class NoSuchSeat(Impossible):
    """A seat where nobody sits."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(f"no seat {seat} among {seats}")
        self.seat, self.seats = seat, seats


def check_seat(seat: int | None, players: int) -> None:
    """Raises :class:`NoSuchSeat`; no seat at all is fine."""
    if seat is not None and not 0 <= seat < players:
        raise NoSuchSeat(seat, players)


class Seats(NamedTuple):
    """Who plays a game: how many, which seat deals, and the team of each seat, if any."""

    players: int
    dealer: int
    teams: Teams | None = None


class DealPlan(NamedTuple):
    """How a game is dealt: the batches for each player and for the table, how many deals, and how
    many cards are left to be drawn."""

    first_hand: tuple[int, ...]
    table: tuple[int, ...]
    later_hands: tuple[int, ...]
    deals: int
    stock: int = 0

    def hand_size(self, deal: int) -> int:
        """Cards that each player gets in a deal (the first is 1)."""
        return sum(self.first_hand if deal == 1 else self.later_hands)


class LastGame(NamedTuple):
    """A game of a session: its dealer, and the score of each seat, None until it is finished."""

    dealer: int
    scores: Sequence[int] | None


class SessionSoFar(NamedTuple):
    """A session so far, as far as the next deal may depend on it: how many ``games`` there were,
    and the ``last`` of them. Not all of them: a long session asks this at each."""

    sides: Mapping[int, Sequence[int]]
    first_dealer: int
    games: int
    last: LastGame | None

    @property
    def players(self) -> int:
        return sum(map(len, self.sides.values()))


def losers(evening: SessionSoFar) -> tuple[int, ...]:
    """The sides that scored least in the last game (F6.1); none before it is finished."""
    if evening.last is None or evening.last.scores is None:
        return ()
    scores = evening.last.scores
    totals = {side: scores[seats[0]] for side, seats in evening.sides.items()}
    return tuple(side for side, total in totals.items() if total == min(totals.values()))


class Dealing(Enum):
    """In which order the cards of the first deal go out (#deal)."""

    BATCHES = "batches"
    """A batch to each, then one to the table, and the next likewise."""
    DEALER_LAST = "dealer_last"
    """A batch to each of the others, one to the table, one to the dealer, and the next likewise."""
    DRAWN = "drawn"
    """Who begins draws the table's cards from the middle of the pack before the hands are dealt."""


class Redeal(NamedTuple):
    """First cards on the table that are worth so many ``points``, or hold so many ``pictures``, go
    back, and others are drawn (F3.1); nobody does so by the house rule ``unless``."""

    points: int
    pictures: int
    unless: str


@dataclass(frozen=True)
class Seating:
    """``deal_plans`` is by number of players; ``team_counts`` says into how many teams a number
    of players may split, and those in ``pairs_only`` always do. ``two_sides``: neither more nor
    fewer. ``clockwise`` says which way it goes round, and the deal passes the same way, or
    ``loser_leads``. ``last_cards`` is what the dealer says with the last cards, by its name in
    ``referee.words``."""

    deal_plans: Mapping[int, DealPlan]
    team_counts: Mapping[int, tuple[int, ...]]
    clockwise: bool = True
    loser_leads: bool = False
    dealing: Dealing = Dealing.BATCHES
    redeal: Redeal | None = None
    pairs_only: frozenset[int] = frozenset()
    two_sides: bool = False
    last_cards: str | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """How many can play, alone or in teams."""
        return tuple(
            players
            for players in self.deal_plans
            if not self.two_sides or players == 2 or 2 in self.team_counts.get(players, ())
        )

    def deal_plan(self, players: int) -> DealPlan:
        """How so many players deal (#deal). Raises :class:`ImpossiblePlayers`."""
        plan = self.deal_plans.get(players)
        if plan is None:
            raise ImpossiblePlayers(players, tuple(self.deal_plans))
        return plan

    def ends_deal(self, in_hands: Sequence[int], deal: int) -> bool:
        """Is the card that is played next the last one of its deal, with another deal after it?"""
        return sum(in_hands) == 1 and deal < self.deal_plan(len(in_hands)).deals

    def leader(self, dealer: int, players: int) -> int:
        """Who begins where this seat deals: the next in the order of play (#deal)."""
        return (dealer + self.step) % players

    @property
    def step(self) -> int:
        """From a seat to the next in the order of play."""
        return 1 if self.clockwise else -1

    def next_holding(self, seat: int, in_hands: Sequence[int]) -> int | None:
        """Who plays after a seat: the next in the order of play that holds a card. It is the
        neighbour, unless somebody played out of turn."""
        players = len(in_hands)
        order = ((seat + self.step * number) % players for number in range(1, players + 1))
        return next((other for other in order if in_hands[other] > 0), None)

    def next_dealer(self, evening: SessionSoFar) -> int:
        """Who deals the next game: the next seat, or the one before the loser of the last game. Of
        a pair the next after the last leader leads, and if several have lost, the same one deals
        again (F6.1)."""
        last = evening.last
        if last is None or not self.loser_leads:
            return (evening.first_dealer + self.step * evening.games) % evening.players
        losing = losers(evening)
        if len(losing) != 1:
            return last.dealer
        led = self.leader(last.dealer, evening.players)
        after = ((led + step) % evening.players for step in range(1, evening.players + 1))
        leads = next(seat for seat in after if seat in evening.sides[losing[0]])
        return (leads - 1) % evening.players

    def team_choices(self, players: int) -> tuple[Teams, ...]:
        """The teams that so many players can form (#players). Mates never sit side by side: they
        are as many seats apart as there are teams."""
        return tuple(
            tuple(seat % number for seat in range(players))
            for number in self.team_counts.get(players, ())
        )

    def side_of_each(self, players: int, teams: Teams | None = None) -> Teams:
        """The side of each seat: its team, where there are teams; some numbers always play as
        pairs, even where nobody says so."""
        if teams is None and players in self.pairs_only:
            (teams,) = self.team_choices(players)
        return tuple(range(players)) if teams is None else teams

    def settle(self, players: int, teams: Sequence[int] | None) -> Teams | None:
        """The teams that play: those that were named, or the only ones there can be.

        Raises :class:`ImpossiblePlayers`, :class:`ImpossibleTeams` and :class:`NotTwoSides`.
        """
        self.deal_plan(players)
        settled = None if teams is None else tuple(teams)
        if settled is None and players in self.pairs_only:
            settled = self.side_of_each(players)
        if settled is not None and not self._alternate(settled, players):
            raise ImpossibleTeams(settled, self.team_counts)
        if self.two_sides and len(sides(players, settled)) != 2:
            raise NotTwoSides
        return settled

    def _alternate(self, teams: Teams, players: int) -> bool:
        return any(
            set(teams) == set(range(number)) and teams == teams[:number] * (players // number)
            for number in self.team_counts.get(players, ())
        )


def mates(seat: int, together: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """The seats of the side that a seat is on, it among them."""
    return next(seats for seats in together.values() if seat in seats)


def sides(players: int, teams: Sequence[int] | None) -> dict[int, tuple[int, ...]]:
    """The seats of each side, the side of seat 0 first."""
    if teams is None:
        return {seat: (seat,) for seat in range(players)}
    return {
        team: tuple(seat for seat, other in enumerate(teams) if other == team)
        for team in dict.fromkeys(teams)
    }
