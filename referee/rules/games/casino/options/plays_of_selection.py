"""Plays that use exactly the selected cards, builds and tops (field ``with`` of a question)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....cards import Card, Cards
from ....plays import Capture, MakeBuild
from ....table_and_builds import FEWEST_CARDS, Build, Table, Top, cards_of
from ..judge.card_resolution import Resolution, builds_named, loose_resolutions, tops_named
from ..judge.fault import Fault
from ..judge.verdict import Verdict
from ..judge.verdict_reasons import Reason
from .possible_builds import built_on, highest_value, kind_of, possible_owners
from .sets_with_builds import grouped
from .turn_context import TurnContext


class SelectionOption(NamedTuple):
    """A step that captures or builds with exactly what was selected. ``value`` is None for a
    capture by a picture."""

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
    with_asked_for: bool = False,
) -> list[SelectionOption]:
    """Return each step in which the card and exactly the selection make a capture or a build: first
    those of unfinished plays, then legal ones, then by value.

    A build counts as one item here whatever the rules say, since people ask what it would make.
    ``with_asked_for`` includes what a partner may have asked for. Empty if a part of the selection
    does not lie there.
    """
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
    options = [] if card is None else _capture_options(context, card, resolution)
    options += _build_options(context, card, resolution)
    options += _options_asked_for(context, card, options) if with_asked_for and card else []
    return sorted(options, key=_sort_key)


def _sort_key(option: SelectionOption) -> tuple[bool, bool, int, int]:
    """Return the sort key of :func:`selection_options`."""
    verdict = option.verdict
    refused = verdict.legal is False and not verdict.unfinished
    return not verdict.unfinished, refused, option.value or 0, _KINDS.index(option.kind)


def _capture_options(
    context: TurnContext, card: Card, resolution: Resolution
) -> list[SelectionOption]:
    """Return the capture of exactly the selection, if its numbers fit."""
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
    face = context.face_of(card)
    values: list[int | None] = [
        value for value in rules.hand_values(face) if rules.divides(value, loose, numbers)
    ]
    if rules.captures_all(face) and len(loose) == len(context.table.loose):
        values.append(None)
    if not values:
        return []
    verdict = context.judge(step)
    value = verdict.value if verdict.value in values else values[0]
    return [SelectionOption(step, "take", value, verdict)]


def _options_asked_for(
    context: TurnContext, card: Card, options_so_far: Sequence[SelectionOption]
) -> list[SelectionOption]:
    """Return the options that add to the mover's own build, as if the partner had asked for it
    (#asking)."""
    options = []
    for option in options_so_far:
        augmented = [build for build in context.table.builds if build.value == option.value]
        if option.kind == "augment" and context.rules.may_be_asked(
            context.start, card, augmented[0]
        ):
            assert isinstance(option.step, MakeBuild)
            build = option.step.build._replace(owner=context.start.partner)
            step = option.step._replace(build=build)
            options.append(option._replace(step=step, verdict=context.judge(step)))
    return options


def _build_options(
    context: TurnContext, card: Card | None, resolution: Resolution
) -> list[SelectionOption]:
    """Return the builds of exactly the selection, for each value that its numbers make."""
    rules, (loose, builds, tops) = context.rules, resolution
    if not rules.makes_builds:
        return []
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
            verdict = context.judge_build(step, resolution)
            options.append(SelectionOption(step, kind, value, verdict))
    return options


class PlayedSelection(NamedTuple):
    """A selection, and the card that is played with it, if any."""

    context: TurnContext
    played: Card | None
    loose: Cards
    tops: tuple[Top, ...]
    builds: tuple[Build, ...] = ()

    @property
    def cards(self) -> Cards:
        """The selected cards, tops and the played card among them."""
        cards = (*self.loose, *cards_of(self.tops))
        return cards if self.played is None else (*cards, self.played)

    def ways(self) -> list[SelectionOption]:
        """Return each play of the selection whose numbers fit, legal or not."""
        alone = [None] if self.context.rules.has_steps else []
        played = [self.played] if self.played else []
        each = ((), *((build,) for build in self.context.table.builds))
        return [
            option
            for card in dict.fromkeys((*alone, *played))
            for builds in ([self.builds] if self.builds else each)
            for option in selection_options(
                self.context, card, Table(self.loose, builds), self.tops, with_asked_for=True
            )
            if self._is_step(option)
        ]

    def _is_step(self, option: SelectionOption) -> bool:
        """Return whether an option could be a step at all: a build without the card from the hand
        is none where such steps only add to a build."""
        needs_card = option.verdict.reason is Reason.NEED_HAND_CARD
        return not needs_card or self.context.rules.makes_alone

    def is_possible(self) -> bool:
        """Return whether some play of the selection is legal so far."""
        return any(map(is_possible_play, self.ways()))


def is_possible_play(option: SelectionOption) -> bool:
    """Return whether a play is legal, or unfinished and right so far."""
    return option.verdict.legal is not False or option.verdict.unfinished
