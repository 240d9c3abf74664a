"""Base classes of all errors of the rules."""

from __future__ import annotations


class RulesError(ValueError):
    """Base class of everything that the rules refuse. Subclasses carry facts; ``referee.messages``
    has the words."""


class Unreadable(RulesError):
    """Text that says nothing in the notation."""


class Impossible(RulesError):
    """Something readable that cannot exist or happen in the game."""
