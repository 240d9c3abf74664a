"""Followed games as text: to be sent, archived and imported."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from ..rules.games import ruleset
from ..rules.log.entry_notation import write_entry
from ..rules.log.game_as_text import Transcript, read_transcript, write_transcript
from ..rules.session_end import FirstToTarget
from ..store import queries
from ..store.database import db
from ..store.models import Game, GameSession, LogEntry, now
from ..store.write_transaction import writing
from ..time_zones import local
from .archive_schema import EARLIEST, LATEST
from .begin_and_discard_game import add_game
from .damaged_data import raises_damaged
from .followed_games import follow_log
from .group_keys import Access, new_edit_key
from .group_session_game_lookup import find_game
from .groups_already_on_phone import refuse_followed
from .ids import GameId
from .import_lock_and_time_limit import reading_in
from .names import clean_names, group_name
from .refusals import Cause, Invalid, NotAccessible
from .replayed_logs import record_of
from .sessions import SessionPlan, StartedSession, add_group, add_session
from .stored_seats import names_of


@raises_damaged
def export_game(access: Access, game_id: GameId) -> str:
    """Return a followed game as text. Raises :class:`~referee.services.refusals.NotAccessible`."""
    session, game = find_game(access, game_id)
    if not game.seq:
        raise NotAccessible
    zone = queries.timezone(access.group_id)
    times = [
        local(entry.made_at, zone).isoformat(timespec="seconds") for entry in queries.log(game.id)
    ]
    record = record_of(session, game)
    return write_transcript(Transcript(names_of(session), record, tuple(times)))


def import_game(
    text: str, timezone: str | None = None, phone_groups: Collection[str] = ()
) -> StartedSession:
    """Return a new session of one game from its text, in a new group with this ``timezone``.

    Raises :class:`~referee.services.refusals.GroupAlreadyOnPhone` if one of the ``phone_groups``
    has the game, :class:`~referee.services.refusals.Invalid`, and what
    :func:`~referee.rules.log.game_as_text.read_transcript`, starting a session and
    :func:`~referee.services.import_lock_and_time_limit.reading_in` raise.
    """
    with reading_in() as check_time:
        transcript = read_transcript(text, ruleset, check_time)
        texts = [write_entry(entry) for entry in transcript.record.entries]
        refuse_followed(phone_groups, texts, _time(transcript.remarks[0]) if texts else now())
        return _add(transcript, timezone)


def _add(transcript: Transcript, timezone: str | None) -> StartedSession:
    """Store the session of a transcript in a new group."""
    record = transcript.record
    if not record.seq:
        raise Invalid(Cause.NOTHING_FOLLOWED, field="file")
    plan = SessionPlan(
        record.rules.key,
        clean_names(transcript.players),
        record.teams,
        record.rules.house_rules.on,
        games_planned=None if isinstance(record.rules.session, FirstToTarget) else 1,
        first_dealer=record.dealer,
    )
    key = new_edit_key()
    with writing():
        group = add_group(group_name(plan.players), key)
        group.timezone = timezone
        session = add_session(group, plan)
        _write_log(session, add_game(session, record.rules), transcript)
        return StartedSession(session.id, group.id, key)


def _write_log(session: GameSession, game: Game, transcript: Transcript) -> None:
    """Store the entries of a transcript, and bring the sheet up to them."""
    lines = zip(transcript.record.entries, transcript.remarks, strict=True)
    for seq, (entry, remark) in enumerate(lines, 1):
        text = write_entry(entry)
        db.session.add(
            LogEntry(
                game_id=game.id,
                seq=seq,
                key=f"import {seq}",
                text=text,
                asked=text,
                made_at=_time(remark),
            )
        )
    follow_log(session, game, transcript.record)


def _time(remark: str) -> datetime:
    """Return the moment of an entry from its remark; the present one if the remark is no moment."""
    try:
        moment = datetime.fromisoformat(remark)
    except ValueError:
        return now()
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment if EARLIEST <= moment <= LATEST else now()
