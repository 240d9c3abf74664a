"""Scored games, and score sheets while they are filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..messages import claim_taken_back_text
from ..rules.scoring import Score, Sheet, TeamScore
from ..rules.sheet import Row, SheetPlan
from ..services.sheets import SheetState


def sheet_json(plan: SheetPlan, sheet: Sheet, names: Sequence[str | None]) -> dict[str, Any]:
    """A scored game. Where piles are counted as one, a team has the items and its players none."""
    alone = sheet.teams is None
    return {
        "players": [
            {"name": name} | (_side_json(one, own=alone) if plan.by_side else _player_json(one))
            for name, one in zip(names, sheet.scores, strict=True)
        ],
        "teams": sheet.teams and [_team_json(plan, team) for team in sheet.teams],
        "sum": sheet.sum,
        "expected": sheet.expected,
        "balanced": sheet.balanced,
        "kinds": sheet.kinds and {key: kind._asdict() for key, kind in sheet.kinds.items()},
    }


def _player_json(one: Score) -> dict[str, Any]:
    return {**(one.items or {}), "total": one.total}


def _side_json(one: Score, *, own: bool) -> dict[str, Any]:
    items = one.items and dict(one.items)
    return {"items": items, "total": one.total} if own else {"items": None, "total": None}


def _team_json(plan: SheetPlan, team: TeamScore) -> dict[str, Any]:
    items = {"items": team.items and dict(team.items)} if plan.by_side else {}
    return {"team": team.team, "players": list(team.players), **items, "total": team.total}


def etag(version: int) -> str:
    """A row's version, as it stands in ``ETag`` and ``If-Match``."""
    return f'"{version}"'


def row_json(plan: SheetPlan, version: int | None, row: Row) -> dict[str, Any]:
    """A player's row; without ``version`` it is one that was not entered."""
    answer: dict[str, Any] = {plan.markers: row.markers} if plan.markers else {}
    if isinstance(row.counted, Mapping):
        apart = [field.key for field in plan.apart if row.counted.get(field.key)]
        answer |= {key: n for key, n in row.counted.items() if key not in apart}
        answer |= {"which_aces": apart} if apart else {}
    elif row.counted is not None:
        answer[plan.quick.key] = row.counted
    return answer if version is None else answer | {"etag": etag(version)}


def sheet_state_json(state: SheetState, names: Sequence[str]) -> dict[str, Any]:
    """A sheet while it is filled in and afterwards; who claimed the target where somebody may."""
    claims = {
        "claimed_by": state.claimed_by,
        "claim_taken_back": claim_taken_back_text() if state.claim_taken_back else None,
    }
    return {
        "rows": [
            row_json(state.rules.sheet, version, row) if version else None
            for version, row in zip(state.versions, state.rows, strict=True)
        ],
        "last_capturer": state.last_capturer,
        **(claims if state.rules.claims_out else {}),
        "result": sheet_json(state.rules.sheet, state.check.sheet, names)
        if state.check.complete
        else None,
    }
