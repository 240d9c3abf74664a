"""Photos that are read: one at a time, so that pages go on, and with what the game knows."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from .. import photo
from ..photo import Knowledge, OtherType, Reading
from ..rules.cards import Card
from ..rules.ruleset import Ruleset
from .refusals import Later

TYPES = ("image/jpeg", "image/png")
"""Content types of photos."""
MOST_WAITING = 4
RETRY_AFTER = 5

_reader = threading.Lock()
_places = threading.BoundedSemaphore(1 + MOST_WAITING)


class PhotosBusy(Later):
    """Photos of others are read, and enough of them wait."""

    def __init__(self) -> None:
        super().__init__(RETRY_AFTER)


def read_photo(data: bytes, content_type: str | None, knowledge: Knowledge) -> Reading:
    """Return the cards in a photo. ``content_type``: as the sender says, None if nobody does.

    Raises :class:`PhotosBusy` or a :class:`~referee.photo.PhotoError`.
    """
    if content_type is not None and content_type.partition(";")[0].strip().lower() not in TYPES:
        raise OtherType(content_type)
    with _turn():
        return photo.read(data, knowledge)


@contextmanager
def _turn() -> Iterator[None]:
    """Wait for the photos that came before, if they are few."""
    if not _places.acquire(blocking=False):
        raise PhotosBusy
    try:
        with _reader:
            yield
    finally:
        _places.release()


def knowledge_of(
    ruleset: Ruleset,
    gone: Iterable[Card] = (),
    letters: str | None = None,
    indices: int | None = None,
) -> Knowledge:
    """Return what a game knows of a photo: its packs without the cards that are ``gone``."""
    left = dict.fromkeys(ruleset.deck.faces, ruleset.deck.copies)
    for card in gone:
        if left.get(card, 0):
            left[card] -= 1
    return Knowledge(left, letters, indices)
