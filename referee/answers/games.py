"""Games: begun, counted along, or followed play by play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..rules.log.record import Record
from ..rules.ruleset import Ruleset
from ..rules.scoring import Sheet
from ..rules.seating import DealPlan
from ..services.games import Begun, FollowedView
from ..services.live import Followed
from ..services.records import state_name
from .followed import stands_json, unseen_json
from .sheets import sheet_json


def game_begun_json(game: Begun) -> dict[str, Any]:
    """A game that was just begun, with what its dealer needs."""
    return {"number": game.game_id.number} | _head(game.dealer, "open", game.plan)


def game_json(game: FollowedView, names: Sequence[str]) -> dict[str, Any]:
    """A game as it stands. Of one that nobody follows play by play no card is known."""
    head = {"number": game.number} | _head(game.dealer, game.state, game.plan)
    state = stands_json(game.record) if game.record.seq else _counted(game)
    if game.finished:  # on its sheet perhaps, before the last play was entered
        state |= {"turn": None}
        state |= {name: [] for name in ("sweeps_for", "duties", "demands") if name in state}
        state |= {"piles": [pile and pile | _without_top(pile) for pile in state["piles"]]}
    more = {"accepted_imbalance": game.accepted_imbalance, "corrected": game.corrected}
    return head | state | _scores(game.sheet.rules, game.scores, names) | more


def followed_json(followed: Followed) -> dict[str, Any]:
    """Return the answer to an entry: the game as its log told it then."""
    game, more = followed.game, {"accepted_imbalance": False, "corrected": False}
    return {"number": game.number} | record_json(followed.record, game.sheet.players) | more


def record_json(record: Record, names: Sequence[str]) -> dict[str, Any]:
    """What a log alone tells of its game."""
    plan = record.rules.seating.deal_plan(record.players)
    state = state_name(record.seq, finished=record.finished)
    head = _head(record.dealer, state, plan)
    return head | stands_json(record) | _scores(record.rules, record.score, names)


def _head(dealer: int, state: str, plan: DealPlan) -> dict[str, Any]:
    deal_plan = {
        "first_hand": list(plan.first_hand),
        "table": list(plan.table),
        "later_hands": list(plan.later_hands),
        "deals": plan.deals,
    }
    return {"dealer": dealer, "state": state, "deal_plan": deal_plan}


def _scores(rules: Ruleset, sheet: Sheet | None, names: Sequence[str]) -> dict[str, Any]:
    return {
        "scores": sheet and sheet_json(rules.sheet, sheet, names),
        "balanced": sheet and sheet.balanced,
    }


def _without_top(pile: Mapping[str, Any]) -> dict[str, Any]:
    """Of a finished game nobody asks what lies on top."""
    nothing: dict[str, Any] = {"top": None, "top_among": []}
    return {name: none for name, none in nothing.items() if name in pile}


def _counted(game: FollowedView) -> dict[str, Any]:
    markers = [row.markers for row in game.sheet.rows]
    hand = 0 if game.finished else game.plan.hand_size(game.deal)
    unseen = unseen_json(game.record, game.deal, hand, markers)
    return unseen | {"last_capturer": game.sheet.last_capturer}
