"""Standings, the end of a session, and the reckoning of a night (#session; F1.6, F1.7)."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.rules import seating
from referee.rules.games import ruleset
from referee.rules.ruleset import Ruleset
from referee.rules.seating import LastGame, Seating, SessionSoFar, sides
from referee.rules.session_end import (
    AgreedGames,
    FirstToTarget,
    SessionLength,
    TargetReached,
    WrongSessionLength,
    counted_out,
    reached,
)
from referee.rules.standings import (
    Night,
    Part,
    Payment,
    add_up,
    deals_even_out,
    fewest,
    leaders,
    pairwise,
    standings,
    to_winner,
)
from tests.oracle.krypkasino_session import Evening, Game, fewest_payments, settled
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


REACHED = [
    # totals, the side that has reached 21 alone at the top
    ([20, 19], ()), ([21, 19], (0,)), ([22, 24], (1,)), ([24, 24], ()),  # a tie at the top plays on
    ([24, 24, 21], ()), ([21, 30, 25], (1,)), ([0, 0], ()),
]  # fmt: skip


@pytest.mark.parametrize(("totals", "winners"), REACHED)
def test_the_highest_of_those_who_have_the_target(
    totals: list[int], winners: tuple[int, ...]
) -> None:
    assert reached(21, dict(enumerate(totals))) == winners


ORDER = ("cards", "spades", "big_casino", "little_casino", "aces", "sweeps")
COUNTED_OUT = [
    # before, what the last game gave each, who is out first
    ([19, 18], [{"spades": 1, "big_casino": 2}, {"cards": 3}], (1,)),  # AS7
    ([19, 18], [{"cards": 3}, {"aces": 4}], (0,)),
    ([20, 20], [{"aces": 1}, {"aces": 3}], (1,)),  # with the same item: the higher total
    ([20, 20], [{"aces": 2}, {"aces": 2}], ()),  # and if that is the same, play goes on
    ([20, 18], [{"aces": 1}, {"cards": 3, "little_casino": 1}], (1,)),
    ([20, 19], [{"sweeps": 1}, {"big_casino": 2}], (1,)),
    ([10, 12], [{"cards": 3}, {"aces": 2}], ()),
    ([20, 10], [{"aces": 1}, {"cards": 3}], (0,)),
    # Somebody had it before: the highest total decides, as ever.
    ([21, 21], [{"aces": 3}, {"cards": 2}], (0,)),
    ([22, 18], [{"aces": 1}, {"cards": 3, "aces": 3}], (1,)),
    ([21, 18], [{}, {"big_casino": 2, "aces": 4}], (1,)),
]


@pytest.mark.parametrize(("before", "items", "winners"), COUNTED_OUT)
def test_counting_out(
    before: list[int], items: list[dict[str, int]], winners: tuple[int, ...]
) -> None:
    reaching = reaching_by(
        before, [had + sum(one.values()) for had, one in zip(before, items, strict=True)]
    )
    assert counted_out(reaching, dict(enumerate(items)), ORDER) == winners


def reaching_by(before: list[int], after: list[int]) -> TargetReached:
    return TargetReached(21, dict(enumerate(before)), dict(enumerate(after)))


BY_DIFFERENCE = [
    # before, after, what the last game gave each, who is out first; both counted 21, neither has
    ([15, 19], [18, 19], [{"cards": 3, "aces": 4}, {"aces": 4}], ()),
    ([15, 19], [21, 19], [{"cards": 3, "aces": 4, "sweeps": 1}, {"aces": 2}], (0,)),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "items", "winners"), BY_DIFFERENCE)
def test_only_who_has_the_target_is_counted_out(
    before: list[int], after: list[int], items: list[dict[str, int]], winners: tuple[int, ...]
) -> None:
    """Of a difference that is written down less counts than the cards give (#house-rules)."""
    assert counted_out(reaching_by(before, after), dict(enumerate(items)), ORDER) == winners


LENGTHS = [
    # plan, players, what is asked, how long it is
    (AgreedGames(), 4, SessionLength(None, None), SessionLength(4, None)),
    (AgreedGames(), 4, SessionLength(6, None), SessionLength(6, None)),
    (FirstToTarget(21), 4, SessionLength(None, None), SessionLength(None, 21)),
    (FirstToTarget(11), 2, SessionLength(None, 50), SessionLength(None, 50)),
]


@pytest.mark.parametrize(("plan", "players", "asked", "length"), LENGTHS)
def test_how_long_a_session_is(
    plan: AgreedGames | FirstToTarget, players: int, asked: SessionLength, length: SessionLength
) -> None:
    assert plan.settle(players, asked) == length


NOT_SO_LONG = [
    (AgreedGames(), SessionLength(3, 21), "target"),
    (AgreedGames(), SessionLength(None, 1001), "target"),
    (AgreedGames(), SessionLength(1001, None), "games_planned"),
    (FirstToTarget(21), SessionLength(3, 21), "target"),
    (FirstToTarget(21), SessionLength(0, None), "games_planned"),
    (FirstToTarget(21), SessionLength(None, 6), "target"),
    (FirstToTarget(21), SessionLength(None, 1001), "target"),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "asked", "field"), NOT_SO_LONG)
def test_no_session_is_so_long(
    plan: AgreedGames | FirstToTarget, asked: SessionLength, field: str
) -> None:
    with pytest.raises(WrongSessionLength) as refused:
        plan.settle(2, asked)
    assert refused.value.field == field


NEXT_DEALERS = [
    # game, house rules, teams, first dealer, games as (dealer, scores), who deals next
    ("casino", "", None, 1, [(1, (8, 3, 0))], 2),
    ("royal-casino", "", None, 2, [(2, (8, 3, 0))], 0),
    ("swazi-casino", "", None, 0, [(0, (6, 4, 1))], 2),
    ("swazi-casino", "clockwise", None, 0, [(0, (6, 4, 1))], 1),
    ("lesotho-casino", "", (0, 1, 0, 1), 0, [(0, (6, 5, 6, 5)), (3, (6, 5, 6, 5))], 2),
    # South Africa: who has least leads, so the seat before deals (F6.1).
    ("south-african-casino", "", None, 1, [], 1),
    ("south-african-casino", "", None, 0, [(0, (5, 1, 4))], 0),
    ("south-african-casino", "", None, 0, [(0, (5, 4, 1))], 1),
    ("south-african-casino", "", None, 0, [(0, (1, 5, 4))], 2),
    ("south-african-casino", "", None, 2, [(2, (1, 5, 1))], 2),  # shared: the same deals again
    ("south-african-casino", "", None, 0, [(0, (5, 4, 1)), (1, None)], 1),  # not yet known
    # Of a pair the next one after the last leader leads.
    ("south-african-casino", "partners", (0, 1, 0, 1), 0, [(0, (7, 4, 7, 4))], 2),
    ("south-african-casino", "partners", (0, 1, 0, 1), 0, [(0, (4, 7, 4, 7))], 1),
]


@pytest.mark.parametrize(("game", "house", "teams", "first", "games", "dealer"), NEXT_DEALERS)
def test_who_deals_next(game, house, teams, first, games, dealer) -> None:
    players = len(teams or (games[0][1] if games and games[0][1] else (0, 0)))
    last = LastGame(*games[-1]) if games else None
    evening = SessionSoFar(sides(players, teams), first, len(games), last)
    assert ruleset(game, house.split()).seating.next_dealer(evening) == dealer


TEAMS = {4: (0, 1, 0, 1), 6: (1, 0, 2, 1, 0, 2)}


@st.composite
def parts(draw: st.DrawFn) -> tuple[list[str], tuple[int, ...] | None, list[list[int]]]:
    """People, their teams, and the points of each game in seat order."""
    people = draw(st.permutations("ABCDEFG"))[: draw(st.integers(2, 6))]
    teams = draw(st.sampled_from([None, TEAMS.get(len(people))]))
    scores = st.lists(st.integers(-9, 40), min_size=len(people), max_size=len(people))
    return people, teams, draw(st.lists(scores, max_size=3))


@given(st.lists(parts(), min_size=1, max_size=5), st.booleans(), st.booleans())
@examples(100)
def test_a_night_is_reckoned_as_the_model_has_it(
    played: list[Any], lowest_wins: bool, adds_up: bool
) -> None:
    sign = 1 if lowest_wins else -1
    read, ledgers = [], {"pairwise": Counter[str](), "to_winner": Counter[str]()}
    total, number, won = Counter[str](), Counter[str](), Counter[str]()
    for people, teams, games in played:
        mates = {s: [people[p] for p in seats] for s, seats in sides(len(people), teams).items()}
        points = {name: sum(scores[at] for scores in games) for at, name in enumerate(people)}
        totals = {side: sum(points[name] for name in names) for side, names in mates.items()}
        best = [
            side for side in totals if totals[side] * sign == min(sign * t for t in totals.values())
        ]
        read.append(Part(mates, totals, points, len(games), best if games else []))
        total.update(points)
        number.update(dict.fromkeys(people, len(games)))
        won.update(name for side in best if games for name in mates[side])
        worth = {side: sign * of for side, of in totals.items()}
        for way, ledger in ledgers.items():
            for owed in settled(worth, list(mates))[way]:
                for point in range(owed["points"]):  # the members in turn, a point each
                    at = point % len(mates[owed["from"]])
                    payer, taker = mates[owed["from"]][at], mates[owed["to"]][at]
                    ledger[payer + taker] += 1
                    ledger[taker + payer] -= 1
    night = Night(read, lowest_wins, adds_up)
    for way, ledger in ledgers.items():
        due = {night.people[a] + night.people[b]: n for a, b, n in night.payments(way)}
        assert due == {pair: amount for pair, amount in ledger.items() if amount > 0}
    behind = {name: sign * total[name] if adds_up else -won[name] for name in number}
    places = {name: 1 + sum(b < of for b in behind.values()) for name, of in behind.items()}
    assert {*night.standings} == {(n, total[n], number[n], won[n], places[n]) for n in behind}
    ranking, most = night.ranking, max(number.values())
    assert {(who, of, games) for who, of, games, *_ in ranking} == {
        (name, total[name], number[name]) for name in number
    }
    fair = [name for name in number if number[name] >= (most if adds_up else min(most, 1))]
    fair = fair if len(fair) > 1 or not adds_up else []
    ranks = {name: 1 + sum(behind[other] < behind[name] for other in fair) for name in fair}
    assert {of.name: of.place for of in ranking} == {**dict.fromkeys(number, 0), **ranks}
    average = {name: sign * total[name] / of for name, of in number.items() if of and adds_up}
    assert night.places_by_average == {
        name: 1 + sum(other < mine - 1e-9 for other in average.values())
        for name, mine in average.items()
    }
    owed = Counter[str](dict.fromkeys(night.people, 0))
    for (payer, taker), amount in ledgers["pairwise"].items():
        owed.update({payer: max(amount, 0), taker: -max(amount, 0)})
    fewest = night.payments("fewest")
    assert len(fewest) == fewest_payments(list(owed.values()))
    for payer, taker, amount in fewest:
        owed.update({night.people[payer]: -amount, night.people[taker]: amount})
    assert not any(owed.values())
