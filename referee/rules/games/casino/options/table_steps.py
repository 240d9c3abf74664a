"""Steps that need no card from the hand: before the played card, or while one is trailed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from ....cards import Card, Cards
from ....plays import FEWEST_CARDS, Build, MakeBuild, Top, Trail
from ....sums import divide_cards
from ..judge.verdict import Verdict
from .builds import BuildOption, EqualItems
from .sets import Unit, Units, card_of
from .turn import TurnContext


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
    items = EqualItems(rules, loose, rules.highest_value)
    for value in filter(rules.ranks_worth, range(1, rules.highest_value + 1)):
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
    if not rules.forms_alone:
        return options, True
    judged: dict[tuple[object, ...], Verdict] = {}
    for value in filter(rules.ranks_worth, range(1, rules.highest_value + 1)):
        for augmented, base_card, tops, cards in _sets_of_value(context, value):
            if (
                augmented
                and not context.start.is_of_own_side(augmented)
                and value not in rules.values[card.rank]
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


def _sets_of_value(context: TurnContext, value: int) -> Iterator[_SetOnBase]:
    """Return each set of a value on each build that has it; where there is none by itself, or with
    a loose card of the value."""
    rules = context.rules
    loose = sorted(card for card in context.table.loose if rules.has_number(card))
    tops = [top for top in context.tops if rules.has_number(top.card)]
    builds = [build for build in context.table.builds if build.value == value]
    units: list[Unit] = [*loose, *tops]
    alone = [card for card in loose if value in rules.values[card.rank]]
    for group in EqualItems(rules, units, value).sets_of(value):
        used = tuple(unit for unit in group if isinstance(unit, Top))
        cards = _cards(group)
        for build in builds:
            yield build, None, used, (*build.cards, *cards)
        if builds:
            continue
        if not used and len(cards) >= FEWEST_CARDS:
            yield None, None, (), cards
        elif base := next((card for card in alone if card not in group), None):
            yield None, base, used, (base, *cards)


def _cards(group: Units) -> Cards:
    return tuple(card_of(unit) for unit in group if not isinstance(unit, Build))
