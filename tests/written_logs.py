"""Followed games as tests write them: one line in the notation of logs for each entry."""

import random
from collections.abc import Iterable

from referee.rules.games import ruleset
from referee.rules.games.krypkasino.captures import capture_rules
from referee.rules.games.krypkasino.followed_game import (
    CaptureState,
    capture_state,
    sweeps_for,
)
from referee.rules.log.accept_entry import accept
from referee.rules.log.entries import read_entry
from referee.rules.log.record import Record, append, replay
from referee.rules.notation import write_card, write_cards, write_rank
from referee.rules.seating import Teams
from tests.oracle.krypkasino_simulator import DECK, Game

Found = tuple[int, int | None, str, str]


def begin(
    players: int = 2,
    dealer: int = 0,
    house: Iterable[str] = (),
    game: str = "krypkasino",
    teams: Teams | None = None,
) -> Record:
    """Return a log without entries."""
    return replay(ruleset(game, house), players, dealer, (), teams)


def enter(record: Record, *lines: str) -> Record:
    """Enter lines, each of which is checked as an entry of a player is."""
    for line in lines:
        record = append(record, accept(record, read_entry(line)))
    return record


def followed(*lines: str, players: int = 2, dealer: int = 0, house: Iterable[str] = ()) -> Record:
    return enter(begin(players, dealer, house), *lines)


def rest_of(dealt: str, seed: int = 1) -> list[str]:
    """Return all other cards of both packs, shuffled."""
    cards = random.Random(seed).sample(DECK * 2, 104)
    for card in dealt.split():
        cards.remove(card)
    return cards


def lines_of(game: Game) -> list[str]:
    """Return a simulated game, with nothing left open."""
    plays = [f"{play.card} x {' '.join(play.captured)}".removesuffix("x ") for play in game.plays]
    return [
        f"table {' '.join(game.dealt)}",
        *(line if " x " in line else f"{line}-" for line in plays),
    ]


def begun(game: Game) -> Record:
    return begin(game.players, game.dealer, game.house)


def table(record: Record) -> str:
    return write_cards(now(record).table)


def now(record: Record) -> CaptureState:
    """Return the state of the game; its table has been dealt."""
    return capture_state(record.state)


def markers(record: Record) -> list[int]:
    return [pile.markers for pile in now(record).piles]


def sweeping(record: Record) -> list[str]:
    """Return the ranks that would take the whole table now."""
    return list(map(write_rank, sweeps_for(capture_rules(record.rules), now(record))))


def warned_of(record: Record) -> list[str]:
    """Return the irregularities that players are warned of."""
    return list(map(write_rank, record.engine.announced_sweeps(record.events)))


def irregular(record: Record) -> list[Found]:
    """Return the irregularities, as (seq, seat, kind, card)."""
    return [
        (one.seq, one.seat, one.kind.value, write_card(one.card) if one.card else "")
        for one in record.irregularities
    ]


def missed(record: Record) -> list[tuple[int, int | None, str, int | None]]:
    """Return forced sweeps passed over, as (seq, seat, card, missed_at)."""
    return [
        (one.seq, one.seat, write_card(one.card) if one.card else "", one.missed_at)
        for one in record.irregularities
        if one.kind == "missed_forced_sweep"
    ]
