"""Error for input in a form that cannot be meant."""

from __future__ import annotations


class InvalidInput(Exception):
    """Input that cannot be meant; the argument is a sentence about it."""
