"""``GET /{game}/referee``: a ruling on a position. Each game has a call of its own, since kinds of
referee differ in what they are asked and in what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from flask import Flask
from flask_smorest import Blueprint

from ..json_answers.build_rulings import BuildRulingSchema, build_ruling_of
from ..json_answers.capture_rulings import RulingSchema, ruling_of
from ..json_answers.followed_state_parts import Values
from ..json_schema_base import With
from ..languages import gettext
from ..rules.games import may_have_stock, refereed_by, ruleset
from ..rules.games.ask_referee import ask_about_builds, ask_about_capture
from ..rules.games.casino.judge.play_rules_base import BuildRules, build_rules
from ..rules.games.krypkasino.card_values_and_points_type import CaptureRules
from ..rules.question_field_readers import OPTIONS_DEFAULT, OPTIONS_MOST, BadQuestion
from .openapi import errors
from .problems import Problem
from .rules_errors_as_problems import refuse_question
from .ruleset_in_url import find_ruleset
from .url_query_fields import texts_of_query

blueprint = Blueprint("api_referee", __name__, description="Settle a capture dispute.")

_TEXT: Values = {"type": "string"}
_SWITCH: Values = {"type": "string", "enum": ["0", "1", ""]}


def _number(least: int, **more: int) -> Values:
    """Return the schema of a whole number or an empty text."""
    return {"anyOf": [{"type": "integer", "minimum": least, **more}, {"const": ""}]}


_PARAMETERS: dict[str, tuple[Values, str]] = {
    "table": (_TEXT, "Face-up cards; absent: the table is empty."),
    "hand": (_TEXT, "The player's whole hand, the played card included."),
    "played": (_TEXT, "The card played."),
    "captured": (_TEXT, "What the player claims to take; `-` means “I creep”. Needs `played`."),
    "dealt": (_SWITCH, "1: the cards were just dealt; what the rules set aside goes first."),
    "last_of_deal": (_SWITCH, "1: cards are dealt after this play, so `sets_up` looks past that."),
    "house": (_TEXT, "House rules that are on."),
    "limit": (
        _number(1, maximum=OPTIONS_MOST) | {"default": OPTIONS_DEFAULT},
        "At most this many options.",
    ),
}


_EMPTY = "Empty: as if it were absent."


def _parameters(described: Mapping[str, tuple[Values, str]]) -> list[Values]:
    """Return the OpenAPI parameters of a query."""
    return [
        {"in": "query", "name": name, "schema": schema, "description": f"{description} {_EMPTY}"}
        for name, (schema, description) in described.items()
    ]


def _add_capture_call(game: str) -> None:
    """Add the call of a game of captures."""

    @blueprint.route(f"/{game}/referee", endpoint=f"{game}-referee")
    @blueprint.doc(summary="What must the card take?", parameters=_parameters(_PARAMETERS))
    @errors(blueprint, 400, 422)
    @blueprint.response(200, RulingSchema, description="The ruling.")
    def referee() -> With:
        try:
            ruling = ask_about_capture(game, texts_of_query()).ruling
        except BadQuestion as error:
            refuse_question(error)
        return ruling_of(game, ruling)


_BUILD_PARAMETERS: dict[str, tuple[Values, str]] = {
    "table": (_TEXT, "Loose cards and builds: `KD 4C 3S+5H=8@0`. `@` and a seat: who keeps it."),
    "players": (_number(1), "How many play; the fewest that can, if nobody says."),
    "hand": (_TEXT, "The mover's whole hand, the played card included."),
    "played": (_TEXT, "A card: what may it do?"),
    "with": (_TEXT, "Cards and builds that somebody points at: what can be made of just these?"),
    "turn": (_TEXT, "What was done: `8H x 8S 5S+3C=8`, `KD -`, or `3C 5S+3C=8`."),
    "piles": (_TEXT, "Known cards of open piles, the top first: `5H>2S@1 9C@2`."),
    "deal": (_number(1), "Which deal it is, from 1."),
    "stock": (_number(0), "Cards that are left to be drawn."),
    "proven": (_TEXT, "Ranks that the mover's partner is known to hold: `J 8`."),
    "house": (_TEXT, "House rules that are on."),
    "limit": _PARAMETERS["limit"],
}


def _build_parameters(game: str) -> list[Values]:
    """Return the query parameters of a game with builds."""
    rules = build_rules(ruleset(game))
    unknown = {
        "piles": not rules.open_piles,
        "stock": not may_have_stock(game),
        "proven": not rules.proves,
    }
    described = {
        name: parameter for name, parameter in _BUILD_PARAMETERS.items() if not unknown.get(name)
    }
    return _parameters(described)


def _add_build_call(game: str) -> None:
    """Add the call of a game with builds."""

    @blueprint.route(f"/{game}/referee", endpoint=f"{game}-referee")
    @blueprint.doc(summary="May I do that?", parameters=_build_parameters(game))
    @errors(blueprint, 400, 422)
    @blueprint.response(200, BuildRulingSchema, description="The ruling.")
    def build_referee() -> With:
        try:
            question, ruling = ask_about_builds(game, texts_of_query())
        except BadQuestion as error:
            refuse_question(error)
        return build_ruling_of(question, ruling)


for _game in refereed_by(CaptureRules):
    _add_capture_call(_game)
for _game in refereed_by(BuildRules):
    _add_build_call(_game)


def init_app(app: Flask, prefix: str) -> None:
    @app.get(f"{prefix}/<game>/referee")
    def no_referee(game: str) -> NoReturn:
        """Refuse the call for a game without a referee; the document does not list it."""
        find_ruleset(game, {})
        raise Problem(404, gettext("This game has no referee yet."))
