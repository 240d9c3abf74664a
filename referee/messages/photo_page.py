"""Sentences of the pages that show what was seen in a photo."""

from __future__ import annotations

from ..languages import gettext, lazy_gettext

_PLACES = (
    lazy_gettext("at the top left"),
    lazy_gettext("at the top"),
    lazy_gettext("at the top right"),
    lazy_gettext("on the left"),
    lazy_gettext("in the middle"),
    lazy_gettext("on the right"),
    lazy_gettext("at the bottom left"),
    lazy_gettext("at the bottom"),
    lazy_gettext("at the bottom right"),
)


def places_in_photo() -> tuple[str, ...]:
    """Return words for the ninths of a photo, row by row."""
    return tuple(map(str, _PLACES))


def place_text(x: float, y: float) -> str:
    """Return where in a photo a card is, from its place as shares of the width and the height."""
    column, row = (min(2, max(0, int(share * 3))) for share in (x, y))
    return str(_PLACES[3 * row + column])


def cards_seen_text(number: int | str) -> str:
    """Return how many cards were seen; a text for the number is filled in as it is."""
    if number == 0:
        return gettext(
            "No card was seen. Photograph the cards face up, from above, in good light;"
            " or tap where one lies."
        )
    if number == 1:
        return gettext("One card was seen.")
    return gettext("%(number)s cards were seen.", number=number)


def cards_unsure_text(number: int | str) -> str:
    """Return how many of the cards are unsure."""
    if number == 1:
        return gettext("One is unsure.")
    return gettext("%(number)s are unsure.", number=number)


def which_card_text(where: str, first: str, second: str | None) -> str:
    """Return the question what a card is, with the likeliest answers."""
    if second is None:
        return gettext("Is the card %(where)s %(first)s?", where=where, first=first)
    return gettext(
        "Is the card %(where)s %(first)s or %(second)s?", where=where, first=first, second=second
    )


def lie_over_text(cards: str) -> str:
    """Return the offer to make a build of cards that lie over each other."""
    return gettext("Are %(cards)s a build?", cards=cards)
