"""Piles of followed games, and what everybody knows of the order of their cards (#piles)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from ....cards import Card, Cards, difference
from ..judge.play_rules_base import OnPile


class Pile(NamedTuple):
    """A pile of a side or player.

    ``layers`` has its cards from the top down; within a layer nobody knows the order. Cards
    ``below`` never come to the top. ``markers`` counts sweeps.
    """

    layers: tuple[Cards, ...] = ()
    below: Cards = ()
    markers: int = 0

    @property
    def cards(self) -> Cards:
        """The cards of the pile, from the top down as far as their order is known."""
        return (*chain.from_iterable(self.layers), *self.below)

    @property
    def top_among(self) -> Cards:
        """The cards of which one is the top, in card order; a single one is known to be."""
        return tuple(sorted(self.layers[0])) if self.layers else ()

    @property
    def known(self) -> Cards:
        """The top, if everybody knows it; else empty."""
        return self.top_among if len(self.top_among) == 1 else ()

    def named_first(self, named: Iterable[Card]) -> Cards:
        """Return all cards from the top down in a possible order: of each layer first the ``named``
        ones, in the order in which they were named."""
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
        """Return the cards from the top down, as far as everybody knows their order once some were
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
        """Return the pile with this card of the first layer known to be the top."""
        first, *others = self.layers
        rest = difference(first, (card,))
        return self._replace(layers=((card,), *((rest,) if rest else ()), *others))

    def without(self, gone: Iterable[Card]) -> Pile:
        """Return the pile without these cards."""
        taken = tuple(gone)
        layers = (difference(layer, taken) for layer in self.layers)
        return self._replace(
            layers=tuple(filter(None, layers)), below=difference(self.below, taken)
        )

    def with_cards(self, captured: OnPile, markers: int = 0) -> Pile:
        """Return the pile with captured cards on it, and this many more markers."""
        return Pile(
            (*filter(None, captured.layers), *self.layers),
            (*captured.below, *self.below),
            self.markers + markers,
        )
