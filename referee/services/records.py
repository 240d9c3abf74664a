"""A followed game as its log gives it."""

from __future__ import annotations

from functools import lru_cache, partial

from ..rules.log.entries import read_entry
from ..rules.log.record import Record, append, replay
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


def replayed(
    rules: Ruleset, players: int, dealer: int, teams: Teams | None, texts: tuple[str, ...]
) -> Record:
    """The record of a log as it is stored. Several phones ask for the same one, and then for that
    with one more entry: it is one more step."""
    kept = partial(_kept, rules, players, dealer, teams)
    found = kept(texts)
    if not found:
        shorter = kept(texts[:-1])
        if shorter and texts:
            found[:] = [append(shorter[0], read_entry(texts[-1]))]
        else:
            found[:] = [replay(rules, players, dealer, list(map(read_entry, texts)), teams)]
    return found[0]


@lru_cache(maxsize=128)
def _kept(*_log: object) -> list[Record]:
    """The place for the record of a log: empty until it was worked out."""
    return []


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
