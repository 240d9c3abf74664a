"""The shapes of games that are followed play by play."""

from __future__ import annotations

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from ..rules.games.casino.judge.reasons import Reason
from ..rules.games.krypkasino.verdict import CaptureReason
from ..rules.steps import Kind
from .build_schemas import BuildSchema, DemandSchema
from .schemas import GameBegunSchema, SheetSchema, cards, ranks, whole


class PileSchema(Schema):
    """``top`` and ``top_among`` where cards are built up."""

    cards = whole()
    markers = whole()
    points = whole()
    top = fields.String(allow_none=True)
    top_among = fields.List(fields.String())


class PlayVerdictSchema(Schema):
    """On a play that is refused, as the referee of its game answers: ``missed``, ``missing`` and
    ``unless`` where cards are captured, the others from ``holds`` on where they are built up."""

    legal = fields.Boolean(required=True)
    reason = fields.String(
        required=True,
        validate=OneOf(list(dict.fromkeys(one.value for one in (*CaptureReason, *Reason)))),
    )
    message = fields.String(required=True)
    rule = fields.String(required=True, allow_none=True)
    missed = fields.List(fields.String())
    missing = fields.List(fields.List(fields.String()))
    unless = fields.List(fields.String())
    holds = fields.List(fields.String())
    step = fields.Integer(allow_none=True)
    cards = fields.List(fields.String())
    build = fields.String(allow_none=True)
    value = fields.Integer(allow_none=True)
    demands = fields.List(fields.Nested(DemandSchema))


class IrregularitySchema(Schema):
    seq = whole()
    seat = whole(allow_none=True)
    kind = fields.String(required=True, validate=OneOf([kind.value for kind in Kind]))
    card = fields.String(required=True, allow_none=True)
    missed_at = whole(allow_none=True)
    build = fields.String()
    rank = fields.String()
    reason = fields.String(allow_none=True)


class FollowedBuildSchema(BuildSchema):
    dead = fields.Boolean(required=True)


class FollowedDemandSchema(DemandSchema):
    turn = fields.String(required=True)


class GameStateSchema(GameBegunSchema):
    seq = whole()
    turn = whole(allow_none=True)
    deal = whole()
    deals = whole()
    cards_left_in_hands = fields.List(fields.Integer(), required=True)
    table = cards()
    sweeps_for = ranks()
    set_aside = cards()
    stock = fields.Integer(allow_none=True)
    builds = fields.List(fields.Nested(FollowedBuildSchema))
    duties = fields.List(fields.String())
    piles = fields.List(fields.Nested(PileSchema, allow_none=True), required=True)
    proven = fields.List(ranks(), allow_none=True)
    demands = fields.List(fields.Nested(FollowedDemandSchema))
    last_capturer = whole(allow_none=True)
    irregularities = fields.List(fields.Nested(IrregularitySchema), required=True)
    scores = fields.Nested(SheetSchema, required=True, allow_none=True)
    balanced = fields.Boolean(required=True, allow_none=True)
    accepted_imbalance = fields.Boolean(required=True)
    corrected = fields.Boolean(required=True)
