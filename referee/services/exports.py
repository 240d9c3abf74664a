"""Exports: a group as an archive and a spreadsheet, a game as text."""

import csv
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from io import StringIO
from itertools import pairwise

from marshmallow import missing

from ..rules.games import RULESETS, ruleset
from ..rules.log.entries import write_entry
from ..rules.log.game_text import Transcript, read_transcript, write_transcript
from ..rules.ruleset import Ruleset
from ..rules.score_items import MARKERS
from ..rules.scoring import score
from ..rules.seating import mates
from ..rules.session_end import FirstToTarget
from ..rules.sheet_plan import SheetPlan
from ..shapes import Values
from ..store import queries
from ..store.database import db, writing
from ..store.models import Game, GameSession, LogEntry, now
from ..times import day_of, local
from .access import Access, find_game, find_group, find_session, new_edit_key
from .archive import (
    EARLIEST,
    FORMAT,
    LATEST,
    VERSION,
    GameFields,
    GroupFields,
    SessionFields,
    or_missing,
    shape_of,
)
from .archive_import import reading_in, refuse_followed
from .followed_games import follow_log
from .game_changes import add_game
from .group_edits import read_presets
from .names import GameId, clean_names, group_name
from .refusals import Cause, Invalid, NotAccessible, raises_damaged
from .sessions import SessionPlan, StartedSession, add_group, add_session, next_dealer
from .stored_game import finished_games, names_of, record_of, rows_of, sides_of, teams_of


@raises_damaged
def export_game(access: Access, game_id: GameId) -> str:
    """Return a followed game as text. Raises :class:`.NotAccessible`."""
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

    Raises :class:`.GroupAlreadyOnPhone` if one of the ``phone_groups`` has the game,
    :class:`.Invalid`, and what :func:`~referee.rules.log.game_text.read_transcript`, starting a
    session and :func:`~referee.services.archive_import.reading_in` raise.
    """
    with reading_in() as check_time:
        transcript = read_transcript(text, ruleset, check_time)
        texts = [write_entry(entry) for entry in transcript.record.entries]
        refuse_followed(phone_groups, texts, _time(transcript.remarks[0]) if texts else now())
        return _add(transcript, timezone)


def _add(transcript: Transcript, timezone: str | None) -> StartedSession:
    record = transcript.record
    if not record.seq:
        raise Invalid(Cause.NOTHING_FOLLOWED)
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


_HEAD = (
    *("session", "started", "game", "number", "finished", "dealer", "seat", "player", "team"),
    "night",
)


_ADJUSTMENT = ("adjustment", "adjustment_reason")


def columns_of(games: Iterable[str]) -> tuple[str, ...]:
    """Return the columns of a table with these games: score items, the counts for them, and what
    was agreed on.

    A count that has the name of a score item, such as that of most cards, gets another name.
    """
    sheets = [ruleset(game).sheet for game in dict.fromkeys(games)]
    items = dict.fromkeys(item.key for sheet in sheets for item in sheet.items)
    fields = dict.fromkeys(
        count_column(field.key, sheet) for sheet in sheets for field in sheet.fields
    )
    return (*_HEAD, "markers", *items, "total", "balanced", *fields, *_ADJUSTMENT)


def count_column(field: str, sheet: SheetPlan) -> str:
    """Return the column of a count: its field, with a suffix if a score item has that name."""
    return f"{field}_counted" if field in (item.key for item in sheet.items) else field


_FORMULA = re.compile(r'(^|[;,|\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫\t\r])')
"""Places before a character that may begin a formula: the beginning of a cell, or after a character
that a spreadsheet may take for the end of one, since its users choose the separator."""


@raises_damaged
def games_as_csv(access: Access, title: Callable[[str], str], delimiter: str) -> str:
    """Return the finished games of a group as CSV, a line for each pile.

    Sessions that are set aside are left out. Seats and teams count from 1, times are those of the
    group's zone. ``title`` gives the heading of a column.
    """
    group = find_group(access)
    sessions = [
        (session, queries.whole_games(session.id))
        for session in reversed(queries.sessions(group.id))
        if not session.set_aside
    ]
    finished = [
        (session, game, rules)
        for session, games in sessions
        for game, rules in finished_games(session, games)
    ]
    columns = columns_of([game.game for _, game, _ in finished] or [next(iter(RULESETS))])
    output = StringIO()
    table = csv.writer(output, delimiter=delimiter)
    table.writerow(title(column) for column in columns)
    for session, game, rules in finished:
        table.writerows(
            [without_formula(line[column]) for column in columns]
            for line in _lines(session, game, rules, group.timezone, columns)
        )
    return output.getvalue()


def _lines(
    session: GameSession, game: Game, rules: Ruleset, zone: str | None, columns: Sequence[str]
) -> Iterator[dict[str, object]]:
    finished = game.finished_at or session.started_at
    names = names_of(session)
    teams = teams_of(session)
    claimed = game.claimed_by is not None
    sheet = score(rules, rows_of(game), teams, game.last_capturer, claimed=claimed)
    seats_of_sides = sides_of(session)
    piles = rules.pile_seats(len(names), teams)
    sweeps = rules.sheet.beside([{MARKERS: game.rows[seat].markers} for seat in piles])
    for place, seat in enumerate(piles):
        stored, score_of_pile = game.rows[seat], sheet.scores[seat]
        partners = mates(seat, seats_of_sides)
        pile_owners = partners if rules.sheet.shares_piles else (seat,)
        # Partners with a pile each score together: it stands with the first of them.
        score_of_side = {**(score_of_pile.items or {}), "total": score_of_pile.total}
        if score_of_pile.items is None:  # entered as points, without sweeps
            score_of_side |= sweeps[place]
        counts = {count_column(key, rules.sheet): n for key, n in (stored.kinds or {}).items()}
        yield dict.fromkeys(columns, "") | {
            "session": session.id,
            "night": session.night or session.id,
            "started": day_of(session.started_at, zone).isoformat(),
            "game": game.game,
            "number": game.number,
            "finished": local(finished, zone).isoformat(" ", "minutes")[:16],
            "dealer": names[game.dealer],
            "seat": seat + 1,
            "player": " & ".join(names[mate] for mate in pile_owners),
            "team": "" if session.teams is None else session.teams[seat] + 1,
            "markers": stored.markers,
            **(score_of_side if seat == partners[0] or not rules.sheet.by_side else {}),
            "balanced": int(sheet.balanced),
            "adjustment": stored.adjustment or "",
            "adjustment_reason": stored.adjustment_reason,
            **counts,
        }


def without_formula(cell: object) -> object:
    """Return a cell with an apostrophe before each possible formula, which makes it a text."""
    return _FORMULA.sub(r"\1\2'", cell) if isinstance(cell, str) else cell


def export_group(access: Access, session_id: str | None = None) -> dict[str, object]:
    """Return a group as plain data, without keys; with a ``session_id`` that session alone.

    Raises :class:`.NotAccessible`.
    """
    group = find_group(access)
    if session_id is None:
        sessions, presets = queries.sessions(group.id), read_presets(access)
    else:
        sessions, presets = [find_session(access, session_id)], ()
    nights = {session.night: None for session in reversed(sessions) if session.night}
    numbers: dict[str | None, int] = {night: number for number, night in enumerate(nights, 1)}
    return shape_of(GroupFields).json(
        shape_of(GroupFields).values(
            group,
            format=FORMAT,
            version=VERSION,
            blames=group.blames or missing,
            timezone=group.timezone or missing,
            players=[player.name for player in queries.players(group.id)],
            presets=presets or missing,
            sessions=[
                _session(session, numbers.get(session.night)) for session in reversed(sessions)
            ],
        )
    )


def _session(session: GameSession, night: int | None) -> Values:
    """Return a session as it is exported; ``night`` is the number of its night in the file."""
    games, details = queries.whole_games(session.id), queries.beside_games(session.id)
    return shape_of(SessionFields).values(
        session,
        players=names_of(session),
        games_planned=session.games_planned or None,
        target=or_missing(session.target),
        ends_with=or_missing(session.ends_with),
        night=or_missing(night),
        set_aside=session.set_aside or missing,
        games=(
            _game(game, details, next_dealer(session, before))
            for before, game in pairwise([None, *games])
            if game is not None
        ),
    )


def _game(game: Game, details: queries.GameDetails, next_dealer: int) -> Values:
    """Return a game as it is exported.

    The dealer is left out if it is ``next_dealer``, who follows from the games before: scores may
    have been corrected since the game was dealt.
    """
    return shape_of(GameFields).values(
        game,
        sweeps=details.sweeps[game.id],
        corrections=details.corrections[game.id],
        log=details.log[game.id],
        refused=game.refused or missing,
        dealer=missing if game.dealer == next_dealer else game.dealer,
        claimed_by=or_missing(game.claimed_by),
    )
