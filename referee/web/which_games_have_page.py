"""Lookup of the games that have a page, by its endpoint: for menus and links between games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ..rules.exercises.exercise_registry import kinds
from ..rules.games import RULESETS, listed, ruleset

_HAVE: dict[str, Callable[[str], bool]] = {
    "tactics.page": lambda game: RULESETS[game].tactics is not None,
    "first.page": lambda game: RULESETS[game].first is not None,
    "exercises.hub": lambda game: bool(kinds(ruleset(game))),
}


def only_where(page: str, has: Callable[[str], bool]) -> None:
    """Register the games that have a page: ``has`` tells it by the game's key, and is asked once
    for each. ``page`` is an endpoint."""
    _HAVE[page] = cache(has)


def games_with(page: str) -> tuple[str, ...]:
    """Return the listed games that have a page, by its endpoint: the referee's where its kind of
    referee is drawn, tactics, introductions and exercises where there are some, any other page for
    every game."""
    has = _HAVE.get(page)
    return tuple(key for key in listed() if has is None or has(key))
