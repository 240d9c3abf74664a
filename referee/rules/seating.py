"""Seats, sides and teams, and what is dealt to whom (#players, #deal)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from .cards import Impossible


class DealPlan(NamedTuple):
    """The cards of each deal: the batches for each player and for the table, the number of deals,
    and the number of cards in the stock that players draw from."""

    first_hand: tuple[int, ...]
    table: tuple[int, ...]
    later_hands: tuple[int, ...]
    deals: int
    stock: int = 0

    def with_stock(self, players: int, cards: int) -> DealPlan:
        """Return this plan for a pack of ``cards`` cards of which only the first deal is given out:
        players draw the others from a stock."""
        dealt = players * sum(self.first_hand) + sum(self.table)
        return self._replace(later_hands=(), deals=1, stock=cards - dealt)

    def hand_size(self, deal: int) -> int:
        """Return the number of cards that each player gets in a deal, counted from 1."""
        return sum(self.first_hand if deal == 1 else self.later_hands)


class Dealing(Enum):
    """The order in which the cards of the first deal go out (#deal)."""

    BATCHES = "batches"
    """A batch to each, then one to the table, and the next likewise."""
    DEALER_LAST = "dealer_last"
    """A batch to each of the others, one to the table, one to the dealer, and the next likewise."""
    DRAWN = "drawn"
    """The beginner draws the table from the middle of the pack before the hands are dealt."""


class Redeal(NamedTuple):
    """The rule that first cards on the table with this number of ``points``, or of
    ``pictures``, go back and others are drawn (F3.1). The house rule ``unless`` switches it off."""

    points: int
    pictures: int
    unless: str


Teams = tuple[int, ...]
"""The team of each seat."""


class ImpossiblePlayers(Impossible):
    """A number of players for which the game has no deal."""

    field = "players"

    def __init__(self, players: int, allowed: Sequence[int]) -> None:
        super().__init__(f"{players} players, not {allowed}")
        self.players, self.fewest, self.most = players, min(allowed), max(allowed)


class ImpossibleTeams(Impossible):
    """Teams that the game does not allow; ``team_counts`` has the allowed numbers of teams by
    number of players."""

    field = "teams"

    def __init__(self, teams: Teams, team_counts: Mapping[int, tuple[int, ...]]) -> None:
        super().__init__(f"no such teams: {teams}")
        self.teams, self.team_counts = teams, team_counts


class NotTwoSides(Impossible):
    """More or fewer than two sides where a house rule is for two."""

    field = "players"


class NoSuchSeat(Impossible):
    """A seat that the table does not have."""

    field = "seat"

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(f"no seat {seat} among {seats}")
        self.seat, self.seats = seat, seats


def check_seat(seat: int | None, players: int) -> None:
    """Raise :class:`NoSuchSeat` unless the seat exists or is None."""
    if seat is not None and not 0 <= seat < players:
        raise NoSuchSeat(seat, players)


class Seats(NamedTuple):
    """The number of players of a game, the dealer's seat, and the team of each seat, if there are
    teams."""

    players: int
    dealer: int
    teams: Teams | None = None


class LastGame(NamedTuple):
    """A game of a session: its dealer, and the score of each seat, None until it is finished."""

    dealer: int
    scores: Sequence[int] | None


class SessionSoFar(NamedTuple):
    """The facts about a session that its next deal may depend on: the number of ``games`` so far
    and the ``last`` of them. Earlier games are left out because long sessions compute this at each
    game."""

    sides: Mapping[int, Sequence[int]]
    first_dealer: int
    games: int
    last: LastGame | None

    @property
    def players(self) -> int:
        """Return the number of players."""
        return sum(map(len, self.sides.values()))


def losers(session: SessionSoFar) -> tuple[int, ...]:
    """Return the sides that scored least in the last game (F6.1); none before it is finished."""
    if session.last is None or session.last.scores is None:
        return ()
    scores = session.last.scores
    totals = {side: scores[seats[0]] for side, seats in session.sides.items()}
    return tuple(side for side, total in totals.items() if total == min(totals.values()))


@dataclass(frozen=True)
class Seating:
    """The numbers of players, teams and deals that a game allows.

    ``deal_plans`` is by number of players; ``team_counts`` has the numbers of teams that a number
    of players may form, and those in ``pairs_only`` always form teams. ``two_sides``: exactly two
    sides play. ``clockwise`` is the order of play and of dealers, unless the deal goes by
    ``loser_leads``. ``last_cards`` is the name in ``referee.words`` of what the dealer announces
    with the last cards.
    """

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
        """Return the numbers of players that can play, alone or in teams."""
        return tuple(
            players
            for players in self.deal_plans
            if not self.two_sides or players == 2 or 2 in self.team_counts.get(players, ())
        )

    def deal_plan(self, players: int) -> DealPlan:
        """Return the deal plan for a number of players (#deal). Raises
        :class:`ImpossiblePlayers`."""
        plan = self.deal_plans.get(players)
        if plan is None:
            raise ImpossiblePlayers(players, tuple(self.deal_plans))
        return plan

    def ends_deal(self, in_hands: Sequence[int], deal: int) -> bool:
        """Return whether the next card played is the last one of its deal, with another deal after
        it."""
        return sum(in_hands) == 1 and deal < self.deal_plan(len(in_hands)).deals

    def leader(self, dealer: int, players: int) -> int:
        """Return the seat that begins when ``dealer`` deals: the next in the order of play
        (#deal)."""
        return (dealer + self.step) % players

    @property
    def step(self) -> int:
        """Return the difference between a seat and the next in the order of play: 1 or -1."""
        return 1 if self.clockwise else -1

    def next_holding(self, seat: int, in_hands: Sequence[int]) -> int | None:
        """Return the seat that plays after a seat: the next in the order of play that holds a card,
        or None if no seat does. Empty hands are passed over after a play out of turn."""
        players = len(in_hands)
        order = ((seat + self.step * number) % players for number in range(1, players + 1))
        return next((other for other in order if in_hands[other] > 0), None)

    def next_dealer(self, session: SessionSoFar) -> int:
        """Return the seat that deals the next game.

        It is the next seat, or by ``loser_leads`` the one before the loser of the last game (F6.1).
        If the loser is a pair, the member next after the last leader leads; if several sides lost,
        the dealer stays.
        """
        last = session.last
        if last is None or not self.loser_leads:
            return (session.first_dealer + self.step * session.games) % session.players
        losing = losers(session)
        if len(losing) != 1:
            return last.dealer
        led = self.leader(last.dealer, session.players)
        order = ((led + step) % session.players for step in range(1, session.players + 1))
        leads = next(seat for seat in order if seat in session.sides[losing[0]])
        return (leads - 1) % session.players

    def team_choices(self, players: int) -> tuple[Teams, ...]:
        """Return the teams that a number of players can form (#players). Partners are as many seats
        apart as there are teams."""
        return tuple(
            tuple(seat % number for seat in range(players))
            for number in self.team_counts.get(players, ())
        )

    def side_of_each(self, players: int, teams: Teams | None = None) -> Teams:
        """Return the side of each seat: its team, where there are teams; the only possible teams
        for numbers in ``pairs_only``; otherwise the seat itself."""
        if teams is None and players in self.pairs_only:
            (teams,) = self.team_choices(players)
        return tuple(range(players)) if teams is None else teams

    def settle(self, players: int, teams: Sequence[int] | None) -> Teams | None:
        """Return the teams that play: those that were named, or the only ones possible; None if
        there are none.

        Raises :class:`ImpossiblePlayers`, :class:`ImpossibleTeams` and :class:`NotTwoSides`.
        """
        self.deal_plan(players)
        teams_in_play = None if teams is None else tuple(teams)
        if teams_in_play is None and players in self.pairs_only:
            teams_in_play = self.side_of_each(players)
        if teams_in_play is not None and not self._alternate(teams_in_play, players):
            raise ImpossibleTeams(teams_in_play, self.team_counts)
        if self.two_sides and len(sides(players, teams_in_play)) != 2:
            raise NotTwoSides
        return teams_in_play

    def usual_teams(self, players: int) -> Teams | None:
        """Return the teams of a number of players who chose none: none, unless the game needs
        them."""
        if self.two_sides and players > 2:
            return self.team_choices(players)[0]
        return self.settle(players, None)

    def _alternate(self, teams: Teams, players: int) -> bool:
        return any(
            set(teams) == set(range(number)) and teams == teams[:number] * (players // number)
            for number in self.team_counts.get(players, ())
        )


def mates(seat: int, together: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """Return all seats of the side that a seat belongs to, the seat included."""
    return next(seats for seats in together.values() if seat in seats)


def sides(players: int, teams: Sequence[int] | None) -> dict[int, tuple[int, ...]]:
    """Return the seats of each side by side, the side of seat 0 first."""
    if teams is None:
        return {seat: (seat,) for seat in range(players)}
    return {
        team: tuple(seat for seat, other in enumerate(teams) if other == team)
        for team in dict.fromkeys(teams)
    }
