"""Calls about a followed game: enter a play or another entry, read the state."""

from collections.abc import Callable, Sequence
from typing import Annotated, TypedDict, TypeVar, cast

from flask import Response, jsonify, request

from ..languages import gettext, lazy_gettext, speech
from ..messages.error_texts import error_text
from ..rules.cards import Cards, RulesError, TooManyCards, TooManyCopies, Unreadable
from ..rules.games.krypkasino.verdict import capture_options
from ..rules.log.entries import (
    Entry,
    Insert,
    NoSuchEntry,
    Replace,
    Undo,
    read_shows,
    read_suited,
    settled_play,
)
from ..rules.log.record import MOST_ENTRIES, NoCardLeft, NotDealt, NotLatest
from ..rules.notation import read_settled_play
from ..rules.plays import (
    CardOnly,
    Dealt,
    Event,
    HandsCounted,
    ImpossibleBuild,
    NoBuildsHere,
    OwnerMissing,
    Played,
    Top,
    TopRevealed,
)
from ..rules.question_fields import NotInThisGame
from ..rules.ruleset import GameOver, IllegalPlay, NoSuchTop, SeveralOptions
from ..rules.seating import NoSuchSeat
from ..services import followed_games, game_findings, session_views
from ..services.logged_plays import bg_stats_url, play_of_game
from ..services.names import GameId
from ..services.refusals import Conflict, GameFinished, NotAccessible
from ..shapes import OPTIONAL, Values
from .analysis_answers import MOST_PLAYS, PLAYS_DEFAULT, AnalysisSchema, analysis_of
from .authorization import GAME, KEYED, access, keyed_blueprint
from .bodies import (
    KEY,
    BodyParser,
    Count,
    NumberInQuery,
    OnOrOff,
    WholeNumber,
    check_key,
    list_field,
    schema_of,
    text_field,
    within,
)
from .game_answers import GameStateSchema, followed_of, game_of
from .openapi import errors
from .problems import FieldError, Problem, answer_rules, wrong_fields
from .referee_calls import query_parameters, whole_number

_T = TypeVar("_T")


MOST_HELD = 104
"""The cards of two packs."""

_TURN = {"description": "The whole turn of one seat, where cards are built up."}
_BEFORE = {"description": "The card was forgotten: it was played before this entry."}
_AS_PLAYED = {
    "description": "It stands although it is against the rules, is out of turn, or comes from a "
    "hand that should have had no card left (wrong_hand)."
}
_IN_SLICES = (
    "A game is looked at in slices, one in each call that asks for more than there is: fewer plays "
    "than `limit`, or none, may come back. Go on with `from` as `next` says, until it is `done`."
)
_HANDS = {
    "description": "The number of cards that each seat holds, where a hand was dealt wrongly or "
    "the pack ended early. When all are 0 the next deal follows, or the end."
}
Texts = Annotated[list[str] | None, list_field(text_field(), **OPTIONAL)]
OptionalText = Annotated[str | None, text_field(**OPTIONAL)]
OptionalNumber = Annotated[int | None, WholeNumber(**OPTIONAL)]


class LogEntryBody(TypedDict):
    """An entry of a followed game: ``table``, ``card`` or ``turn``, ``top``, ``undo``, ``replace``
    with one of the others, ``before`` with a card or a turn, ``table_is``, or ``hands``."""

    table: Texts
    card: OptionalText
    captured: Texts
    turn: Annotated[str | None, text_field(**OPTIONAL, metadata=_TURN)]
    top: OptionalText
    pile: OptionalNumber
    seat: OptionalNumber
    as_played: Annotated[bool, OnOrOff(load_default=False, metadata=_AS_PLAYED)]
    undo: OptionalNumber
    replace: OptionalNumber
    before: Annotated[int | None, WholeNumber(**OPTIONAL, metadata=_BEFORE)]
    table_is: Texts
    hands: Annotated[list[int] | None, list_field(Count(MOST_HELD), **OPTIONAL, metadata=_HANDS)]


class EntryBody(LogEntryBody):
    """A new entry of a followed game, with the ``seq`` of the last one that the client saw."""

    key: Annotated[str, text_field(required=True, validate=check_key, metadata=KEY)]
    after: Annotated[int, WholeNumber(required=True)]


def read_entry(body: LogEntryBody) -> Entry:
    """Return the entry in a body. 400 for a card that cannot be read, 422 for a card without its
    suit, and for a body with no entry or several."""
    if body["undo"] is not None:
        _refuse_others(body, "undo")
        return Undo(body["undo"])
    if not event_field(body):
        raise wrong_fields(422, [FieldError("", str(_ONE_THING))])
    event = _read_event(body)
    if body["before"] is not None:
        if body["replace"] is not None or not isinstance(event, Played):
            raise wrong_fields(422, [FieldError("before", str(_ONE_THING))])
        return Insert(body["before"], event)
    return event if body["replace"] is None else Replace(body["replace"], event)


def event_field(body: LogEntryBody) -> str:
    """Return the name of the field that holds the event, "" where none or several do."""
    names = [name for name in _EVENT_FIELDS if body.get(name) is not None]
    return names[0] if len(names) == 1 else ""


def _read_event(body: LogEntryBody) -> Event:
    if (table := body["table"]) is not None:
        if any("=" in card for card in table):
            raise wrong_fields(422, [FieldError("table", gettext("Builds are not dealt."))])
        return Dealt(_read_cards("table", table))
    if (shown := body["table_is"]) is not None:
        return _read("table_is", lambda: read_shows(" ".join(shown)))
    if (hands := body["hands"]) is not None:
        return HandsCounted(tuple(hands))
    if (top := body["top"]) is not None:
        return TopRevealed(Top(_read("top", lambda: read_suited(top.strip())), _pile_of(body)))
    if (turn := body["turn"]) is not None:
        if body["seat"] is not None and not body["as_played"]:
            detail = gettext("Say whose turn it was only of what the table let stand: as_played.")
            raise wrong_fields(422, [FieldError("seat", detail)])
        play = _read("turn", lambda: settled_play(read_settled_play(turn)))
        return Played(play, body["seat"], as_played=body["as_played"])
    assert body["card"] is not None
    (card,) = _read_cards("card", [body["card"]])
    captured = None if body["captured"] is None else _read_cards("captured", body["captured"])
    card_only = CardOnly(card, None if captured is None else tuple(sorted(captured)))
    return Played(card_only, body["seat"], as_played=body["as_played"])


def _refuse_others(body: LogEntryBody, name: str) -> None:
    others = (*_EVENT_FIELDS, "undo", "replace", "before")
    if any(body.get(other) is not None for other in others if other != name):
        raise wrong_fields(422, [FieldError(name, str(_ONE_THING))])


_EVENT_FIELDS = ("table", "card", "turn", "top", "table_is", "hands")
"""The fields that say what happened; an entry has one of them."""

_ONE_THING = lazy_gettext(
    "An entry says one thing: table, card, turn, top, undo, replace with one of these, before with "
    "a card or a turn, table_is, or hands."
)


def _pile_of(body: LogEntryBody) -> int:
    """Return the seat of the pile in a body; 422 without one."""
    if body["pile"] is None:
        raise wrong_fields(422, [FieldError("top", gettext("Say whose pile it is: pile."))])
    return body["pile"]


def _read_cards(field: str, texts: list[str]) -> Cards:
    return _read(field, lambda: tuple(read_suited(text.strip()) for text in texts))


def _read(field: str, read: Callable[[], _T]) -> _T:
    try:
        return read()
    except RulesError as error:
        status = 400 if isinstance(error, Unreadable) else 422
        raise wrong_fields(status, [FieldError(field, error_text(error))]) from error


blueprint = keyed_blueprint("api_live", "The live game.", unchecked_view="game")


@blueprint.route(GAME)
@blueprint.doc(operationId="readGame", summary="A game", **KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, GameStateSchema)
def game(game_id: GameId) -> Response:
    """Answer with the state of a game, or 304 for a client that has it already (``If-None-
    Match``)."""
    if not access().version:
        raise NotAccessible
    etag = f"{access().version}.{game_id.number}.{speech().tag}"
    if request.if_none_match.contains_weak(etag):
        response = Response(status=304)
    else:
        response = jsonify(GameStateSchema.json(state_of(game_id)))
    response.set_etag(etag, weak=True)  # however it is compressed
    return response


def state_of(game_id: GameId) -> Values:
    """Return the values of a game for its answer."""
    game = followed_games.read_followed(access(), game_id)
    return game_of(game, game.sheet.players, _bg_stats_url(game_id, finished=game.finished))


def _bg_stats_url(game_id: GameId, *, finished: bool) -> str | None:
    """Return the link that hands a game to Board Game Stats, None until it is finished."""
    if not finished:
        return None
    session_view = session_views.read_session(access(), game_id.session_id)
    return bg_stats_url(play_of_game(session_view, game_id.number))


@blueprint.route(f"{GAME}/plays", methods=["POST"])
@blueprint.doc(
    operationId="enterPlay", summary="An entry of a game that is followed play by play", **KEYED
)
@errors(blueprint, 400, 401, 403, 404, 409, 413, 422)
@blueprint.arguments(schema_of(EntryBody))
@blueprint.response(201, GameStateSchema, description="The state after the entry.")
def play(body: EntryBody, game_id: GameId) -> Response | Values:
    entry = read_entry(body)
    try:
        followed = followed_games.enter(
            access(), game_id, entry, key=body["key"], seen=body["after"]
        )
    except GameFinished as error:
        state = state_of(game_id)
        has_cards = any(cast("Sequence[int]", state["cards_left_in_hands"]))
        if isinstance(entry, Played) and body["turn"] is not None and not has_cards:
            return _refuse(GameOver(), "turn")  # a turn after the last
        raise Problem(409, error_text(error), state=state) from error
    except (Conflict, NotLatest) as error:
        state = state_of(game_id)
        raise Problem(409, error_text(error), state=state) from error
    except RulesError as error:
        return _refuse(error, field_of(error, body))
    return followed_of(followed, _bg_stats_url(game_id, finished=followed.record.finished))


class PlaysQuery(TypedDict):
    """The plays that an answer is about: the number of the first, from 0, and how many."""

    first: Annotated[
        int, NumberInQuery(load_default=0, data_key="from", validate=within(0, MOST_ENTRIES))
    ]
    limit: Annotated[int, NumberInQuery(load_default=PLAYS_DEFAULT, validate=within(1, MOST_PLAYS))]


_PLAYS_QUERY = schema_of(PlaysQuery)
_QUERY = {
    "from": (
        whole_number(0, maximum=MOST_ENTRIES) | {"default": 0},
        "The number of the first play of the answer, from 0.",
    ),
    "limit": (
        whole_number(1, maximum=MOST_PLAYS) | {"default": PLAYS_DEFAULT},
        "At most this many plays.",
    ),
}


@blueprint.route(f"{GAME}/analysis")
@blueprint.doc(
    operationId="analyseGame",
    summary="What did each play of a finished game cost?",
    description=_IN_SLICES,
    parameters=query_parameters(_QUERY),
    **KEYED,
)
@errors(blueprint, 401, 404, 409, 422, 501)
@blueprint.response(200, AnalysisSchema)
def analysis(game_id: GameId) -> Values:
    query: PlaysQuery = BodyParser().parse(_PLAYS_QUERY, request, location="query")
    start, end = query["first"], query["first"] + query["limit"]
    game = game_findings.advance(access(), game_id, end)
    found = game.findings[:end]
    done = game.done and len(found) == game.plays
    return analysis_of(game.record, game.before, found, start, done=done)


_ABOUT_THE_EVENT = (
    GameOver,
    NotDealt,
    TooManyCards,
    TooManyCopies,
    NoSuchTop,
    ImpossibleBuild,
    NoBuildsHere,
    OwnerMissing,
    NotInThisGame,
)


def field_of(error: RulesError, body: LogEntryBody) -> str | None:
    """Return the field that an error is about, None where that does not depend on the entry."""
    field = event_field(body)
    if isinstance(error, NoSuchEntry) and body["before"] is not None:
        return "before"
    if isinstance(error, _ABOUT_THE_EVENT) or (field == "turn" and isinstance(error, NoCardLeft)):
        return field
    return field if isinstance(error, NoSuchSeat) and body["seat"] is None else None


def _refuse(error: RulesError, field: str | None) -> Response:
    """Return the problem for an entry that the rules refuse: with the referee's verdict, or with
    the options to choose from."""
    if isinstance(error, IllegalPlay):
        reason = error.verdict.reason.value
        return Problem(422, error_text(error), reason=reason, verdict=error.verdict).response()
    if isinstance(error, SeveralOptions):
        options = capture_options(error.options).outcomes  # other games enter no card alone
        return Problem(422, error_text(error), reason=error.reason, options=options).response()
    return answer_rules(error, field)
