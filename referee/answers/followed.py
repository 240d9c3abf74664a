"""How a followed game stands, as its log tells it and each kind of game has it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from ..rules.games.casino.judge.building import duties_of, proves
from ..rules.games.casino.live.following import FollowingBuilds
from ..rules.games.casino.live.insisting import Insisted, insisted
from ..rules.games.casino.live.piles import Pile
from ..rules.games.casino.live.state import dead_values, known_position, state_of
from ..rules.games.krypkasino.capturing import capture_rules
from ..rules.games.krypkasino.following import FollowingCaptures, capture_state, sweeps_for
from ..rules.log.record import Record
from ..rules.notation import write_card, write_rank
from ..rules.scoring import quick_points
from ..rules.sheet import SheetPlan
from ..rules.steps import Irregularity, Kind
from ..rules.table import write_build
from .builds import build_json, demand_json
from .cards import cards_json, ranks_json


def stands_json(record: Record) -> dict[str, Any]:
    """How a game stands: whose turn it is, what lies where, what was irregular. No card is known
    before anything was entered, or once everything was undone."""
    first_hand = record.rules.seating.deal_plan(record.players).hand_size(1)
    found = unseen_json(record, 1, first_hand, [0] * record.players)
    if (state := record.state) is not None:
        found |= {
            "turn": state.turn,
            "deal": state.deal,
            "cards_left_in_hands": list(state.in_hands),
            "table": cards_json(state.table),
            "last_capturer": state.last_capturer,
            **_stands(record.rules.live, record),
        }
    found |= {"seq": record.seq}
    return found | {"irregularities": _irregularities(record.rules.live, record)}


def unseen_json(record: Record, deal: int, hand: int, markers: Sequence[int]) -> dict[str, Any]:
    """A game of which no card is known, only how many are in each ``hand`` of a deal, and each
    seat's ``markers``."""
    plan = record.rules.seating.deal_plan(record.players)
    return {
        "seq": 0,
        "turn": record.opening.turn if record.opening else None,
        "deal": deal,
        "deals": plan.deals,
        "cards_left_in_hands": [hand] * record.players,
        "table": [],
        "sweeps_for": [],
        "set_aside": [],
        "piles": [{"cards": 0, "markers": number, "points": 0} for number in markers],
        "last_capturer": None,
        "irregularities": [],
        **_unseen(record.rules.live, record, markers),
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


@singledispatch
def _stands(_live: object, _record: Record) -> dict[str, Any]:
    """What only this kind of game has, once there is a state."""
    return {}


@singledispatch
def _unseen(_live: object, _record: Record, _markers: Sequence[int]) -> dict[str, Any]:
    """The same, while no card is known."""
    return {}


@singledispatch
def _irregularities(_live: object, record: Record) -> list[dict[str, Any]]:
    return list(map(irregularity_json, record.irregularities))


@_stands.register
def _(live: FollowingCaptures, record: Record) -> dict[str, Any]:
    state = capture_state(record.state)
    return {
        "sweeps_for": ranks_json(sweeps_for(capture_rules(record.rules), state)),
        "set_aside": cards_json(state.set_aside),
        "piles": [
            {
                "cards": len(pile.cards),
                "markers": pile.markers,
                "points": quick_points(live.sheet, live.sheet.count(pile.cards)),
            }
            for pile in state.piles
        ],
    }


@_stands.register
def _(live: FollowingBuilds, record: Record) -> dict[str, Any]:
    state = state_of(record.state)
    rules, over = live.rules, state.turn is None
    dead = dead_values(rules, state)
    duties = (
        () if state.turn is None else duties_of(rules, known_position(rules, state, state.turn))
    )
    return {
        "stock": _stock(live, record, state.stock),
        "builds": [build_json(one) | {"dead": one.value in dead} for one in state.builds],
        "duties": [duty.value for duty in duties],
        "piles": [
            _pile_json(live.sheet, pile, told=rules.OPEN_PILES and not over)
            if own == seat
            else None
            for seat, (pile, own) in enumerate(zip(state.piles, state.pile_seats, strict=True))
        ],
        "proven": [ranks_json(sorted(ranks)) for ranks in state.proven]
        if proves(live.rules, live.seating, record.players)
        else None,
        "demands": list(map(_demand_json, insisted(live, record.steps))),
    }


@_unseen.register
def _(live: FollowingBuilds, record: Record, markers: Sequence[int]) -> dict[str, Any]:
    own = record.rules.pile_of_each(record.players, record.teams)
    proven = proves(live.rules, live.seating, record.players)
    stock = live.seating.deal_plan(record.players).stock
    return {
        "stock": _stock(live, record, stock),
        "builds": [],
        "duties": [],
        "piles": [
            _pile_json(live.sheet, Pile(markers=number), told=False) if own[seat] == seat else None
            for seat, number in enumerate(markers)
        ],
        "proven": [[] for _ in markers] if proven else None,
        "demands": [],
    }


@_irregularities.register
def _(_live: FollowingBuilds, record: Record) -> list[dict[str, Any]]:
    """In the order in which they came to light (L19)."""
    found = sorted(record.irregularities, key=lambda one: (one.seq, one.missed_at or 0))
    return [irregularity_json(one) | _of_builds(one) for one in found]


def _of_builds(found: Irregularity) -> dict[str, Any]:
    if found.build is not None and found.rank is not None:
        return {"build": write_build(found.build), "rank": write_rank(found.rank)}
    if found.kind in (Kind.ILLEGAL_TURN, Kind.DOES_NOT_FIT):
        return {"reason": found.reason and found.reason.value}
    return {}


def _stock(live: FollowingBuilds, record: Record, left: int) -> int | None:
    """The cards that are still to be drawn, where any are."""
    return left if live.seating.deal_plan(record.players).stock else None


def _pile_json(sheet: SheetPlan, pile: Pile, *, told: bool) -> dict[str, Any]:
    """A pile; ``told``: does everybody see its top?"""
    among = pile.top_among if told else ()
    return {
        "cards": len(pile.cards),
        "markers": pile.markers,
        "points": sum(sheet.card_worths[card] for card in pile.cards),
        "top": write_card(among[0]) if len(among) == 1 else None,
        "top_among": cards_json(among) if len(among) > 1 else [],
    }


def _demand_json(found: Insisted) -> dict[str, Any]:
    return demand_json(found.demand) | {"turn": found.text}
