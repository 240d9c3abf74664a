"""``GET /{game}/referee``: the referee, stateless."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify
from flask_smorest import Blueprint

from ..answers import ruling_json
from ..languages import gettext
from ..rules.games.krypkasino.question import OPTIONS_DEFAULT, OPTIONS_MOST, BadQuestion
from ..rules.games.krypkasino.ruling import rule_on
from .body import texts_of_query
from .docs import errors
from .problems import Problem
from .rulesets import find_ruleset, refuse_question
from .schemas import RulingSchema

blueprint = Blueprint("api_referee", __name__, description="Settle a capture dispute.")

_TEXT = {"type": "string"}
_SWITCH = {"type": "string", "enum": ["0", "1"]}
_PARAMETERS: dict[str, tuple[dict[str, Any], str]] = {
    "table": (_TEXT, "Face-up cards; absent: the table is empty."),
    "hand": (_TEXT, "The player's whole hand, the played card included."),
    "played": (_TEXT, "The card played."),
    "captured": (_TEXT, "What the player claims to take; `-` means “I creep”. Needs `played`."),
    "dealt": (_SWITCH, "1: the cards were just dealt; what the rules set aside goes first."),
    "last_of_deal": (_SWITCH, "1: cards are dealt after this play, so `sets_up` looks past that."),
    "house": (_TEXT, "House rules that are on."),
    "limit": (
        {"type": "integer", "minimum": 1, "maximum": OPTIONS_MOST, "default": OPTIONS_DEFAULT},
        "At most this many options.",
    ),
}


@blueprint.route("/<game>/referee")
@blueprint.doc(
    summary="What must the card take?",
    parameters=[
        {"in": "query", "name": name, "schema": schema, "description": description}
        for name, (schema, description) in _PARAMETERS.items()
    ],
)
@errors(blueprint, 400, 404, 422)
@blueprint.response(200, RulingSchema, description="The ruling.")
def referee(game: str) -> Response:
    if find_ruleset(game, ()).referee is None:  # 404 comes first
        raise Problem(404, gettext("This game has no referee yet."))
    try:
        ruling = rule_on(game, texts_of_query())
    except BadQuestion as error:
        refuse_question(error)
    return jsonify(ruling_json(game, ruling))
