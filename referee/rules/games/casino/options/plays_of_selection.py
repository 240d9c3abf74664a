"""What can be made of cards and builds that somebody points at (the contract's *with*)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....cards import Card
from ....plays import Capture, MakeBuild
from ....table_and_builds import FEWEST_CARDS, Build, Table, Top, cards_of
from ..judge.card_resolution import Fault, Resolution, builds_named, loose_resolutions, tops_named
from ..judge.verdict import Verdict
from .possible_builds import highest_value, possible_owners
from .sets_with_builds import built_on, grouped, kind_of
from .turn_context import TurnContext


class SelectionOption(NamedTuple):
    """A way in which cards and builds that somebody points at make a take or a build. ``value`` is
    None where a picture takes."""

    step: Capture | MakeBuild
    kind: str
    value: int | None
    verdict: Verdict


_KINDS = ("take", "new", "augment", "raise")


def selection_options(
    context: TurnContext,
    card: Card | None,
    pointed: Table,
    tops: tuple[Top, ...],
    *,
    asked: bool = False,
) -> list[SelectionOption]:
    """Each way in which exactly these make a take or a build, what may still be finished first,
    then what is legal, then by value. A build counts as one thing: whatever the rules say of it,
    people ask what it would make. With what a partner may have ``asked`` for, too. Nothing if one
    of them does not lie there."""
    turn_state = context.turn_state
    builds = builds_named(turn_state.table, pointed.builds, turn_state.known_cards)
    top_cards = tops_named(turn_state, pointed.loose, tops)
    if builds is None or isinstance(top_cards, Fault):
        return []
    builds = tuple(build for build in turn_state.table.builds if build in builds)
    resolution = next(
        loose_resolutions(turn_state, tuple(sorted(pointed.loose)), builds, top_cards), None
    )
    if resolution is None:
        return []
    options = [] if card is None else _ways_to_take(context, card, resolution)
    options += _ways_to_build(context, card, resolution)
    options += _ways_asked_for(context, card, options) if asked and card else []
    return sorted(options, key=_first_what_may_be)


def _first_what_may_be(way: SelectionOption) -> tuple[bool, bool, int, int]:
    verdict = way.verdict
    refused = verdict.legal is False and not verdict.unfinished
    return not verdict.unfinished, refused, way.value or 0, _KINDS.index(way.kind)


def _ways_to_take(
    context: TurnContext, card: Card, resolution: Resolution
) -> list[SelectionOption]:
    rules, step = context.rules, Capture(card, *resolution)
    loose = (*resolution.loose, *cards_of(resolution.tops))
    numbers = [build.value for build in resolution.builds]
    if not rules.has_number(card):
        adds_up = not numbers and all(other.rank is card.rank for other in loose)
        return (
            [SelectionOption(step, "take", None, context.judge(step))] if adds_up and loose else []
        )
    if not all(map(rules.has_number, loose)):
        return []
    values = [v for v in rules.values[card.rank] if rules.divides(v, loose, numbers)]
    if not values:
        return []
    verdict = context.judge(step)
    value = verdict.value if verdict.value in values else values[0]
    return [SelectionOption(step, "take", value, verdict)]


def _ways_asked_for(
    context: TurnContext, card: Card, ways: Sequence[SelectionOption]
) -> list[SelectionOption]:
    """What is added to an own build, as it would be for a partner (#asking)."""
    options = []
    for way in ways:
        augmented = [build for build in context.table.builds if build.value == way.value]
        if way.kind == "augment" and context.rules.may_be_asked(context.start, card, augmented[0]):
            assert isinstance(way.step, MakeBuild)
            build = way.step.build._replace(owner=context.start.partner)
            step = way.step._replace(build=build)
            options.append(way._replace(step=step, verdict=context.judge(step)))
    return options


def _ways_to_build(
    context: TurnContext, card: Card | None, resolution: Resolution
) -> list[SelectionOption]:
    rules, (loose, builds, tops) = context.rules, resolution
    table_cards = (*loose, *cards_of(tops))
    fresh = table_cards if card is None else (*table_cards, card)
    if len(fresh) + len(builds) < FEWEST_CARDS or not all(map(rules.has_number, fresh)):
        return []
    options = []
    for value in range(1, highest_value(rules) + 1):
        if not rules.divides(value, fresh, [build.value for build in builds]):
            continue
        kind = kind_of(built_on(rules, value, builds), value)
        build = Build(value, grouped(rules, value, fresh, builds))
        for owner in possible_owners(context, value) if kind == "new" else (None,):
            step = MakeBuild(card, build._replace(owner=owner), tops)
            options.append(SelectionOption(step, kind, value, context.judge(step)))
    return options
