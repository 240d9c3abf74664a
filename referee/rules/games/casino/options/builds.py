"""Builds that a card can make with the fewest cards (field ``forms`` of a ruling), and those that
need no card from the hand: before the played card, or while one is trailed."""

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cached_property
from itertools import chain, combinations, islice
from typing import NamedTuple

from ....cards import Card, Cards, difference, match
from ....plays import FEWEST_CARDS, Build, MakeBuild, Table, Top, Trail, cards_of
from ....sums import Sums, divide_cards
from ..judge.play_rules import BuildRules, LoneSteps
from ..judge.resolution import Resolution
from ..judge.verdict import Verdict
from .sets import Unit, Units, builds_among, card_of, counting_more, each_counted, number_of
from .turn import TurnContext


class BuildCandidate(NamedTuple):
    """A build that a card might make: its value and cards, and the ``parts`` that the table and
    piles give. ``owner`` is the partner whom it is made for, if any."""

    value: int
    cards: Cards
    parts: Resolution
    owner: int | None = None


class EqualItems:
    """Items that count as one number each in sums."""

    def __init__(self, rules: BuildRules, units: Sequence[Unit], most: int) -> None:
        """Store the items; ``most`` is the highest value that will be asked for."""
        self._rules, self._units = rules, units
        # A card that may count more beside others is there once more, with that number.
        more = counting_more(rules, most, units)
        self._places = [*range(len(units)), *(place for place, _ in more)]
        numbers = [number_of(rules, unit) for unit in units]
        self._sums = Sums([*numbers, *(number for _, number in more)], most)

    def with_sum(self, total: int) -> Iterator[Units]:
        """Return the selections of items with this sum, in order; for 0 the empty one."""
        units, places = self._units, self._places
        if len(places) == len(units):
            yield from (tuple([units[place] for place in entry]) for entry in self._sums.of(total))
            return
        for entries in self._sums.of(total):
            chosen = sorted({places[entry] for entry in entries})
            if len(chosen) == len(entries):
                yield tuple([units[place] for place in chosen])

    def can_make(self, total: int) -> bool:
        """Return whether a selection of items has this sum; true for 0. An item that may count more
        is taken for two."""
        return self._sums.make(total)

    @property
    def totals(self) -> int:
        """Return the sums that :meth:`can_make`, as bits."""
        return self._sums.totals

    def sets_of(self, value: int) -> Iterator[Units]:
        """Return the sets of items that make a value; a single build of that value is not one of
        them."""
        singles: list[Units] = []
        if self._rules.values.chooses(value):
            singles = [
                (unit,)
                for unit in self._units
                if isinstance(unit, Card) and value in self._rules.values.of(unit)[1:]
            ]
            yield from singles
        for units in self.with_sum(value):
            if len(units) > 1 or not (isinstance(units[0], Build) or units in singles):
                yield units


class BuildCandidates:
    """Candidates for builds with one card; with ``tops``, only those that contain some of them."""

    def __init__(self, context: TurnContext, card: Card, tops: Sequence[Top], most: int) -> None:
        """Collect what the table offers; ``most`` is the highest value that will be asked for."""
        rules = context.rules
        self._context, self._card, self._tops, self._most = context, card, tops, most
        self._numbers = rules.values.of(card)
        self._units: list[Unit] = sorted(
            card for card in context.table.loose if rules.has_number(card)
        )
        if rules.builds_in_sets:
            self._units += (build for build in context.table.builds if not build.multiple)
        self._all = EqualItems(rules, [*self._units, *tops], most)

    @cached_property
    def _loose(self) -> EqualItems:
        return EqualItems(self._context.rules, self._units, self._most)

    @property
    def values(self) -> list[int]:
        """The values, in ascending order, that the card can make; there may be a few among them for
        which no candidate is found."""
        builds, totals = self._context.table.builds, self._all.totals
        for build in builds:
            totals |= self._all.totals << build.value
        made = 0
        for number in self._numbers:
            made |= totals << number
        return [value for value in range(1, self._most + 1) if made >> value & 1]

    def of_value(self, value: int, most: int) -> tuple[list[BuildCandidate], bool]:
        """Return candidates of a value in card order, of equal cards those of fewest builds first;
        about ``most`` of them, and whether they are all."""
        drawn = [list(islice(units, most + 1)) for units in self._selections(value)]
        if not any(drawn):
            return [], True
        of_parts: dict[Resolution, BuildCandidate] = {}
        for units in chain(*drawn):
            candidate = self._candidate(value, units)
            if bool(candidate.parts.tops) == bool(self._tops):
                of_parts.setdefault(candidate.parts, candidate)
        result = sorted(of_parts.values(), key=_place)
        return result, all(len(units) <= most for units in drawn)

    def _candidate(self, value: int, units: Units) -> BuildCandidate:
        loose = tuple([unit for unit in units if isinstance(unit, Card)])
        if len(loose) == len(units):
            return BuildCandidate(value, tuple(sorted((self._card, *loose))), Resolution(loose))
        used = builds_among(units, self._context.table.builds)
        tops = tuple(unit for unit in units if isinstance(unit, Top))
        build_cards = chain.from_iterable(build.cards for build in used)
        cards = tuple(sorted((self._card, *loose, *cards_of(tops), *build_cards)))
        return BuildCandidate(value, cards, Resolution(tuple(sorted(loose)), used, tops))

    def _selections(self, value: int) -> Iterator[Iterator[Units]]:
        """Return each way to make a value with the card: in a set with others, as a set of its own
        beside another, added to a build of that value, or raising a simple one to it. With tops
        also beside a set of the table: tops may not be in the only set."""
        rules, builds, items = self._context.rules, self._context.table.builds, self._all
        if self._tops:
            yield self._beside_others(value, self._numbers[0])
        for rest in self._rests(value):
            if rest:
                yield items.with_sum(rest)
        if value in self._numbers:
            yield items.sets_of(value)
        for build in builds:
            if build.value == value:
                for rest in self._rests(value):
                    yield ((*units, build) for units in items.with_sum(rest))
            elif not build.multiple and not rules.builds_in_sets:
                equal_builds = [other for other in builds if other.value == value]
                for rest in self._rests(value - build.value):
                    yield ((*units, build) for units in items.with_sum(rest))
                    yield (
                        (*units, build, own)
                        for units in items.with_sum(rest)
                        for own in equal_builds
                    )

    def _rests(self, total: int) -> list[int]:
        """Return what is left of a total beside the card at each of its values, as far as items can
        make it."""
        can_make = self._all.can_make
        return [total - number for number in self._numbers if can_make(total - number)]

    def _beside_others(self, value: int, low: int) -> Iterator[Units]:
        """Return selections of a table set that makes a value, and of a set of the card and tops
        added to it."""
        rules = self._context.rules
        for tops in _top_combinations(self._tops):
            rest = value - low - sum(number_of(rules, unit) for unit in tops)
            for group in self._loose.with_sum(rest):
                others = EqualItems(
                    rules, [unit for unit in self._units if unit not in group], value
                )
                yield from ((*base, *group, *tops) for base in others.sets_of(value))


def _place(candidate: BuildCandidate) -> tuple[Cards, tuple[Top, ...], int]:
    return candidate.cards, candidate.parts.tops, len(candidate.parts.builds)


def _top_combinations(tops: Sequence[Top]) -> Iterator[tuple[Top, ...]]:
    """Return the non-empty combinations of tops, of which there are no more than other players."""
    for number in range(1, len(tops) + 1):
        yield from combinations(tops, number)


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
    context: TurnContext, card: Card, limit: int, tops: Sequence[Top] = ()
) -> tuple[list[BuildOption], bool]:
    """Return the builds that a card can make and that are not illegal, and whether they are all;
    with ``tops``, only builds that contain one of them."""
    legal, complete = _legal(context, card, limit, tops)
    options = [
        BuildOption(
            step or _step_of(context, card, candidate),
            built_on(context.rules, candidate.value, candidate.parts.builds),
            verdict,
        )
        for candidate, verdict, step in legal
    ]
    return options, complete


def build_options_with_tops(
    context: TurnContext, card: Card, limit: int
) -> tuple[list[BuildOption], bool]:
    """Return the builds with tops of other players' piles that a card can make, and whether they
    are all (#piles)."""
    tops = [top for top in context.tops if context.rules.has_number(top.card)]
    return build_options(context, card, limit, tops) if tops else ([], True)


def build_options_asked_for(context: TurnContext, card: Card) -> Iterator[BuildOption]:
    """Return the steps that add a card to a build which it could capture, because the partner asked
    for it (#asking)."""
    for build in context.table.builds:
        if context.rules.may_be_asked(context.start, card, build):
            cards = divide_cards((card, *build.cards), build.value, context.rules.values)
            step = MakeBuild(card, Build(build.value, cards or (), context.start.partner))
            verdict = context.judge_build(step, Resolution((), (build,)))
            if verdict.legal is not False:
                yield BuildOption(step, build, verdict)


def other_values(context: TurnContext, card: Card, excluded: Set[int]) -> list[int]:
    """Return the values, apart from the ``excluded`` ones, of builds that a card can make, with
    tops of piles too. For each value one legal build is enough."""
    if not (context.rules.makes_builds and context.rules.has_number(card)):
        return []
    card, highest = context.face_of(card), context.rules.highest_value
    tops = [top for top in context.tops if context.rules.has_number(top.card)]
    searches = [
        BuildCandidates(context, card, used_tops, highest)
        for used_tops in ((), tops)[: 1 + bool(tops)]
    ]
    values = sorted({value for search in searches for value in search.values} - excluded)
    return [
        value
        for value in values
        if any(_can_build(context, card, search, value) for search in searches)
    ]


def _can_build(context: TurnContext, card: Card, candidates: BuildCandidates, value: int) -> bool:
    owners = _owners_to_try(context, value, None)
    of_value, _ = candidates.of_value(value, _MOST_JUDGED) if owners else ([], True)
    return any(
        _legal_build(context, card, candidate._replace(owner=owner)) is not None
        for candidate in of_value[:_MOST_JUDGED]
        for owner in _owners_of(candidate, owners)
    )


def more_may_come(rules: BuildRules, table: Table, forming: BuildOption) -> bool:
    """Return whether the table has another set of the value, which can be added to the build at
    once. All games allow that where no value is changed."""
    if forming.kind == "raise":
        return False
    other_cards = difference(table.loose, forming.step.build.cards)
    value = forming.step.build.value
    return any(
        EqualItems(rules, [card for card in other_cards if rules.has_number(card)], value).with_sum(
            value
        )
    )


def count_build_options(context: TurnContext, card: Card, limit: int) -> int:
    """Return the number of builds without tops that a card can make, at most the limit."""
    return len(_legal(context, card, limit)[0])


class LegalBuild(NamedTuple):
    """A candidate that is not illegal and its verdict; ``step`` is the one that was judged, None if
    the verdict is that of another candidate which is alike to the rules."""

    candidate: BuildCandidate
    verdict: Verdict
    step: MakeBuild | None = None


def _legal(
    context: TurnContext, card: Card, limit: int, tops: Sequence[Top] = ()
) -> tuple[list[LegalBuild], bool]:
    """Return the candidates of a card that are not illegal, with their verdicts, and whether they
    are all."""
    legal: list[LegalBuild] = []
    complete = True
    if not (context.rules.makes_builds and context.rules.has_number(card)):
        return legal, complete
    card = context.face_of(card)
    beside = None if context.hand is None else _wanted_beside(context, card)
    highest = context.rules.highest_value
    candidates = BuildCandidates(context, card, tops, highest)
    for value in candidates.values:
        owners = _owners_to_try(context, value, beside)
        if not owners:
            continue
        most = limit - len(legal) + 1
        of_value, all_there = candidates.of_value(value, max(_FEWEST_DRAWN, 2 * most))
        legal_of_value, all_judged = _legal_of_value(context, card, of_value, owners)
        legal += legal_of_value[:most]
        complete = complete and all_there and all_judged and len(legal_of_value) < most
        if len(legal) > limit:
            return legal[:limit], False
    return legal, complete


def _owners_to_try(context: TurnContext, value: int, beside: set[Card] | None) -> list[int | None]:
    """Return the owners for whom builds of a value can be legal, with what is ``beside`` the card
    in the hand; None if the hand is secret."""
    may_take = _may_take(context, value, beside)
    return [owner for owner in possible_owners(context, value) if owner is not None or may_take]


def possible_owners(context: TurnContext, value: int) -> tuple[int | None, ...]:
    """Return the owners that a new build can have: None for the mover, and the partner if known to
    hold a card that captures it (F3.7)."""
    rules, proven = context.rules, context.start.proven
    if not (rules.proves and proven and proven.intersection(rules.ranks_worth(value))):
        return (None,)
    return None, context.start.partner


def _wanted_beside(context: TurnContext, card: Card) -> set[Card]:
    """Return what the cards of the hand beside this one can be: each itself, and any of a rank."""
    hand = context.hand or ()
    named = (card,) if card in hand else match((card,), hand, context.turn_state.known_cards)
    others = difference(hand, named or ())
    return {*map(context.face_of, others), *(Card(other.rank) for other in others)}


def _may_take(context: TurnContext, value: int, held: set[Card] | None) -> bool:
    """Return whether builds of a value can be legal: somebody must be able to hold a card that
    captures them."""
    takers = context.rules.takers(value)
    if held is None:
        return bool(takers)
    equal_builds = (build for build in context.table.builds if build.value == value)
    if any(
        build.owner != context.start.mover and context.start.is_of_own_side(build)
        for build in equal_builds
    ):
        return True  # a partner's may be added to, whoever holds what
    return not held.isdisjoint(takers)


def _legal_of_value(
    context: TurnContext,
    card: Card,
    candidates: Sequence[BuildCandidate],
    owners: Sequence[int | None],
) -> tuple[list[LegalBuild], bool]:
    """Return the candidates of one value that are not illegal, for each owner, and whether all were
    judged.

    Candidates of the same builds are alike to the rules, so one of them is judged; with tops their
    sets matter, so each is.
    """
    judged: dict[tuple[object, ...], LegalBuild | None] = {}
    legal: list[LegalBuild] = []
    complete = True
    for candidate in candidates:
        for owner in _owners_of(candidate, owners):
            owned = candidate if owner is None else candidate._replace(owner=owner)
            loose, builds, tops = owned.parts
            key = builds, bool(loose), tops and owned.cards, owner
            if key not in judged:
                if len(judged) == _MOST_JUDGED:
                    complete = False
                    continue
                judged[key] = _legal_build(context, card, owned)
            alike = judged[key]
            if alike is not None:
                legal.append(
                    alike if alike.candidate is owned else LegalBuild(owned, alike.verdict)
                )
    if candidates and context.rules.values.chooses(candidates[0].value):
        legal = _without_larger(context.rules, legal)
    if len(legal) < 2:
        return legal, complete
    # Of candidates that are written alike a claim means the first.
    written: dict[tuple[object, ...], LegalBuild] = {}
    for build in legal:
        owned = build.candidate
        written.setdefault((owned.cards, owned.parts.tops, owned.owner), build)
    return list(written.values()), complete


def _step_of(context: TurnContext, card: Card, candidate: BuildCandidate) -> MakeBuild:
    sets = divide_cards(candidate.cards, candidate.value, context.rules.values)
    assert sets is not None  # the cards were chosen to make the value
    return MakeBuild(card, Build(candidate.value, sets, candidate.owner), candidate.parts.tops)


def _legal_build(context: TurnContext, card: Card, candidate: BuildCandidate) -> LegalBuild | None:
    """Return a candidate with its verdict, None if it is illegal."""
    if not _may_raise(context.rules, card, candidate):
        return None
    step = _step_of(context, card, candidate)
    verdict = context.judge_build(step, candidate.parts)
    return None if verdict.legal is False else LegalBuild(candidate, verdict, step)


def _may_raise(rules: BuildRules, card: Card, candidate: BuildCandidate) -> bool:
    """Return whether the builds of a candidate that change their value may do so, as far as that
    hangs on the card from the hand (#raising)."""
    if not (candidate.parts.builds and rules.card_alone_raises):
        return True
    kept = (candidate.value, *(candidate.value - number for number in rules.values.of(card)))
    return all(build.value in kept for build in candidate.parts.builds)


def _owners_of(candidate: BuildCandidate, owners: Sequence[int | None]) -> Iterable[int | None]:
    """Return those ``owners`` that a candidate can have. Whose a build is that is added to, or
    raised, is not chosen here."""
    return {None}.intersection(owners) if candidate.parts.builds else owners


def _without_larger(rules: BuildRules, candidates: Sequence[LegalBuild]) -> list[LegalBuild]:
    """Return the candidates that contain no smaller one of the same build or of none: a card that
    counts more makes the value with fewer others."""
    bases = [_base_build(rules, build.candidate) for build in candidates]
    cards = [frozenset(each_counted(build.candidate.cards)) for build in candidates]
    of_base: dict[object, list[frozenset[object]]] = {}
    for base, of_candidate in zip(bases, cards, strict=True):
        of_base.setdefault(base, []).append(of_candidate)
    return [
        build
        for build, base, larger in zip(candidates, bases, cards, strict=True)
        if not any(other < larger for other in of_base[base])
    ]


def _base_build(rules: BuildRules, candidate: BuildCandidate) -> tuple[Build | None, bool]:
    """Return the build that a candidate is made of, and whether one of its builds keeps the
    value."""
    builds = candidate.parts.builds
    base = built_on(rules, candidate.value, builds)
    return base, any(build.value == candidate.value for build in builds)


def built_on(rules: BuildRules, value: int, builds: Sequence[Build]) -> Build | None:
    """Return the build that a new one is made of: the one whose value changes where builds are
    merged, else the one that keeps its value, a multiple one first. None if there is none."""
    if not builds:
        return None
    changed = [build for build in builds if build.value != value]
    unchanged = sorted(
        (build for build in builds if build.value == value), key=lambda build: not build.multiple
    )
    order = [*changed, *unchanged] if rules.merges else [*unchanged, *changed]
    return order[0]


def kind_of(of: Build | None, value: int) -> str:
    """Return the kind of a build step: ``new``, ``augment`` or ``raise``."""
    if of is None:
        return "new"
    return "augment" if of.value == value else "raise"


def announced_otherwise(
    rules: BuildRules, card: Card, cards: Cards, tops: tuple[Top, ...], forms: Iterable[MakeBuild]
) -> list[MakeBuild]:
    """Return builds of a card with cards and tops, one for each value of a card that none of the
    legal ``forms`` has: other values that the player may have announced."""
    values_made = {form.build.value for form in forms}
    values = [value for value in range(1, rules.highest_value + 1) if rules.takers(value)]
    return [as_announced(card, cards, tops, value) for value in values if value not in values_made]


def as_announced(card: Card, cards: Cards, tops: Sequence[Top], value: int) -> MakeBuild:
    """Return a step that builds with these cards and is announced to have a value."""
    return MakeBuild(card, Build(value, ((card, *cards, *cards_of(tops)),)), tuple(tops))


def without_announcement(card: Card, cards: Cards, tops: Sequence[Top]) -> MakeBuild:
    """Return a step that builds with cards that make no build, at their total: its verdict says
    what is wrong with them."""
    return as_announced(
        card, cards, tops, sum(other.rank for other in (card, *cards, *cards_of(tops)))
    )


def builds_while_trailing(
    context: TurnContext, card: Card, limit: int
) -> tuple[list[BuildOption], bool]:
    """Return the builds of the fewest cards that can be made of the table while a card is trailed,
    and whether they are all; empty where no house rule allows it. All builds of a value are alike
    to the rules, so one of them is judged."""
    rules, options = context.rules, list[BuildOption]()
    if rules.lone_steps is not LoneSteps.BESIDE_TRAIL or context.begun:
        return options, True
    loose = sorted(card for card in context.table.loose if rules.has_number(card))
    items = EqualItems(rules, loose, rules.highest_value)
    for value in filter(rules.takers, range(1, rules.highest_value + 1)):
        sets = dict.fromkeys(islice(_card_sets(items, value), 2 * limit))
        steps = [MakeBuild(None, _build(context, cards, value)) for cards in sets]
        verdict = context.judge(steps[0], Trail(card)) if steps else None
        if verdict is not None and verdict.legal is not False:
            options += (BuildOption(step, None, verdict) for step in steps)
        if len(options) > limit:
            return options[:limit], False
    return options, True


def _card_sets(items: EqualItems, value: int) -> Iterator[Cards]:
    singles = []
    for units in items.sets_of(value):
        cards = tuple(unit for unit in units if isinstance(unit, Card))
        if len(cards) < FEWEST_CARDS:
            singles.append(cards)
        else:
            yield cards
    yield from (first + second for first, second in combinations(singles, 2))


def _build(context: TurnContext, cards: Cards, value: int) -> Build:
    sets = divide_cards(cards, value, context.rules.values)
    assert sets is not None  # the cards were chosen to make the value
    return Build(value, sets)


def steps_without_hand_card(
    context: TurnContext, card: Card, limit: int
) -> tuple[list[BuildOption], bool]:
    """Return the builds that can be made of the table, or added to with tops too, while the
    ``card`` is still to be played, one set a step; and whether they are all.

    Sets added to one build with the same tops are alike to the rules, so one of them is judged. To
    an opponent's build only a value that the card then captures is added.
    """
    rules, options = context.rules, list[BuildOption]()
    if rules.lone_steps not in (LoneSteps.BUILDS, LoneSteps.ADDITIONS):
        return options, True
    judged: dict[tuple[object, ...], Verdict] = {}
    loose = sorted(card for card in context.table.loose if rules.has_number(card))
    tops_there = [top for top in context.tops if rules.has_number(top.card)]
    items = EqualItems(rules, [*loose, *tops_there], rules.highest_value)
    for value in filter(rules.takers, range(1, rules.highest_value + 1)):
        for augmented, base_card, tops, cards in _sets_of_value(context, value, loose, items):
            if (
                augmented
                and not context.start.is_of_own_side(augmented)
                and value not in rules.values.of(card)
            ):
                continue
            sets = divide_cards(cards, value, rules.values)
            assert sets is not None  # the cards were chosen to make the value
            step = MakeBuild(None, Build(value, sets), tops)
            key = (value, augmented, base_card, tops)
            if key not in judged:
                judged[key] = context.judge(step)
            if judged[key].legal is not False or judged[key].unfinished:
                options.append(BuildOption(step, augmented, judged[key]))
            if len(options) > limit:
                return options[:limit], False
    return options, True


_SetOnBase = tuple[Build | None, Card | None, tuple[Top, ...], Cards]
"""The build or loose card that a set is added to, the tops in it, and all cards."""


def _sets_of_value(
    context: TurnContext, value: int, loose: Sequence[Card], items: EqualItems
) -> Iterator[_SetOnBase]:
    """Return each set of ``items`` of a value on each build that has it; where there is none by
    itself, or with a ``loose`` card of the value."""
    builds = [build for build in context.table.builds if build.value == value]
    values_of = context.rules.values.of
    for group in items.sets_of(value):
        used = tuple(unit for unit in group if isinstance(unit, Top))
        cards = tuple(card_of(unit) for unit in group if not isinstance(unit, Build))
        for build in builds:
            yield build, None, used, (*build.cards, *cards)
        if builds:
            continue
        if not used and len(cards) >= FEWEST_CARDS:
            yield None, None, (), cards
            continue
        alone = (card for card in loose if value in values_of(card) and card not in group)
        if base := next(alone, None):
            yield None, base, used, (base, *cards)
