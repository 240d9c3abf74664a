"""Seats, sides and teams, and what is dealt to whom (#players, #deal)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, repeat
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


NOT_DEALT = DealPlan((), (), (), 1)
"""The plan for numbers of players to whom the rules do not deal: the table does as it likes, and
its game is counted."""


class Dealing(Enum):
    """The order in which the cards of the first deal go out (#deal)."""

    BATCHES = "batches"
    """A batch to each, then one to the table, and the next likewise."""
    DEALER_LAST = "dealer_last"
    """A batch to each of the others, one to the table, one to the dealer, and the next likewise."""
    DRAWN = "drawn"
    """The beginner draws the table from the middle of the pack before the hands are dealt."""


class Redeal(NamedTuple):
    """The rule that first cards on the table with this number of ``points``, or of ``pictures``
    where these count, go back and others are laid out (F3.1). The house rule ``unless`` switches it
    off; without one a house rule has switched it on, and only scoring cards go back."""

    points: int
    pictures: int | None = None
    unless: str | None = None


class Held(NamedTuple):
    """The number of cards in each hand in a deal, and what is left of the pack.

    ``surplus`` is the number of cards that the pack has more than the later deals need, negative if
    it has fewer; ``stock`` that of the cards still to be drawn.
    """

    deal: int
    in_hands: tuple[int, ...]
    surplus: int = 0
    stock: int = 0

    def with_hands(self, in_hands: tuple[int, ...]) -> Held:
        """Return other numbers of cards in the hands. The difference comes from the stock, if there
        is one, or else from the pack; no stock is left once all hands are empty."""
        more = sum(in_hands) - sum(self.in_hands)
        if self.stock and any(in_hands):
            return self._replace(in_hands=in_hands, stock=max(0, self.stock - more))
        return self._replace(in_hands=in_hands, surplus=self.surplus - more, stock=0)

    def with_card(self, seat: int) -> Held:
        """Return the numbers with one more card in the hand of a seat."""
        hands = enumerate(self.in_hands)
        return self.with_hands(tuple(number + (other == seat) for other, number in hands))


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

    ``deal_plans`` is by number of players; a game of so many as ``only_counted`` has can be counted
    though the rules do not deal to them. ``team_counts`` has the numbers of teams that a number of
    players may form, and those in ``pairs_only`` always form teams. ``two_sides``: exactly two
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
    only_counted: tuple[int, ...] = ()

    @property
    def counted_numbers(self) -> tuple[int, ...]:
        """Return the numbers of players whose games can be counted, alone or in teams."""
        return (*self.numbers, *(() if self.two_sides else self.only_counted))

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of players that can play, alone or in teams."""
        return tuple(
            players
            for players in self.deal_plans
            if not self.two_sides or players == 2 or 2 in self.team_counts.get(players, ())
        )

    def deal_plan(self, players: int) -> DealPlan:
        """Return the deal plan for a number of players (#deal), ``NOT_DEALT`` if their game can
        only be counted. Raises :class:`ImpossiblePlayers`."""
        plan = self.deal_plans.get(players)
        if plan is not None:
            return plan
        if players in self.only_counted:
            return NOT_DEALT
        raise ImpossiblePlayers(players, (*self.deal_plans, *self.only_counted))

    def deals_to(self, players: int) -> bool:
        """Return whether the rules say how this number of players is dealt to."""
        return players in self.deal_plans

    def ends_deal(self, in_hands: Sequence[int], deal: int, surplus: int = 0) -> bool:
        """Return whether the next card played is the last one of its deal, with another deal after
        it."""
        return sum(in_hands) == 1 and self.left_to_deal(len(in_hands), deal, surplus) > 0

    def left_to_deal(self, players: int, deal: int, surplus: int = 0) -> int:
        """Return the number of cards that are dealt after a deal; none after the last one.

        ``surplus`` is the number of cards that the pack has more than the plan needs.
        """
        plan = self.deal_plan(players)
        if deal >= plan.deals:
            return 0
        sizes = map(plan.hand_size, range(deal + 1, plan.deals + 1))
        return max(0, players * sum(sizes) + surplus)

    def hands(self, dealer: int, players: int, deal: int, surplus: int = 0) -> tuple[int, ...]:
        """Return the number of cards that each seat gets in a deal.

        The last deal gives out all cards that are left, by the batches of the plan and then one by
        one, so that hands are uneven where one was dealt wrongly before.
        """
        plan = self.deal_plan(players)
        left, size = self.left_to_deal(players, deal - 1, surplus), plan.hand_size(deal)
        is_last = deal == plan.deals or left < players * size
        if not is_last or left == players * size:
            return (size,) * players
        hands = [0] * players
        leader = self.leader(dealer, players)
        order = [(leader + self.step * number) % players for number in range(players)]
        for batch in chain(plan.first_hand if deal == 1 else plan.later_hands, repeat(1)):
            for seat in order:
                given = min(batch, left)
                hands[seat] += given
                left -= given
            if not left:
                break
        return tuple(hands)

    def leader(self, dealer: int, players: int) -> int:
        """Return the seat that begins when ``dealer`` deals: the next in the order of play
        (#deal)."""
        return (dealer + self.step) % players

    def recounted(self, dealer: int, held: Held, cards: tuple[int, ...]) -> Held:
        """Return the numbers of cards in the hands as people have counted them.

        A hand without cards right after a later deal says that this deal has not been dealt: the
        cards are left of the deal before. If no hand has any then, the pack is at its end.
        """
        players, deal, surplus = len(cards), held.deal, held.surplus
        is_fresh = deal > 1 and held.in_hands == self.hands(dealer, players, deal, surplus)
        if is_fresh and not any(cards):
            return Held(deal, cards, surplus=-self.left_to_deal(players, deal))
        if is_fresh and not all(cards):
            held = Held(deal - 1, (0,) * players, surplus)
        return held.with_hands(cards)

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
