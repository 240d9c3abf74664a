"""Sentences on cards that nobody sees: what a hand is known to hold, and the stock."""

from __future__ import annotations

from collections.abc import Collection

from ..languages import gettext, ngettext
from ..rules.cards import Rank
from .build_verdicts import cards_held


def proven_text(proven: Collection[Rank]) -> str:
    """Return which ranks a player has proven to hold: "has shown: holds an eight"."""
    return gettext("has shown: holds %(cards)s", cards=cards_held(sorted(proven)))


def live_stock_text(stock: int) -> str:
    """Return how many cards can still be drawn."""
    if not stock:
        return gettext("Stock: none left")
    return ngettext("%(num)d card in the stock", "%(num)d cards in the stock", stock)
