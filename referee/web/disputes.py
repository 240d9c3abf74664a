"""From a game to the referee, and back: *Dispute?* brings along what the table shows."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import current_app, redirect, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from ..languages import gettext as _
from ..rules.notation import NOTHING, write_card, write_cards
from ..rules.position import Position
from ..rules.question import Question
from ..rules.record import Record
from ..rules.ruleset import Ruleset
from ..services import games, session_views
from .access import is_strange
from .places import SESSION, GamePlace, Place, placed_blueprint

blueprint = placed_blueprint("disputes", SESSION)

FROM = "from"
"""The field of the referee's address that says where somebody came from: a page below ``/g/``."""

_GROUPS = "/g/"
_PAGES = ("sessions.page", "play.page", "follow.page", "replay.step")
"""Pages that lead to the referee, and to which it leads back."""


class WayBack(NamedTuple):
    """Where somebody came from, what that is, and the words that lead back there."""

    address: str
    name: str
    text: str

    @property
    def within_groups(self) -> str:
        """As the field has it."""
        return self.address.removeprefix(_GROUPS)


@blueprint.get("/dispute")
def of_session(place: Place) -> Response:
    session_view = session_views.read_session(place.access(), place.session_id)
    back = url_for("sessions.page")
    return redirect(referee_address(session_view.rules, Question(), back), 303)


@blueprint.get("/<number:number>/dispute")
def of_game(place: GamePlace) -> Response:
    """Not just a link, since the page that has it may be older than the table."""
    game = games.read_game(place.access(), place.game_id)
    question, now = Question(), game.record.position
    if now and now.turn is not None:
        question = Question(table=now.table, last_of_deal=empties_hands(game.record, now))
    page = "follow.page" if game.record.seq else "play.page"
    back = url_for(page)
    return redirect(referee_address(game.sheet.rules, question, back), 303)


def empties_hands(record: Record, before: Position) -> bool:
    """Is the play that comes the last one of its deal, with another deal after it?"""
    deals = record.rules.deal_plan(record.players).deals
    return sum(before.in_hands) == 1 and before.deal < deals


def referee_address(rules: Ruleset, question: Question, back: str) -> str:
    """The referee with a question, with the house rules of a game, and with the way back to it."""
    switches = rules.house.switches()
    query = {
        "table": write_cards(question.table),
        "played": write_card(question.played) if question.played else "",
        "hand": write_cards(question.hand or ()),
        "captured": "" if question.captured is None else write_cards(question.captured) or NOTHING,
        "last_of_deal": "1" if question.last_of_deal else "",
        "house": " ".join(name for name in rules.house.names_during_play() if switches[name]),
        FROM: back.removeprefix(_GROUPS),
    }
    given: dict[str, Any] = {name: text for name, text in query.items() if text}
    return url_for("referee.page", game=rules.key, **given)


def way_back(text: str) -> WayBack | None:
    """Where somebody came from. Nothing that an address says is led to: it is read as one of our
    pages, and that page's address is made anew. Nothing for a group that this phone never opened.
    """
    path = _GROUPS + text
    try:
        endpoint, values = current_app.url_map.bind("").match(path)
    except HTTPException:
        return None
    if endpoint not in _PAGES or is_strange(path):
        return None
    address, number = url_for(endpoint, **values), values.get("number")
    if number is None:
        return WayBack(address, _("Session"), _("Back to the session"))
    name = _("Game %(number)d", number=number)
    return WayBack(address, name, _("Back to game %(number)d", number=number))
