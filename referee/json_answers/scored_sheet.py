"""JSON of a scored game: the points of players and teams, and whether they balance."""

from __future__ import annotations

from collections.abc import Sequence

from marshmallow import missing

from ..json_schema_base import ListOf, MapOf, ObjectOf, Shape, Switch, Text, Whole, With
from ..rules.games import items_of_players
from ..rules.scoring import Score, Sheet
from ..rules.sheet_plan import SheetPlan

PlayerScoreSchema = Shape.from_dict(
    {
        "name": Text(allow_none=True),
        **{key: Whole(required=False) for key in items_of_players()},
        "items": MapOf(Whole(), required=False, allow_none=True),
        "total": Whole(allow_none=True),
    },
    name="PlayerScoreSchema",
)
"""The points of each item stand beside the total where players score for themselves, and in
``items`` where piles are counted by side; null for those whose team has them."""


class TeamScoreSchema(Shape):
    team = Whole()
    players = ListOf(Whole())
    items = MapOf(Whole(), required=False, allow_none=True)
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


def sheet_of(plan: SheetPlan, sheet: Sheet, names: Sequence[str | None]) -> With:
    """Return a scored game in the shape of :class:`SheetSchema`."""
    alone = sheet.teams is None

    def values(score: Score) -> dict[str, object]:
        if not plan.by_side:
            return {**(score.items or {}), "total": score.total}
        return score._asdict() if alone else dict.fromkeys(score._fields)

    scores = zip(names, sheet.scores, strict=True)
    players = [{"name": name, **values(score)} for name, score in scores]
    if plan.by_side or sheet.teams is None:
        return With(sheet, players=players)
    return With(sheet, players=players, teams=[With(team, items=missing) for team in sheet.teams])
