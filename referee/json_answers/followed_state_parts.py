"""JSON of a followed game's state, of what all games have and of what each kind of game adds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from marshmallow import missing

from ..json_schema_base import Code, Shape, Switch, Text, Whole, With
from ..rules.card_notation import write_rank
from ..rules.games.casino.followed.demands_on_last_play import demanded_plays
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.followed.game_state import build_game_state, dead_values
from ..rules.games.casino.followed.pile_with_known_order import Pile
from ..rules.games.casino.followed.position_before_play import known_position
from ..rules.games.casino.judge.play_rules_base import duties_of, proves
from ..rules.games.krypkasino.card_values_and_points_type import capture_rules
from ..rules.games.krypkasino.followed_game import CaptureGameEngine, capture_state, sweeps_for
from ..rules.irregularities import Irregularity, IrregularityKind
from ..rules.log.record import Record
from ..rules.scoring import quick_points
from ..rules.sheet_plan import SheetPlan
from .build_rulings import BuildSchema, DemandSchema
from .notation_fields import BuildText, Cards, CardText, NotationText

Values = dict[str, object]
"""The values of an object, by name."""


class PileSchema(Shape):
    """A pile; games with builds add ``top`` and ``top_among``."""

    cards = Whole()
    markers = Whole()
    points = Whole()
    top = CardText(required=False, allow_none=True)
    top_among = Cards(required=False)


class IrregularitySchema(Shape):
    """Something against the rules that came to light."""

    seq = Whole()
    seat = Whole(allow_none=True)
    kind = Code(IrregularityKind)
    card = CardText(allow_none=True)
    missed_at = Whole(allow_none=True)
    build = BuildText(required=False)
    rank = NotationText(write_rank, required=False)
    reason = Text(required=False, allow_none=True)


class FollowedBuildSchema(BuildSchema):
    dead = Switch()


class FollowedDemandSchema(DemandSchema):
    turn = Text()


def state_values(record: Record, *, over: bool = False) -> Values:
    """Return the state of a followed game: the seat to play, the table, the piles, irregularities.
    No card is known before the first entry, or once every entry was undone. ``over``: the score is
    known, perhaps before the last play was entered."""
    first_hand = record.rules.seating.deal_plan(record.players).hand_size(1)
    values = values_without_cards(record, 1, first_hand, [0] * record.players)
    if (state := record.state) is not None:
        values |= {
            "turn": state.turn,
            "deal": state.deal,
            "cards_left_in_hands": state.in_hands,
            "table": state.table,
            "last_capturer": state.last_capturer,
            **_values_of_kind(record.rules.engine, record, over=over),
        }
    values |= {"seq": record.seq} | ({"turn": None} if over else {})
    return values | {"irregularities": _irregularities(record.rules.engine, record)}


def values_without_cards(record: Record, deal: int, hand: int, markers: Sequence[int]) -> Values:
    """Return the state of a game of which no card is known, only the number of cards in each
    ``hand`` and each seat's ``markers``."""
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
        **_values_of_kind_without_cards(record.rules.engine, record, markers),
    }


@singledispatch
def _values_of_kind(_engine: object, _record: Record, *, over: bool) -> Values:  # noqa: ARG001
    """Return the values that only this kind of game has, once there is a state."""
    return {}


@singledispatch
def _values_of_kind_without_cards(
    _engine: object, _record: Record, _markers: Sequence[int]
) -> Values:
    """Return the values that only this kind of game has, while no card is known."""
    return {}


@singledispatch
def _irregularities(_engine: object, record: Record) -> list[With]:
    """Return the irregularities, without the values that this kind of game does not have."""
    none = {"build": missing, "rank": missing, "reason": missing}
    return [With(irregularity, **none) for irregularity in record.irregularities]


@_values_of_kind.register
def _(engine: CaptureGameEngine, record: Record, *, over: bool) -> Values:
    state = capture_state(record.state)
    return {
        "sweeps_for": () if over else sweeps_for(capture_rules(record.rules), state),
        "set_aside": state.set_aside,
        "piles": [
            {
                "cards": len(pile.cards),
                "markers": pile.markers,
                "points": quick_points(engine.sheet, engine.sheet.count(pile.cards)),
            }
            for pile in state.piles
        ],
    }


@_values_of_kind.register
def _(engine: BuildGameEngine, record: Record, *, over: bool) -> Values:
    state = build_game_state(record.state)
    rules, turn = engine.rules, None if over else state.turn
    dead = dead_values(rules, state)
    piles = zip(state.piles, state.pile_seats, strict=True)
    open_ = rules.open_piles and turn is not None
    return {
        "stock": _stock(engine, record, state.stock),
        "builds": [With(build, dead=build.value in dead) for build in state.builds],
        "duties": () if turn is None else duties_of(rules, known_position(rules, state, turn)),
        "piles": [
            _pile(engine.sheet, pile, open_=open_) if own == seat else None
            for seat, (pile, own) in enumerate(piles)
        ],
        "proven": [sorted(ranks) for ranks in state.proven]
        if proves(engine.rules, engine.seating, record.players)
        else None,
        "demands": []
        if over
        else [With(each.demand, turn=each.text) for each in demanded_plays(engine, record.events)],
    }


@_values_of_kind_without_cards.register
def _(engine: BuildGameEngine, record: Record, markers: Sequence[int]) -> Values:
    own = record.rules.pile_of_each(record.players, record.teams)
    proven = proves(engine.rules, engine.seating, record.players)
    stock = engine.seating.deal_plan(record.players).stock
    return {
        "stock": _stock(engine, record, stock),
        "builds": [],
        "duties": [],
        "piles": [
            _pile(engine.sheet, Pile(markers=number), open_=False) if own[seat] == seat else None
            for seat, number in enumerate(markers)
        ],
        "proven": [[] for _ in markers] if proven else None,
        "demands": [],
    }


@_irregularities.register
def _(_engine: BuildGameEngine, record: Record) -> list[With]:
    """Return them in the order in which they came to light (L19)."""
    in_order = sorted(record.irregularities, key=lambda each: (each.seq, each.missed_at or 0))
    return [With(irregularity, **_missing_fields(irregularity)) for irregularity in in_order]


def _missing_fields(irregularity: Irregularity) -> Values:
    """Return the fields that an irregularity of this kind does not have, as missing."""
    if irregularity.build is not None and irregularity.rank is not None:
        return {"reason": missing}
    if irregularity.kind in (IrregularityKind.ILLEGAL_TURN, IrregularityKind.DOES_NOT_FIT):
        return {"build": missing, "rank": missing}
    return {"build": missing, "rank": missing, "reason": missing}


def _stock(engine: BuildGameEngine, record: Record, number: int) -> int | None:
    """Return a number of cards in the stock, None for games without one."""
    return number if engine.seating.deal_plan(record.players).stock else None


def _pile(sheet: SheetPlan, pile: Pile, *, open_: bool) -> Values:
    """Return the values of a pile; with ``open_`` those of its top, which everybody sees."""
    among = pile.top_among if open_ else ()
    return {
        "cards": len(pile.cards),
        "markers": pile.markers,
        "points": sum(sheet.card_worths[card] for card in pile.cards),
        "top": among[0] if len(among) == 1 else None,
        "top_among": among if len(among) > 1 else [],
    }
