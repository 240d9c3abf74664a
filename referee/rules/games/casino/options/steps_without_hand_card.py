"""Steps that need no card from the hand, before the played card is used (#turn)."""

from __future__ import annotations

from collections.abc import Iterator

from ....cards import Card, Cards
from ....division_into_sums import divide_cards
from ....plays import MakeBuild
from ....table_and_builds import FEWEST_CARDS, Build, Top
from ..judge.verdict import Verdict
from .build_candidates import EqualItems
from .possible_builds import BuildOption, highest_value
from .sets_with_builds import Unit, Units, card_of
from .turn_context import TurnContext


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
    for value in filter(rules.ranks_worth, range(1, highest_value(rules) + 1)):
        for augmented, base_card, tops, cards in _sets_of_value(context, value):
            if (
                augmented
                and not context.start.is_of_own_side(augmented)
                and value not in rules.values[card.rank]
            ):
                continue
            groups = divide_cards(cards, value, rules.values)
            assert groups is not None  # the cards were chosen to make the value
            step = MakeBuild(None, Build(value, groups), tops)
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
    for group in EqualItems(rules, units, value).groups_of(value):
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
    """Return the cards and tops among units as cards."""
    return tuple(card_of(unit) for unit in group if not isinstance(unit, Build))
