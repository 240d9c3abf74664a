"""Sentences on piles that were photographed."""

from __future__ import annotations

from collections.abc import Sequence

from ..languages import gettext, ngettext
from ..photo import PhotoReading
from ..rules.cards import Card
from ..rules.photographed_piles_check import Crowded, PileCards
from ..rules.sheet_plan import SheetPlan
from ..words import and_, card_text, number_text, sentence
from .photos import cards_unsure_text, place_text, seen_text, which_card_text

MOST_NAMED = 8
"""The largest number of cards that a sentence names; of more it gives the number."""


def pile_cards_texts(piles: PileCards, names: Sequence[str]) -> list[str]:
    """Return which cards are in the piles too often, and which are in none, as sentences.

    ``names`` are those of the piles, by seat.
    """
    texts = [_crowded_text(crowded, names) for crowded in piles.crowded[:MOST_NAMED]]
    if piles.missing:
        texts.append(_missing_text(piles))
    return texts


def _crowded_text(crowded: Crowded, names: Sequence[str]) -> str:
    facts = {
        "card": card_text(crowded.card),
        "names": and_(names[seat] for seat in crowded.seats),
        "found": crowded.number,
    }
    return ngettext(
        "%(card)s is in the piles of %(names)s, and there is only one.",
        "%(card)s is %(found)d times in the piles of %(names)s, and there are only %(num)d.",
        crowded.copies,
        **facts,
    )


def _missing_text(piles: PileCards) -> str:
    missing = piles.missing or {}
    total = sum(missing.values())
    if len(missing) > MOST_NAMED:
        return ngettext("%(num)d card is in no pile.", "%(num)d cards are in no pile.", total)
    cards = and_(_number_of(card, number, piles.copies) for card, number in missing.items())
    text = ngettext("%(cards)s is in no pile.", "%(cards)s are in no pile.", total, cards=cards)
    return sentence(text)


def _number_of(card: Card, number: int, copies: int) -> str:
    """Return a card as it stands in a sentence: "7♣", or where a game has several copies "one
    7♣"."""
    if copies == 1:
        return card_text(card)
    return gettext("%(number)s %(ranks)s", number=number_text(number), ranks=card_text(card))


def pile_photo_texts(reading: PhotoReading) -> list[str]:
    """Return how many cards a photo of a pile shows, and a question for each that is unsure."""
    texts = [seen_text(reading)]
    for seen in reading.unsure[:MOST_NAMED]:
        where = place_text(seen.x / reading.width, seen.y / reading.height)
        first, *others = dict.fromkeys((seen.card, *(card for card, _ in seen.alternatives)))
        second = card_text(others[0]) if others else None
        texts.append(which_card_text(where, card_text(first), second))
    if more := reading.unsure[MOST_NAMED:]:
        texts.append(cards_unsure_text(len(more)))
    return texts


def pile_cards_count_text(number: int) -> str:
    """Return how many cards of a pile photos have shown."""
    return ngettext("%(num)d card from a photo", "%(num)d cards from photos", number)


def not_in_photo_text(plan: SheetPlan) -> str:
    """Return which facts a photo of a pile does not show, in a game where sweeps count."""
    if plan.sweeps_are_paid:
        return gettext(
            "Face-up cards are counted like all others. How many lie face up the photo does not"
            " say: enter that yourself."
        )
    return gettext("Sweeps are not in the photo: enter them yourself.")
