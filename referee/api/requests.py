"""The bodies and headers that calls about sessions take."""

from __future__ import annotations

from marshmallow import ValidationError, fields
from marshmallow.validate import Range

from ..languages import gettext, lazy_gettext
from ..services.names import is_client_key
from ..services.sheets import ANY_VERSION
from .body import WRONG_TYPE, Body, Switch, WholeNumber
from .problems import Problem

MOST_GAMES = 1000


def _check_key(text: str | None) -> None:
    if text is not None and not is_client_key(text):
        raise ValidationError(gettext("A key is 1 to 64 characters that can be shown."))


def _text(**options: object) -> fields.String:
    return fields.String(error_messages=WRONG_TYPE, **options)  # type: ignore[arg-type]  # options are marshmallow's


_KEY = {"description": "A text of your own, best a random one: sent again, it makes nothing twice."}


class Keyed(Body):
    """A request that may be sent again without making anything twice."""

    key = _text(load_default=None, allow_none=True, validate=_check_key, metadata=_KEY)


class SessionSchema(Keyed):
    """A session to be started, players in seat order."""

    game = _text(required=True)
    players = fields.List(_text(), required=True, error_messages=WRONG_TYPE)
    teams = fields.List(
        WholeNumber(), load_default=None, allow_none=True, error_messages=WRONG_TYPE
    )
    house = fields.Dict(
        keys=fields.String(), values=Switch(), load_default=dict, error_messages=WRONG_TYPE
    )
    games_planned = WholeNumber(
        load_default=None,
        allow_none=True,
        validate=Range(
            1, MOST_GAMES, error=lazy_gettext("This number must be from {min} to {max}.")
        ),
    )
    first_dealer = WholeNumber(load_default=0)
    group_id = _text(load_default=None, allow_none=True)
    group_name = _text(load_default=None, allow_none=True)


class BeginSchema(Keyed):
    """Nothing is needed to begin a game."""


class CloseSchema(Body):
    """``accept_imbalance``: close it although it does not add up."""

    last_capturer = WholeNumber(load_default=None, allow_none=True)
    accept_imbalance = Switch(load_default=False)


class SweepSchema(Body):
    """A sweep that somebody took."""

    seat = WholeNumber(required=True)
    double = Switch(load_default=False)
    key = _text(required=True, validate=_check_key)


def read_version(if_match: str | None) -> int:
    """The version of a row that an ``If-Match`` names. 428 without one; one that no row ever had
    is stale."""
    if if_match is None or not if_match.strip():
        raise Problem(428, gettext("Say which version of the row this replaces: If-Match."))
    text = if_match.strip().removeprefix("W/").strip('"')
    if text == "*":
        return ANY_VERSION
    return int(text) if text.isdecimal() and len(text) <= 9 else -1
