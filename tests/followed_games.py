"""Followed games as tests write them, in the notation of logs, scene by scene, or as JSON of the
API."""

import json
import random
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from referee.rules.cards import Card, Cards, KnownCards, RulesError
from referee.rules.games import ruleset
from referee.rules.games.casino.followed.followed_game import BuildGameEngine
from referee.rules.games.casino.followed.state import (
    BuildGameState,
    build_game_state,
    known_position,
)
from referee.rules.games.casino.judge.play_rules import duties_of
from referee.rules.games.krypkasino.captures import Captures, capture_rules, sweeping_ranks
from referee.rules.games.krypkasino.followed_game import CaptureState, capture_state, sweeps_for
from referee.rules.log.entries import read_entry
from referee.rules.log.record import Record, accept, append, replay
from referee.rules.notation import write_build, write_card, write_cards, write_rank, write_table
from referee.rules.plays import Played, as_play
from referee.rules.ruleset import IllegalPlay, Ruleset
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


def state_of_builds(record: Record) -> BuildGameState:
    return build_game_state(record.state)


def engine(record: Record) -> BuildGameEngine:
    assert isinstance(record.engine, BuildGameEngine)
    return record.engine


def lies(record: Record) -> str:
    return write_table(state_of_builds(record).full_table)


def duties(record: Record) -> str:
    state = state_of_builds(record)
    assert state.turn is not None
    rules = engine(record).rules
    return " ".join(duties_of(rules, known_position(rules, state, state.turn)))


def tops(record: Record, seat: int) -> str:
    """Return the cards that may be on top of a pile."""
    return write_cards(state_of_builds(record).piles[seat].top_among)


def found(record: Record) -> list[str]:
    """Return the irregularities: number of the entry, seat, kind, and details."""
    lines = []
    for one in sorted(record.irregularities, key=lambda one: (one.seq, one.missed_at or 0)):
        words = [str(one.seq), "-" if one.seat is None else str(one.seat), one.kind.value]
        words += [write_card(one.card)] if one.card else []
        words += [one.reason.value] if one.reason else []
        words += [f"since {one.missed_at}"] if one.missed_at else []
        words += [write_build(one.build)] if one.build else []
        words += [write_card(one.lacked)] if one.lacked else []
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
        if card not in state_of_builds(record).shown and not record.over:
            record = enter(record, f"{write_card(card)} -")
    return record


def legal_plays(rules: Ruleset, table: Cards, card: Card) -> list[Played]:
    """Everything a card may do on a table, best first (#capture-everything)."""
    captures = Captures(
        capture_rules(rules), table, (card,), KnownCards(rules.deck, (*table, card))
    )
    if captures.creeps:
        return [Played(as_play(card, ()))]
    options = captures.options(captures.total)
    return [Played(as_play(card, option.captured)) for option in options]


def playable(rules: Ruleset, table: Cards, hand: Cards) -> Cards:
    """Return the different cards of a hand that may be played: only sweeping ones if there is one
    (#sweep)."""
    ranks = sweeping_ranks(capture_rules(rules), table)
    cards = tuple(sorted(set(hand)))
    return tuple(card for card in cards if card.rank in ranks) or cards


LISTS = ("builds", "demands", "irregularities")
"""In any order."""


def line_of(body: Mapping[str, Any]) -> str:
    """Return an entry's body in the notation of logs."""
    if "undo" in body:
        return f"undo {body['undo']}"
    for name in ("replace", "before"):
        if name in body:
            rest = {key: said for key, said in body.items() if key != name}
            return f"{name} {body[name]} {line_of(rest)}"
    if "turn" in body:
        seat = f"@{body['seat']} " if "seat" in body else ""
        return f"{seat}{body['turn']}{' !' if body.get('as_played') else ''}"
    if "top" in body:
        return f"top {body['top']}^{body.get('pile')}"
    name = "table" if "table" in body else "table_is"
    return f"{'table' if name == 'table' else 'shows'} {' '.join(body[name])}".rstrip()


def body_of(line: str) -> dict[str, Any]:
    """Return an entry's body, from the notation of logs."""
    word, _, rest = line.partition(" ")
    if word == "undo":
        return {"undo": int(rest)}
    if word in ("replace", "before"):
        number, _, rest = rest.partition(" ")
        return {word: int(number), **body_of(rest)}
    if word == "top":
        card, _, pile = rest.partition("^")
        return {"top": card, "pile": int(pile)}
    if word in ("table", "shows"):
        return {"table" if word == "table" else "table_is": rest.split()}
    body: dict[str, Any] = {"seat": int(word[1:])} if word.startswith("@") else {}
    turn = rest if body else line
    if turn.endswith(" !"):
        return body | {"turn": turn.removesuffix(" !"), "as_played": True}
    return body | {"turn": turn}


def entered(record: Record, body: Mapping[str, Any]) -> tuple[Record, str | None]:
    """Return the record with one more entry, or why it was refused."""
    if "seat" in body and not body.get("as_played"):
        return record, "seat"  # the API refuses it
    try:
        return append(record, accept(record, read_entry(line_of(body)))), None
    except IllegalPlay as error:
        return record, str(error.verdict.reason.value)
    except RulesError as error:
        return record, type(error).__name__


def said(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part that is compared."""
    found = json.loads(json.dumps({name: one for name, one in state.items() if name in COMPARED}))
    for name in LISTS:
        found[name] = sorted(map(_plain, found[name]), key=str)
    return dict(sorted(found.items()))


def _plain(row: Mapping[str, Any]) -> str:
    kept = {key: one for key, one in row.items() if one is not None}
    if "captured" in kept:
        kept.pop("turn")
    return json.dumps(kept, sort_keys=True)


COMPARED = {
    *("seq turn deal deals cards_left_in_hands table stock builds duties piles proven").split(),
    *("demands last_capturer irregularities").split(),
}
