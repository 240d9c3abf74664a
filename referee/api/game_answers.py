"""JSON of a game's state, counted along or followed play by play, and of problems."""

from collections.abc import Sequence
from copy import copy
from functools import singledispatch
from typing import Unpack

from marshmallow import missing
from marshmallow.fields import Field

from ..messages.build_verdicts import build_verdict_text
from ..messages.capture_verdicts import verdict_text
from ..rules.games.casino.followed.disputes import demanded_plays
from ..rules.games.casino.followed.followed_game import BuildGameEngine
from ..rules.games.casino.followed.state import Pile, build_game_state, dead_values, known_position
from ..rules.games.casino.judge.play_rules import duties_of, proves
from ..rules.games.casino.judge.verdict import Reason, Verdict
from ..rules.games.krypkasino.captures import capture_rules
from ..rules.games.krypkasino.followed_game import CaptureGameEngine, capture_state, sweeps_for
from ..rules.games.krypkasino.verdict import CaptureReason, CaptureVerdict
from ..rules.log.record import Record
from ..rules.plays import Irregularity, IrregularityKind
from ..rules.scoring import Sheet, quick_points
from ..rules.seating import DealPlan
from ..rules.sheet_plan import SheetPlan
from ..services.followed_games import FollowedGame, FollowedView
from ..services.stored_game import state_name
from ..shapes import (
    BuildText,
    Cards,
    CardText,
    Code,
    FieldOptions,
    ListOf,
    ObjectOf,
    Ranks,
    Shape,
    Switch,
    Text,
    Values,
    Whole,
)
from .ruling_answers import (
    BuildSchema,
    BuildVerdictSchema,
    DemandSchema,
    OptionSchema,
    VerdictSchema,
    build_verdict_of,
)
from .sheet_answers import (
    EnteredRowSchema,
    GameBegunSchema,
    RowStateSchema,
    SheetSchema,
    dealt,
    sheet_of,
)


class PileSchema(Shape):
    """A pile; games with builds add ``top`` and ``top_among``."""

    cards = Whole()
    markers = Whole()
    points = Whole()
    top = CardText(required=False, allow_none=True)
    top_among = Cards(required=False)


class IrregularitySchema(Shape):
    """Something against the rules that came to light. For ``wrong_hand``, ``difference`` is the
    number of cards that the hand had more than it should, negative if it had fewer."""

    seq = Whole()
    seat = Whole(allow_none=True)
    kind = Code(IrregularityKind)
    card = CardText(allow_none=True)
    missed_at = Whole(allow_none=True)
    build = BuildText(required=False)
    rank = CardText(attribute="lacked", required=False)
    reason = Text(required=False, allow_none=True)
    difference = Whole(required=False)


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
    return {}


@singledispatch
def _values_of_kind_without_cards(
    _engine: object, _record: Record, _markers: Sequence[int]
) -> Values:
    return {}


@singledispatch
def _irregularities(_engine: object, record: Record) -> list[Values]:
    """Return the irregularities, without the values that this kind of game does not have."""
    none = {"build": missing, "lacked": missing, "reason": missing}
    return [
        IrregularitySchema.values(irregularity, **none, **_difference_of(irregularity))
        for irregularity in record.irregularities
    ]


def _difference_of(irregularity: Irregularity) -> Values:
    """Return as missing how many cards a hand had more, where that is not what was irregular."""
    return {} if irregularity.kind is IrregularityKind.WRONG_HAND else {"difference": missing}


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
        "builds": [
            FollowedBuildSchema.values(build, dead=build.value in dead) for build in state.builds
        ],
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
        else [
            FollowedDemandSchema.values(each.demand, turn=each.text)
            for each in demanded_plays(engine, record.events)
        ],
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
def _(_engine: BuildGameEngine, record: Record) -> list[Values]:
    """Return them in the order in which they came to light (L19)."""
    in_order = sorted(record.irregularities, key=lambda each: (each.seq, each.missed_at or 0))
    return [
        IrregularitySchema.values(
            irregularity, **_missing_fields(irregularity), **_difference_of(irregularity)
        )
        for irregularity in in_order
    ]


def _missing_fields(irregularity: Irregularity) -> Values:
    """Return the fields that an irregularity of this kind does not have, as missing."""
    if irregularity.build is not None and irregularity.lacked is not None:
        return {"reason": missing}
    if irregularity.kind in (IrregularityKind.ILLEGAL_TURN, IrregularityKind.DOES_NOT_FIT):
        return {"build": missing, "lacked": missing}
    return {"build": missing, "lacked": missing, "reason": missing}


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
    bg_stats_url = Text(allow_none=True)


def game_of(game: FollowedView, names: Sequence[str], bg_stats_url: str | None) -> Values:
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
        "bg_stats_url": bg_stats_url,
    }


def followed_of(followed: FollowedGame, bg_stats_url: str | None) -> Values:
    """Return the values of a followed game after an entry for :class:`GameStateSchema`."""
    game = followed.game
    more = {"accepted_imbalance": False, "corrected": False, "bg_stats_url": bg_stats_url}
    return {"number": game.number, **record_of(followed.record, game.sheet.players), **more}


def record_of(record: Record, names: Sequence[str]) -> Values:
    """Return the values of a game that its log alone gives."""
    plan = record.rules.seating.deal_plan(record.players)
    state = state_name(record.seq, finished=record.finished)
    scores = _scores(record.rules.sheet, record.score, names)
    return {**_head(record.dealer, state, plan), **state_values(record), **scores}


def _head(dealer: int, state: str, plan: DealPlan) -> Values:
    return {"dealer": dealer, "state": state, "deal_plan": dealt(plan)}


def _scores(plan: SheetPlan, sheet: Sheet | None, names: Sequence[str]) -> Values:
    if sheet is None:
        return {"scores": None, "balanced": None}
    return {"scores": sheet_of(plan, sheet, names), "balanced": sheet.balanced}


def _values_of_counted_game(game: FollowedView) -> Values:
    markers = [row.markers for row in game.sheet.rows]
    hand = 0 if game.finished else game.plan.hand_size(game.deal)
    values = values_without_cards(game.record, game.deal, hand, markers)
    over = {"turn": None} if game.finished else {}
    return values | over | {"last_capturer": game.sheet.last_capturer}


def _verdict_fields() -> dict[str, Field[object]]:
    """Return the fields of both kinds of verdict; those of one kind alone are optional."""
    captures, builds = VerdictSchema().fields, BuildVerdictSchema().fields
    fields = {name: copy(field) for name, field in (captures | builds).items()}
    for name in captures.keys() ^ builds.keys():
        fields[name].required = False
    codes = dict.fromkeys([*CaptureReason, *Reason])
    return fields | {"legal": Switch(), "reason": Code(codes)}


PlayVerdictSchema = Shape.from_dict(_verdict_fields(), name="PlayVerdictSchema")
"""A verdict on a play that is refused, as the referee of its game answers."""


class VerdictOfReferee(ObjectOf):
    """A verdict in the shape that its kind of referee has."""

    def __init__(self, **options: Unpack[FieldOptions]) -> None:
        super().__init__(PlayVerdictSchema, **options)

    def write(self, value: object) -> object:
        return _verdict_json(value)


@singledispatch
def _verdict_json(verdict: object) -> object:
    raise TypeError(f"no verdict: {type(verdict).__name__}")


@_verdict_json.register
def _(verdict: CaptureVerdict) -> object:
    return VerdictSchema.json(VerdictSchema.values(verdict, message=verdict_text(verdict)))


@_verdict_json.register
def _(verdict: Verdict) -> object:
    return BuildVerdictSchema.json(build_verdict_of(verdict, build_verdict_text(verdict)))


class FieldErrorSchema(Shape):
    field = Text()
    message = Text()


class ProblemSchema(Shape):
    """A problem after RFC 9457, with further values that some problems have."""

    type = Text()
    title = Text()
    status = Whole()
    detail = Text()
    errors = ListOf(ObjectOf(FieldErrorSchema), required=False)
    reason = Text(required=False)
    request_id = Text(required=False)
    current = ObjectOf(RowStateSchema, required=False)
    yours = ObjectOf(EnteredRowSchema, required=False)
    verdict = VerdictOfReferee(required=False)
    options = ListOf(ObjectOf(OptionSchema), required=False)
    seats = ListOf(Whole(), required=False)
    state = ObjectOf(GameStateSchema, required=False)
