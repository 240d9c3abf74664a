"""What a card may build with the fewest cards (the contract's *forms*)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from typing import NamedTuple

from ...cards import Card, Cards, Rank, without
from ...sums import sums
from .building import BuildRules
from .judging import Verdict
from .options import Case
from .position import MOVER
from .table import Build, Table, Top, cards_of, divided
from .turns import Form
from .units import built_on, kind_of

_MOST_JUDGED = 60
"""So many kinds of builds of a value are looked at: no table that anybody plays at has as many."""

Unit = Card | Build | Top
"""A loose card, a build that counts as one card or is built on, or the top of a pile."""
Units = tuple[Unit, ...]


class Forming(NamedTuple):
    """A build that can be made, of another one (``of``) or of none."""

    step: Form
    of: Build | None
    verdict: Verdict

    @property
    def kind(self) -> str:
        return kind_of(self.of, self.step.build.value)

    @property
    def keeper(self) -> int:
        """Whose it is then."""
        assert self.verdict.formed is not None  # it is not illegal
        return self.verdict.formed.keeper or MOVER


class Candidate(NamedTuple):
    """A card and what it would be built with; ``keeper`` is a partner that it is built for."""

    value: int
    cards: Cards
    used: tuple[Build, ...]
    loose: bool
    tops: tuple[Top, ...]
    keeper: int | None = None


def forms(
    case: Case, card: Card, limit: int, tops: Sequence[Top] = ()
) -> tuple[list[Forming], bool]:
    """The builds that a card makes and that are not illegal; and whether they are all. Those with
    one of the ``tops``, if there are any."""
    found, complete = _legal(case, card, limit, tops)
    shown = [
        Forming(_step(case, card, one), built_on(case.rules, one.value, one.used), verdict)
        for one, verdict in found
    ]
    return shown, complete


def forms_with_tops(case: Case, card: Card, limit: int) -> tuple[list[Forming], bool]:
    """The same of builds that tops of other players' piles are in (#piles)."""
    tops = [top for top in case.tops if case.rules.has_number(top.card)]
    return forms(case, card, limit, tops) if tops else ([], True)


def more_may_come(rules: BuildRules, table: Table, forming: Forming) -> bool:
    """Is there another group of its value on the table, which may come to the build at once? No
    game has anything against that where no value is changed."""
    if forming.kind == "raise":
        return False
    left = without(table.loose, forming.step.build.cards)
    units = [card for card in left if rules.has_number(card)]
    return any(making(rules, units, forming.step.build.value))


def count_forms(case: Case, card: Card, limit: int) -> int:
    """How many these are, as far as the limit."""
    return len(_legal(case, card, limit)[0])


Legal = tuple[Candidate, Verdict]
"""What makes a build, and the verdict on that."""


def _legal(
    case: Case, card: Card, limit: int, tops: Sequence[Top] = ()
) -> tuple[list[Legal], bool]:
    found: list[Legal] = []
    complete = True
    beside = None if case.hand is None else _ranks_beside(card, case.hand)
    for value in range(1, highest_value(case.rules) + 1) if case.rules.has_number(card) else ():
        hoped = [
            keeper
            for keeper in keepers(case, value)
            if keeper is not None or _may_take(case, value, beside)
        ]
        if not hoped:
            continue
        some, whole = _of_value(case, card, value, hoped, limit - len(found) + 1, tops)
        found += some
        complete = complete and whole
        if len(found) > limit:
            return found[:limit], False
    return found, complete


def keepers(case: Case, value: int) -> tuple[int | None, ...]:
    """For whom a build can be made: for oneself, and for a partner who is known to hold the card
    that takes it (F3.7)."""
    proven = case.start.proven.intersection(case.rules.ranks_worth(value))
    return (None, case.start.partner) if case.rules.PROVES and proven else (None,)


def highest_value(rules: BuildRules) -> int:
    """The most that any card is worth."""
    return max(chain.from_iterable(rules.values.values()))


def _ranks_beside(card: Card, hand: Cards) -> set[Rank]:
    """The ranks of a hand without a card that is played from it."""
    ranks = [one.rank for one in hand]
    return {rank for rank in ranks if rank is not card.rank or ranks.count(rank) > 1}


def _may_take(case: Case, value: int, held: set[Rank] | None) -> bool:
    """Is it worth looking at builds of this value? Somebody must have a card that takes them."""
    ranks = case.rules.ranks_worth(value)
    if held is None:
        return bool(ranks)
    same = (build for build in case.table.builds if build.value == value)
    if any(build.keeper and case.start.is_ours(build) for build in same):
        return True  # a partner's may be added to, whoever holds what
    return not held.isdisjoint(ranks)


def _of_value(
    case: Case,
    card: Card,
    value: int,
    hoped: Sequence[int | None],
    limit: int,
    tops: Sequence[Top],
) -> tuple[list[Legal], bool]:
    """The first so many builds of a value, for each keeper. All that are made of the same builds
    are alike to the rules, so one of them is judged; with tops, which group they are in matters."""
    candidates, complete = _candidates(case, card, value, 4 * limit, tops)
    judged: dict[tuple[object, ...], Verdict] = {}
    found: list[Legal] = []
    for candidate in candidates:
        for keeper in hoped if not candidate.used else hoped[:1]:
            one = candidate._replace(keeper=keeper)
            alike = one.used, one.loose, one.tops and one.cards, keeper
            if alike not in judged:
                if len(judged) == _MOST_JUDGED:
                    complete = False
                    continue
                judged[alike] = case.judge(_step(case, card, one))
            if judged[alike].legal is not False:
                found.append((one, judged[alike]))
    if value in case.rules.values[card.rank][1:]:
        found = _smallest(case.rules, card, found)
    return found[:limit], complete and len(found) < limit


def _step(case: Case, card: Card, candidate: Candidate) -> Form:
    grouped = divided(candidate.cards, candidate.value, case.rules.values)
    assert grouped is not None  # they were chosen so that they make the value
    return Form(card, Build(candidate.value, grouped, candidate.keeper), candidate.tops)


def _candidates(
    case: Case, card: Card, value: int, most: int, tops: Sequence[Top]
) -> tuple[list[Candidate], bool]:
    """What makes a value with the card, in card order; and whether that is all."""
    drawn = [list(islice(units, most + 1)) for units in _ways(case, card, value, tops)]
    of_cards: dict[tuple[Cards, tuple[Top, ...]], Candidate] = {}
    for units in chain(*drawn):
        one = _candidate(case, card, value, units)
        if bool(one.tops) == bool(tops):
            of_cards.setdefault((one.cards, one.tops), one)
    found = [of_cards[cards] for cards in sorted(of_cards)]
    return found, all(len(units) <= most for units in drawn)


def _candidate(case: Case, card: Card, value: int, units: Units) -> Candidate:
    used = tuple(build for build in case.table.builds if build in units)
    loose = [one for one in units if isinstance(one, Card)]
    tops = tuple(one for one in units if isinstance(one, Top))
    welded = chain.from_iterable(build.cards for build in used)
    cards = tuple(sorted((card, *loose, *cards_of(tops), *welded)))
    return Candidate(value, cards, used, bool(loose), tops)


def _smallest(rules: BuildRules, card: Card, found: Sequence[Legal]) -> list[Legal]:
    """Those that hold no smaller one made of the same build or of none. There are such where an ace
    makes the value alone, and counts one beside others: it is alone on that build, it makes one
    with another ace alone, or one of the others is an ace that can be left out."""
    legal = {(_made_of(rules, one), one.cards) for one, _ in found}

    def holds_smaller(one: Candidate) -> bool:
        made_of = _made_of(rules, one)
        aces = {other for other in one.cards if other.rank is card.rank}
        smaller = [without(one.cards, (ace,)) for ace in aces]
        beside = [build.cards for build in made_of[:1] if build] or [(ace,) for ace in aces]
        smaller += [tuple(sorted((card, *cards))) for cards in beside]
        return any((made_of, cards) in legal and cards != one.cards for cards in smaller)

    return [one for one in found if not holds_smaller(one[0])]


def _made_of(rules: BuildRules, one: Candidate) -> tuple[Build | None, bool]:
    """Its build, and whether there is one that keeps its value."""
    of = built_on(rules, one.value, one.used)
    return of, any(build.value == one.value for build in one.used)


def _ways(case: Case, card: Card, value: int, tops: Sequence[Top]) -> Iterator[Iterator[Units]]:
    """Each way to make a value with a card: in a group with others, as a group of its own beside
    another, on a build of that value, or raising a simple one to it. With tops also beside a group
    of the table: they may not be in the only one."""
    rules, loose = case.rules, _units(case, value)
    units = [*loose, *tops]
    low = rules.values[card.rank][0]
    alone = value in rules.values[card.rank]
    if tops:
        yield _beside_others(rules, loose, tops, value, low)
    yield (some for some in making(rules, units, value - low) if some)
    if alone:
        yield _groups_of(rules, units, value)
    for build in case.table.builds:
        if build.value == value:
            yield ((*some, build) for some in making(rules, units, value - low))
            if alone and low != value:
                yield iter([(build,)])
        elif not build.multiple and not rules.builds_in_groups:
            rest = value - low - build.value
            yield ((*some, build) for some in making(rules, units, rest))
            same = [one for one in case.table.builds if one.value == value]
            yield ((*some, build, own) for some in making(rules, units, rest) for own in same)


def _units(case: Case, value: int) -> list[Unit]:
    loose = sorted(one for one in case.table.loose if case.rules.has_number(one))
    builds = case.table.builds if case.rules.builds_in_groups else ()
    return [*loose, *(one for one in builds if not one.multiple and one.value < value)]


def _beside_others(
    rules: BuildRules, units: Sequence[Unit], tops: Sequence[Top], value: int, low: int
) -> Iterator[Units]:
    """A group of the table that makes a value, and one of the card and tops that comes to it."""
    for used in _some_of(tops):
        for group in making(rules, units, value - low - sum(_number(rules, one) for one in used)):
            others = [one for one in units if one not in group]
            yield from ((*base, *group, *used) for base in _groups_of(rules, others, value))


def _some_of(tops: Sequence[Top]) -> Iterator[tuple[Top, ...]]:
    """One or more of them: no more than there are other players."""
    for number in range(1, len(tops) + 1):
        yield from combinations(tops, number)


def _groups_of(rules: BuildRules, units: Sequence[Unit], value: int) -> Iterator[Units]:
    """What makes a value by itself."""
    cards = [one for one in units if isinstance(one, Card)]
    yield from ((card,) for card in cards if value in rules.values[card.rank][1:])
    yield from making(rules, units, value)


def making(rules: BuildRules, units: Sequence[Unit], total: int) -> Iterator[Units]:
    """Some of these with this sum, an ace being 1; none of them if it is 0. In order."""
    numbers = [_number(rules, unit) for unit in units]
    for places in sums(numbers, total):
        yield tuple(units[place] for place in places)


def _number(rules: BuildRules, unit: Unit) -> int:
    if isinstance(unit, Build):
        return unit.value
    return rules.values[unit.card.rank if isinstance(unit, Top) else unit.rank][0]
