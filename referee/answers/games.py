"""Games: begun, counted along, or followed play by play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rules.games.krypkasino.capturing import capture_rules
from ..rules.games.krypkasino.following import state_of, sweeps_for
from ..rules.log.record import Record
from ..rules.notation import write_card
from ..rules.ruleset import Ruleset
from ..rules.scoring import Sheet, quick_points
from ..rules.seating import DealPlan
from ..rules.steps import Irregularity
from ..services.games import Begun, GameView
from ..services.live import Followed
from ..services.records import state_name
from .cards import cards_json, ranks_json
from .sheets import sheet_json


def game_begun_json(game: Begun) -> dict[str, Any]:
    """A game that was just begun, with what its dealer needs."""
    return {"number": game.game_id.number} | _head(game.dealer, "open", game.plan)


def game_json(game: GameView, names: Sequence[str]) -> dict[str, Any]:
    """A game as it stands. Of one that nobody follows play by play no card is known."""
    head = {"number": game.number} | _head(game.dealer, game.state, game.plan)
    state = _followed(game.record) if game.record.seq else _counted(game)
    if game.finished:  # on its sheet perhaps, before the last play was entered
        state |= {"turn": None, "sweeps_for": []}
    more = {"accepted_imbalance": game.accepted_imbalance, "corrected": game.corrected}
    return head | state | _scores(game.sheet.rules, game.scores, names) | more


def followed_json(game: Followed, names: Sequence[str]) -> dict[str, Any]:
    """A followed game as its log tells it: the answer to an entry."""
    more = {"accepted_imbalance": False, "corrected": False}
    return {"number": game.number} | record_json(game.record, names, game.teams) | more


def record_json(
    record: Record, names: Sequence[str], teams: tuple[int, ...] | None
) -> dict[str, Any]:
    """What a log alone tells of its game."""
    plan = record.rules.seating.deal_plan(record.players)
    state = state_name(record.seq, finished=record.finished)
    head = _head(record.dealer, state, plan)
    return head | _followed(record) | _scores(record.rules, record.score(teams), names)


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


def _counted(game: GameView) -> dict[str, Any]:
    markers = [row.markers for row in game.sheet.rows]
    hand = 0 if game.finished else game.plan.hand_size(game.deal)
    unseen = _unseen(game.plan, game.deal, hand, markers)
    return unseen | {"last_capturer": game.sheet.last_capturer}


def _unseen(plan: DealPlan, deal: int, hand: int, markers: Sequence[int]) -> dict[str, Any]:
    """A game of which no card is known."""
    return {
        "seq": 0,
        "turn": None,
        "deal": deal,
        "deals": plan.deals,
        "cards_left_in_hands": [hand] * len(markers),
        "table": [],
        "sweeps_for": [],
        "set_aside": [],
        "piles": [{"cards": 0, "markers": number, "points": 0} for number in markers],
        "last_capturer": None,
        "irregularities": [],
    }


def _followed(record: Record) -> dict[str, Any]:
    rules = record.rules
    plan = rules.seating.deal_plan(record.players)
    if record.state is None:  # everything was undone
        unseen = _unseen(plan, 1, plan.hand_size(1), [0] * record.players)
        return unseen | {"seq": record.seq}
    state = state_of(record.state)
    return {
        "seq": record.seq,
        "turn": state.turn,
        "deal": state.deal,
        "deals": plan.deals,
        "cards_left_in_hands": list(state.in_hands),
        "table": cards_json(state.table),
        "sweeps_for": ranks_json(sweeps_for(capture_rules(rules), state)),
        "set_aside": cards_json(state.set_aside),
        "piles": [
            {
                "cards": len(pile.cards),
                "markers": pile.markers,
                "points": quick_points(rules.sheet, rules.sheet.count(pile.cards)),
            }
            for pile in state.piles
        ],
        "last_capturer": state.last_capturer,
        "irregularities": [irregularity_json(found) for found in record.irregularities],
    }


def irregularity_json(found: Irregularity) -> dict[str, Any]:
    """Something that was not as the rules want it."""
    return {
        "seq": found.seq,
        "seat": found.seat,
        "kind": found.kind.value,
        "card": found.card and write_card(found.card),
        "missed_at": found.missed_at,
    }
