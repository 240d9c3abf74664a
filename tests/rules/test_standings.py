"""Totals, places, dealers and payments (#session), as tables and against a plain model."""

from collections.abc import Iterable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.rules import seating
from referee.rules.ruleset import Ruleset
from referee.rules.seating import LastGame, Seating, sides
from referee.rules.standings import (
    Payment,
    add_up,
    deals_even_out,
    fewest,
    leaders,
    pairwise,
    standings,
    to_winner,
)
from tests.oracle.krypkasino_session import Evening, Game, fewest_payments
from tests.strategies import examples

Triples = list[tuple[int, int, int]]

SIDES = [
    # players, teams, seats of each side in seat order
    (2, None, {0: (0,), 1: (1,)}), (3, None, {0: (0,), 1: (1,), 2: (2,)}),
    (4, (0, 1, 0, 1), {0: (0, 2), 1: (1, 3)}), (4, (1, 0, 1, 0), {1: (0, 2), 0: (1, 3)}),
    (6, (0, 1, 2, 0, 1, 2), {0: (0, 3), 1: (1, 4), 2: (2, 5)}),
    (6, (2, 0, 1, 2, 0, 1), {2: (0, 3), 0: (1, 4), 1: (2, 5)}),
    (6, (0, 1, 0, 1, 0, 1), {0: (0, 2, 4), 1: (1, 3, 5)}),
]  # fmt: skip


@pytest.mark.parametrize(("players", "teams", "seats"), SIDES)
def test_sides(players: int, teams: tuple[int, ...] | None, seats: dict[int, tuple[int]]) -> None:
    assert list(sides(players, teams).items()) == list(seats.items())


TOTALS = [
    # teams, games in seat order, totals by side
    (None, [], {0: 0, 1: 0, 2: 0}),
    (None, [[20, 9, 13]], {0: 20, 1: 9, 2: 13}),
    (None, [[20, 9, 13], [-8, 50, 0]], {0: 12, 1: 59, 2: 13}),
    ((0, 1, 0, 1), [[1, 2, 3, 36]], {0: 4, 1: 38}),
    ((1, 0, 1, 0), [[1, 2, 3, 36], [10, -10, 40, 2]], {1: 54, 0: 30}),
]


@pytest.mark.parametrize(("teams", "games", "totals"), TOTALS)
def test_totals(
    teams: tuple[int, ...] | None, games: list[list[int]], totals: dict[int, int]
) -> None:
    seats = sides(len(games[0]) if games else len(totals), teams)
    assert add_up(seats, games) == totals


PLACES: list[tuple[list[int], Triples, tuple[int, ...]]] = [
    # totals by seat; side, total, place; leaders
    ([12, 30], [(0, 12, 1), (1, 30, 2)], (0,)),
    ([30, 12], [(1, 12, 1), (0, 30, 2)], (1,)),
    ([21, 21], [(0, 21, 1), (1, 21, 1)], (0, 1)),
    ([10, 22, 10], [(0, 10, 1), (2, 10, 1), (1, 22, 3)], (0, 2)),
    ([20, 2, 20], [(1, 2, 1), (0, 20, 2), (2, 20, 2)], (1,)),
    ([35, -13, 20], [(1, -13, 1), (2, 20, 2), (0, 35, 3)], (1,)),
    ([5, 9, 5, 9, 14], [(0, 5, 1), (2, 5, 1), (1, 9, 3), (3, 9, 3), (4, 14, 5)], (0, 2)),
    ([0, 0, 0], [(0, 0, 1), (1, 0, 1), (2, 0, 1)], (0, 1, 2)),
]


@pytest.mark.parametrize(("totals", "places", "leading"), PLACES)
def test_the_lowest_total_leads(
    totals: list[int], places: Triples, leading: tuple[int, ...]
) -> None:
    by_side = dict(enumerate(totals))
    assert [tuple(standing) for standing in standings(by_side)] == places
    assert leaders(by_side) == leading


DEALERS = [
    # players, first dealer, dealers of games 1 to 6
    (2, 0, [0, 1, 0, 1, 0, 1]), (2, 1, [1, 0, 1, 0, 1, 0]), (3, 2, [2, 0, 1, 2, 0, 1]),
    (6, 3, [3, 4, 5, 0, 1, 2]),
]  # fmt: skip


@pytest.mark.parametrize(("players", "first", "dealers"), DEALERS)
def test_the_deal_passes_to_the_left(players: int, first: int, dealers: list[int]) -> None:
    together = sides(players, None)
    evenings = [
        seating.SessionSoFar(together, first, number, LastGame(0, None) if number else None)
        for number in range(6)
    ]
    assert list(map(Seating({}, {}).next_dealer, evenings)) == dealers


@pytest.mark.parametrize(
    ("games", "players", "even"),
    [(2, 2, True), (3, 2, False), (9, 3, True), (10, 3, False), (12, 6, True), (6, 4, False)],
)
def test_everybody_deals_equally_often(games: int, players: int, even: bool) -> None:
    assert deals_even_out(games, players) is even


CHOICES: list[tuple[int, tuple[tuple[int, ...], ...]]] = [
    # players, teams of each seat (#players)
    (2, ()), (3, ()), (4, ((0, 1, 0, 1),)), (5, ()), (6, ((0, 1, 2, 0, 1, 2), (0, 1, 0, 1, 0, 1))),
]  # fmt: skip


@pytest.mark.parametrize(("players", "teams"), CHOICES)
def test_teams_that_can_be_formed(
    krypkasino: Ruleset, players: int, teams: tuple[tuple[int, ...], ...]
) -> None:
    assert krypkasino.seating.team_choices(players) == teams
    for choice in teams:
        assert krypkasino.seating.settle(players, choice) == choice


PAYMENTS: list[tuple[dict[int, int], Triples, Triples]] = [
    # totals by side; pairwise and to the winner: payer, receiver, points
    ({0: 12, 1: 30}, [(1, 0, 18)], [(1, 0, 18)]),
    ({0: 21, 1: 21}, [], []),
    ({0: 20, 1: 9, 2: 13}, [(0, 1, 11), (0, 2, 7), (2, 1, 4)], [(0, 1, 11), (2, 1, 4)]),
    ({0: 10, 1: 22, 2: 10}, [(1, 0, 12), (1, 2, 12)], [(1, 0, 6), (1, 2, 6)]),
    ({0: 35, 1: -13}, [(0, 1, 48)], [(0, 1, 48)]),
    # 9 - 8 = 1 goes to seat 1 whole; of 17 - 8 = 9 seat 3 gets the odd one.
    ({0: 9, 1: 8, 2: 17, 3: 8}, [(0, 1, 1), (0, 3, 1), (2, 0, 8), (2, 1, 9), (2, 3, 9)], [(0, 1, 1),
     (2, 1, 4), (2, 3, 5)]),
    # Two players pay 11 points each, and both winners get 11.
    ({0: 5, 1: 5, 2: 16, 3: 16}, [(2, 0, 11), (2, 1, 11), (3, 0, 11), (3, 1, 11)], [(2, 0, 6), (2,
     1, 5), (3, 0, 5), (3, 1, 6)]),
    # 8 among three is 2 each and 2 over, 14 is 4 each and 2 over: in all 8, 7 and 7.
    ({0: 4, 1: 12, 2: 4, 3: 18, 4: 4}, [*[(1, 0, 8), (1, 2, 8), (1, 4, 8)], *[(3, 0, 14), (3, 1, 6),
     (3, 2, 14), (3, 4, 14)]], [(1, 0, 3), (1, 2, 3), (1, 4, 2), (3, 0, 5), (3, 2, 4), (3, 4, 5)]),
    # Team 2 sits before team 1.
    ({2: 9, 0: 24, 1: 9}, [(0, 1, 15), (0, 2, 15)], [(0, 1, 7), (0, 2, 8)]),
]  # fmt: skip


@pytest.mark.parametrize(("totals", "among_all", "to_winners"), PAYMENTS)
def test_payments(totals: dict[int, int], among_all: Triples, to_winners: Triples) -> None:
    assert [tuple(payment) for payment in pairwise(totals)] == among_all
    assert [tuple(payment) for payment in to_winner(totals)] == to_winners


FEWEST: list[tuple[dict[int, int], Triples]] = [
    # totals by side; payer, receiver, points
    ({0: 12, 1: 30}, [(1, 0, 18)]),
    ({0: 21, 1: 21}, []),
    # 20 owes 11 + 7, 13 owes 4 and gets 7, 9 gets 11 + 4: two payments where pairwise has three.
    ({0: 20, 1: 9, 2: 13}, [(0, 1, 15), (0, 2, 3)]),
    # Who is in the middle owes what it gets.
    ({0: 10, 1: 20, 2: 30}, [(2, 0, 30)]),
    # 5 and 16 on either side of 10.5: each 16 pays one 5.
    ({0: 5, 1: 5, 2: 16, 3: 16}, [(2, 0, 22), (3, 1, 22)]),
    # Owed is six times the total less 42: 30, 18, 12, -12, -18, -30. Whoever pays the first that
    # gets something, the 30 the 12, needs five payments.
    ({0: 12, 1: 10, 2: 9, 3: 5, 4: 4, 5: 2}, [(0, 5, 30), (1, 4, 18), (2, 3, 12)]),
    # Owed is five times the total less 60: 40, -35, -5 and 10, -10, two circles.
    ({0: 20, 1: 5, 2: 11, 3: 14, 4: 10}, [(0, 1, 35), (0, 2, 5), (3, 4, 10)]),
    # Team 2 sits before team 0.
    ({2: 24, 0: 9, 1: 9}, [(2, 0, 15), (2, 1, 15)]),
]  # fmt: skip


@pytest.mark.parametrize(("totals", "payments"), FEWEST)
def test_fewest_payments(totals: dict[int, int], payments: Triples) -> None:
    assert [tuple(payment) for payment in fewest(totals)] == payments


ALL_TEAMS = [None, *(teams for _, teams, _ in SIDES if teams)]


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """Finished games whose scores are any numbers; close ones, so that totals are often equal."""
    teams = draw(st.sampled_from(ALL_TEAMS))
    players = len(teams) if teams else draw(st.integers(2, 6))
    points = st.integers(-20, 60) | st.integers(0, 3)
    games = draw(st.lists(st.lists(points, min_size=players, max_size=players), max_size=3))
    evening = Evening(
        players=[str(seat) for seat in range(players)],
        teams=list(teams) if teams else None,
        house={},
        games_planned=players,
        first_dealer=draw(st.integers(0, players - 1)),
    )
    for scores in games:
        rows = [{"markers": 0, "card_points": score} for score in scores]
        evening.games.append(Game(rows=list(rows), finished=True))
    return evening


@examples(300)
@given(evenings())
def test_agrees_with_the_model(evening: Evening) -> None:
    games = [evening.scores(number) or [] for number in range(1, len(evening.games) + 1)]
    seats_of = sides(len(evening.players), evening.teams)
    totals = add_up(seats_of, games)
    assert totals == evening.totals()
    assert [
        {
            "side": standing.side,
            "name": " & ".join(evening.players[seat] for seat in seats_of[standing.side]),
            "total": standing.total,
            "place": standing.place,
        }
        for standing in standings(totals)
    ] == evening.standings()
    for way, payments in (("pairwise", pairwise(totals)), ("to_winner", to_winner(totals))):
        told = [(paid["from"], paid["to"], paid["points"]) for paid in evening.settlement()[way]]
        assert [tuple(payment) for payment in payments] == sorted(told)
    assert balance(fewest(totals), totals) == evening.owed()
    last = LastGame(0, games[-1]) if games else None
    so_far = seating.SessionSoFar(seats_of, evening.first_dealer, len(games), last)
    dealer = Seating({}, {}).next_dealer(so_far)
    assert dealer == evening.next_dealer()


some_totals = st.lists(st.integers(-60, 200) | st.integers(0, 3), min_size=2, max_size=6).map(
    lambda points: dict(enumerate(points))
)


@examples(200)
@given(some_totals)
@example({0: 12, 1: 10, 2: 9, 3: 5, 4: 4, 5: 2})
def test_no_fewer_payments_settle_the_same(totals: dict[int, int]) -> None:
    """Against trying all ways; and everybody pays and gets in all what pairwise comes to."""
    payments = fewest(totals)
    owed = balance(pairwise(totals), totals)
    assert balance(payments, totals) == owed
    assert all(payment.amount > 0 for payment in payments)
    assert len(payments) == fewest_payments(list(owed.values()))


def balance(payments: Iterable[Payment], totals: dict[int, int]) -> dict[int, int]:
    """Return what each side has paid in all, less what it got."""
    owed = dict.fromkeys(totals, 0)
    for payer, receiver, amount in payments:
        owed[payer] += amount
        owed[receiver] -= amount
    return owed
