"""Builds that somebody says were made, whatever their cards come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....cards import Card, Cards
from ....plays import MakeBuild
from ....table_and_builds import Build, Top, cards_of
from ..judge.build_rules import BuildRules
from .possible_builds import highest_value


def announced_otherwise(
    rules: BuildRules, card: Card, cards: Cards, tops: tuple[Top, ...], forms: Iterable[MakeBuild]
) -> list[MakeBuild]:
    """What else may be said of a card, and cards and tops that it was put with, which make those
    builds: a build of each other value that a card is worth."""
    values_made = {form.build.value for form in forms}
    values = [value for value in range(1, highest_value(rules) + 1) if rules.ranks_worth(value)]
    return [as_announced(card, cards, tops, value) for value in values if value not in values_made]


def as_announced(card: Card, cards: Cards, tops: Sequence[Top], value: int) -> MakeBuild:
    """A build that is said to have a value."""
    return MakeBuild(card, Build(value, ((card, *cards, *cards_of(tops)),)), tuple(tops))


def without_announcement(card: Card, cards: Cards, tops: Sequence[Top]) -> MakeBuild:
    """A build of cards that make none, at the value to which all come together: the rules say what
    is wrong with that."""
    return as_announced(
        card, cards, tops, sum(other.rank for other in (card, *cards, *cards_of(tops)))
    )
