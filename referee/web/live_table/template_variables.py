"""Variables of the templates of all pages of the live table."""

from __future__ import annotations

import secrets
from itertools import islice
from typing import NamedTuple

from ...messages.table_events import captured_text
from ...rules.applied_event import AppliedEvent
from ...rules.card_notation import write_cards
from ...rules.cards import Cards, Rank
from ...rules.games.krypkasino.card_values_and_points_type import CaptureRules
from ...rules.games.krypkasino.followed_game import announced_sweeps
from ...rules.log.entries import Insert, Replace
from ...rules.log.record import Record
from ...rules.play_notation import write_settled_play
from ...rules.table_and_builds import Build, Table
from ...rules.table_notation import write_table
from ...services import followed_games, session_views
from ...services.access import Access
from ...services.followed_games import FollowedView
from ...services.names import GameId
from ...services.refusals import NotAccessible
from ...services.session_views import SessionView
from ...words.numbers_and_lists import in_sentences
from .irregularity_list_and_marks import irregularity_views, marks
from .live_table_with_builds import live_table_of


class TableGame(NamedTuple):
    """A game that can be followed, and its session."""

    game: FollowedView
    session_view: SessionView


def read_table_game(opened: Access, game_id: GameId, game: FollowedView | None = None) -> TableGame:
    """Return a ``game`` that was read already, or is read now, with its session. Raises
    :class:`NotAccessible` for a game that cannot be followed."""
    game = game or followed_games.read_followed(opened, game_id)
    if game.sheet.rules.engine is None:
        raise NotAccessible
    return TableGame(game, session_views.read_session(opened, game_id.session_id))


def table_facts(opened: Access, table: TableGame) -> dict[str, object]:
    """Return the template's variables of all pages of the live table."""
    game, session_view = table
    names = in_sentences(session_view.players)
    live_table = live_table_of(game.record, names, game.sheet.rules.sheet)
    return {
        "session_view": session_view,
        "live_table": live_table,
        "so_far": live_table.points if live_table else captured_text(game.record, names),
        "game": game,
        "record": game.record,
        "may_write": opened.may_write,
        "key": secrets.token_urlsafe(12),
        "announced": announced_in(game.record),
        "corrected": corrected_in(game.record),
        "ranks": sorted(game.sheet.rules.deck.ranks),
        "seen": seen(game.record),
        "turns": turns(game.record),
        "marks": marks(game.record),
        "things": irregularity_views(game.record),
        "write_cards": write_cards,
        "write_turn": write_settled_play,
        "write_shown": write_shown,
    }


def write_shown(cards: Cards, builds: tuple[Build, ...] = ()) -> str:
    """Return the text of a table, as it is entered."""
    return write_table(Table(cards, builds))


def announced_in(record: Record) -> tuple[Rank, ...]:
    """Return the ranks that people are warned of, since they would sweep."""
    rules = record.rules.referee
    return announced_sweeps(rules, record.events) if isinstance(rules, CaptureRules) else ()


def corrected_in(record: Record) -> AppliedEvent | None:
    """Return the earlier event that the latest entry corrected or inserted; None where that entry
    did neither."""
    latest = record.entries[-1] if record.entries else None
    if not isinstance(latest, Replace | Insert):
        return None
    seq = latest.seq if isinstance(latest, Replace) else record.seq
    return next((event for event in record.events[:-1] if event.seq == seq), None)


def seen(record: Record) -> str:
    """Return the cards that nobody can hold any more, each as often as it was seen."""
    return write_cards(record.state.shown if record.state else ())


MOST_TURNS = 12
"""Number of waiting plays that are listed by name at most."""


def turns(record: Record) -> list[int]:
    """Return the seats that play next, in order."""
    return list(islice(record.turns_to_come(), MOST_TURNS))
