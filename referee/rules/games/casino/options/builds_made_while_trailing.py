"""Builds of the table alone that a player may make in the play that trails a card
(#house-rules)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from ....cards import Card, Cards
from ....division_into_sums import divide_cards
from ....plays import MakeBuild, Trail
from ....table_and_builds import FEWEST_CARDS, Build
from .build_candidates import EqualItems
from .possible_builds import BuildOption, highest_value
from .turn_context import TurnContext


def builds_while_trailing(
    context: TurnContext, card: Card, limit: int
) -> tuple[list[BuildOption], bool]:
    """Return the builds of the fewest cards that can be made of the table while a card is trailed,
    and whether they are all; empty where no house rule allows it. All builds of a value are alike
    to the rules, so one of them is judged."""
    rules, options = context.rules, list[BuildOption]()
    if not rules.lays_and_builds or context.begun:
        return options, True
    loose = sorted(card for card in context.table.loose if rules.has_number(card))
    items = EqualItems(rules, loose, highest_value(rules))
    for value in filter(rules.ranks_worth, range(1, highest_value(rules) + 1)):
        sets = dict.fromkeys(islice(_card_sets(items, value), 2 * limit))
        steps = [MakeBuild(None, _build(context, cards, value)) for cards in sets]
        verdict = context.judge(steps[0], Trail(card)) if steps else None
        if verdict is not None and verdict.legal is not False:
            options += (BuildOption(step, None, verdict) for step in steps)
        if len(options) > limit:
            return options[:limit], False
    return options, True


def _card_sets(items: EqualItems, value: int) -> Iterator[Cards]:
    """Return cards that make a value as one set, or two cards that each make it alone."""
    singles = []
    for units in items.groups_of(value):
        cards = tuple(unit for unit in units if isinstance(unit, Card))
        if len(cards) < FEWEST_CARDS:
            singles.append(cards)
        else:
            yield cards
    yield from (first + second for first, second in combinations(singles, 2))


def _build(context: TurnContext, cards: Cards, value: int) -> Build:
    """Return the build of cards that make a value."""
    groups = divide_cards(cards, value, context.rules.values)
    assert groups is not None  # the cards were chosen to make the value
    return Build(value, groups)
