"""Page of the referee: the URL holds the position, and each tap leads to another one."""

from io import BytesIO

import segno
from flask import Blueprint, abort, make_response, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from ...rules.games import ruleset
from ...rules.notation import cards_in, strip_suits, with_ranks
from ...urls import for_phones
from ..home import GAME_COOKIE, only_where
from ..preferences import remember
from ..requests import find_ruleset
from . import build_view, capture_view  # noqa: F401 - they add to view_of
from .question_view import JUST_JUDGE, PositionView, Query, is_drawn, view_of

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


blueprint = Blueprint("referee", __name__)
only_where("referee.page", lambda game: is_drawn(ruleset(game)))


@blueprint.get("/<game>/referee")
def page(game: str) -> Response:
    if WAS in request.args:
        return redirect(carried_over(game, request.args), 303)
    response = make_response(draw_page(_view(game)))
    if request.cookies.get(GAME_COOKIE) != game:
        remember(response, GAME_COOKIE, game)
    return response


def draw_page(view: PositionView, **facts: object) -> str:
    """Return the whole page; ``facts`` are further variables of its template."""
    deck = find_ruleset(view.game).deck
    ranks = tuple(sorted(deck.ranks))
    return _draw(view, "page", copies=deck.copies, ranks=ranks, **facts)


@blueprint.get("/<game>/referee/ruling")
def ruling(game: str) -> str:
    """Draw the part of the page that changes with a tap."""
    return _draw(_view(game), "_redrawn_part")


def _draw(view: PositionView, template: str, **facts: object) -> str:
    path = f"{view.FOLDER}/{template}.html"
    return render_template(path, game=view.game, view=view, **view.facts, **facts)


@blueprint.get("/<game>/referee/share")
def share(game: str) -> str:
    view = _view(game)
    address = for_phones(view.shared)
    return render_template("referee/share.html", game=game, view=view, address=address)


@blueprint.get("/<game>/referee/qr.svg")
def qr(game: str) -> Response:
    """Draw the QR code of the position's full URL."""
    view = _view(game)
    if view.form.complaints and not view.has_question:
        abort(400)  # nothing that was asked can be read or drawn
    picture = BytesIO()
    code = segno.make(for_phones(view.shared), micro=False)
    code.save(picture, kind="svg", scale=4, border=2, light="#fff")
    response = make_response(picture.getvalue())
    response.content_type = "image/svg+xml"
    return response


def _view(game: str) -> PositionView:
    return view_of(find_ruleset(game).referee, game, request.args)
