"""Question that is asked before a play is entered: which option was meant, or does it stand?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from ...rules.cards import Card, Cards
from ...rules.error_bases import RulesError
from ...rules.events import Played
from ...rules.game_engine_errors import IllegalPlay, SeveralOptions
from ...rules.games.casino.followed.play_choices import Choices
from ...rules.games.krypkasino.ruling import CaptureOptions
from ...rules.log.accept_entry import OutOfTurn
from ...rules.log.effective_entries import NoSuchEntry
from ...rules.log.entries import Entry, Insert, Replace, played_by
from ...rules.log.record import Record
from ...rules.play_notation import write_settled_play
from ...rules.play_options_interface import Options
from ...rules.play_verdict_interface import PlayVerdict
from ...rules.plays import CardOnly
from ..tappable_position import TappablePiece
from .live_table_with_builds import pieces_of


class TableCard(NamedTuple):
    """A card of the table; ``taken``: the entered play captures it."""

    card: Card
    taken: bool


@dataclass(frozen=True)
class EntryQuestion:
    """A question that must be answered before a play can be entered: which option was meant, or
    that the play stands although it is irregular; after a refusal it may be both. ``played`` is the
    entered play of ``seat`` on ``table``; it is to ``replace`` an entry, or was forgotten
    ``before`` one."""

    played: Played
    table: Cards
    seat: int | None
    replace: int | None = None
    before: int | None = None
    options: Options | None = None
    verdict: PlayVerdict | None = None
    turn: int | None = None
    items: tuple[TappablePiece, ...] = ()

    @property
    def captures(self) -> CaptureOptions | None:
        """The options, where each is said by what it captures."""
        return self.options if isinstance(self.options, CaptureOptions) else None

    @property
    def choices(self) -> Choices | None:
        """The options, where each is said by its whole turn."""
        return self.options if isinstance(self.options, Choices) else None

    @property
    def play_text(self) -> str:
        """The whole play in the notation, "" where it is not clear."""
        play = self.played.play
        return "" if isinstance(play, CardOnly) else write_settled_play(play)

    @property
    def picks(self) -> list[TableCard]:
        """The table, each card with whether the entered play captures it."""
        taken = Counter(self.played.captured or ())
        picks = []
        for card in self.table:
            picks.append(TableCard(card, taken[card] > 0))
            taken[card] -= 1
        return picks


def ask_about(record: Record, entry: Entry, error: RulesError) -> EntryQuestion | None:
    """Return the question that a refused play leads to; None where no card was played."""
    played = error.played if isinstance(error, IllegalPlay | OutOfTurn) else played_by(entry)
    if played is None or not played.plays_a_card:
        return None
    replaced = entry.seq if isinstance(entry, Replace) else None
    following = entry.before if isinstance(entry, Insert) else None
    state = record.state
    if place := replaced or following:
        try:
            state = record.events[record.index(place)].before
        except NoSuchEntry:
            return None
    if state is None:
        return None
    seat = state.turn if played.seat is None else played.seat
    options = error.options if isinstance(error, SeveralOptions) else None
    if isinstance(error, IllegalPlay) and record.engine.BY_CARD:
        options = record.engine.options(state, played.card)
    return EntryQuestion(
        played=played,
        items=pieces_of(record, state, seat),
        table=state.table,
        seat=seat,
        replace=replaced,
        before=following,
        options=options,
        verdict=error.verdict if isinstance(error, IllegalPlay) else None,
        turn=error.turn if isinstance(error, OutOfTurn) else None,
    )
