"""Cards that a question names: their check against the deck, and the suits that those named without
a suit can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from .cards import SUITS, Card, Cards, Deck, Rank
from .error_bases import Impossible


class TooManyCopies(Impossible):
    """More copies of a card, or cards of a rank, than the deck holds, which may be none."""

    def __init__(self, card: Card, number: int, copies: int) -> None:
        super().__init__(f"{number} x {card!r}, but there are only {copies}")
        self.card, self.number, self.copies = card, number, copies


class KnownCards:
    """The cards that a question names, checked against the deck.

    A card without a suit can be any suit of which a copy has not been named. Raises
    :class:`TooManyCopies` if the deck does not hold the cards.
    """

    def __init__(self, deck: Deck, cards: Iterable[Card]) -> None:
        named = Counter(cards)
        ranks = deck.ranks
        for card, number in named.items():
            copies = deck.copies if card.rank in ranks else 0
            if number > copies and (card.suited or not copies):
                raise TooManyCopies(card, number, copies)
        most = deck.copies * len(SUITS)
        if named.total() > most:
            of_rank: Counter[Rank] = Counter()
            for card, number in named.items():
                of_rank[card.rank] += number
                if of_rank[card.rank] > most:
                    raise TooManyCopies(Card(card.rank), of_rank[card.rank], most)
        self._copies, self._named = deck.copies, named

    def unnamed(self, card: Card) -> int:
        """Return the number of copies of a face that have not been named."""
        return self._copies - self._named[card]

    def unnamed_faces(self, rank: Rank) -> Cards:
        """Return the faces that cards without a suit can have in a rank, each as often as it is
        unnamed."""
        return tuple(
            face for face in (Card(rank, suit) for suit in SUITS) for _ in range(self.unnamed(face))
        )

    def faces(self, card: Card) -> Cards:
        """Return the different faces that a card can have: itself, or for a card without a suit the
        unnamed faces of its rank."""
        return (card,) if card.suited else tuple(dict.fromkeys(self.unnamed_faces(card.rank)))

    def points_span(self, worth: Mapping[Card, int], cards: Iterable[Card]) -> tuple[int, int]:
        """Return the least and the most points that cards can score, over all suits that cards
        without a suit may have. ``worth`` holds the points of each face."""
        least = most = 0
        suitless: dict[Rank, int] = {}
        for card in cards:
            if card.suited:
                least, most = least + worth[card], most + worth[card]
            else:
                suitless[card.rank] = suitless.get(card.rank, 0) + 1
        for rank, count in suitless.items():
            worths = sorted(worth[face] for face in self.unnamed_faces(rank))
            least, most = least + sum(worths[:count]), most + sum(worths[-count:])
        return least, most

    def twins(self, card: Card, other: Card) -> tuple[bool, bool]:
        """Return whether two cards of one rank can be the same face, and whether they can be
        different faces."""
        pairs = [
            (a, b)
            for a in self.faces(card)
            for b in self.faces(other)
            if a != b or card.suited or other.suited or self.unnamed(a) > 1
        ]
        return any(a == b for a, b in pairs), any(a != b for a, b in pairs)
