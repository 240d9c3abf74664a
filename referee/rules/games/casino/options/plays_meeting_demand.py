"""Plays that would have met an opponent's demand (F3.6, #insist)."""

from __future__ import annotations

from ....cards import Card
from ....division_into_sums import divide_cards
from ....plays import Capture, MakeBuild, Play, Trail
from ....table_and_builds import Build, cards_of
from ..judge.demand_type import Demand
from ..judge.play_rules_base import BuildRules


def completions(rules: BuildRules, play: Play, demand: Demand) -> list[Play]:
    """Return the ways in which a play might have met a demand, never empty; whether they are legal
    is not checked."""
    if demand.build is not None:
        return [(*play, _completed_build(rules, demand.build, demand))]
    return _with_larger_capture(play, demand)


def _completed_build(rules: BuildRules, build: Build, demand: Demand) -> MakeBuild:
    """Return the step that adds what is demanded to a build."""
    cards = (*build.cards, *demand.loose, *cards_of(demand.tops))
    groups = divide_cards(cards, build.value, rules.values) or (*build.sets, demand.loose)
    return MakeBuild(None, Build(build.value, groups), demand.tops)


def _with_larger_capture(play: Play, demand: Demand) -> list[Play]:
    """Return the play with a larger capture, at the place of its card's step or at its end."""
    index, step = next((index, step) for index, step in enumerate(play) if step.card is not None)
    assert not isinstance(step, MakeBuild)  # after a build no capture is demanded
    capture = _larger_capture(step, demand)
    return [
        (*play[:index], capture, *play[index + 1 :]),
        (*play[:index], *play[index + 1 :], capture),
    ]


def _larger_capture(step: Trail | Capture, demand: Demand) -> Capture:
    """Return a step as a capture with what is demanded."""
    card: Card = step.card
    capture = step if isinstance(step, Capture) else Capture(card, ())
    loose = tuple(sorted((*capture.cards, *demand.loose)))
    return Capture(card, loose, (*capture.builds, *demand.builds), (*capture.tops, *demand.tops))
