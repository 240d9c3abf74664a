"""JSON of a game's state, whether it is counted along or followed play by play."""

from __future__ import annotations

from collections.abc import Sequence

from ..json_schema_base import ListOf, ObjectOf, Switch, Text, Whole
from ..rules.deal_plan import DealPlan
from ..rules.log.record import Record
from ..rules.scoring import Sheet
from ..rules.sheet_plan import SheetPlan
from ..services.followed_games import FollowedGame
from ..services.game_views import FollowedView
from ..services.replayed_logs import state_name
from .begun_game import GameBegunSchema
from .followed_state_parts import (
    FollowedBuildSchema,
    FollowedDemandSchema,
    IrregularitySchema,
    PileSchema,
    Values,
    state_values,
    values_without_cards,
)
from .notation_fields import Cards, Ranks
from .scored_sheet import SheetSchema, sheet_of


class GameStateSchema(GameBegunSchema):
    """The state of a game; values that only some games have are left out of others."""

    seq = Whole()
    turn = Whole(allow_none=True)
    deal = Whole()
    deals = Whole()
    cards_left_in_hands = ListOf(Whole())
    table = Cards()
    sweeps_for = Ranks()
    set_aside = Cards()
    piles = ListOf(ObjectOf(PileSchema, allow_none=True))
    last_capturer = Whole(allow_none=True)
    irregularities = ListOf(ObjectOf(IrregularitySchema))
    stock = Whole(required=False, allow_none=True)
    builds = ListOf(ObjectOf(FollowedBuildSchema), required=False)
    duties = ListOf(Text(), required=False)
    proven = ListOf(Ranks(), required=False, allow_none=True)
    demands = ListOf(ObjectOf(FollowedDemandSchema), required=False)
    scores = ObjectOf(SheetSchema, allow_none=True)
    balanced = Switch(allow_none=True)
    accepted_imbalance = Switch()
    corrected = Switch()


def game_of(game: FollowedView, names: Sequence[str]) -> Values:
    """Return the values of a game for :class:`GameStateSchema`."""
    state = (
        state_values(game.record, over=game.finished)
        if game.record.seq
        else _values_of_counted_game(game)
    )
    return {
        "number": game.number,
        **_head(game.dealer, game.state, game.plan),
        **state,
        **_scores(game.sheet.rules.sheet, game.scores, names),
        "accepted_imbalance": game.accepted_imbalance,
        "corrected": game.corrected,
    }


def followed_of(followed: FollowedGame) -> Values:
    """Return the values of a followed game after an entry for :class:`GameStateSchema`."""
    game, more = followed.game, {"accepted_imbalance": False, "corrected": False}
    return {"number": game.number, **record_of(followed.record, game.sheet.players), **more}


def record_of(record: Record, names: Sequence[str]) -> Values:
    """Return the values of a game that its log alone gives."""
    plan = record.rules.seating.deal_plan(record.players)
    state = state_name(record.seq, finished=record.finished)
    scores = _scores(record.rules.sheet, record.score, names)
    return {**_head(record.dealer, state, plan), **state_values(record), **scores}


def _head(dealer: int, state: str, plan: DealPlan) -> Values:
    return {"dealer": dealer, "state": state, "deal_plan": plan}


def _scores(plan: SheetPlan, sheet: Sheet | None, names: Sequence[str]) -> Values:
    if sheet is None:
        return {"scores": None, "balanced": None}
    return {"scores": sheet_of(plan, sheet, names), "balanced": sheet.balanced}


def _values_of_counted_game(game: FollowedView) -> Values:
    """Return the state of a game that is not followed: no card is known."""
    markers = [row.markers for row in game.sheet.rows]
    hand = 0 if game.finished else game.plan.hand_size(game.deal)
    values = values_without_cards(game.record, game.deal, hand, markers)
    over = {"turn": None} if game.finished else {}
    return values | over | {"last_capturer": game.sheet.last_capturer}
