"""Photos that are read: one at a time, so that pages go on, and with what the game knows."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from .. import photo
from ..photo import KnownFacts, OtherType, PhotoReading, SeenCard
from ..rules.cards import Card, Cards, KnownCards
from ..rules.games import RULESETS, ruleset
from ..rules.games.casino.judge.build_rules import BuildRules
from ..rules.games.casino.options.possible_builds import build_values
from ..rules.log.entries import read_suited
from ..rules.ruleset import Ruleset
from .refusals import TryLater

TYPES = ("image/jpeg", "image/png")
"""Content types of photos."""
INDICES = (2, 4)
"""Numbers of indices on a card."""
MOST_WAITING = 2
"""Photos that wait, each with a thread of the server: so many that pages have threads too."""
RETRY_AFTER = 2

_reader = threading.Lock()
_places = threading.BoundedSemaphore(1 + MOST_WAITING)


class PhotosBusy(TryLater):
    """Photos of others are read, and enough of them wait."""

    def __init__(self) -> None:
        super().__init__(RETRY_AFTER)


def read_photo(data: bytes, content_type: str | None, knowledge: KnownFacts) -> PhotoReading:
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


def widest_packs() -> Ruleset:
    """Return the game with the most cards, for a photo of no game in particular."""
    return max(map(ruleset, RULESETS), key=lambda rules: rules.deck.size)


def read_gone(rules: Ruleset, text: str) -> Cards:
    """Read cards that are gone from the packs: each with its suit, no more than there are.

    Raises a :class:`~referee.rules.cards.RulesError`.
    """
    cards = tuple(map(read_suited, text.replace(",", " ").split()))
    KnownCards(rules.deck, cards)  # it counts them
    return cards


def builds_in(reading: PhotoReading, rules: Ruleset) -> list[tuple[SeenCard, ...]]:
    """Return the groups of cards that lie over each other and make a value of a build."""
    builds = rules.referee
    if not isinstance(builds, BuildRules):
        return []
    return [
        group
        for group in reading.builds()
        if build_values(builds, tuple(seen.card for seen in group))
    ]


def knowledge_of(
    rules: Ruleset,
    gone: Iterable[Card] = (),
    letters: str | None = None,
    indices: int | None = None,
) -> KnownFacts:
    """Return what a game knows of a photo: its packs without the cards that are ``gone``."""
    left = dict.fromkeys(rules.deck.faces, rules.deck.copies)
    for card in gone:
        if left.get(card, 0):
            left[card] -= 1
    return KnownFacts(left, letters, indices)
