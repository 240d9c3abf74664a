"""Types of the data of an exported group, once its schema has read it.

:mod:`referee.services.archive_schema` has the limits of each value.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TypedDict


class RowFields(TypedDict):
    """A row of a sheet."""

    version: object
    markers: int
    card_points: int | None
    kinds: Mapping[str, int] | None


class SweepFields(TypedDict):
    """A counted sweep."""

    key: str
    seat: int
    markers: int
    counted_at: datetime


class EntryFields(TypedDict):
    """An entry of a log, in its notation."""

    key: object
    text: str
    asked: object
    made_at: datetime


class CorrectionFields(TypedDict):
    """A state of a sheet before a correction."""

    corrected_at: datetime
    seat: int | None
    last_capturer: int | None
    markers: int
    card_points: int | None
    kinds: Mapping[str, int] | None
    house: list[str] | None


class GameFields(TypedDict):
    """A game with its sheet and log."""

    game: str
    rules_version: int
    house: list[str]
    deal: int
    last_capturer: int | None
    started_at: datetime
    finished_at: datetime | None
    accepted_imbalance: bool
    rows: list[RowFields]
    sweeps: list[SweepFields]
    corrections: list[CorrectionFields]
    log: list[EntryFields]
    refused: list[str]
    dealer: int | None
    claimed_by: int | None


class SessionFields(TypedDict):
    """A session with its games."""

    game: str
    house: list[str]
    players: list[str]
    teams: list[int] | None
    games_planned: int | None
    target: int | None
    ends_with: int | None
    first_dealer: int
    stake: int | None
    currency: str
    settlement: str
    started_at: datetime
    closed_at: datetime | None
    night: int | None
    set_aside: bool
    games: list[GameFields]


class GroupPresetFields(TypedDict):
    """House rules of a game that the group plays by, under a name."""

    name: str
    game: str
    house_rules: list[str]
    target: int | None


class GroupFields(TypedDict):
    """A whole file: a group with its sessions."""

    format: str
    version: int
    name: str
    blames: bool
    timezone: str | None
    players: list[str]
    presets: list[GroupPresetFields]
    sessions: list[SessionFields]
