"""Sentences on what a player has proven to hold."""

from __future__ import annotations

from collections.abc import Collection

from ..languages import gettext
from ..rules.cards import Rank
from .build_verdicts import cards_held


def proven_text(proven: Collection[Rank]) -> str:
    """Return which ranks a player has proven to hold: "has shown: holds an eight"."""
    return gettext("has shown: holds %(cards)s", cards=cards_held(sorted(proven)))
