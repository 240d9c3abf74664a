"""A followed game as its log gives it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..rules.log.entries import read_entry
from ..rules.log.record import Record, replay
from ..rules.ruleset import Ruleset
from ..rules.seating import Teams
from ..store import queries
from ..store.models import Game, GameSession
from .rows import rules_of, teams_of
from .stored import Damaged, of_stored


@of_stored
def record_of(session: GameSession, game: Game, until: int | None = None) -> Record:
    """What the log of a game gives, or the entries of it ``until`` a number."""
    texts = queries.log_texts(game.id) if game.seq else ()
    if len(texts) != game.seq:
        raise Damaged(f"game {game.id} has {len(texts)} of {game.seq} entries")
    players = len(session.seats)
    return replayed(rules_of(game), players, game.dealer, teams_of(session), texts[:until])


@lru_cache(maxsize=64)
def replayed(
    rules: Ruleset, players: int, dealer: int, teams: Teams | None, texts: Sequence[str]
) -> Record:
    """The record of a log as it is stored; several phones ask for the same one."""
    return replay(rules, players, dealer, [read_entry(text) for text in texts], teams)


def takes_entries(session: GameSession, game: Game, record: Record) -> bool:
    """A game that its log has finished can be taken up again until the next one begins; one whose
    sheet was closed cannot."""
    if not game.finished:
        return True
    last = queries.last_game(session.id)
    return record.finished and last is not None and last.number == game.number


def state_name(seq: int, *, finished: bool) -> str:
    """The contract's name for how far a game is."""
    if finished:
        return "finished"
    return "playing" if seq else "open"
