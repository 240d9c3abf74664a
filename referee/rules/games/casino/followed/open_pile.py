"""The pile of a followed game: what lies on it, and what everybody knows of its order (#piles)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from ....cards import Card, Cards, difference
from ..judge.build_rules import OnPile


class Pile(NamedTuple):
    """A side's or a player's cards: ``layers`` from the top down, of each of which nobody knows
    which card is higher, and those ``below`` that never come to the top. ``markers`` counts
    sweeps."""

    layers: tuple[Cards, ...] = ()
    below: Cards = ()
    markers: int = 0

    @property
    def cards(self) -> Cards:
        return (*chain.from_iterable(self.layers), *self.below)

    @property
    def top_among(self) -> Cards:
        """The cards of which one lies on top, in card order; one alone is known to."""
        return tuple(sorted(self.layers[0])) if self.layers else ()

    @property
    def known(self) -> Cards:
        """The card on top, if everybody knows it."""
        return self.top_among if len(self.top_among) == 1 else ()

    def named_first(self, named: Iterable[Card]) -> Cards:
        """All cards from the top down, in an order that is possible: of a layer first those that
        somebody ``named``, as they did."""
        order = dict.fromkeys(named)
        return tuple(
            card
            for layer in self.layers
            for card in (
                *(card_named for card_named in order if card_named in layer),
                *difference(layer, order),
            )
        )

    def known_from(self, named: Iterable[Card]) -> Cards:
        """The cards from the top down, as far as everybody knows their order once some were
        ``named`` as tops."""
        order = dict.fromkeys(named)
        result: list[Card] = []
        for layer in self.layers:
            result += (card for card in order if card in layer)
            rest = difference(layer, order)
            if len(rest) > 1:
                break
            result += rest
        return tuple(result)

    def with_top(self, card: Card) -> Pile:
        """The same, but everybody knows that this card of the first layer lies on top."""
        first, *others = self.layers
        rest = difference(first, (card,))
        return self._replace(layers=((card,), *((rest,) if rest else ()), *others))

    def without(self, gone: Iterable[Card]) -> Pile:
        """The pile once these are taken off it."""
        taken = tuple(gone)
        layers = (difference(layer, taken) for layer in self.layers)
        return self._replace(
            layers=tuple(filter(None, layers)), below=difference(self.below, taken)
        )

    def with_cards(self, captured: OnPile, markers: int = 0) -> Pile:
        """The pile once these have come to it."""
        return Pile(
            (*filter(None, captured.layers), *self.layers),
            (*captured.below, *self.below),
            self.markers + markers,
        )
