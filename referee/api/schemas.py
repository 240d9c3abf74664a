"""The shapes of answers, for the OpenAPI document. Tests hold every answer against them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from ..photo import LETTERS
from ..rules.games import RULESETS, items_of_players, refereed_by, row_limits
from ..rules.games.krypkasino.capturing import CaptureRules
from ..rules.games.krypkasino.ruling import Sweep
from ..rules.games.krypkasino.verdict import CaptureReason
from ..rules.standings import SETTLEMENTS


def cards() -> fields.List[str]:
    return fields.List(fields.String(metadata={"example": "8S"}), required=True)


def ranks() -> fields.List[str]:
    return fields.List(fields.String(metadata={"example": "Q"}), required=True)


def whole(*, allow_none: bool = False) -> fields.Integer:
    return fields.Integer(required=True, allow_none=allow_none)


def sweep() -> fields.String:
    return fields.String(required=True, validate=OneOf([sweep.value for sweep in Sweep]))


def game(keys: Iterable[str] = RULESETS) -> fields.String:
    return fields.String(required=True, validate=OneOf([*keys]))


class HandPlaySchema(Schema):
    card = fields.String(required=True)
    sweep = sweep()
    options_total = whole(allow_none=True)
    points_least = whole()


class HandSchema(Schema):
    must_play = cards()
    plays = fields.List(fields.Nested(HandPlaySchema), required=True)


class OptionSchema(Schema):
    captured = cards()
    groups = fields.List(cards(), required=True)
    left = cards()
    set_aside = cards()
    sweep = sweep()
    points = whole()
    points_most = whole()
    sets_up = ranks()


class PlaySchema(Schema):
    card = fields.String(required=True)
    value = whole()
    creeps = fields.Boolean(required=True)
    options_total = whole(allow_none=True)
    options_complete = fields.Boolean(required=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)


class VerdictSchema(Schema):
    """``legal`` is null where that depends on the hand, which nobody showed: then it was right
    unless a card of a rank in ``unless`` was in it."""

    legal = fields.Boolean(required=True, allow_none=True)
    reason = fields.String(required=True, validate=OneOf([one.value for one in CaptureReason]))
    message = fields.String(required=True)
    rule = fields.String(required=True, allow_none=True)
    missed = cards()
    missing = fields.List(cards(), required=True)
    unless = ranks()


class RulingSchema(Schema):
    game = game(refereed_by(CaptureRules))
    table = cards()
    set_aside = cards()
    sweeps_for = ranks()
    hand = fields.Nested(HandSchema, required=True, allow_none=True)
    play = fields.Nested(PlaySchema, required=True, allow_none=True)
    verdict = fields.Nested(VerdictSchema, required=True, allow_none=True)


def items() -> fields.Dict:
    return fields.Dict(keys=fields.String(), values=fields.Integer(), allow_none=True)


PlayerScoreSchema = Schema.from_dict(
    {
        "name": fields.String(required=True, allow_none=True),
        **{key: fields.Integer() for key in items_of_players()},
        "items": items(),
        "total": whole(allow_none=True),
    },
    name="PlayerScoreSchema",
)
"""The points of each item stand beside the total where players score for themselves, and in
``items`` where piles are counted by side; null for those whose team has them."""


class TeamScoreSchema(Schema):
    team = whole()
    players = fields.List(fields.Integer(), required=True)
    items = items()
    total = whole()


class KindCheckSchema(Schema):
    found = whole()
    expected = whole()


class SheetSchema(Schema):
    players = fields.List(fields.Nested(PlayerScoreSchema), required=True)
    teams = fields.List(fields.Nested(TeamScoreSchema), required=True, allow_none=True)
    sum = whole()
    expected = whole(allow_none=True)
    balanced = fields.Boolean(required=True)
    kinds = fields.Dict(
        keys=fields.String(), values=fields.Nested(KindCheckSchema), required=True, allow_none=True
    )


class _StoredRowFields(Schema):
    etag = fields.String(required=True)


def _with_counts(name: str, base: type[Schema]) -> type[Schema]:
    counts: dict[str, fields.Field[Any]] = {key: fields.Integer() for key in row_limits()}
    return type(name, (base,), counts | {"which_aces": fields.List(fields.String())})


EnteredRowSchema = _with_counts("EnteredRowSchema", Schema)
RowStateSchema = _with_counts("RowStateSchema", _StoredRowFields)
"""A player's row: face-up cards, and the quick number or the counts of the game's sheet, none while
only sweeps were counted."""


class SheetStateSchema(Schema):
    rows = fields.List(fields.Nested(RowStateSchema, allow_none=True), required=True)
    last_capturer = whole(allow_none=True)
    claimed_by = fields.Integer(allow_none=True)
    claim_taken_back = fields.String(allow_none=True)
    result = fields.Nested(SheetSchema, required=True, allow_none=True)


class CountedSweepSchema(Schema):
    key = fields.String(required=True)
    seat = whole()
    double = fields.Boolean(required=True)


class DealPlanSchema(Schema):
    first_hand = fields.List(fields.Integer(), required=True)
    table = fields.List(fields.Integer(), required=True)
    later_hands = fields.List(fields.Integer(), required=True)
    deals = whole()


def state() -> fields.String:
    return fields.String(required=True, validate=OneOf(["open", "playing", "finished"]))


class GameBegunSchema(Schema):
    number = whole()
    dealer = whole()
    state = state()
    deal_plan = fields.Nested(DealPlanSchema, required=True)


class SessionStartedSchema(Schema):
    id = fields.String(required=True)
    group_id = fields.String(required=True)
    edit_key = fields.String()
    view_key = fields.String()
    edit_url = fields.String()
    view_url = fields.String()


class GameScoreSchema(Schema):
    number = whole()
    dealer = whole()
    state = state()
    scores = fields.List(fields.Integer(), required=True, allow_none=True)
    balanced = fields.Boolean(required=True, allow_none=True)
    accepted_imbalance = fields.Boolean(required=True)


class StandingSchema(Schema):
    side = whole()
    name = fields.String(required=True)
    total = whole()
    place = whole()


PaymentSchema = Schema.from_dict(
    {"from": whole(), "to": whole(), "points": whole()}, name="PaymentSchema"
)


class SettlementSchema(Schema):
    pairwise = fields.List(fields.Nested(PaymentSchema), required=True)
    to_winner = fields.List(fields.Nested(PaymentSchema), required=True)
    fewest = fields.List(fields.Nested(PaymentSchema), required=True)


def time() -> fields.String:
    return fields.String(required=True, metadata={"format": "date-time"})


def day() -> fields.String:
    return fields.String(required=True, metadata={"format": "date"})


class SessionStateSchema(Schema):
    id = fields.String(required=True)
    group_id = fields.String(required=True)
    game = game()
    players = fields.List(fields.String(), required=True)
    teams = fields.List(fields.Integer(), required=True, allow_none=True)
    house = fields.Dict(keys=fields.String(), values=fields.Boolean(), required=True)
    games_planned = whole(allow_none=True)
    target = whole(allow_none=True)
    direction = fields.String(required=True, validate=OneOf(["high", "low"]))
    over = fields.Boolean(required=True)
    winners = fields.List(fields.Integer(), required=True)
    closed = fields.Boolean(required=True)
    started_at = time()
    date = day()
    games = fields.List(fields.Nested(GameScoreSchema), required=True)
    standings = fields.List(fields.Nested(StandingSchema), required=True)
    next_dealer = whole()
    settlement = fields.Nested(SettlementSchema, required=True)
    settlement_chosen = fields.String(required=True, validate=OneOf(list(SETTLEMENTS)))


class SessionSummarySchema(Schema):
    id = fields.String(required=True)
    game = game()
    started_at = time()
    date = day()
    players = fields.List(fields.String(), required=True)
    games_played = whole()
    games_planned = whole(allow_none=True)
    closed = fields.Boolean(required=True)
    leaders = fields.List(fields.String(), required=True)


class FaredSchema(Schema):
    sessions = whole()
    sessions_won = whole()
    games = whole()
    points = whole()
    sweeps_taken = whole()
    sweeps_set_up = whole()


class PersonSchema(FaredSchema):
    """``by_game`` is there where a group has played several games, by the key of the game."""

    name = fields.String(required=True)
    by_game = fields.Dict(keys=fields.String(), values=fields.Nested(FaredSchema))


class GroupSchema(Schema):
    id = fields.String(required=True)
    name = fields.String(required=True)
    timezone = fields.String(required=True, allow_none=True)
    sessions = fields.List(fields.Nested(SessionSummarySchema), required=True)
    players = fields.List(fields.Nested(PersonSchema), required=True)


class FieldErrorSchema(Schema):
    field = fields.String(required=True)
    message = fields.String(required=True)


class ProblemSchema(Schema):
    """RFC 9457."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = whole()
    detail = fields.String(required=True)
    errors = fields.List(fields.Nested(FieldErrorSchema))
    reason = fields.String()
    current = fields.Nested(RowStateSchema)
    yours = fields.Nested(EnteredRowSchema)
    verdict = fields.Nested("PlayVerdictSchema")
    options = fields.List(fields.Nested(OptionSchema))
    seats = fields.List(fields.Integer())
    state = fields.Nested("GameStateSchema")


class PhotoAlternativeSchema(Schema):
    card = fields.String(required=True)
    sure = fields.Float(required=True)


def _points() -> fields.List[Any]:
    return fields.List(fields.List(fields.Integer()), required=True)


class PhotoCardSchema(PhotoAlternativeSchema):
    """A card that was seen. ``x`` and ``y`` are its middle, ``corners`` the middles of its indices
    and ``outline`` its four corners, in pixels of the photo turned upright."""

    alternatives = fields.List(fields.Nested(PhotoAlternativeSchema), required=True)
    x = whole()
    y = whole()
    corners = _points()
    outline = _points()


class PhotoSchema(Schema):
    """The cards in a photo. ``unsure``: how many have ``sure`` below 0.7. ``doubtful``: places
    where something like an index is that is no card of the packs. ``builds``: cards that lie over
    each other, by their number in ``cards``."""

    cards = fields.List(fields.Nested(PhotoCardSchema), required=True)
    unsure = whole()
    letters = fields.String(required=True, validate=OneOf(LETTERS))
    width = whole()
    height = whole()
    doubtful = whole()
    builds = fields.List(fields.List(fields.Integer()), required=True)
