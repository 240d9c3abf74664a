"""Photos in sentences: why a file cannot be read, and what is unsure or missing in a photo."""

from __future__ import annotations

from ..languages import gettext, ngettext
from ..photo import NotAPicture, OtherType, PhotoError, Reading, SeenCard, TooLarge
from ..rules.cards import Card
from ..services.photos import PhotosBusy
from ..words import card_text, or_
from .errors import error_text


@error_text.register
def _(error: PhotoError) -> str:
    match error:
        case TooLarge(unit="bytes"):
            return gettext(
                "This file is too large: a photo may have at most %(most)d MB.",
                most=error.most // 1_000_000,
            )
        case TooLarge():
            return gettext(
                "This picture is too large: a photo may have at most %(most)d megapixels.",
                most=error.most // 1_000_000,
            )
        case OtherType():
            return gettext("Only JPEG and PNG pictures can be read here.")
        case NotAPicture():
            return gettext("This is not a picture, or it is damaged. Take the photo again.")
    raise NotImplementedError(f"no words for {type(error).__name__}")


@error_text.register
def _(_error: PhotosBusy) -> str:
    return gettext("Other photos are being read just now. Try again in a moment.")


def no_runtime_text() -> str:
    """Say why photos cannot be read here."""
    return gettext("Photos cannot be read here: the part for it is not installed on this server.")


def unsure_texts(reading: Reading) -> list[str]:
    """Return a question for each card that is not sure."""
    return [
        gettext(
            "Is this %(cards)s?",
            cards=or_(card_text(card) for card in (seen.card, *_others(seen))),
        )
        for seen in reading.unsure
    ]


def _others(seen: SeenCard) -> list[Card]:
    return [card for card, _ in seen.alternatives[:2]]


def seen_text(reading: Reading) -> str:
    """Say how many cards were seen; why there may be none."""
    if reading.cards:
        number = len(reading.cards)
        return ngettext("%(num)d card was seen.", "%(num)d cards were seen.", number)
    if reading.doubtful:
        return gettext(
            "No card of this game was seen for sure. Are these cards of another game, or is"
            " something in front of their corners?"
        )
    return gettext(
        "No card was seen. Cards that lie face down must be turned over, and a corner of each has"
        " to be in the photo."
    )
