"""From one game's referee to another's: the cards and players that it knows go along."""

from __future__ import annotations

import re

from werkzeug.datastructures import MultiDict

from .position_view import JUST_JUDGE, PositionView, Query, view_of
from .rulesets import find_ruleset

WAS = "was"
"""The field that says of which game a position was."""

_CARRIED = ("table", "played", "hand", "piles", "players", JUST_JUDGE)


def carried_over(game: str, query: Query) -> str:
    """The address of a position in this game: what it cannot have stays behind. Builds that it
    does not know are loose cards, and suits of which it has fewer are open."""
    known = {name: " ".join(query.getlist(name)) for name in _CARRIED}
    table = known["table"]
    view = _readable_view(game, known)
    for less in (_loose(table), re.sub(r"(?<=\w)[SHDC](?=\s|$)", "", _loose(table))):
        if not view.form["table"].errors:
            break
        view = _readable_view(game, known | {"table": less})
    return view.address()


def _readable_view(game: str, known: dict[str, str]) -> PositionView:
    return view_of(find_ruleset(game).referee, game, MultiDict(known))


def _loose(table: str) -> str:
    """The same table, its builds as the cards that they are made of."""
    cards: list[str] = []
    for word in table.split():
        groups = word.split("@")[0].split("=")
        cards += "+".join(groups[:-1] or groups).split("+")
    return " ".join(cards)
