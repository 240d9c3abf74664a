"""Games in which a hand was dealt wrongly or a card is missing, by people who know the hands."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import pytest

from referee.rules.cards import Card, difference
from referee.rules.games import RULESETS, ruleset
from referee.rules.log.entries import Entry, read_entry, write_entry
from referee.rules.log.record import Record, accept, append, replay
from referee.rules.plays import Dealt, HandsCounted, IrregularityKind, Played, as_play
from referee.rules.ruleset import DrawnAgain, Ruleset
from referee.rules.seating import DealPlan, Seating
from tests.strategies import some


class WrongDeal(NamedTuple):
    """A game whose pack lacks so many ``missing`` cards, and in whose ``deal`` the first seats get
    ``more`` cards than they should.

    ``tells``: people say how many cards the hands have, else each card is let stand.
    """

    game: str
    players: int
    house: str
    missing: int
    deal: int
    more: tuple[int, ...]
    tells: bool


MISDEALS = [(0, ()), (1, (1,)), (1, (-1,)), (1, (1, -1)), (1, (-1, 1)), (2, (0, 1)), (2, (0, -1))]


def cases() -> Iterator[WrongDeal]:
    for game in RULESETS:
        for house in ("", "crazy", "draw", "partners"):
            if house and house not in ruleset(game).house_rules.names():
                continue
            rules = ruleset(game, house.split())
            for players in rules.seating.numbers:
                for deal, more in MISDEALS:
                    for missing in (0, 1):
                        for tells in (True, False):
                            if (missing or more) and deal <= plan_of(rules, players).deals:
                                yield WrongDeal(game, players, house, missing, deal, more, tells)


def plan_of(rules: Ruleset, players: int) -> DealPlan:
    return rules.seating.deal_plan(players)


@dataclass
class Table:
    """People who play a pack out, and enter what they do."""

    wrong: WrongDeal
    pack: list[Card]
    record: Record
    hands: Mapping[int, list[Card]] = field(default_factory=dict)

    def put(self, entry: Entry) -> None:
        accepted = accept(self.record, entry)
        assert read_entry(write_entry(accepted.entry)) == accepted.entry
        self.record = append(self.record, accepted)

    @property
    def seating(self) -> Seating:
        return self.record.rules.seating

    @property
    def order(self) -> list[int]:
        leader = self.seating.leader(self.record.dealer, self.wrong.players)
        steps = range(self.wrong.players)
        return [(leader + self.seating.step * number) % self.wrong.players for number in steps]

    @property
    def in_hands(self) -> tuple[int, ...]:
        return tuple(len(self.hands[seat]) for seat in range(self.wrong.players))

    def play_out(self) -> None:
        self.lay()
        for deal in range(1, self.plan.deals + 1):
            self.deal(deal)
            self.tell_if(self.wrong.tells and self.in_hands != self.logged)
            self.play_deal()
        while self.record.state and self.record.state.turn is not None:
            self.nothing_left()

    @property
    def plan(self) -> DealPlan:
        return plan_of(self.record.rules, self.wrong.players)

    @property
    def logged(self) -> tuple[int, ...]:
        assert self.record.state is not None
        return self.record.state.in_hands

    def lay(self) -> None:
        number = sum(self.plan.table)
        while number:
            try:
                self.put(Dealt(tuple(self.pack[:number])))
            except DrawnAgain:
                self.pack = self.pack[1:] + self.pack[:1]
            else:
                break
        del self.pack[:number]

    def deal(self, deal: int) -> None:
        """Deal by the plan but for one mistake; in the last deal all that is left, one by one."""
        is_wrong = deal == self.wrong.deal
        wrong = dict(zip(self.order, self.wrong.more if is_wrong else (), strict=False))
        self.hands = {seat: [] for seat in range(self.wrong.players)}
        size, is_last = self.plan.hand_size(deal), deal == self.plan.deals and not self.plan.stock
        for _ in range(len(self.pack)):
            hungry = [
                seat
                for seat in self.order
                if len(self.hands[seat]) < size + wrong.get(seat, 0) or (is_last and not is_wrong)
            ]
            if hungry and self.pack:
                seat = min(hungry, key=lambda seat: (len(self.hands[seat]), self.order.index(seat)))
                self.hands[seat].append(self.pack.pop())

    def play_deal(self) -> None:
        seat, step = self.order[0], self.seating.step
        while any(self.hands.values()):
            while not self.hands[seat]:
                seat = (seat + step) % self.wrong.players
            self.tell_if(self.wrong.tells and self.has_phantoms())
            self.play(seat, self.hands[seat].pop())
            if self.plan.stock and self.pack:
                self.hands[seat].append(self.pack.pop())
            seat = (seat + step) % self.wrong.players

    def has_phantoms(self) -> bool:
        """Return whether a seat that has no card is to play by the log."""
        state = self.record.state
        return bool(state and state.turn is not None and not self.hands[state.turn])

    def tell_if(self, wrong: object) -> None:
        if wrong:
            self.put(HandsCounted(self.in_hands))

    def play(self, seat: int, card: Card) -> None:
        """Take a card of the same rank, if one lies there; the table lets everything stand."""
        state = self.record.state
        assert state is not None
        alike = [other for other in state.table if other.rank == card.rank][:1]
        self.put(Played(as_play(card, tuple(alike)), seat, as_played=True))

    def nothing_left(self) -> None:
        state = self.record.state
        assert state is not None
        hands = [0 if seat == state.turn else n for seat, n in enumerate(state.in_hands)]
        self.put(HandsCounted(tuple(hands)))


@pytest.mark.parametrize("wrong", some(cases(), every=7), ids=str)
def test_a_wrong_deal_comes_to_its_end(wrong: WrongDeal) -> None:
    """All cards that were dealt lie in the piles, and the sheet counts them."""
    rules = ruleset(wrong.game, wrong.house.split())
    teams = rules.seating.usual_teams(wrong.players)
    chance = random.Random(str(wrong))
    whole = chance.sample([*rules.deck.faces] * rules.deck.copies, rules.deck.size)
    missing, pack = whole[: wrong.missing], whole[wrong.missing :]
    begun = replay(rules, wrong.players, chance.randrange(wrong.players), (), teams)
    table = Table(wrong, pack, begun)
    table.play_out()
    record = table.record
    played = tuple(difference(whole, (*missing, *table.pack)))
    assert record.finished
    assert record.state is not None
    assert sorted(record.state.shown) == sorted(played)
    kinds = {one.kind for one in record.irregularities}
    told = any(isinstance(entry, HandsCounted) for entry in record.entries)
    assert IrregularityKind.WRONG_HAND in kinds or not told
    rows = [row.counted for row in record.rows if isinstance(row.counted, Mapping)]
    there = rules.sheet.count(played)
    assert {name: sum(row[name] for row in rows) for name in there} == there
    assert record.score is not None
    assert record.score.balanced or len(played) < len(whole)
    again = replay(rules, wrong.players, record.dealer, record.entries, teams)
    assert [(one.state, one.irregularities) for one in again.events] == [
        (one.state, one.irregularities) for one in record.events
    ]


DEALT_LAST = [
    # game, players, cards that the pack has more, hands in the last deal; seat 0 deals
    ("casino", 2, 0, (4, 4)), ("casino", 2, -1, (3, 4)), ("casino", 2, 1, (4, 5)),
    ("casino", 3, -2, (2, 4, 4)), ("krypkasino", 3, -1, (3, 4, 4)),
    ("krypkasino", 6, -9, (2, 4, 3, 2, 2, 2)),
    ("south-african-casino", 2, -1, (9, 10)), ("swazi-casino", 2, -2, (10, 12)),
]  # fmt: skip


@pytest.mark.parametrize(("game", "players", "more", "hands"), DEALT_LAST)
def test_the_last_deal_gives_out_what_is_left(game, players, more, hands) -> None:
    seating = ruleset(game).seating
    deals = seating.deal_plan(players).deals
    assert seating.hands(0, players, deals, more) == hands
    assert (
        seating.hands(0, players, 1, more) == (seating.deal_plan(players).hand_size(1),) * players
    )


def test_the_first_deal_may_be_the_last() -> None:
    """A pack so short that it ends in an earlier deal."""
    seating = ruleset("casino").seating
    assert seating.left_to_deal(2, 3, -30) == 0
    assert seating.hands(0, 2, 3, -28) == (2, 2)
