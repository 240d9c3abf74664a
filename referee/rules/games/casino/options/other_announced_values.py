"""Builds as a player announces them, whatever their cards come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....cards import Card, Cards
from ....plays import MakeBuild
from ....table_and_builds import Build, Top, cards_of
from ..judge.play_rules_base import BuildRules
from .possible_builds import highest_value


def announced_otherwise(
    rules: BuildRules, card: Card, cards: Cards, tops: tuple[Top, ...], forms: Iterable[MakeBuild]
) -> list[MakeBuild]:
    """Return builds of a card with cards and tops, one for each value of a card that none of the
    legal ``forms`` has: other values that the player may have announced."""
    values_made = {form.build.value for form in forms}
    values = [value for value in range(1, highest_value(rules) + 1) if rules.ranks_worth(value)]
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
