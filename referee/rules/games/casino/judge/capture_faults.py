"""Faults of captures at one value of a card (#taking-numbers, #taking-builds, #pictures)."""

from __future__ import annotations

from collections.abc import Sequence

from ....cards import Card, Cards
from ....table_and_builds import Build
from .fault import Fault, FaultDetail
from .play_rules_base import BuildRules
from .verdict_reasons import Reason


def capture_fault(
    rules: BuildRules, card: Card, value: int, loose: Cards, builds: Sequence[Build]
) -> Fault | None:
    """Return the fault of a card that captures loose cards and builds at a value, 0 for a picture;
    None if the capture is legal."""
    pictures = tuple(sorted(other for other in (card, *loose) if not rules.has_number(other)))
    others = [other for other in loose if other.rank is not card.rank]
    apart = bool(others) and (len(loose) > 1 or bool(builds))
    if pictures and (apart or (not value and _as_cards(rules, builds))):
        detail = None if rules.has_number(card) else FaultDetail.OWN_RANK
        return Fault(Reason.PICTURE_NO_NUMBER, pictures, detail=detail)
    larger = [other for other in loose if min(rules.values[other.rank], default=value + 1) > value]
    alone = len(loose) == 1 and not _is_equal(rules, card, loose[0])
    if not builds and (alone or (value and len(larger) == len(loose))):
        return Fault(Reason.NO_MATCH, loose, value=value or None)
    if not rules.has_number(card) and not builds:
        if not loose or len(loose) in rules.picture_captures:
            return None
        detail = FaultDetail.ONE_OR_THREE if len(rules.picture_captures) > 1 else None
        return Fault(Reason.PICTURE_ONE, loose, detail=detail)
    return _division_fault(rules, value, loose, builds)


def _is_equal(rules: BuildRules, card: Card, other: Card) -> bool:
    """Return whether a card of the table has a value of the card from the hand by itself, or its
    rank where that has no number."""
    values = rules.hand_values(card)
    if not values:
        return other.rank is card.rank
    return not set(values).isdisjoint(rules.values[other.rank])


def _division_fault(
    rules: BuildRules, value: int, loose: Cards, builds: Sequence[Build]
) -> Fault | None:
    """Return the fault of a capture whose builds have another value, or whose cards do not divide
    into sets of the value."""
    as_cards = _as_cards(rules, builds)
    for build in builds:
        if build.value != value and build not in as_cards:
            return Fault(Reason.BUILD_VALUE, build=build, value=build.value)
    if not value or not rules.divides(value, loose, (build.value for build in as_cards)):
        return Fault(Reason.BAD_SUM, loose, value=value)
    return None


def _as_cards(rules: BuildRules, builds: Sequence[Build]) -> list[Build]:
    """Return the builds that count as one card of their value."""
    return [build for build in builds if rules.builds_in_groups and not build.multiple]
