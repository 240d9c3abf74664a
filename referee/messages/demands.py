"""Sentences on demands: what opponents may insist on after a play."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext, ngettext
from ..rules.cards import Card
from ..rules.games.casino.followed.demands_on_last_play import DemandedPlay
from ..rules.games.casino.judge.demand_type import Demand
from ..rules.games.casino.question import BuildQuestion
from ..rules.plays import Play
from ..rules.table_and_builds import cards_of
from ..words import and_, build_number, card_text, or_, taken_text
from .build_names import the_build
from .pile_tops import top_text


def demand_text(question: BuildQuestion, demand: Demand) -> str:
    """Return what opponents may insist on: "take 5 and 2 as well"."""
    loose = map(card_text, sorted(demand.loose))
    tops = (top_text(question, top) for top in demand.tops)
    items = and_([*loose, *tops, *map(the_build, demand.builds)])
    if demand.build is None:
        return gettext("take %(cards)s as well", cards=items)
    value = build_number(demand.build.value)
    if demand.build.owner == question.position.partner:
        return gettext(
            "add %(cards)s to your partner’s build of %(value)s", cards=items, value=value
        )
    return gettext("add %(cards)s to your build of %(value)s", cards=items, value=value)


def more_demands_text(number: int) -> str:
    """Return how many demands are not listed."""
    return ngettext("one more thing like that", "%(num)d more things like that", number)


def insisted_text(demanded: DemandedPlay, name: str, names: Sequence[str]) -> str:
    """Return what the last play left out: "Ed’s 6♣ could take the 6♥ too." """
    demand = demanded.demand
    loose = sorted((*demand.loose, *cards_of(demand.tops)))
    if demand.build is None:
        items = and_([*filter(None, [taken_text(loose)]), *map(the_build, demand.builds)])
        card = card_text(_played(demanded.play))
        return gettext(
            "%(name)s’s %(card)s could take %(cards)s too.", name=name, card=card, cards=items
        )
    items = and_([*map(card_text, loose), *map(the_build, demand.builds)])
    owner = names[demand.build.owner] if demand.build.owner is not None else ""
    return gettext(
        "%(cards)s could also go to %(name)s’s build of %(value)s.",
        cards=items,
        name=owner,
        value=build_number(demand.build.value),
    )


def _played(play: Play) -> Card:
    """Return the card that a whole play plays from the hand."""
    return next(step.card for step in play if step.card is not None)


def insisters_text(names: Sequence[str]) -> str:
    """Return which players may insist: "Dina or Faye may insist." """
    return ngettext("%(names)s may insist.", "%(names)s may insist.", len(names), names=or_(names))


def does_it_text(demand: Demand, name: str) -> str:
    """Return the text of the button that completes a play: "Ed takes it"."""
    number = len(demand.loose) + len(demand.tops) + len(demand.builds)
    if demand.build is None:
        return ngettext("%(name)s takes it", "%(name)s takes them", number, name=name)
    return ngettext("%(name)s adds it", "%(name)s adds them", number, name=name)
