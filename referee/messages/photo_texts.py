"""Sentences about photos: what was read, what is unsure, piles that overlap."""

from collections.abc import Sequence

from ..languages import and_, gettext, lazy_gettext, ngettext, number_text, or_, sentence
from ..photo import NotAPicture, OtherType, PhotoError, PhotoReading, SeenCard, TooLarge
from ..rules.cards import Card
from ..rules.log.sightings import Explanation, Status
from ..rules.sheet_check import Crowded, PileCards
from ..rules.sheet_plan import SheetPlan
from ..services.photo_reader import PhotosBusy
from ..words.card_names import card_text, cards_text
from .error_texts import error_text


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
        case OtherType(type="HEIC"):
            return gettext(
                "HEIC photos cannot be read here. On an iPhone: Settings, Camera, Formats, Most"
                " Compatible. On other phones: save it as JPEG, or send a screenshot of it."
            )
        case OtherType():
            return gettext(
                "Pictures of this type cannot be read here. Save it as JPEG, or send a screenshot"
                " of it."
            )
        case NotAPicture():
            return gettext("This is not a picture, or it is damaged. Take the photo again.")
    raise NotImplementedError(f"no words for {type(error).__name__}")


@error_text.register
def _(_error: PhotosBusy) -> str:
    return gettext("Other photos are being read just now. Try again in a moment.")


def no_runtime_text() -> str:
    """Return why this server cannot read photos."""
    return gettext("Photos cannot be read here: the part for it is not installed on this server.")


def unsure_texts(reading: PhotoReading) -> list[str]:
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


def seen_text(reading: PhotoReading) -> str:
    """Return how many cards were seen, or why there may be none, and which are there too often."""
    number = len(reading.cards)
    text = cards_seen_text(number) if number else nothing_seen_text(others=reading.doubtful > 0)
    return " ".join([text, *(surplus_text(card_text(card)) for card in reading.surplus)])


def surplus_text(card: str) -> str:
    """Return that a card is in a photo more often than in the packs."""
    return gettext("%(card)s is there more often than this game has it.", card=card)


def nothing_seen_text(*, others: bool) -> str:
    """Return why no card was seen; ``others``: something like cards of another game was."""
    if others:
        return gettext(
            "No card of this game was seen for sure. Are these cards of another game, or is"
            " something in front of their corners?"
        )
    return gettext(
        "No card was seen. Cards that lie face down must be turned over, and a corner of each has"
        " to be in the photo."
    )


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
    """Return a place in a photo in words, from shares of its width and height."""
    column, row = (min(2, max(0, int(share * 3))) for share in (x, y))
    return str(_PLACES[3 * row + column])


def cards_seen_text(number: int | str) -> str:
    """Return how many cards were seen; a number given as a text is filled in unchanged."""
    if number == 1:
        return gettext("One card was seen.")
    return gettext("%(number)s cards were seen.", number=number)


def cards_unsure_text(number: int | str) -> str:
    """Return how many of the cards are unsure."""
    if number == 1:
        return gettext("One is unsure.")
    return gettext("%(number)s are unsure.", number=number)


def which_card_text(where: str, first: str, second: str | None) -> str:
    """Return the question about a card at a place, with its two likeliest faces."""
    if second is None:
        return gettext("Is the card %(where)s %(first)s?", where=where, first=first)
    return gettext(
        "Is the card %(where)s %(first)s or %(second)s?", where=where, first=first, second=second
    )


def lie_over_text(cards: str) -> str:
    """Return the offer to make a build of cards that overlap."""
    return gettext("Are %(cards)s a build?", cards=cards)


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


def camera_text(found: Explanation) -> str:
    """Return what the camera of a live table asks or says; empty while there is nothing to say."""
    cards = cards_text(found.cards)
    match found.status:
        case Status.WAIT:
            return gettext("%(cards)s: was it left there, or does it take something?", cards=cards)
        case Status.ASK:
            return gettext("The camera is not sure. What was played?")
        case Status.UNSEEN:
            return gettext(
                "Taken by a card that was not seen: %(cards)s. Which card was it?", cards=cards
            )
        case Status.COVERED:
            return gettext("Not in sight: %(cards)s. Does a hand or a card lie on it?", cards=cards)
        case Status.STRANGE:
            return gettext("No play explains this: %(cards)s. Enter what was played.", cards=cards)
    return ""
