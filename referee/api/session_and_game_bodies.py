"""Bodies of the calls about groups, sessions, games and sweeps."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from marshmallow import ValidationError, fields

from ..messages.error_texts import error_text
from ..rules.games import RULESETS
from ..rules.session_end import LEAST_TARGET, MOST_GAMES, MOST_TARGET
from ..services.client_keys import SECRET_LENGTH
from ..services.refusals import UnknownZone
from ..time_zones import find_zone
from .body_fields import KEY, WRONG_TYPE, Body, Switch, WholeNumber, check_key, text_field, within


def _check_zone(text: str | None) -> None:
    if text is not None and find_zone(text) is None:
        raise ValidationError(error_text(UnknownZone(text)))


_ZONE = {"description": "An IANA name; the server's time zone without one."}
_SECRET_KEY = {
    "description": KEY["description"]
    + " Where the request makes a group, its answer holds the keys to it. So draw"
    f" {SECRET_LENGTH} characters or more at random, a UUID say: then the whole answer comes again,"
    " for a day. A shorter key might be somebody else's too: sent again with the same content, it"
    " gets the same `id` and `group_id`, but no keys and no addresses that hold them."
}


class IdempotentBody(Body):
    """A body with a key; a request that is sent again with the same key makes nothing twice."""

    key = text_field(load_default=None, allow_none=True, validate=check_key, metadata=KEY)


class SessionSchema(IdempotentBody):
    """A session to be started; players are in seat order."""

    key = text_field(load_default=None, allow_none=True, validate=check_key, metadata=_SECRET_KEY)
    game = text_field(required=True, metadata={"enum": [*RULESETS]})
    players = fields.List(text_field(), required=True, error_messages=WRONG_TYPE)
    teams = fields.List(
        WholeNumber(), load_default=None, allow_none=True, error_messages=WRONG_TYPE
    )
    house = fields.Dict(keys=fields.String(), values=Switch(), error_messages=WRONG_TYPE)
    preset = text_field(
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
    continues = text_field(
        load_default=None,
        allow_none=True,
        metadata={
            "description": "A session of the group whose part this takes up with other people:"
            " `house`, `target` and `first_dealer` follow from it, and it is closed."
        },
    )
    group_id = text_field(load_default=None, allow_none=True)
    group_name = text_field(load_default=None, allow_none=True)
    timezone = text_field(load_default=None, allow_none=True, validate=_check_zone, metadata=_ZONE)


class SessionBody(TypedDict):
    """The fields of :class:`SessionSchema`, as they were read."""

    key: str | None
    game: str
    players: list[str]
    teams: list[int] | None
    house: NotRequired[dict[str, bool]]
    preset: str | None
    games_planned: int | None
    target: int | None
    first_dealer: NotRequired[int]
    continues: str | None
    group_id: str | None
    group_name: str | None
    timezone: str | None


class GroupChangeSchema(Body):
    """Changes of a group; fields that are left out stay."""

    timezone = text_field(allow_none=True, validate=_check_zone, metadata=_ZONE)


class GroupChangeBody(TypedDict):
    """The fields of :class:`GroupChangeSchema`, as they were read."""

    timezone: NotRequired[str | None]


class SessionChangeSchema(Body):
    """Changes of a session; fields that are left out stay. ``house`` and the length hold from the
    next game on, and for the earlier games that ``score_again`` names by number."""

    set_aside = Switch()
    house = fields.Dict(keys=fields.String(), values=Switch(), error_messages=WRONG_TYPE)
    games_planned = WholeNumber(validate=within(1, MOST_GAMES))
    target = WholeNumber(validate=within(LEAST_TARGET, MOST_TARGET))
    score_again = fields.List(WholeNumber(), error_messages=WRONG_TYPE)


class SessionChangeBody(TypedDict, total=False):
    """The fields of :class:`SessionChangeSchema`, as they were read."""

    set_aside: bool
    house: dict[str, bool]
    games_planned: int
    target: int
    score_again: list[int]


class BeginSchema(IdempotentBody):
    """A game to be begun, with ``force`` even if somebody has won the session."""

    force = Switch(load_default=False)


class BeginBody(TypedDict):
    """The fields of :class:`BeginSchema`, as they were read."""

    key: str | None
    force: bool


class CloseSchema(Body):
    """A game to be finished. ``accept_imbalance``: even if the sheet does not add up.
    ``claimed_by``: the seat whose claim to have reached the target ends it."""

    last_capturer = WholeNumber(load_default=None, allow_none=True)
    accept_imbalance = Switch(load_default=False)
    claimed_by = WholeNumber(load_default=None, allow_none=True)


class CloseBody(TypedDict):
    """The fields of :class:`CloseSchema`, as they were read."""

    last_capturer: int | None
    accept_imbalance: bool
    claimed_by: int | None


class SweepSchema(Body):
    """A sweep to be counted."""

    seat = WholeNumber(required=True)
    double = Switch(load_default=False)
    key = text_field(required=True, validate=check_key)


class SweepBody(TypedDict):
    """The fields of :class:`SweepSchema`, as they were read."""

    seat: int
    double: bool
    key: str
