"""The shapes of rulings of games with builds, for the OpenAPI document."""

from __future__ import annotations

from marshmallow import Schema, fields
from marshmallow.validate import OneOf

from ..rules.games import refereed_by
from ..rules.games.casino.judge.building import BuildRules
from ..rules.games.casino.judge.reasons import Reason
from .schemas import cards, game, ranks, whole


def text(*, allow_none: bool = False) -> fields.String:
    return fields.String(required=True, allow_none=allow_none)


def texts() -> fields.List[str]:
    return fields.List(fields.String(metadata={"example": "3S+5H=8@0"}), required=True)


def reason() -> fields.String:
    return fields.String(required=True, validate=OneOf([reason.value for reason in Reason]))


def legal() -> fields.Boolean:
    return fields.Boolean(required=True, allow_none=True)


class BuildSchema(Schema):
    value = whole()
    groups = fields.List(cards(), required=True)
    multiple = fields.Boolean(required=True)
    keeper = whole(allow_none=True)
    text = text()


class BuildHandSchema(Schema):
    card = text()
    takes = whole()
    forms = whole()
    lay = fields.Boolean(required=True)


class TopSchema(Schema):
    seat = whole()
    top = text(allow_none=True)


class LiesSchema(Schema):
    table = cards()
    builds = texts()
    piles = fields.List(fields.Nested(TopSchema), required=True, allow_none=True)


class DemandSchema(Schema):
    kind = fields.String(required=True, validate=OneOf(["complete_take", "complete_build"]))
    of = text(allow_none=True)
    captured = cards()
    builds = texts()


class TakeSchema(Schema):
    turn = text()
    captured = cards()
    builds = texts()
    groups = fields.List(cards(), required=True)
    value = whole(allow_none=True)
    holds = ranks()
    after = fields.Nested(LiesSchema, required=True)
    sweep = fields.Boolean(required=True)
    points = whole()
    points_most = whole()


class FormSchema(Schema):
    turn = text()
    build = text()
    kind = fields.String(required=True, validate=OneOf(["new", "raise", "augment"]))
    of = text(allow_none=True)
    value = whole()
    holds = ranks()


class LaySchema(Schema):
    legal = legal()
    reason = reason()
    holds = ranks()


class BuildPlaySchema(Schema):
    card = text()
    takes = fields.List(fields.Nested(TakeSchema), required=True)
    takes_complete = fields.Boolean(required=True)
    forms = fields.List(fields.Nested(FormSchema), required=True)
    forms_complete = fields.Boolean(required=True)
    lay = fields.Nested(LaySchema, required=True)


class WaySchema(Schema):
    turn = text()
    kind = fields.String(required=True, validate=OneOf(["take", "new", "raise", "augment"]))
    value = whole(allow_none=True)
    legal = legal()
    reason = reason()
    holds = ranks()


class BuildVerdictSchema(Schema):
    legal = legal()
    reason = reason()
    holds = ranks()
    step = whole(allow_none=True)
    cards = cards()
    build = text(allow_none=True)
    value = whole(allow_none=True)
    demands = fields.List(fields.Nested(DemandSchema), required=True)
    message = text()
    rule = text(allow_none=True)


class BuildRulingSchema(Schema):
    game = game(refereed_by(BuildRules))
    players = whole()
    table = cards()
    builds = fields.List(fields.Nested(BuildSchema), required=True)
    duties = texts()
    hand = fields.List(fields.Nested(BuildHandSchema), required=True, allow_none=True)
    play = fields.Nested(BuildPlaySchema, required=True, allow_none=True)
    with_ = fields.List(fields.Nested(WaySchema), required=True, allow_none=True, data_key="with")
    verdict = fields.Nested(BuildVerdictSchema, required=True, allow_none=True)
    after = fields.Nested(LiesSchema, required=True, allow_none=True)
