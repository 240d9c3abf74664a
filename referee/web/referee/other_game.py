"""Change from one game's referee to another's with the same cards and players."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from ...rules.card_notation import strip_suits, with_ranks
from ...rules.table_notation import cards_in
from ..ruleset_of_game_in_url import find_ruleset
from .question_view_base import JUST_JUDGE, PositionView, Query, view_of

WAS = "was"
"""The field that says of which game a position was."""

_CARRIED = ("table", "played", "hand", "piles", "players", JUST_JUDGE)


def carried_over(game: str, query: Query) -> str:
    """Return the URL of a position in this game. Builds that the game does not know become loose
    cards, suits of which it has fewer become open, and anything else that it cannot have is
    dropped."""
    ranks = find_ruleset(game).deck.ranks
    texts = {name: " ".join(query.getlist(name)) for name in _CARRIED}
    texts |= {name: with_ranks(texts[name], ranks) for name in ("played", "hand")}
    view = _readable_view(game, texts)
    loose = with_ranks(cards_in(texts["table"]), ranks)
    for table in (loose, strip_suits(loose)):
        if not view.form["table"].errors:
            break
        view = _readable_view(game, texts | {"table": table})
    return view.address()


def _readable_view(game: str, texts: dict[str, str]) -> PositionView:
    return view_of(find_ruleset(game).referee, game, MultiDict(texts))
