"""Reading of photos: one at a time, so that pages go on, with the cards that a game can have."""

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from .. import photo
from ..photo import KnownFacts, OtherType, PhotoReading, SeenCard
from ..rules.cards import Card, Cards, KnownCards
from ..rules.games import RULESETS, ruleset
from ..rules.log.entries import read_suited
from ..rules.notation import words_of
from ..rules.ruleset import Ruleset
from .refusals import TryLater

TYPES = (
    "image/jpeg",
    "image/png",
    "image/heic",
    "image/avif",
    "image/jpg",
    "application/octet-stream",
)
"""Content types of photos."""
_SENT_TYPES = {
    *TYPES,
    "image/pjpeg",
    "image/x-png",
    "image/heif",
}
"""Content types under which photos come: the first bytes decide what a file is."""
INDICES = (2, 4)
"""Numbers of indices on a card."""
MOST_WAITING = 2
"""The largest number of photos that wait, each in a thread that pages cannot use."""
RETRY_AFTER = 2

# Each thread that takes large memory keeps a pool of its own: in those of the pages, photos would
# leave three times as much behind as in one thread.
_reader = ThreadPoolExecutor(1, "photo")
_places = threading.BoundedSemaphore(1 + MOST_WAITING)


class PhotosBusy(TryLater):
    """The refusal of a photo while others are read and enough of them wait."""

    def __init__(self) -> None:
        super().__init__(RETRY_AFTER)


def read_photo(data: bytes, content_type: str | None, knowledge: KnownFacts) -> PhotoReading:
    """Return the cards in a photo; ``content_type`` is the sender's, None if there is none.

    Raises :class:`PhotosBusy` or a :class:`.PhotoError`.
    """
    if content_type is not None and not is_photo_type(content_type):
        raise OtherType(content_type)
    with _place():
        return _reader.submit(photo.read, data, knowledge).result()


def is_photo_type(content_type: str) -> bool:
    """Return whether a content type is one under which photos are sent."""
    return content_type.partition(";")[0].strip().lower() in _SENT_TYPES


@contextmanager
def _place() -> Iterator[None]:
    """Hold a place among the photos that are read or wait; raise :class:`PhotosBusy` if none is
    left."""
    if not _places.acquire(blocking=False):
        raise PhotosBusy
    try:
        yield
    finally:
        _places.release()


def widest_packs() -> Ruleset:
    """Return the game with the most cards, for a photo of no game in particular."""
    return max(map(ruleset, RULESETS), key=lambda rules: rules.deck.size)


def read_gone(rules: Ruleset, text: str) -> Cards:
    """Return the cards of a text that are gone from the packs, each with its suit.

    Raises a :class:`.RulesError`, also for more copies than the packs have.
    """
    cards = tuple(map(read_suited, words_of(text)))
    KnownCards(rules.deck, cards)  # raises for more copies than the deck has
    return cards


def builds_in(reading: PhotoReading, rules: Ruleset) -> list[tuple[SeenCard, ...]]:
    """Return the sets of cards in a photo that lie over each other and make a value of a build."""
    if rules.referee is None:
        return []
    values = rules.referee.build_values
    return [group for group in reading.builds() if values(tuple(seen.card for seen in group))]


def knowledge_of(
    rules: Ruleset,
    gone: Iterable[Card] = (),
    letters: str | None = None,
    indices: int | None = None,
) -> KnownFacts:
    """Return the cards that a photo can show: those of the packs without the ``gone`` ones.

    ``letters`` and ``indices`` describe the deck, as in :class:`.KnownFacts`.
    """
    copies = dict.fromkeys(rules.deck.faces, rules.deck.copies)
    for card in gone:
        if copies.get(card, 0):
            copies[card] -= 1
    return KnownFacts(copies, letters, indices)
