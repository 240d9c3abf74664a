"""Database tables. Times are in UTC; a ``version`` grows with every change to its row's content."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NotRequired, TypedDict

from sqlalchemy import JSON, DateTime, ForeignKey, String, Text, UniqueConstraint, false
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, registry, relationship
from sqlalchemy.schema import MetaData
from sqlalchemy.types import TypeDecorator

ID_LENGTH = 16
KEY_LENGTH = 64
HASH_LENGTH = 64
WAY_LENGTH = 20
ZONE_LENGTH = 64
USUAL_SETTLEMENT = "pairwise"


class Time(TypeDecorator[datetime]):
    """A moment in UTC. SQLite does not store the time zone, so it is set again."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def now() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)


def new_token() -> str:
    """Return a random text that no other game has."""
    return secrets.token_hex(ID_LENGTH // 2)


class Base(DeclarativeBase):
    """The base class of all tables."""

    registry = registry(
        # Names for constraints, so that migrations can change them on every database.
        metadata=MetaData(
            naming_convention={
                "ix": "ix_%(column_0_label)s",
                "uq": "uq_%(table_name)s_%(column_0_name)s",
                "ck": "ck_%(table_name)s_%(constraint_name)s",
                "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
                "pk": "pk_%(table_name)s",
            }
        ),
        type_annotation_map={
            datetime: Time,
            list[str]: JSON,
            list[int]: JSON,
            dict[str, int]: JSON,
            list[float]: JSON,
        },
    )


class Group(Base):
    """The people who share a link. Only hashes of its keys are stored.

    ``blames``: pages of missed plays name people. ``timezone`` is an IANA name; None stands for the
    server's zone.
    """

    __tablename__ = "groups"

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(default=now)
    edit_hash: Mapped[str] = mapped_column(String(HASH_LENGTH), unique=True)
    view_hash: Mapped[str] = mapped_column(String(HASH_LENGTH), unique=True)
    version: Mapped[int] = mapped_column(default=1)
    blames: Mapped[bool] = mapped_column(default=False, server_default=false())
    timezone: Mapped[str | None] = mapped_column(String(ZONE_LENGTH))


class GroupPreset(Base):
    """House rules of a game that a group plays by, under a name.

    ``target`` is None where the game's own by these rules holds.
    """

    __tablename__ = "group_presets"
    __table_args__ = (UniqueConstraint("group_id", "game", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[str] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(Text)
    house: Mapped[list[str]]
    target: Mapped[int | None]


class Player(Base):
    """A person of a group."""

    __tablename__ = "players"
    __table_args__ = (UniqueConstraint("group_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[str] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(Text)


class GameSession(Base):
    """A session: an agreed number of games, or games to a ``target`` with ``games_planned`` 0.

    ``teams`` has the team of each seat. ``ends_with`` is the game with which a session to a target
    ends in any case; later games do not count. ``stake`` is the money for a point, in hundredths of
    the currency; ``settlement`` names a way of the rules. ``last_row_version`` is the highest
    version that a row of its games ever had, discarded ones included. ``night`` is shared by
    sessions that were played one after the other with different people. A session that is
    ``set_aside`` counts nowhere.
    """

    __tablename__ = "game_sessions"

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    group_id: Mapped[str] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
    game: Mapped[str] = mapped_column(String(40))
    house: Mapped[list[str]]
    teams: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    games_planned: Mapped[int]
    target: Mapped[int | None]
    ends_with: Mapped[int | None]
    first_dealer: Mapped[int]
    stake: Mapped[int | None]
    currency: Mapped[str] = mapped_column(Text, default="")
    settlement: Mapped[str] = mapped_column(
        String(WAY_LENGTH), default=USUAL_SETTLEMENT, server_default=USUAL_SETTLEMENT
    )
    started_at: Mapped[datetime] = mapped_column(default=now)
    closed_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(default=1)
    last_row_version: Mapped[int] = mapped_column(default=0, server_default="0")
    night: Mapped[str | None] = mapped_column(String(ID_LENGTH))
    set_aside: Mapped[bool] = mapped_column(default=False, server_default=false())

    seats: Mapped[list[Seat]] = relationship(
        order_by="Seat.seat", cascade="all", passive_deletes=True
    )


class Seat(Base):
    """The player of a seat of a session."""

    __tablename__ = "seats"

    session_id: Mapped[str] = mapped_column(
        ForeignKey("game_sessions.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)

    player: Mapped[Player] = relationship(lazy="joined")


class Figures(TypedDict):
    """Statistics from the log of a followed game: by seat, ``taken`` by owner and taker, ``points``
    by score item. :mod:`referee.services.sheets` counts them."""

    built: Sequence[int]
    taken: Sequence[Sequence[int]]
    bluffs: int
    points: Mapping[str, Sequence[int]]


class Game(Base):
    """A game, stored with its rules, so that old games keep their scores.

    ``deal`` is the one being played, from 1. ``seq`` is the number of entries in the log.
    ``balanced`` is None until the game is finished; ``accepted_imbalance``: its sheet was closed
    although it did not balance. ``claimed_by`` is the seat that ended it by claiming the target.
    ``figures`` are statistics from the log. ``missed`` is the number of missed plays, so that games
    without any need not be replayed; None in games of earlier versions. ``refused`` are plays that
    the referee refused, each after the number of entries at that time: ``12 8H x 8S``. ``token``
    differs from that of a discarded game with the same number; it is empty in games of earlier
    versions.
    """

    __tablename__ = "games"
    __table_args__ = (UniqueConstraint("session_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    session_id: Mapped[str] = mapped_column(ForeignKey("game_sessions.id", ondelete="CASCADE"))
    number: Mapped[int]
    game: Mapped[str] = mapped_column(String(40))
    rules_version: Mapped[int]
    house: Mapped[list[str]]
    dealer: Mapped[int]
    deal: Mapped[int] = mapped_column(default=1)
    seq: Mapped[int] = mapped_column(default=0, server_default="0")
    last_capturer: Mapped[int | None]
    started_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]
    balanced: Mapped[bool | None]
    accepted_imbalance: Mapped[bool] = mapped_column(default=False)
    claimed_by: Mapped[int | None]
    figures: Mapped[Figures | None] = mapped_column(JSON(none_as_null=True))
    missed: Mapped[int | None]
    refused: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    token: Mapped[str] = mapped_column(String(ID_LENGTH), default=new_token, server_default="")

    rows: Mapped[list[SheetRow]] = relationship(
        order_by="SheetRow.seat", cascade="all", passive_deletes=True
    )

    @property
    def finished(self) -> bool:
        return self.finished_at is not None


class SheetRow(Base):
    """A player's row of a sheet: face-up cards, and counting cards as points or by field.

    ``version`` is 0 until something is entered. ``total`` is the score once the game is finished.
    ``cards`` are those of a pile that photos have shown, in the notation. ``adjustment`` are points
    that the table agreed on, for this reason.
    """

    __tablename__ = "sheet_rows"

    game_id: Mapped[int] = mapped_column(
        ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column(default=0)
    markers: Mapped[int] = mapped_column(default=0)
    card_points: Mapped[int | None]
    kinds: Mapped[dict[str, int] | None] = mapped_column(JSON(none_as_null=True))
    total: Mapped[int | None]
    cards: Mapped[str | None] = mapped_column(Text)
    adjustment: Mapped[int] = mapped_column(default=0, server_default="0")
    adjustment_reason: Mapped[str] = mapped_column(Text, default="", server_default="")


class LogEntry(Base):
    """An entry of a log, in the notation of logs; it never changes.

    ``text`` is the entry as it was accepted, ``asked`` as it was requested, with choices left open.
    """

    __tablename__ = "log_entries"
    __table_args__ = (UniqueConstraint("game_id", "key"),)

    game_id: Mapped[int] = mapped_column(
        ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    seq: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(KEY_LENGTH))
    text: Mapped[str] = mapped_column(Text)
    asked: Mapped[str] = mapped_column(Text)
    made_at: Mapped[datetime] = mapped_column(default=now)


class FindingFields(TypedDict):
    """A play of a game with what its analysis found. ``play`` and ``best`` are in the notation;
    ``loss`` is followed by its interval. ``why`` says that a play is not judged, and then ``best``,
    ``loss`` and ``deals`` are not there."""

    seq: int
    seat: int
    play: str
    expected: Sequence[float]
    margins: Sequence[float]
    best: NotRequired[str]
    loss: NotRequired[Sequence[float]]
    deals: NotRequired[int]
    why: NotRequired[str]


class GameFindings(Base):
    """The findings of the analysis of a followed game, as far as it has come.

    They hold for the log with this ``digest``, and for a ``version`` of the analysis. ``expected``
    has the points of each seat as foreseen before the first play, ``plays`` is in the order of the
    game. :mod:`referee.services.game_findings` writes them.
    """

    __tablename__ = "game_findings"

    game_id: Mapped[int] = mapped_column(
        ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    )
    digest: Mapped[str] = mapped_column(String(HASH_LENGTH))
    version: Mapped[int]
    expected: Mapped[list[float]]
    plays: Mapped[list[FindingFields]] = mapped_column(JSON)


class CountedSweep(Base):
    """A tap on the sweep counter. If it was taken back it stays, so that its key stays used."""

    __tablename__ = "counted_sweeps"
    __table_args__ = (UniqueConstraint("game_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    key: Mapped[str] = mapped_column(String(KEY_LENGTH))
    seat: Mapped[int]
    markers: Mapped[int]
    counted_at: Mapped[datetime] = mapped_column(default=now)
    taken_back: Mapped[bool] = mapped_column(default=False)


class Correction(Base):
    """The state of a finished game before a correction.

    It is the row of a ``seat``; where ``seat`` is None it is the ``house`` rules that it was scored
    by, or else the last capturer.
    """

    __tablename__ = "corrections"
    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), index=True)
    corrected_at: Mapped[datetime] = mapped_column(default=now)
    seat: Mapped[int | None]
    markers: Mapped[int] = mapped_column(default=0)
    card_points: Mapped[int | None]
    kinds: Mapped[dict[str, int] | None] = mapped_column(JSON(none_as_null=True))
    last_capturer: Mapped[int | None]
    house: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    adjustment: Mapped[int] = mapped_column(default=0, server_default="0")
    adjustment_reason: Mapped[str] = mapped_column(Text, default="", server_default="")


class Receipt(Base):
    """The answer to a request with a client's key, so that a repeated request changes nothing.

    ``scope`` is a group or session, or empty where the request made the group.
    """

    __tablename__ = "receipts"

    scope: Mapped[str] = mapped_column(String(ID_LENGTH * 2), primary_key=True)
    key_hash: Mapped[str] = mapped_column(String(HASH_LENGTH), primary_key=True)
    group_id: Mapped[str] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
    content_hash: Mapped[str] = mapped_column(String(HASH_LENGTH))
    answer: Mapped[dict[str, Any]] = mapped_column(JSON)
    made_at: Mapped[datetime] = mapped_column(default=now)
