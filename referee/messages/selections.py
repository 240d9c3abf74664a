"""Sentences on selected cards: what they can make, or why they make nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext, lazy_gettext
from ..rules.cards import Card, Rank
from ..rules.games.casino.judge.verdict import Verdict
from ..rules.games.casino.options.plays_of_selection import SelectionOption
from ..rules.games.casino.options.selection_faults import FaultySelection, SelectionFault
from ..rules.plays import Capture
from ..words import HELD_RANK, build_number, or_, sentence, the_card
from .build_verdicts import build_verdict_text

_MAY_WITH_THESE = {
    (True, True): lazy_gettext("%(card)s may take these or build with them"),
    (True, False): lazy_gettext("%(card)s may take these"),
    (False, True): lazy_gettext("%(card)s may build with these"),
}


def may_with_these_text(card: Card, *, take: bool, build: bool) -> str:
    """Return what the played card may do with the selected cards: "The 8 may take these"."""
    return sentence(str(_MAY_WITH_THESE[take, build]) % {"card": the_card(card)})


_MOST_RANKS = 3
"""The largest number of suitable ranks that a sentence names."""


_SELECTION_FAULTS = {
    SelectionFault.NO_NUMBER: lazy_gettext(
        "Pictures have no number here. They neither add up nor build."
    ),
    SelectionFault.ALONE: lazy_gettext("Tap the other cards of a build too, or remove the card."),
    SelectionFault.TOP_ALONE: lazy_gettext(
        "Tap more: a card of a pile only comes to a build, or to cards of the table."
    ),
}


def hindered_text(selection: FaultySelection) -> str:
    """Return why nothing can be made of selected cards: "They come to 16. No card is worth so…"."""
    match selection:
        case FaultySelection(SelectionFault.FORBIDDEN, verdict=Verdict() as verdict):
            return build_verdict_text(verdict)
        case FaultySelection(SelectionFault.ONE_OF_A_PILE, card=Card() as card):
            return gettext(
                "Of one pile a group has one card, so %(card)s below it must wait.",
                card=the_card(card),
            )
        case FaultySelection(SelectionFault.TOO_MUCH, played=Card() as card, total=total):
            text = gettext(
                "%(card)s does not take this, and together they come to %(total)d. No card is "
                "worth so much.",
                card=the_card(card),
                total=total,
            )
            return sentence(text)
        case FaultySelection(SelectionFault.TOO_MUCH, total=total):
            return gettext(
                "They come to %(total)d. No card is worth so much, and they make no groups of one "
                "value.",
                total=total,
            )
        case FaultySelection(SelectionFault.HAND_CARD, ranks=ranks):
            return _hand_card_text(ranks)
    return str(_SELECTION_FAULTS[selection.why])


def _hand_card_text(ranks: Sequence[Rank]) -> str:
    """Return that a card from the hand is needed, with the suitable ``ranks`` if they are few."""
    if not 0 < len(ranks) <= _MOST_RANKS:
        return gettext("A card from your hand must be part of it.")
    cards = or_(str(HELD_RANK[rank]) for rank in ranks)
    return gettext("A card from your hand must be part of it: %(cards)s.", cards=cards)


def way_text(way: SelectionOption, played: Card | None, *, plain: bool) -> str:
    """Return the text of a button for an option of the tapped cards: "Add to 8 with the 7".

    ``plain`` leaves the card out. Before the card ``played``: "Build 8 first, the 7 later".
    """
    step = way.step
    if isinstance(step, Capture):
        if step.builds:
            build_value = build_number(step.builds[0].value)
            return gettext("Take, and the build of %(value)s", value=build_value)
        return gettext("Take")
    value = step.build.value
    if way.kind == "new":
        text = gettext("Build %(value)d", value=value)
    elif way.kind == "raise":
        text = gettext("Raise to %(value)d", value=value)
    else:
        text = gettext("Add to %(value)s", value=build_number(value))
    if step.build.owner:
        text = gettext("%(build)s for your partner", build=text)
    if plain or (step.card is None and played is None):
        return text
    if step.card is None and played is not None:
        return gettext("%(build)s first, %(card)s later", build=text, card=the_card(played))
    assert step.card is not None
    return gettext("%(build)s with %(card)s", build=text, card=the_card(step.card))
