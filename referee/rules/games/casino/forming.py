"""What a card may build with the fewest cards (the contract's *forms*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from ...cards import Card, Cards
from .building import BuildRules
from .judging import Verdict
from .options import Case
from .table import Build, divided
from .turns import Form

Unit = Card | Build
"""A loose card, or a build that counts as one card or is built on."""
Units = tuple[Unit, ...]


class Forming(NamedTuple):
    """A build that can be made, of another one (``of``) or of none."""

    step: Form
    of: Build | None
    verdict: Verdict

    @property
    def kind(self) -> str:
        if self.of is None:
            return "new"
        return "augment" if self.of.value == self.step.build.value else "raise"


class Candidate(NamedTuple):
    """A card and what it would be built with."""

    cards: Cards
    used: tuple[Build, ...]
    loose: bool

    def of(self, value: int) -> Build | None:
        """The build that it is made of: the one that keeps its value, or the first."""
        kept = sorted((b for b in self.used if b.value == value), key=lambda b: not b.multiple)
        return next(iter([*kept, *self.used]), None)


def forms(case: Case, card: Card, limit: int) -> tuple[list[Forming], bool]:
    """The builds that a card makes and that are not illegal; and whether they are all."""
    found, complete = _legal(case, card, limit)
    return [Forming(_step(case, card, v, one), one.of(v), said) for v, one, said in found], complete


def count_forms(case: Case, card: Card, limit: int) -> int:
    """How many these are, as far as the limit."""
    return len(_legal(case, card, limit)[0])


Legal = tuple[int, Candidate, Verdict]
"""A value, what makes it, and the verdict on that."""


def _legal(case: Case, card: Card, limit: int) -> tuple[list[Legal], bool]:
    found: list[Legal] = []
    complete = True
    for value in range(1, highest_value(case.rules) + 1) if case.rules.has_number(card) else ():
        if not _may_hold(case, card, value):
            continue
        some, whole = _of_value(case, card, value, limit - len(found) + 1)
        found += some
        complete = complete and whole
        if len(found) > limit:
            return found[:limit], False
    return found, complete


def highest_value(rules: BuildRules) -> int:
    """The most that any card is worth."""
    return max(chain.from_iterable(rules.values.values()))


def _may_hold(case: Case, card: Card, value: int) -> bool:
    """Is it worth looking at builds of this value? Somebody must have a card that takes them."""
    ranks = case.rules.ranks_worth(value)
    if case.hand is None:
        return bool(ranks)
    held = Counter(one.rank for one in case.hand)
    held[card.rank] -= 1
    return any(held[rank] > 0 for rank in ranks)


def _of_value(case: Case, card: Card, value: int, limit: int) -> tuple[list[Legal], bool]:
    """The first so many builds of a value. All that are made of the same builds are alike to the
    rules, so one of them is judged."""
    candidates, complete = _candidates(case, card, value, 4 * limit)
    judged: dict[tuple[tuple[Build, ...], bool], Verdict] = {}
    found: list[Legal] = []
    for one in candidates:
        alike = one.used, one.loose
        if alike not in judged:
            judged[alike] = case.judge(_step(case, card, value, one))
        if judged[alike].legal is not False:
            found.append((value, one, judged[alike]))
        if len(found) == limit:
            return found, False
    return found, complete


def _step(case: Case, card: Card, value: int, candidate: Candidate) -> Form:
    grouped = divided(candidate.cards, value, case.rules.values)
    assert grouped is not None  # they were chosen so that they make the value
    return Form(card, Build(value, grouped))


def _candidates(case: Case, card: Card, value: int, most: int) -> tuple[list[Candidate], bool]:
    """What makes a value with the card, in card order, less what holds a smaller one."""
    drawn = [list(islice(units, most + 1)) for units in _ways(case, card, value)]
    of_cards = {
        one.cards: one for units in chain(*drawn) for one in [_candidate(case, card, units)]
    }
    found = [of_cards[cards] for cards in sorted(of_cards)]
    if value in case.rules.values[card.rank] and len(drawn) > 1:
        found = [one for one in found if not _holds_smaller(one, found, value)]
    return found, all(len(units) <= most for units in drawn)


def _candidate(case: Case, card: Card, units: Units) -> Candidate:
    used = tuple(build for build in case.table.builds if build in units)
    loose = [one for one in units if isinstance(one, Card)]
    cards = (card, *loose, *chain.from_iterable(build.cards for build in used))
    return Candidate(tuple(sorted(cards)), used, bool(loose))


def _holds_smaller(one: Candidate, others: Sequence[Candidate], value: int) -> bool:
    cards, of = Counter(one.cards), one.of(value)
    return any(
        len(other.cards) < len(one.cards) and other.of(value) == of and Counter(other.cards) < cards
        for other in others
    )


def _ways(case: Case, card: Card, value: int) -> Iterator[Iterator[Units]]:
    """Each way to make a value with a card: in a group with others, as a group of its own beside
    another, on a build of that value, or raising a simple one to it."""
    rules, units = case.rules, _units(case, value)
    low = rules.values[card.rank][0]
    alone = value in rules.values[card.rank]
    yield (some for some in making(rules, units, value - low) if some)
    if alone:
        yield _groups_of(rules, units, value)
    for build in case.table.builds:
        if build.value == value:
            yield ((*some, build) for some in making(rules, units, value - low))
            if alone and low != value:
                yield iter([(build,)])
        elif not build.multiple and not rules.builds_in_groups:
            yield ((*some, build) for some in making(rules, units, value - low - build.value))


def _units(case: Case, value: int) -> list[Unit]:
    loose = sorted(one for one in case.table.loose if case.rules.has_number(one))
    builds = case.table.builds if case.rules.builds_in_groups else ()
    return [*loose, *(one for one in builds if not one.multiple and one.value < value)]


def _groups_of(rules: BuildRules, units: Sequence[Unit], value: int) -> Iterator[Units]:
    """What makes a value by itself."""
    cards = [one for one in units if isinstance(one, Card)]
    yield from ((card,) for card in cards if value in rules.values[card.rank][1:])
    yield from making(rules, units, value)


def making(rules: BuildRules, units: Sequence[Unit], total: int) -> Iterator[Units]:
    """Some of these with this sum, an ace being 1; none of them if it is 0. In order."""
    if total == 0:
        yield ()
    if total <= 0:
        return
    for at, unit in enumerate(units):
        number = unit.value if isinstance(unit, Build) else rules.values[unit.rank][0]
        if number <= total:
            for rest in making(rules, units[at + 1 :], total - number):
                yield (unit, *rest)
