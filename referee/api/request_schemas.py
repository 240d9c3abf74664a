"""Shapes of the bodies and headers that calls about sessions take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from marshmallow import ValidationError, fields

from ..languages import gettext, lazy_gettext
from ..messages import error_text
from ..rules.cards import Cards
from ..rules.error_bases import RulesError, Unreadable
from ..rules.events import Dealt, Event, Played, TopRevealed
from ..rules.games import RULESETS
from ..rules.log.entries import Entry, Insert, Replace, Undo, read_shows, read_suited, settled_play
from ..rules.plays import CardOnly, read_settled_play
from ..rules.session_end import LEAST_TARGET, MOST_GAMES, MOST_TARGET
from ..rules.table_and_builds import Top
from ..services.names import SECRET_LENGTH, is_client_key
from ..services.refusals import UnknownZone
from ..services.sheet_entry_and_closing import ANY_VERSION
from ..time_zones import find_zone
from .json_body import WRONG_TYPE, Body, Switch, WholeNumber, within
from .problems import FieldError, Problem, wrong_fields

_T = TypeVar("_T")


def _check_key(text: str | None) -> None:
    if text is not None and not is_client_key(text):
        raise ValidationError(gettext("A key is 1 to 64 characters that can be shown."))


def _text(**options: Any) -> fields.String:
    return fields.String(error_messages=WRONG_TYPE, **options)


def _cards() -> fields.List[str]:
    return fields.List(_text(), load_default=None, allow_none=True, error_messages=WRONG_TYPE)


def _check_zone(text: str | None) -> None:
    if text is not None and find_zone(text) is None:
        raise ValidationError(error_text(UnknownZone(text)))


_ZONE = {"description": "An IANA name; the server's time zone without one."}
_KEY = {"description": "A text of your own, best a random one: sent again, it makes nothing twice."}


_SECRET_KEY = {
    "description": _KEY["description"]
    + " Where the request makes a group, its answer holds the keys to it. So draw"
    f" {SECRET_LENGTH} characters or more at random, a UUID say: then the whole answer comes again,"
    " for a day. A shorter key might be somebody else's too: sent again with the same content, it"
    " gets the same `id` and `group_id`, but no keys and no addresses that hold them."
}


class IdempotentBody(Body):
    """A body with a key; a request that is sent again with the same key makes nothing twice."""

    key = _text(load_default=None, allow_none=True, validate=_check_key, metadata=_KEY)


class SessionSchema(IdempotentBody):
    """A session to be started; players are in seat order."""

    key = _text(load_default=None, allow_none=True, validate=_check_key, metadata=_SECRET_KEY)
    game = _text(required=True, metadata={"enum": [*RULESETS]})
    players = fields.List(_text(), required=True, error_messages=WRONG_TYPE)
    teams = fields.List(
        WholeNumber(), load_default=None, allow_none=True, error_messages=WRONG_TYPE
    )
    house = fields.Dict(keys=fields.String(), values=Switch(), error_messages=WRONG_TYPE)
    preset = _text(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "Its switches are on, and its target holds; `house` and `target` beside"
            " it change single ones."
        },
    )
    games_planned = WholeNumber(load_default=None, allow_none=True, validate=within(1, MOST_GAMES))
    target = WholeNumber(
        load_default=None, allow_none=True, validate=within(LEAST_TARGET, MOST_TARGET)
    )
    first_dealer = WholeNumber(
        metadata={"description": "Seat 0, or in a part the one whose turn it is."}
    )
    continues = _text(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "A session of the group whose part this takes up with other people:"
            " `house`, `target` and `first_dealer` follow from it, and it is closed."
        },
    )
    group_id = _text(load_default=None, allow_none=True)
    group_name = _text(load_default=None, allow_none=True)
    timezone = _text(load_default=None, allow_none=True, validate=_check_zone, metadata=_ZONE)


class GroupChangeSchema(Body):
    """Changes of a group; fields that are left out stay."""

    timezone = _text(allow_none=True, validate=_check_zone, metadata=_ZONE)


class SessionChangeSchema(Body):
    """Changes of a session; fields that are left out stay. ``house`` and the length hold from the
    next game on, and for the earlier games that ``score_again`` names by number."""

    set_aside = Switch()
    house = fields.Dict(keys=fields.String(), values=Switch(), error_messages=WRONG_TYPE)
    games_planned = WholeNumber(validate=within(1, MOST_GAMES))
    target = WholeNumber(validate=within(LEAST_TARGET, MOST_TARGET))
    score_again = fields.List(WholeNumber(), error_messages=WRONG_TYPE)


class BeginSchema(IdempotentBody):
    """A game to be begun, with ``force`` even if somebody has won the session."""

    force = Switch(load_default=False)


class CloseSchema(Body):
    """A game to be finished. ``accept_imbalance``: even if the sheet does not add up.
    ``claimed_by``: the seat whose claim to have reached the target ends it."""

    last_capturer = WholeNumber(load_default=None, allow_none=True)
    accept_imbalance = Switch(load_default=False)
    claimed_by = WholeNumber(load_default=None, allow_none=True)


class SweepSchema(Body):
    """A sweep to be counted."""

    seat = WholeNumber(required=True)
    double = Switch(load_default=False)
    key = _text(required=True, validate=_check_key)


class EntrySchema(Body):
    """An entry of a followed game: ``table``, ``card`` or ``turn``, ``top``, ``undo``, ``replace``
    with one of the others, ``before`` with a card or a turn, or ``table_is``."""

    key = _text(required=True, validate=_check_key, metadata=_KEY)
    after = WholeNumber(required=True)
    table = _cards()
    card = _text(load_default=None, allow_none=True)
    captured = _cards()
    turn = _text(
        load_default=None,
        allow_none=True,
        metadata={"description": "The whole turn of one seat, where cards are built up."},
    )
    top = _text(load_default=None, allow_none=True)
    pile = WholeNumber(load_default=None, allow_none=True)
    seat = WholeNumber(load_default=None, allow_none=True)
    as_played = Switch(load_default=False)
    undo = WholeNumber(load_default=None, allow_none=True)
    replace = WholeNumber(load_default=None, allow_none=True)
    before = WholeNumber(
        load_default=None,
        allow_none=True,
        metadata={"description": "The card was forgotten: it was played before this entry."},
    )
    table_is = _cards()


def read_entry(body: dict[str, Any]) -> Entry:
    """Return the entry in a body. 400 for a card that cannot be read, 422 for a card without its
    suit, and for a body with no entry or several."""
    if body["undo"] is not None:
        _refuse_others(body, "undo")
        return Undo(body["undo"])
    field = event_field(body)
    if not field:
        raise wrong_fields(422, [FieldError("", str(_ONE_THING))])
    event = _read_event(field, body)
    if body["before"] is not None:
        if body["replace"] is not None or not isinstance(event, Played):
            raise wrong_fields(422, [FieldError("before", str(_ONE_THING))])
        return Insert(body["before"], event)
    return event if body["replace"] is None else Replace(body["replace"], event)


def event_field(body: dict[str, Any]) -> str:
    """Return the name of the field that holds the event, "" where none or several do."""
    names = [name for name in _EVENT_FIELDS if body[name] is not None]
    return names[0] if len(names) == 1 else ""


def _read_event(name: str, body: dict[str, Any]) -> Event:
    """Return the event in a field of a body."""
    text = body[name]
    match name:
        case "table":
            if any("=" in card for card in text):
                raise wrong_fields(422, [FieldError("table", gettext("No build is dealt."))])
            return Dealt(_read_cards("table", text))
        case "table_is":
            return _read("table_is", lambda: read_shows(" ".join(text)))
        case "top":
            return TopRevealed(Top(_read("top", lambda: read_suited(text.strip())), _pile_of(body)))
        case "turn":
            if body["seat"] is not None and not body["as_played"]:
                detail = gettext(
                    "Say whose turn it was only of what the table let stand: as_played."
                )
                raise wrong_fields(422, [FieldError("seat", detail)])
            play = _read("turn", lambda: settled_play(read_settled_play(text)))
            return Played(play, body["seat"], as_played=body["as_played"])
    (card,) = _read_cards("card", [body["card"]])
    captured = None if body["captured"] is None else _read_cards("captured", body["captured"])
    card_only = CardOnly(card, None if captured is None else tuple(sorted(captured)))
    return Played(card_only, body["seat"], as_played=body["as_played"])


def _refuse_others(body: dict[str, Any], name: str) -> None:
    """Raise a problem if the body has other entries than that of a field."""
    others = (*_EVENT_FIELDS, "undo", "replace", "before")
    if any(body[other] is not None for other in others if other != name):
        raise wrong_fields(422, [FieldError(name, str(_ONE_THING))])


_EVENT_FIELDS = ("table", "card", "turn", "top", "table_is")
"""The fields that say what happened; an entry has one of them."""

_ONE_THING = lazy_gettext(
    "An entry says one thing: table, card, turn, top, undo, replace with one of these, before with "
    "a card or a turn, or table_is."
)


def _pile_of(body: dict[str, Any]) -> int:
    """Return the seat of the pile in a body; 422 without one."""
    if body["pile"] is None:
        raise wrong_fields(422, [FieldError("top", gettext("Say whose pile it is: pile."))])
    pile: int = body["pile"]
    return pile


def _read_cards(field: str, texts: list[str]) -> Cards:
    return _read(field, lambda: tuple(read_suited(text.strip()) for text in texts))


def _read(field: str, read: Callable[[], _T]) -> _T:
    try:
        return read()
    except RulesError as error:
        status = 400 if isinstance(error, Unreadable) else 422
        raise wrong_fields(status, [FieldError(field, error_text(error))]) from error


def read_version(if_match: str | None) -> int:
    """Return the version of a row in an ``If-Match`` header; 428 without one, -1 for one that no
    row has ever had."""
    if if_match is None or not if_match.strip():
        raise Problem(428, gettext("Say which version of the row this replaces: If-Match."))
    text = if_match.strip().removeprefix("W/").strip('"')
    if text == "*":
        return ANY_VERSION
    return int(text) if text.isdecimal() and len(text) <= 9 else -1
