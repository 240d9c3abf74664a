"""Calls without a key about a game: its rules, a ruling on a position, cards in a photo."""

from collections.abc import Mapping
from typing import NoReturn

from flask import Blueprint, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.routing import BaseConverter

from ..languages import gettext
from ..messages.error_texts import error_text
from ..messages.photo_texts import no_runtime_text
from ..photo import LETTERS, MOST_BYTES, KnownFacts, OtherType, PhotoError, TooLarge, available
from ..rules.cards import RulesError
from ..rules.games import RULESETS, UnknownGame, may_have_stock, refereed_by, ruleset
from ..rules.games.ask import ask_about_builds, ask_about_capture
from ..rules.games.casino.judge.play_rules import BuildRules, build_rules
from ..rules.games.krypkasino.captures import CaptureRules
from ..rules.house_rules import WrongHouseRules
from ..rules.question_fields import OPTIONS_DEFAULT, OPTIONS_MOST, BadQuestion
from ..rules.ruleset import Ruleset
from ..services.photo_reader import (
    INDICES,
    TYPES,
    PhotosBusy,
    is_photo_type,
    knowledge_of,
    read_gone,
    read_photo,
    widest_packs,
)
from ..shapes import Values
from .openapi import allow_any_origin, answer_options_as_json, calls, errors, named
from .problems import FieldError, Problem, refuse, refuse_question, wrong_fields
from .ruling_answers import (
    BuildRulingSchema,
    GameRulesSchema,
    PhotoSchema,
    RulingSchema,
    build_ruling_of,
    game_rules_of,
    reading_of,
    ruling_of,
)


def find_ruleset(game: str, house: Mapping[str, bool]) -> Ruleset:
    """Return the ruleset of a game with its switches; 404 for an unknown game, 422 for wrong house
    rules."""
    try:
        return ruleset(game, switched_on(game, house))
    except UnknownGame as error:
        raise Problem(404, error_text(error)) from error
    except WrongHouseRules as error:
        refuse("house", error)


def switched_on(game: str, house: Mapping[str, bool]) -> list[str]:
    """Return the house rules that are on. Those that are off must exist too: raises
    :class:`.UnknownGame` and :class:`.UnknownHouseRule`."""
    type(ruleset(game).house_rules).check_names(house)
    return [name for name, on in house.items() if on]


def texts_of_query() -> dict[str, str]:
    """Return the query as text fields; values of a repeated field are joined."""
    return {name: " ".join(values) for name, values in request.args.lists()}


blueprint = calls("api_referee", "Settle a capture dispute.")

_TEXT: Values = {"type": "string"}
_SWITCH: Values = {"type": "string", "enum": ["0", "1"], **named("OFF", "ON")}


def whole_number(least: int, **more: int) -> Values:
    """Return the schema of a whole number."""
    return {"type": "integer", "minimum": least, **more}


_PARAMETERS: dict[str, tuple[Values, str]] = {
    "table": (_TEXT, "Face-up cards; absent: the table is empty."),
    "hand": (_TEXT, "The player's whole hand, the played card included."),
    "played": (_TEXT, "The card played."),
    "captured": (_TEXT, "What the player claims to take; `-` means “I creep”. Needs `played`."),
    "dealt": (_SWITCH, "1: the cards were just dealt; what the rules set aside goes first."),
    "last_of_deal": (_SWITCH, "1: cards are dealt after this play, so `sets_up` looks past that."),
    "house": (_TEXT, "House rules that are on."),
    "limit": (
        whole_number(1, maximum=OPTIONS_MOST) | {"default": OPTIONS_DEFAULT},
        "At most this many options.",
    ),
}


_EMPTY = "Empty: as if it were absent."


def query_parameters(described: Mapping[str, tuple[Values, str]]) -> list[Values]:
    """Return the parameters of a query, by name; each may be empty."""
    return [
        {
            "in": "query",
            "name": name,
            "schema": schema,
            "allowEmptyValue": True,
            "description": f"{description} {_EMPTY}",
        }
        for name, (schema, description) in described.items()
    ]


def _operation(game: str) -> str:
    """Return the name of the call of a game's referee: ``askRoyalCasino``."""
    return "ask" + game.replace("-", " ").title().replace(" ", "")


def _add_capture_call(game: str) -> None:
    @blueprint.route(f"/{game}/referee", endpoint=f"{game}-referee")
    @blueprint.doc(
        operationId=_operation(game),
        summary="What must the card take?",
        parameters=query_parameters(_PARAMETERS),
    )
    @errors(blueprint, 400, 422)
    @blueprint.response(200, RulingSchema, description="The ruling.")
    def referee() -> Values:
        try:
            ruling = ask_about_capture(game, texts_of_query()).ruling
        except BadQuestion as error:
            refuse_question(error)
        return ruling_of(game, ruling)


_BUILD_PARAMETERS: dict[str, tuple[Values, str]] = {
    "table": (_TEXT, "Loose cards and builds: `KD 4C 3S+5H=8@0`. `@` and a seat: who keeps it."),
    "players": (whole_number(1), "How many play; the fewest that can, if nobody says."),
    "hand": (_TEXT, "The mover's whole hand, the played card included."),
    "played": (_TEXT, "A card: what may it do?"),
    "with": (_TEXT, "Cards and builds that somebody points at: what can be made of just these?"),
    "turn": (_TEXT, "What was done: `8H x 8S 5S+3C=8`, `KD -`, or `3C 5S+3C=8`."),
    "piles": (_TEXT, "Known cards of open piles, the top first: `5H>2S@1 9C@2`."),
    "deal": (whole_number(1), "Which deal it is, from 1."),
    "stock": (whole_number(0), "Cards that are left to be drawn."),
    "proven": (_TEXT, "Ranks that the mover's partner is known to hold: `J 8`."),
    "house": (_TEXT, "House rules that are on."),
    "limit": _PARAMETERS["limit"],
}


def _build_parameters(game: str) -> list[Values]:
    rules = build_rules(ruleset(game))
    unknown = {
        "piles": not rules.open_piles,
        "stock": not may_have_stock(game),
        "proven": not rules.proves,
    }
    described = {
        name: parameter for name, parameter in _BUILD_PARAMETERS.items() if not unknown.get(name)
    }
    return query_parameters(described)


def _add_build_call(game: str) -> None:
    @blueprint.route(f"/{game}/referee", endpoint=f"{game}-referee")
    @blueprint.doc(
        operationId=_operation(game),
        summary="May I do that?",
        parameters=_build_parameters(game),
    )
    @errors(blueprint, 400, 422)
    @blueprint.response(200, BuildRulingSchema, description="The ruling.")
    def build_referee() -> Values:
        try:
            question, ruling = ask_about_builds(game, texts_of_query())
        except BadQuestion as error:
            refuse_question(error)
        return build_ruling_of(question, ruling)


for _game in refereed_by(CaptureRules):
    _add_capture_call(_game)
for _game in refereed_by(BuildRules):
    _add_build_call(_game)


no_referee_blueprint = Blueprint("no_referee", __name__)
no_referee_blueprint.after_request(answer_options_as_json)
no_referee_blueprint.after_request(allow_any_origin)


@no_referee_blueprint.get("/<game>/referee")
def no_referee(game: str) -> NoReturn:
    """Refuse the call for a game without a referee; the document does not list it."""
    find_ruleset(game, {})
    raise Problem(404, gettext("This game has no referee yet."))


game_blueprint = calls("api_game", "The switches and presets of a game.")

GAME_KEY = {
    "in": "path",
    "name": "game",
    "required": True,
    "schema": {"type": "string", "enum": [*RULESETS]},
}


class GameConverter(BaseConverter):
    """The key of a game; no other text matches, so that other calls keep their answers."""

    regex = "|".join(RULESETS)


@game_blueprint.route("/<game:game>", parameters=[GAME_KEY])
@game_blueprint.doc(operationId="readGameRules", summary="The switches and presets of a game")
@errors(game_blueprint, 404)
@game_blueprint.response(200, GameRulesSchema, description="The game without house rules.")
def game_rules(game: str) -> Values:
    return game_rules_of(ruleset(game))


photo_blueprint = calls("api_photo", "Read the cards in a photo.")

_PHOTO_CHOICES = {"game": [*RULESETS], "letters": [*LETTERS], "indices": [*map(str, INDICES)]}
_PHOTO_PARAMETERS: dict[str, tuple[Values, str]] = {
    "game": (
        {"type": "string", "enum": _PHOTO_CHOICES["game"]},
        "Which packs there are; absent: the largest.",
    ),
    "letters": (
        {"type": "string", "enum": _PHOTO_CHOICES["letters"]},
        "Letters of the deck; absent: found out.",
    ),
    "indices": (
        {"type": "string", "enum": _PHOTO_CHOICES["indices"], **named("TWO", "FOUR")},
        "Indices on a card; absent: found out.",
    ),
    "gone": (_TEXT, "Cards that cannot be in it."),
}
PHOTO = "photo"
"""The field of a form that holds the file."""
FORM = "multipart/form-data"
_MOST_AROUND = 4096
"""Bytes of a form around its file."""
_FILE: Values = {"type": "string", "format": "binary"}
_FORM: Values = {"type": "object", "required": [PHOTO], "properties": {PHOTO: _FILE}}
_BODY = {
    "required": True,
    "description": "The file itself, or a form with it: at most 12 MB and 64 megapixels.",
    "content": {FORM: {"schema": _FORM}} | {kind: {"schema": _FILE} for kind in TYPES},
}


@photo_blueprint.route("/photo", methods=["POST"])
@photo_blueprint.doc(
    operationId="readPhoto",
    summary="The cards in a photo",
    parameters=query_parameters(_PHOTO_PARAMETERS),
    requestBody=_BODY,
)
@errors(photo_blueprint, 400, 413, 415, 422, 501, 503)
@photo_blueprint.response(200, PhotoSchema, description="The cards; none if none was seen.")
def post_photo() -> Values:
    if not available():
        raise Problem(501, no_runtime_text())
    texts = texts_of_query()
    known_facts = _known_facts(texts)
    try:
        reading = read_photo(*_photo_of_body(), known_facts)
    except PhotosBusy as busy:
        seconds = {"Retry-After": str(busy.seconds)}
        raise Problem(503, error_text(busy), headers=seconds) from busy
    except PhotoError as error:
        raise Problem(_status(error), error_text(error)) from error
    return reading_of(reading, _rules(texts))


def _status(error: PhotoError) -> int:
    match error:
        case TooLarge():
            return 413
        case OtherType():
            return 415
    return 400


def _photo_of_body() -> tuple[bytes, str | None]:
    """Return the photo in the body and its type, None where it comes in a form: there clients write
    any type. One that is too large is not read to its end."""
    is_form = request.mimetype == FORM
    if not is_form and not is_photo_type(request.mimetype):
        raise OtherType(request.mimetype)
    request.max_content_length = MOST_BYTES + (_MOST_AROUND if is_form else 0)
    try:
        if not is_form:
            return request.get_data(cache=False), request.mimetype
        files = request.files.getlist(PHOTO)
        if len(files) == 1:
            return files[0].stream.read(), None
    except RequestEntityTooLarge:
        raise TooLarge("bytes", MOST_BYTES) from None
    message = gettext("Send one photo in the form, in the field photo.")
    raise wrong_fields(422, [FieldError(PHOTO, message)])


def _rules(texts: dict[str, str]) -> Ruleset:
    return ruleset(texts["game"]) if texts.get("game") else widest_packs()


def _known_facts(texts: dict[str, str]) -> KnownFacts:
    """Return what the query says of the cards; 422 for unknown values."""
    wrong = [
        FieldError(name, gettext("This must be one of: %(values)s.", values=", ".join(values)))
        for name, values in _PHOTO_CHOICES.items()
        if texts.get(name, "") not in ("", *values)
    ]
    if wrong:
        raise wrong_fields(422, wrong)
    rules = _rules(texts)
    try:
        excluded = read_gone(rules, texts.get("gone", ""))
    except RulesError as error:
        raise wrong_fields(422, [FieldError("gone", error_text(error))]) from error
    indices = int(texts["indices"]) if texts.get("indices") else None
    return knowledge_of(rules, excluded, texts.get("letters") or None, indices)
