"""JSON of a score sheet: as it is entered, scored, and of the game that it belongs to."""

from collections.abc import Mapping, Sequence
from functools import partial

from marshmallow import Schema, missing

from ..messages.sheet_balance import claim_taken_back_text
from ..rules.games import items_of_players, row_limits
from ..rules.scoring import Score, Sheet, TeamScore
from ..rules.seating import NOT_DEALT, DealPlan
from ..rules.sheet_plan import RowCounts, SheetPlan
from ..services.game_changes import BegunGame
from ..services.sheets import SheetState
from ..shapes import Code, ListOf, MapOf, ObjectOf, Shape, Switch, Text, Values, Whole

StateCode = partial(Code, ["open", "playing", "finished"])


class DealPlanSchema(Shape):
    first_hand = ListOf(Whole())
    table = ListOf(Whole())
    later_hands = ListOf(Whole())
    deals = Whole()


class GameBegunSchema(Shape):
    """A game that was just begun, with what its dealer needs."""

    number = Whole()
    dealer = Whole()
    state = StateCode()
    deal_plan = ObjectOf(DealPlanSchema, allow_none=True)


def dealt(plan: DealPlan) -> DealPlan | None:
    """Return a deal plan, None where the rules do not deal to so many players."""
    return None if plan is NOT_DEALT else plan


def game_begun_of(game: BegunGame) -> Values:
    """Return a game that was just begun in the shape of :class:`GameBegunSchema`."""
    return {
        "number": game.game_id.number,
        "dealer": game.dealer,
        "state": "open",
        "deal_plan": dealt(game.plan),
    }


PlayerScoreSchema = Shape.from_dict(
    {
        "name": Text(allow_none=True),
        **{key: Whole(required=False) for key in items_of_players()},
        "items": MapOf(Whole(), required=False, allow_none=True),
        "adjustment": Whole(required=False),
        "total": Whole(allow_none=True),
    },
    name="PlayerScoreSchema",
)
"""The points of each item stand beside the total where players score for themselves, and in
``items`` where piles are counted by side; null for those whose team has them."""


def _adjustment_of(score: Score | TeamScore) -> object:
    """Return the points that the table agreed on; a score without any does not say so."""
    return score.adjustment or missing


class TeamScoreSchema(Shape):
    team = Whole()
    players = ListOf(Whole())
    items = MapOf(Whole(), required=False, allow_none=True)
    adjustment = Whole(required=False).read_by(_adjustment_of)
    total = Whole()


class KindCheckSchema(Shape):
    found = Whole()
    expected = Whole()


class SheetSchema(Shape):
    """A scored game. Where piles are counted as one, a team has the items and its players none."""

    players = ListOf(ObjectOf(PlayerScoreSchema))
    teams = ListOf(ObjectOf(TeamScoreSchema), allow_none=True)
    sum = Whole()
    expected = Whole(allow_none=True)
    balanced = Switch()
    kinds = MapOf(ObjectOf(KindCheckSchema), allow_none=True)


def sheet_of(plan: SheetPlan, sheet: Sheet, names: Sequence[str | None]) -> Values:
    """Return a scored game in the shape of :class:`SheetSchema`."""
    alone = sheet.teams is None

    def values(score: Score) -> dict[str, object]:
        if plan.by_side and not alone:
            return {"items": None, "total": None}
        items = {"items": score.items} if plan.by_side else score.items or {}
        return {**items, "adjustment": _adjustment_of(score), "total": score.total}

    scores = zip(names, sheet.scores, strict=True)
    players = [{"name": name, **values(score)} for name, score in scores]
    if plan.by_side or sheet.teams is None:
        return SheetSchema.values(sheet, players=players)
    teams = [TeamScoreSchema.values(team, items=missing) for team in sheet.teams]
    return SheetSchema.values(sheet, players=players, teams=teams)


def _row_shape(name: str, **more: Text) -> type[Schema]:
    fields = {
        **{key: Whole(required=False) for key in row_limits()},
        "which_aces": ListOf(Text(), required=False),
        "adjustment": Whole(required=False),
        "adjustment_reason": Text(required=False),
    }
    return Shape.from_dict({**fields, **more}, name=name)


EnteredRowSchema = _row_shape("EnteredRowSchema")
RowStateSchema = _row_shape("RowStateSchema", etag=Text())
"""A player's row: face-up cards, and the quick number or the counts of the game's sheet, none while
only sweeps were counted."""


def row_of(plan: SheetPlan, version: int | None, row: RowCounts) -> dict[str, object]:
    """Return the values of a player's row; a row without ``version`` was not entered and has no
    etag."""
    values: dict[str, object] = {plan.markers: row.markers} if plan.markers else {}
    if isinstance(row.counted, Mapping):
        apart = [field.key for field in plan.apart if row.counted.get(field.key)]
        values |= {key: n for key, n in row.counted.items() if key not in apart}
        values |= {"which_aces": apart} if apart else {}
    elif row.counted is not None:
        values[plan.quick.key] = row.counted
    points, reason = row.adjustment
    values |= {"adjustment": points} if points else {}
    values |= {"adjustment_reason": reason} if reason else {}
    return values if version is None else values | {"etag": etag(version)}


def etag(version: int) -> str:
    """Return the version of a row as text for ``ETag`` and ``If-Match``."""
    return f'"{version}"'


class SheetStateSchema(Shape):
    """A score sheet; with who claimed the target in games where that can be claimed."""

    rows = ListOf(ObjectOf(RowStateSchema, allow_none=True))
    last_capturer = Whole(allow_none=True)
    claimed_by = Whole(required=False, allow_none=True)
    claim_taken_back = Text(required=False, allow_none=True)
    result = ObjectOf(SheetSchema, allow_none=True)


def sheet_state_of(state: SheetState) -> Values:
    """Return a score sheet in the shape of :class:`SheetStateSchema`."""
    plan, checked = state.rules.sheet, state.check
    claims = {} if state.rules.claims_out else {"claimed_by": missing, "claim_taken_back": missing}
    taken_back = claim_taken_back_text() if state.claim_taken_back else None
    rows = zip(state.versions, state.rows, strict=True)
    return SheetStateSchema.values(
        state,
        rows=[row_of(plan, version, row) if version else None for version, row in rows],
        result=sheet_of(plan, checked.sheet, state.players) if checked.complete else None,
        **({"claim_taken_back": taken_back} | claims),
    )


class CountedSweepSchema(Shape):
    key = Text()
    seat = Whole()
    double = Switch()
