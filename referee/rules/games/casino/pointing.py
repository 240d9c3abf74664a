"""What can be made of cards and builds that somebody points at (the contract's *with*)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...cards import Card, Cards, match
from .forming import highest_value
from .judging import Verdict
from .naming import builds_named
from .options import Case
from .table import FEWEST_CARDS, Build, Table
from .turns import Form, Take
from .units import grouped


class Way(NamedTuple):
    """A way in which cards and builds that somebody points at make a take or a build. ``value`` is
    None where a picture takes."""

    step: Take | Form
    kind: str
    value: int | None
    verdict: Verdict


_KINDS = ("take", "new", "augment", "raise")


def ways(case: Case, card: Card | None, pointed: Table) -> list[Way]:
    """Each way in which exactly these make a take or a build, what may still be finished first,
    then what is legal, then by value. A build counts as one thing: whatever the rules say of it,
    people ask what it would make. Nothing if one of them does not lie there."""
    loose = match(tuple(sorted(pointed.loose)), case.table.loose, case.packs)
    builds = builds_named(case.table, pointed.builds, case.packs)
    if loose is None or builds is None:
        return []
    found = [] if card is None else _ways_to_take(case, card, loose, builds)
    found += _ways_to_build(case, card, loose, builds)
    return sorted(found, key=_first_what_may_be)


def _first_what_may_be(way: Way) -> tuple[bool, bool, int, int]:
    verdict = way.verdict
    refused = verdict.legal is False and not verdict.unfinished
    return not verdict.unfinished, refused, way.value or 0, _KINDS.index(way.kind)


def _ways_to_take(case: Case, card: Card, loose: Cards, builds: tuple[Build, ...]) -> list[Way]:
    rules, step = case.rules, Take(card, loose, builds)
    numbers = [build.value for build in builds]
    if not rules.has_number(card):
        adds_up = not builds and all(one.rank is card.rank for one in loose)
        return [Way(step, "take", None, case.judge(step))] if adds_up and loose else []
    if not all(map(rules.has_number, loose)):
        return []
    values = [v for v in rules.values[card.rank] if rules.divides(v, loose, numbers)]
    if not values:
        return []
    verdict = case.judge(step)
    value = verdict.value if verdict.value in values else values[0]
    return [Way(step, "take", value, verdict)]


def _ways_to_build(
    case: Case, card: Card | None, loose: Cards, builds: tuple[Build, ...]
) -> list[Way]:
    rules = case.rules
    fresh = loose if card is None else (*loose, card)
    if len(fresh) + len(builds) < FEWEST_CARDS or not all(map(rules.has_number, fresh)):
        return []
    found = []
    for value in range(1, highest_value(rules) + 1):
        if not rules.divides(value, fresh, [build.value for build in builds]):
            continue
        step = Form(card, Build(value, grouped(rules, value, fresh, builds)))
        found.append(Way(step, _kind_of(value, builds), value, case.judge(step)))
    return found


def _kind_of(value: int, builds: Sequence[Build]) -> str:
    if not builds:
        return "new"
    return "augment" if any(build.value == value for build in builds) else "raise"
