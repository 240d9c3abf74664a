"""Builds that a card can make with the fewest cards (field ``forms`` of a ruling)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import chain
from typing import NamedTuple

from ....cards import Card, Cards, Rank, difference
from ....plays import MakeBuild
from ....table_and_builds import FEWEST_CARDS, Build, Table, Top, divided
from ..judge.build_rules import BuildRules
from ..judge.verdict import Verdict
from .build_candidates import Candidate, Candidates, EqualItems
from .sets_with_builds import built_on, kind_of
from .turn_context import TurnContext

_MOST_JUDGED = 60
"""Limit of kinds of builds of a value that are judged: more than any table has."""


_FEWEST_DRAWN = 16
"""Least number of candidates that are put in card order."""


class BuildOption(NamedTuple):
    """A build that a card can make: the step, its verdict, and the build (``of``) that it changes,
    if any."""

    step: MakeBuild
    of: Build | None
    verdict: Verdict

    @property
    def kind(self) -> str:
        """The kind of the step: ``new``, ``augment`` or ``raise``."""
        return kind_of(self.of, self.step.build.value)

    @property
    def owner(self) -> int:
        """The seat that owns the build after the step."""
        assert self.verdict.formed is not None  # it is not illegal
        owner = self.verdict.formed.owner
        assert owner is not None  # it was just made
        return owner


def build_options(
    case: TurnContext, card: Card, limit: int, tops: Sequence[Top] = ()
) -> tuple[list[BuildOption], bool]:
    """Return the builds that a card can make and that are not illegal, and whether they are all;
    with ``tops``, only builds that contain one of them."""
    found, complete = _legal(case, card, limit, tops)
    shown = [
        BuildOption(_step(case, card, one), built_on(case.rules, one.value, one.used), verdict)
        for one, verdict in found
    ]
    return shown, complete


def build_options_with_tops(
    case: TurnContext, card: Card, limit: int
) -> tuple[list[BuildOption], bool]:
    """Return the builds with tops of other players' piles that a card can make, and whether they
    are all (#piles)."""
    tops = [top for top in case.tops if case.rules.has_number(top.card)]
    return build_options(case, card, limit, tops) if tops else ([], True)


def build_options_asked_for(case: TurnContext, card: Card) -> Iterator[BuildOption]:
    """Return the steps that add a card to a build which it could capture, because the partner asked
    for it (#asking)."""
    for build in case.table.builds:
        if case.rules.may_be_asked(case.start, card, build):
            cards = divided((card, *build.cards), build.value, case.rules.values)
            step = MakeBuild(card, Build(build.value, cards or (), case.start.partner))
            verdict = case.judge(step)
            if verdict.legal is not False:
                yield BuildOption(step, build, verdict)


def build_values(rules: BuildRules, cards: Cards) -> list[int]:
    """Return the values that a build of just these cards can have."""
    if len(cards) < FEWEST_CARDS:
        return []
    return [
        value
        for value in range(1, highest_value(rules) + 1)
        if rules.ranks_worth(value) and divided(cards, value, rules.values)
    ]


def other_values(case: TurnContext, card: Card, known: Set[int]) -> list[int]:
    """Return the values of builds that a card makes, with tops of piles too, but those which are
    ``known``. Of each value one build is enough."""
    if not case.rules.has_number(card):
        return []
    highest = highest_value(case.rules)
    tops = [top for top in case.tops if case.rules.has_number(top.card)]
    lots = [Candidates(case, card, some, highest) for some in ((), tops)[: 1 + bool(tops)]]
    return [
        value
        for value in range(1, highest + 1)
        if value not in known and any(_makes(case, card, lot, value) for lot in lots)
    ]


def _makes(case: TurnContext, card: Card, candidates: Candidates, value: int) -> bool:
    """Does a card make a build of a value that is not illegal?"""
    hoped = _hoped(case, value, None)
    some, _ = candidates.of_value(value, _MOST_JUDGED) if hoped else ([], True)
    return any(
        case.judge(_step(case, card, one._replace(owner=owner))).legal is not False
        for one in some[:_MOST_JUDGED]
        for owner in (hoped if not one.used else {None}.intersection(hoped))
    )


def more_may_come(rules: BuildRules, table: Table, forming: BuildOption) -> bool:
    """Return whether the table has another set of the value, which can be added to the build at
    once. All games allow that where no value is changed."""
    if forming.kind == "raise":
        return False
    left = difference(table.loose, forming.step.build.cards)
    value = forming.step.build.value
    return any(
        EqualItems(rules, [card for card in left if rules.has_number(card)], value).with_sum(value)
    )


def count_build_options(case: TurnContext, card: Card, limit: int) -> int:
    """Return the number of builds without tops that a card can make, at most the limit."""
    return len(_legal(case, card, limit)[0])


Legal = tuple[Candidate, Verdict]
"""A candidate and the verdict on it."""


def _legal(
    case: TurnContext, card: Card, limit: int, tops: Sequence[Top] = ()
) -> tuple[list[Legal], bool]:
    """Return the candidates of a card that are not illegal, with their verdicts, and whether they
    are all."""
    found: list[Legal] = []
    complete = True
    if not case.rules.has_number(card):
        return found, complete
    beside = None if case.hand is None else _ranks_beside(card, case.hand)
    highest = highest_value(case.rules)
    candidates = Candidates(case, card, tops, highest)
    for value in range(1, highest + 1):
        hoped = _hoped(case, value, beside)
        if not hoped:
            continue
        most = limit - len(found) + 1
        hopeful, all_there = candidates.of_value(value, max(_FEWEST_DRAWN, 2 * most))
        some, all_judged = _judged(case, card, hopeful, hoped)
        found += some[:most]
        complete = complete and all_there and all_judged and len(some) < most
        if len(found) > limit:
            return found[:limit], False
    return found, complete


def _hoped(case: TurnContext, value: int, beside: set[Rank] | None) -> list[int | None]:
    """For whom it is worth looking at builds of a value, with these ranks ``beside`` the card."""
    may_take = _may_take(case, value, beside)
    return [owner for owner in possible_owners(case, value) if owner is not None or may_take]


def possible_owners(case: TurnContext, value: int) -> tuple[int | None, ...]:
    """Return the owners that a new build can have: None for the mover, and the partner if known to
    hold a card that captures it (F3.7)."""
    proven = case.start.proven.intersection(case.rules.ranks_worth(value))
    return (None, case.start.partner) if case.rules.proves and proven else (None,)


def highest_value(rules: BuildRules) -> int:
    """Return the highest value of any card."""
    return max(chain.from_iterable(rules.values.values()))


def _ranks_beside(card: Card, hand: Cards) -> set[Rank]:
    """Return the ranks of a hand without one card that is played from it."""
    ranks = [one.rank for one in hand]
    return {rank for rank in ranks if rank is not card.rank or ranks.count(rank) > 1}


def _may_take(case: TurnContext, value: int, held: set[Rank] | None) -> bool:
    """Return whether builds of a value can be legal: somebody must be able to hold a card that
    captures them."""
    ranks = case.rules.ranks_worth(value)
    if held is None:
        return bool(ranks)
    same = (build for build in case.table.builds if build.value == value)
    if any(build.owner != case.start.mover and case.start.is_of_own_side(build) for build in same):
        return True  # a partner's may be added to, whoever holds what
    return not held.isdisjoint(ranks)


def _judged(
    case: TurnContext, card: Card, candidates: Sequence[Candidate], hoped: Sequence[int | None]
) -> tuple[list[Legal], bool]:
    """Return the candidates of one value that are not illegal, for each owner, and whether all were
    judged.

    Candidates of the same builds are alike to the rules, so one of them is judged; with tops their
    sets matter, so each is.
    """
    judged: dict[tuple[object, ...], Verdict] = {}
    found: list[Legal] = []
    complete = True
    for candidate in candidates:
        # Whose a build is that is added to, or raised, is not chosen here.
        for owner in hoped if not candidate.used else {None}.intersection(hoped):
            one = candidate._replace(owner=owner)
            alike = one.used, one.loose, one.tops and one.cards, owner
            if alike not in judged:
                if len(judged) == _MOST_JUDGED:
                    complete = False
                    continue
                judged[alike] = case.judge(_step(case, card, one))
            if judged[alike].legal is not False:
                found.append((one, judged[alike]))
    if candidates and candidates[0].value in case.rules.values[card.rank][1:]:
        found = _smallest(case.rules, card, found)
    return found, complete


def _step(case: TurnContext, card: Card, candidate: Candidate) -> MakeBuild:
    """Return the step that makes a candidate."""
    grouped = divided(candidate.cards, candidate.value, case.rules.values)
    assert grouped is not None  # the cards were chosen to make the value
    return MakeBuild(card, Build(candidate.value, grouped, candidate.owner), candidate.tops)


def _smallest(rules: BuildRules, card: Card, found: Sequence[Legal]) -> list[Legal]:
    """Return the candidates that contain no smaller one of the same build or of none.

    A candidate can contain one where an ace makes the value alone, and counts 1 beside others: the
    ace can be alone on the build, make one with another ace alone, or leave out another ace.
    """
    legal = {(_made_of(rules, one), one.cards) for one, _ in found}

    def holds_smaller(one: Candidate) -> bool:
        made_of = _made_of(rules, one)
        aces = {other for other in difference(one.cards, (card,)) if other.rank is card.rank}
        smaller = [difference(sorted(one.cards), (ace,)) for ace in aces]
        beside = [build.cards for build in made_of[:1] if build] or [(ace,) for ace in aces]
        smaller += [tuple(sorted((card, *cards))) for cards in beside]
        return any((made_of, cards) in legal and cards != one.cards for cards in smaller)

    return [one for one in found if not holds_smaller(one[0])]


def _made_of(rules: BuildRules, one: Candidate) -> tuple[Build | None, bool]:
    """Return the build that a candidate is made of, and whether one of its builds keeps the
    value."""
    of = built_on(rules, one.value, one.used)
    return of, any(build.value == one.value for build in one.used)
