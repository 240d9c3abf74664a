"""Scored games, and score sheets while they are filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..rules.scoring import Row, Sheet
from ..services.sheets import SheetState


def sheet_json(sheet: Sheet, names: Sequence[str | None]) -> dict[str, Any]:
    """A scored game."""
    return {
        "players": [
            {"name": name, **score._asdict(), "total": score.total}
            for name, score in zip(names, sheet.scores, strict=True)
        ],
        "teams": sheet.teams and [team._asdict() for team in sheet.teams],
        "sum": sheet.sum,
        "expected": sheet.expected,
        "balanced": sheet.balanced,
        "kinds": sheet.kinds and {key: kind._asdict() for key, kind in sheet.kinds.items()},
    }


def etag(version: int) -> str:
    """A row's version, as it stands in ``ETag`` and ``If-Match``."""
    return f'"{version}"'


def row_json(version: int | None, row: Row) -> dict[str, Any]:
    """A player's row; without ``version`` it is one that was not entered."""
    answer: dict[str, Any] = {"markers": row.markers}
    if isinstance(row.counted, Mapping):
        answer |= row.counted
    elif row.counted is not None:
        answer["card_points"] = row.counted
    return answer if version is None else answer | {"etag": etag(version)}


def sheet_state_json(state: SheetState, names: Sequence[str]) -> dict[str, Any]:
    """A sheet while it is filled in and afterwards."""
    return {
        "rows": [
            row_json(version, row) if version else None
            for version, row in zip(state.versions, state.rows, strict=True)
        ],
        "last_capturer": state.last_capturer,
        "result": sheet_json(state.check.sheet, names) if state.check.complete else None,
    }
