"""Turns that somebody may think of, as text: takes, builds, additions, raises, several steps."""

import random
from collections.abc import Sequence
from itertools import combinations

from tests.oracle.builds_text import RANKS, Build, rank_of
from tests.oracle.followed_setup import Setup
from tests.oracle.followed_table import Table


class Thinker:
    """The seat whose turn it is, its hand, and the top of each pile as it really lies."""

    def __init__(
        self,
        chance: random.Random,
        table: Table,
        seat: int,
        hand: Sequence[str],
        piles: Sequence[Sequence[str]],
        bold: bool = False,
        partner: Sequence[str] | None = None,
    ) -> None:
        self.chance, self.table, self.seat, self.hand = chance, table, seat, list(hand)
        self.setup: Setup = table.setup
        self.values = table.setup.values
        self.partner = partner  # his hand, if it is asked before he asks for something
        self.bold = bold  # builds what he holds no card for
        self.loose = list(table.loose)
        self.builds = [one.build for one in table.builds]
        self.tops = [] if self.setup.anglo else self._tops(piles)

    def _tops(self, piles: Sequence[Sequence[str]]) -> list[str]:
        found = []
        for at, pile in enumerate(piles):
            own = at == self.setup.pile(self.seat)
            if pile and (not own or self.likely(0.02)):
                named = pile[: 2 if self.likely(0.2) else 1]
                found += [f"{card}^{at}" for card in named]
        return found

    def likely(self, probability: float) -> bool:
        """Does it happen?"""
        return self.chance.random() < probability

    def turn(self) -> str:
        """A whole turn."""
        steps: list[str | None] = []
        card, asked = self.chance.choice(self.hand), [c for c in self.hand if self.ask(c)]
        if asked and self.likely(0.5):
            card = asked[0]
        if self.setup.swazi and self.likely(0.6):
            steps.append(self.table_form(card))
        steps.append(self.hand_step(card))
        if self.setup.swazi and self.likely(0.2):
            steps.append(self.table_form(card))
        trailed = "trail_and_table_build" in self.setup.house and steps[-1] == f"{card} -"
        if trailed and self.likely(0.4):
            steps.insert(self.chance.choice((0, 1)), self.table_form(card))
        return " / ".join(step for step in steps if step)

    def hand_step(self, card: str) -> str:
        """What the card from the hand does."""
        kinds = [self.take, self.new, self.grow, self.change, self.ask, self.lay]
        for kind in self.chance.choices(kinds, (10, 10, 8, 6, 8, 1), k=9):
            step = kind(card)
            if step:
                return step
        return self.lay(card) or ""

    def lay(self, card: str) -> str | None:
        """It is laid."""
        return f"{card} -"

    def number(self, label: str) -> int | None:
        """What a card counts with others."""
        return self.values.number(label.partition("^")[0])

    def groups(self, value: int, labels: Sequence[str], most: int = 3) -> list[list[str]]:
        """Some groups of these cards worth the value, none with a card of another."""
        found = []
        for size in (1, 2, 3):
            for group in combinations(labels, size):
                ace = value == 14 and size == 1 and rank_of(group[0].partition("^")[0]) == "A"
                numbers = [self.number(label) for label in group]
                fits = None not in numbers and sum(n for n in numbers if n) == value
                if fits or (ace and self.values.ace_high):
                    found.append(list(group))
        self.chance.shuffle(found)
        chosen: list[list[str]] = []
        for group in found:
            if len(chosen) < most and not {*group} & {one for some in chosen for one in some}:
                chosen.append(group)
        return chosen

    def take(self, card: str) -> str | None:
        """It takes."""
        value = self.chance.choice(self.values.played_values(card))
        same = [one for one in self.loose if rank_of(one) == rank_of(card)]
        if value is None:
            if self.setup.game != "lesotho-casino" or "one_picture" in self.setup.house:
                same = same[:1]
            return " ".join([card, "x", *same]) if same else None
        things = [b.claim for b in self.builds if b.value == value and self.likely(0.9)]
        pool = [*self.loose, *([] if self.setup.swazi else self.tops)]
        thorough = self.chance.choice((0.4, 1))
        for group in self.groups(value, pool, 9):
            if self.likely(thorough):
                things += group
        return " ".join([card, "x", *things]) if things else None

    def wanted(self, card: str) -> int:
        """A value to build: of a card that stays in the hand, or of any for who is bold."""
        rest = [one for one in self.hand if one != card]
        values = [v for one in rest for v in self.values.played_values(one) if v]
        proven = self.table.proven[(self.seat + 2) % 4] if self.setup.proofs else frozenset()
        if proven and self.likely(0.4):
            return RANKS.index(self.chance.choice(sorted(proven))) + 1
        if self.bold or not values:
            return self.chance.randint(2, self.values.highest)
        return self.chance.choice(values)

    def text(self, labels: Sequence[str], value: int, card: str | None = None) -> str:
        """A form."""
        claim = f"{'+'.join(labels)}={value}"
        return claim if card is None else f"{card} {claim}"

    def some_groups(self, value: int, but: Sequence[str] = ()) -> list[str]:
        """Cards that are worth the value, several times perhaps."""
        labels = [*self.loose, *(self.tops if self.setup.swazi else [])]
        found = self.groups(value, [one for one in labels if one not in but], 2)
        if found and self.likely(0.5):
            found = found[:1]
        return [label for group in found for label in group]

    def with_card(self, card: str, value: int) -> list[str] | None:
        """A group with the card in it, worth the value."""
        number = self.number(card)
        if value in self.values.played_values(card):
            return [card]
        if number is None or number >= value:
            return None
        more = self.groups(value - number, [*self.loose, *self.tops], 1)
        return [card, *more[0]] if more else None

    def new(self, card: str) -> str | None:
        """A new build with the card."""
        value = self.wanted(card)
        group = self.with_card(card, value)
        if group is None:
            return None
        if len(group) == 1 or self.likely(0.3):
            group += self.some_groups(value, group)
        return self.text(group, value, card) + self.for_partner(value) if len(group) > 1 else None

    def for_partner(self, value: int) -> str:
        """For the partner, if he has proven to hold the rank."""
        if self.setup.proofs:
            partner = (self.seat + 2) % 4
            if self.values.holder(value) in self.table.proven[partner] and self.likely(0.7):
                return f"@{partner}"
        return ""

    def cards(self, build: Build) -> list[str]:
        """The cards of a build, to be named."""
        return list(build.cards)

    def grow(self, card: str) -> str | None:
        """More for a build that lies there."""
        if not self.builds:
            return None
        build = self.chance.choice(self.builds)
        group = self.with_card(card, build.value)
        if group is None:
            return None
        if self.likely(0.2):
            group += self.some_groups(build.value, group)
        return self.text([*group, *self.cards(build)], build.value, card)

    def change(self, card: str) -> str | None:
        """Another value for a build."""
        number = self.number(card)
        simple = [build for build in self.builds if not build.multiple]
        if number is None or not simple:
            return None
        build = self.chance.choice(simple)
        value = build.value + number
        equal = [one for one in self.builds if one.value == value]
        labels = [card, *self.cards(build)]
        if equal and self.likely(0.8):
            labels += self.cards(equal[0])
        elif self.setup.anglo and self.likely(0.2):
            labels += self.some_groups(value, labels)
        return self.text(labels, value, card)

    def ask(self, card: str) -> str | None:
        """The partner asks that it is not used to take."""
        own = [b for b in self.builds if b.keeper == self.seat]
        own = [b for b in own if b.value in self.values.played_values(card)]
        if not own or not self.setup.proofs:
            return None
        if self.partner is not None and rank_of(card) not in map(rank_of, self.partner):
            return None
        return self.text([card, *self.cards(own[0])], own[0].value, card) + (
            f"@{(self.seat + 2) % 4}"
        )

    def table_form(self, card: str) -> str | None:
        """A form without a card from the hand, if one comes to mind."""
        tries = (self.one_table_form(card) for _ in range(4))
        return next((text for text in tries if text), None)

    def one_table_form(self, card: str) -> str | None:
        """The same, with one build in mind."""
        if self.builds and self.likely(0.6) and self.setup.swazi:
            build = self.chance.choice(self.builds)
            group = self.some_groups(build.value)
            return self.text([*group, *self.cards(build)], build.value) if group else None
        value = self.wanted("" if self.likely(0.3) else card)
        group = self.some_groups(value)
        return self.text(group, value) + self.for_partner(value) if len(group) > 1 else None
