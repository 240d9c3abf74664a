"""The end of a session, and its winner (#session; F1.6, F1.7)."""

import pytest

from referee.rules.games import ruleset
from referee.rules.seating import LastGame, SessionSoFar, sides
from referee.rules.session_end import (
    AgreedGames,
    FirstToTarget,
    SessionLength,
    TargetReached,
    WrongSessionLength,
    counted_out,
    reached,
)

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
    (AgreedGames(), SessionLength(None, 21), "target"),
    (AgreedGames(), SessionLength(1001, None), "games_planned"),
    (FirstToTarget(21), SessionLength(3, None), "games_planned"),
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


DEALERS = [
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


@pytest.mark.parametrize(("game", "house", "teams", "first", "games", "dealer"), DEALERS)
def test_who_deals_next(game, house, teams, first, games, dealer) -> None:
    players = len(teams or (games[0][1] if games and games[0][1] else (0, 0)))
    last = LastGame(*games[-1]) if games else None
    evening = SessionSoFar(sides(players, teams), first, len(games), last)
    assert ruleset(game, house.split()).seating.next_dealer(evening) == dealer
