"""Followed games with builds as tests write them, scene by scene."""

from typing import NamedTuple

from referee.rules.cards import RulesError
from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.state import (
    BuildGameState,
    build_game_state,
    known_position,
)
from referee.rules.games.casino.judge.play_rules import duties_of
from referee.rules.log.record import Record
from referee.rules.notation import write_build, write_card, write_cards, write_rank, write_table
from referee.rules.ruleset import IllegalPlay
from referee.rules.seating import Teams
from tests.written_logs import begin, enter


class Scene(NamedTuple):
    """A game and how many play it; seat 0 deals."""

    game: str
    players: int = 2
    house: str = ""
    teams: Teams | None = None


CASINO, ROYAL = Scene("casino"), Scene("royal-casino")
SWAZI, PAIRS = Scene("swazi-casino"), Scene("swazi-casino", 4)
SOUTH = Scene("south-african-casino")
LESOTHO = Scene("lesotho-casino")
CRAZY = Scene("swazi-casino", 2, "crazy")


def follow(scene: Scene, *lines: str) -> Record:
    game, players, house, teams = scene
    return enter(begin(players, 0, house.split(), game, teams), *lines)


def now(record: Record) -> BuildGameState:
    return build_game_state(record.state)


def engine(record: Record) -> BuildGameEngine:
    assert isinstance(record.engine, BuildGameEngine)
    return record.engine


def lies(record: Record) -> str:
    return write_table(now(record).full_table)


def duties(record: Record) -> str:
    state = now(record)
    assert state.turn is not None
    rules = engine(record).rules
    return " ".join(duties_of(rules, known_position(rules, state, state.turn)))


def tops(record: Record, seat: int) -> str:
    """Return the cards that may be on top of a pile."""
    return write_cards(now(record).piles[seat].top_among)


def found(record: Record) -> list[str]:
    """Return the irregularities: number of the entry, seat, kind, and details."""
    lines = []
    for one in sorted(record.irregularities, key=lambda one: (one.seq, one.missed_at or 0)):
        words = [str(one.seq), "-" if one.seat is None else str(one.seat), one.kind.value]
        words += [write_card(one.card)] if one.card else []
        words += [one.reason.value] if one.reason else []
        words += [f"since {one.missed_at}"] if one.missed_at else []
        words += [write_build(one.build)] if one.build else []
        words += [write_rank(one.rank)] if one.rank else []
        lines.append(" ".join(words))
    return lines


def refused(record: Record, line: str) -> str:
    """Return the reason why an entry is refused, or the name of its error; empty if it is
    accepted."""
    try:
        enter(record, line)
    except IllegalPlay as error:
        reason: str = error.verdict.reason.value
        return reason
    except RulesError as error:
        return type(error).__name__
    return ""


def laid(*cards: str) -> list[str]:
    return [f"{card} -" for card in cards]


def whole(scene: Scene, *first: str) -> Record:
    """Return a game in which after these everybody lays what is left of the pack."""
    record = follow(scene, *first)
    for card in record.rules.deck.faces:
        if card not in now(record).shown and not record.over:
            record = enter(record, f"{write_card(card)} -")
    return record
