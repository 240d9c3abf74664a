"""From one game's referee to another's: the cards and players that it knows go along."""

from __future__ import annotations

import re

from werkzeug.datastructures import MultiDict

from ...rules.cards import Deck, Rank, Unreadable
from ...rules.notation import read_card
from ..rulesets import find_ruleset
from .view import JUST_JUDGE, PositionView, Query, view_of

WAS = "was"
"""The field that says of which game a position was."""

_CARRIED = ("table", "played", "hand", "piles", "players", JUST_JUDGE)


def carried_over(game: str, query: Query) -> str:
    """The address of a position in this game: what it cannot have stays behind. Builds that it
    does not know are loose cards, and suits of which it has fewer are open."""
    deck = find_ruleset(game).deck
    known = {name: " ".join(query.getlist(name)) for name in _CARRIED}
    known |= {name: _of_pack(deck, known[name]) for name in ("played", "hand")}
    view = _readable_view(game, known)
    loose = _of_pack(deck, _loose(known["table"]))
    for less in (loose, re.sub(r"(?<=\w)[SHDC](?=\s|$)", "", loose)):
        if not view.form["table"].errors:
            break
        view = _readable_view(game, known | {"table": less})
    return view.address()


def _readable_view(game: str, known: dict[str, str]) -> PositionView:
    return view_of(find_ruleset(game).referee, game, MultiDict(known))


def _of_pack(deck: Deck, cards: str) -> str:
    """Those of the cards of which the pack has the rank."""
    ranks = {face.rank for face in deck.faces}
    return " ".join(word for word in re.split(r"[\s,]+", cards) if _rank(word) in {None, *ranks})


def _rank(word: str) -> Rank | None:
    try:
        return read_card(word).rank
    except Unreadable:
        return None


def _loose(table: str) -> str:
    """The same table, its builds as the cards that they are made of."""
    cards: list[str] = []
    for word in table.split():
        groups = word.split("@")[0].split("=")
        cards += "+".join(groups[:-1] or groups).split("+")
    return " ".join(cards)
