"""The reckoning of a night by person (#session) against a plain model, over random nights."""

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.rules.seating import sides
from referee.rules.standings import Night, Part
from tests.oracle.krypkasino_session import fewest_payments, settled
from tests.strategies import examples

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
    owed = Counter[str](dict.fromkeys(night.people, 0))
    for (payer, taker), amount in ledgers["pairwise"].items():
        owed.update({payer: max(amount, 0), taker: -max(amount, 0)})
    fewest = night.payments("fewest")
    assert len(fewest) == fewest_payments(list(owed.values()))
    for payer, taker, amount in fewest:
        owed.update({night.people[payer]: -amount, night.people[taker]: amount})
    assert not any(owed.values())
