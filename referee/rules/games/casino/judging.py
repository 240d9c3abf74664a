"""May I do that? A turn judged step by step (#turn; the contract's *Reasons*).

Hands are secret, so there are three answers: legal, illegal with the first reason, and legal if the
mover still holds what a build needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...cards import SUITS, Card, Cards, Packs, Rank, match, without
from .building import CLAUSES, BuildRules, Raising, Reason, count_ranks, kept_by
from .naming import Fault, Reading, absent, builds_named, less, readings
from .table import FEWEST_CARDS, Build, Table, divided
from .turns import Form, Lay, Step, Take, Turn, played_in

MOVER = 0
"""Seats of a question count from the player whose turn it is."""
_ORDER = list(Reason)


@dataclass(frozen=True)
class Verdict:
    """``legal`` is None if it is legal for a mover who holds a card of each rank in ``holds``
    besides what was played. ``step`` is the number of the step at fault, None if it is the whole
    turn. ``after`` is the table when the turn is done, or as far as it has gone if it is
    unfinished."""

    legal: bool | None
    reason: Reason
    holds: tuple[Rank, ...] = ()
    step: int | None = None
    fault: Fault | None = None
    after: Table | None = None
    value: int | None = None

    @property
    def clause(self) -> str | None:
        """The clause of the rules page that decides, by its anchor."""
        return CLAUSES.get(self.reason)

    @property
    def unfinished(self) -> bool:
        return self.reason is Reason.UNFINISHED


@dataclass(frozen=True)
class Progress:
    """A turn as far as it has gone. ``hand`` is what is left of it, None while it is secret;
    ``formed`` is the build that was just made or changed; ``seen`` are all cards in sight."""

    table: Table
    hand: Cards | None
    packs: Packs
    seen: Cards
    played: Card | None = None
    laid: Card | None = None
    took: bool = False
    formed: Build | None = None
    value: int | None = None


def judge(rules: BuildRules, table: Table, hand: Cards | None, packs: Packs, turn: Turn) -> Verdict:
    """Judge a turn of the mover. ``packs`` holds all cards that anybody named."""
    seen = (*table.cards, *played_in(turn))
    now = Progress(in_order(table), hand, packs, seen)
    for number, step in enumerate(turn):
        after = _step(rules, now, step)
        if isinstance(after, Fault):
            return Verdict(False, after.reason, step=number, fault=after, value=after.value)
        now = after
    return _whole_turn(rules, in_order(table), now)


def in_order(table: Table) -> Table:
    """Loose cards in card order, builds by value, then by their groups."""
    return Table(tuple(sorted(table.loose)), tuple(sorted(table.builds, key=_place)))


def _place(build: Build) -> tuple[int, list[tuple[int, Cards]], int]:
    return build.value, [(len(group), group) for group in build.groups], build.keeper or 0


def _step(rules: BuildRules, now: Progress, step: Step) -> Progress | Fault:
    """What a step makes of it, or the first reason against it."""
    fault = _why_not_begun(rules, now, step)
    if fault is not None:
        return fault
    if step.card is not None:
        held = now.hand and match((step.card,), now.hand, now.packs)
        hand = None if now.hand is None else without(now.hand, held or ())
        now = replace(now, hand=hand, played=step.card)
    match step:
        case Lay(card):
            loose = tuple(sorted((*now.table.loose, card)))
            return replace(now, table=now.table._replace(loose=loose), laid=card)
        case Take():
            return _take(rules, now, step)
        case Form():
            return _form(rules, now, step)


def _why_not_begun(rules: BuildRules, now: Progress, step: Step) -> Fault | None:
    """May a step follow those before it with this card, or without one? One card leaves the hand,
    and who may make a build of the table alone then lays it (#turn, #house-rules)."""
    if step.card is None:
        made = now.formed is not None or now.took
        needs_card = not rules.table_builds or made
        return Fault(Reason.NEED_HAND_CARD, value=step.build.value) if needs_card else None
    if now.hand is not None and match((step.card,), now.hand, now.packs) is None:
        return Fault(Reason.NOT_IN_HAND, (step.card,))
    if now.played is not None:
        return Fault(Reason.ONE_HAND_CARD, (step.card,))
    if now.formed is not None and not isinstance(step, Lay):
        return Fault(Reason.NEED_HAND_CARD, value=now.formed.value)
    return None


def _latest(faults: Sequence[Fault]) -> Fault:
    return max(faults, key=lambda fault: _ORDER.index(fault.reason))


# --- taking -------------------------------------------------------------------------------------


def _take(rules: BuildRules, now: Progress, step: Take) -> Progress | Fault:
    if not now.table.loose and not now.table.builds:
        return Fault(Reason.EMPTY_TABLE)
    loose = match(step.cards, now.table.loose, now.packs)
    builds = builds_named(now.table, step.builds, now.packs)
    if loose is None:
        return absent(now.table, step.cards, now.packs)
    if builds is None:
        return Fault(Reason.NOT_ON_TABLE, build=step.builds[0])
    values = rules.values[step.card.rank] or (0,)
    faults = []
    for value in values:
        fault = why_not_take(rules, step.card, value, loose, builds)
        if fault is None:
            left = Table(without(now.table.loose, loose), _less_builds(now.table.builds, builds))
            return replace(now, table=left, took=True, value=value or None)
        faults.append(fault)
    return _latest(faults)


def _less_builds(builds: Sequence[Build], gone: Sequence[Build]) -> tuple[Build, ...]:
    left = list(builds)
    for build in gone:
        left.remove(build)
    return tuple(left)


def why_not_take(
    rules: BuildRules, card: Card, value: int, loose: Cards, builds: Sequence[Build]
) -> Fault | None:
    """What forbids a card to take these at a value; ``value`` 0 is a picture's (#pictures,
    #taking-numbers, #taking-builds)."""
    pictures = tuple(sorted(one for one in (card, *loose) if not rules.has_number(one)))
    others = [one for one in loose if one.rank is not card.rank]
    if pictures and others and (len(loose) > 1 or builds):
        return Fault(Reason.PICTURE_NO_NUMBER, pictures)
    larger = [one for one in loose if min(rules.values[one.rank], default=value + 1) > value]
    if not builds and ((len(loose) == 1 and others) or (value and len(larger) == len(loose))):
        return Fault(Reason.NO_MATCH, loose, value=value or None)
    if not rules.has_number(card) and not builds:
        return Fault(Reason.PICTURE_ONE, loose) if len(loose) > 1 else None
    return _why_not_divided(rules, value, loose, builds)


def _why_not_divided(
    rules: BuildRules, value: int, loose: Cards, builds: Sequence[Build]
) -> Fault | None:
    as_cards = [build for build in builds if rules.builds_in_groups and not build.multiple]
    for build in builds:
        if build.value != value and build not in as_cards:
            return Fault(Reason.BUILD_VALUE, build=build, value=build.value)
    if not value or not rules.divides(value, loose, (build.value for build in as_cards)):
        return Fault(Reason.BAD_SUM, loose, value=value)
    return None


# --- building -----------------------------------------------------------------------------------


def _form(rules: BuildRules, now: Progress, step: Form) -> Progress | Fault:
    named = step.from_table
    if step.card is None and not _of_loose_cards(now, named):
        return Fault(Reason.NEED_HAND_CARD, value=step.build.value)
    found = readings(now.table, named, now.packs)
    if isinstance(found, Fault):
        return found
    value = step.build.value
    faults = []
    for reading in found:
        fault = why_not_form(rules, step.card, value, reading)
        if fault is None:
            fault = _holder(rules, now, value, reading.builds)
        if fault is None:
            return _formed(rules, now, step, reading)
        faults.append(fault)
    return _latest(faults)


def _of_loose_cards(now: Progress, named: Cards) -> bool:
    """Who lays a card makes a new build of what lay there before (#house-rules)."""
    laid = now.laid is not None and match((now.laid,), named, now.packs) is not None
    whole = any(less(named, build.cards, now.packs) is not None for build in now.table.builds)
    return not laid and not whole


def why_not_form(
    rules: BuildRules, card: Card | None, value: int, reading: Reading
) -> Fault | None:
    """What forbids to make this build of a card and what was named (#making-a-build, #raising,
    #adding)."""
    fresh = reading.loose if card is None else (card, *reading.loose)
    pictures = tuple(sorted(one for one in fresh if not rules.has_number(one)))
    no_value = not rules.pictures_are_numbers and Rank.JACK <= value <= Rank.KING
    if pictures or no_value:
        return Fault(Reason.PICTURE_NO_NUMBER, pictures, value=value)
    return _why_not_join(rules, value, reading.builds) or _why_not_made(rules, card, value, reading)


def _why_not_join(rules: BuildRules, value: int, builds: Sequence[Build]) -> Fault | None:
    """Is there a build among it that cannot be?"""
    if len(builds) > 1 and not _joins_as_cards(rules, builds):
        return Fault(Reason.NO_MERGE, build=builds[1], value=value)
    for build in builds:
        if build.multiple and build.value != value:
            return Fault(Reason.RAISE_MULTIPLE, build=build, value=build.value)
    return None


def _why_not_made(
    rules: BuildRules, card: Card | None, value: int, reading: Reading
) -> Fault | None:
    """Do the numbers make the value, each in its group?"""
    loose, builds = reading
    fresh = loose if card is None else (card, *loose)
    if len(fresh) + len(builds) < FEWEST_CARDS or not (loose or builds):
        return Fault(Reason.BAD_SUM, fresh, value=value)
    if len(builds) == 1 and builds[0].value != value and not rules.builds_in_groups:
        return _why_not_raise(rules, card, value, loose, builds[0])
    numbers = [build.value for build in builds if build.value != value]
    if not rules.divides(value, fresh, numbers):
        return Fault(Reason.BAD_SUM, tuple(sorted(fresh)), value=value)
    return None


def _joins_as_cards(rules: BuildRules, builds: Sequence[Build]) -> bool:
    return rules.builds_in_groups and sum(build.multiple for build in builds) <= 1


def _why_not_raise(
    rules: BuildRules, card: Card | None, value: int, loose: Cards, build: Build
) -> Fault | None:
    """Only what may change the value of a simple build stands in its group (#raising)."""
    assert card is not None  # who makes a build of the table alone makes a new one
    raised = build.value + rules.values[card.rank][0]
    if raised == value and rules.divides(value, loose):
        return None
    if not rules.divides(value, (card, *loose), [build.value]):
        return Fault(Reason.BAD_SUM, tuple(sorted((card, *loose))), value=value)
    if rules.raising is Raising.PLAYED_CARD:
        return Fault(Reason.RAISE_TABLE_CARD, loose, build, value)
    if raised < value and rules.divides(value, loose, [raised]):
        return None
    return Fault(Reason.RAISE_PLAYED_MUST_CHANGE, (card,), build, value)


def _formed(rules: BuildRules, now: Progress, step: Form, reading: Reading) -> Progress:
    """The table with the build on it."""
    loose, builds = reading
    welded = tuple(card for build in builds for card in build.cards)
    cards = (*loose, *welded, *(() if step.card is None else (step.card,)))
    # What is more than any card is worth nobody can hold, and it comes to no build.
    grouped = divided(cards, step.build.value, rules.values) or (tuple(sorted(cards)),)
    build = Build(step.build.value, grouped, MOVER)
    left = [one for one in now.table.builds if one not in builds]
    table = in_order(Table(without(now.table.loose, loose), (*left, build)))
    return replace(now, table=table, formed=build, value=step.build.value)


# --- who holds what -----------------------------------------------------------------------------


def _holder(rules: BuildRules, now: Progress, value: int, builds: Sequence[Build]) -> Fault | None:
    """Can the mover still hold a card that takes the build (#holder)? An ace that another build
    needs at its other value is not to be had."""
    kept = kept_by([one for one in now.table.builds if one not in builds], MOVER)
    others = needs(rules, [one for one in kept if one.value != value])
    others = Counter({rank: others[rank] for rank in rules.ranks_worth(value)})
    ranks = rules.ranks_worth(value)
    if not ranks or not _may_hold(now, Counter(ranks) + others):
        return Fault(Reason.NO_HOLDER, value=value)
    return None


def _may_hold(now: Progress, needed: Counter[Rank]) -> bool:
    """Are so many in the hand, or, where it is secret, out of sight?"""
    if now.hand is not None:
        return not needed - count_ranks(now.hand)
    seen = count_ranks(now.seen)
    return all(number <= len(SUITS) - seen[rank] for rank, number in needed.items())


def _whole_turn(rules: BuildRules, before: Table, now: Progress) -> Verdict:
    if now.played is None:
        return Verdict(False, Reason.UNFINISHED, after=now.table, value=now.value)
    fault = next(_duties(rules, before, now), None)
    if fault is not None:
        return Verdict(False, fault.reason, fault=fault, value=fault.value)
    needed = needs(rules, kept_by(now.table.builds, MOVER))
    holds = () if now.hand is not None else tuple(sorted(needed.elements()))
    legal = None if holds else True
    return Verdict(legal, Reason.LEGAL, holds, after=now.table, value=now.value)


def needs(rules: BuildRules, builds: Sequence[Build]) -> Counter[Rank]:
    """The cards that take these builds: one of a rank takes all of a value, but it counts only
    one of its values at a time."""
    values = {build.value for build in builds}
    return Counter(rank for value in values for rank in rules.ranks_worth(value))


def _duties(rules: BuildRules, before: Table, now: Progress) -> Iterator[Fault]:
    """What the mover owes the builds that are kept, the one just formed first."""
    kept = kept_by(now.table.builds, MOVER)
    others = [build for build in kept if build != now.formed]
    if now.formed is not None and not _may_hold(now, needs(rules, [now.formed])):
        yield Fault(Reason.NO_HOLDER, build=now.formed, value=now.formed.value)
    for build in others:
        if not _may_hold(now, needs(rules, [build])):
            yield Fault(Reason.KEEP_CARD, build=build, value=build.value)
    if not _may_hold(now, needs(rules, kept)):
        reason = Reason.KEEP_CARD if now.formed is None else Reason.NO_HOLDER
        yield Fault(reason, build=kept[-1], value=kept[-1].value)
    must_act = rules.must_act and kept_by(before.builds, MOVER)
    if now.laid is not None and must_act and now.formed is None:
        yield Fault(Reason.MUST_ACT_ON_BUILD, build=must_act[0], value=must_act[0].value)
