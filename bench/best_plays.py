"""Positions for the exercises that ask what one would play, found by players: ``python -m
bench.best_plays GAME… MINUTES``.

Simple players play games. In their positions a good player tries the plays of each card in the same
deals, and those are kept in which one card is clearly better than all others, on fresh deals. The
level says which habits find another card. What is found goes into the package.
"""

import json
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from referee.rules.cards import Card, Cards, difference
from referee.rules.exercises import best_play_exercises
from referee.rules.exercises.best_play_exercises import (
    POSITIONS,
    StoredPosition,
    first_position,
    found_position,
    simulated_position,
)
from referee.rules.games import ruleset
from referee.rules.games.casino.followed.state import Pile, build_game_state
from referee.rules.games.krypkasino.followed_game import CapturedPile, CaptureState
from referee.rules.log.record import Record, accept, append, replay
from referee.rules.notation import write_settled_play
from referee.rules.playing.core import Core, position_of
from referee.rules.playing.knowledge import Deal, Knowledge, knowledge_of
from referee.rules.playing.players import Paired, Race, core_for, paired
from referee.rules.playing.simulation import (
    SeededRandom,
    SimulatedPosition,
    played_card,
    simulated_plays,
)
from referee.rules.plays import Capture, Dealt, Play, Played
from referee.rules.ruleset import State

OF_LEVEL = 36
"""Positions of each level that are enough."""
OF_GAME = 2
"""Positions of one simulated game, so that few are alike."""
FIRST_DEALS, FRESH_DEALS = 360, 240
"""Deals of the race, counted for each play, and fresh ones in which its best plays are compared."""
_FRESH_AT_ONCE = 20
"""Fresh deals after which it is seen whether a card can still be clearly better; most cannot."""
LEAST, ERRORS = 50, 2.5
"""The least cost of each other card, in hundredths of a point and in standard errors."""
SAME = 20
"""Hundredths of a point up to which a card of the same rank is as good."""
_FEWEST, _MOST_CARDS = 3, 6
_PER_CARD = 2
_CROWDED = 5
_HABITS_AT = {1: 0.55, 2: 0.4, 3: 0.3, 4: 0.22, 5: 0.18}
"""The part of the positions of a level in which the highest or lowest card, or one whose equal lies
there, may be right."""


class Look(NamedTuple):
    """A position with what its mover knows."""

    simulated: SimulatedPosition
    core: Core[object, object]
    knowledge: Knowledge
    game_number: int
    plays: int

    @property
    def seeds(self) -> tuple[object, ...]:
        """Return the seeds of what is tried in the position."""
        return self.simulated.rules.key, self.game_number, self.plays


class Judged(NamedTuple):
    """The best play of each card, and what it costs beside the best of all in hundredths of a
    point; the best is the first."""

    cards: tuple[tuple[Card, Play, int], ...]

    @property
    def right(self) -> frozenset[Card]:
        """Return the cards that are right: the best, and those of its rank that are as good."""
        (best, _, _), *_ = self.cards
        return frozenset(
            card for card, _, cost in self.cards if card.rank is best.rank and cost < SAME
        )


def looks(game: str, number: int) -> Iterator[Look]:
    """Yield the positions of a simulated game in which there is a choice."""
    rules = ruleset(game)
    chance = SeededRandom(best_play_exercises.NAME, game, number)
    first = first_position(rules, chance)
    core = core_for(rules, first.seats)
    record = _begun(first)
    for plays, (before, play) in enumerate(simulated_plays(first, chance)):
        ranks = {card.rank for card in before.hand}
        if len(ranks) >= _FEWEST and len(before.hand) <= _MOST_CARDS and before.state.table:
            knowledge = knowledge_of(record, before.hand)
            if not knowledge.open_hands:
                yield Look(before, core, knowledge, number, plays)
        record = append(record, accept(record, Played(play)))


def _begun(first: SimulatedPosition) -> Record:
    players, dealer, teams = first.seats
    record = replay(first.rules, players, dealer, (), teams)
    if record.opening is not None:
        return record
    table = (*first.state.table, *first.state.set_aside)
    return append(record, accept(record, Dealt(tuple(sorted(table)))))


def judged(look: Look, kept: "Kept") -> Judged | None:
    """Return the plays of a position whose best card is clear; None if it is not, or if its level
    has enough."""
    race = Race(look.core, look.knowledge, look.seeds)
    choice = race.choice(FIRST_DEALS)
    of_card: dict[Card, list[int]] = {}
    for alternative in choice.alternatives:
        (card,) = played_card(alternative.play)
        of_card.setdefault(card, []).append(race.plays.index(alternative.play))
    (best_card,) = played_card(choice.play)
    if len({card.rank for card in of_card}) < _FEWEST or not kept.wants(look, {best_card}):
        return None
    best = race.plays.index(choice.play)
    tried = {best: best_card}
    for card, places in of_card.items():
        tried |= dict.fromkeys(places[:_PER_CARD], card)
    rivals = [place for place, card in tried.items() if card.rank is not best_card.rank]
    worths = _fresh(look, race, list(tried), rivals)
    if worths is None:
        return None
    rows: dict[Card, tuple[Play, int]] = {best_card: (choice.play, 0)}
    for place, card in tried.items():
        behind = paired(worths[best], worths[place])
        same = card.rank is best_card.rank and abs(behind.mean) < SAME
        if not (same or card == best_card or _is_clear(behind)) or behind.mean < -SAME:
            return None
        cost = max(0, round(behind.mean))
        if card not in rows or (cost < rows[card][1] and card != best_card):
            rows[card] = race.plays[place], cost
    ordered = sorted(rows, key=lambda card: (card != best_card, rows[card][1], card))
    return Judged(tuple((card, *rows[card]) for card in ordered))


def _is_clear(behind: Paired) -> bool:
    return behind.mean >= LEAST and behind.mean >= ERRORS * behind.error


def _is_hopeless(behind: Paired) -> bool:
    return behind.mean + ERRORS * behind.error < LEAST


def _fresh(
    look: Look, race: Race[object, object], places: Sequence[int], rivals: Sequence[int]
) -> dict[int, list[int]] | None:
    """Return what plays are worth in fresh deals, the same for all; the first is the best one. None
    as soon as one of the rivals comes too near to it."""
    core, knowledge, best = look.core, look.knowledge, places[0]
    worths: dict[int, list[int]] = {place: [] for place in places}
    chance = SeededRandom(*look.seeds, "fresh")
    for number in range(1, FRESH_DEALS + 1):
        position = position_of(core, knowledge, knowledge.dealt_anew(chance))
        further = core.horizon(position) - 1
        for place in places:
            end = core.rolled_out(core.after(position, race.moves[place]), further)
            worths[place].append(core.worth(end)[knowledge.seat])
        if number % _FRESH_AT_ONCE == 0 and any(
            _is_hopeless(paired(worths[best], worths[rival])) for rival in rivals
        ):
            return None
    return worths


def level_of_habits(look: Look, right: Collection[Card]) -> int:
    """Return the level: 5 where the rule of thumb finds another card; 3 where what is best at once
    does, and 4 if more lies there, or if only what is gone decides; 2 where a simple habit finds
    another card; else 1."""
    core, knowledge = look.core, look.knowledge
    chance = SeededRandom(*look.seeds, "habits")
    position = position_of(core, knowledge, knowledge.dealt_anew(chance))
    if _card(core, position, core.habit(position)) not in right:
        return 5
    blank = core.position(*_blank(look, chance))
    state = knowledge.state
    if _card(core, blank, core.habit(blank)) not in right:
        return 4
    if _greedy(core, position, knowledge.seat, 1) not in right:
        return 4 if len(state.table) + len(state.builds) >= _CROWDED else 3
    lowest_wins = look.simulated.rules.session.lowest_wins
    simple = _greedy(core, position, knowledge.seat, -1) if lowest_wins else _most(core, position)
    return 1 if simple in right else 2


def _card(core: Core[object, object], position: object, move: object) -> Card:
    return played_card(core.play(position, move))[0]


def _most(core: Core[object, object], position: object) -> Card:
    """Return the card of the play that takes most cards, of equal ones the lowest."""

    def key(move: object) -> tuple[int, int]:
        step = core.play(position, move)[-1]
        taken = len(step.captured) if isinstance(step, Capture) else 0
        return taken, -_height(_card(core, position, move))

    return _card(core, position, max(core.alternatives(position), key=key))


def _greedy(core: Core[object, object], position: object, seat: int, sign: int) -> Card:
    """Return the card of the play that brings most at once, of equal ones a high or a low one."""

    def key(move: object) -> tuple[int, int]:
        worth = core.worth(core.after(position, move))[seat]
        return worth, sign * _height(_card(core, position, move))

    return _card(core, position, max(core.alternatives(position), key=key))


def _height(card: Card) -> int:
    return 14 if card.rank == 1 else card.rank


def _blank(look: Look, chance: SeededRandom) -> tuple[State, Deal]:
    """Return the position as somebody sees it who remembers nothing: all cards that are neither on
    the table nor in the hand may be anywhere."""
    state, hand = look.knowledge.state, look.knowledge.hand
    players = state.players
    if isinstance(state, CaptureState):
        lying: Cards = state.table
        state = replace(state, piles=(CapturedPile(),) * players, set_aside=(), shown=())
    else:
        state = replace(build_game_state(state), piles=(Pile(),) * players)
        lying = state.full_table.cards
    deck = look.simulated.rules.deck
    unseen = difference(sorted(deck.faces * deck.copies), (*lying, *hand))
    free = iter(chance.shuffled(unseen))
    hands = tuple(
        hand if seat == look.knowledge.seat else tuple(islice(free, size))
        for seat, size in enumerate(state.in_hands)
    )
    return state, Deal(hands, tuple(free))


def plain_habits(hand: Cards, table: Cards) -> tuple[Card, ...]:
    """Return the cards of habits that look at nothing but ranks: the highest and the lowest, an ace
    being the one or the other, and one whose equal lies there, or the first."""
    lying = {card.rank for card in table}
    equal = next((card for card in hand if card.rank in lying), hand[0])
    return max(hand), min(hand), max(hand, key=_height), min(hand, key=_height), equal


class Kept:
    """The positions of a game that are kept, by level, with the number of those in which each
    plain habit is right."""

    def __init__(self, game: str, rows: Mapping[str, list[StoredPosition]]) -> None:
        self.rows: dict[int, list[StoredPosition]] = {
            level: rows.get(str(level), []) for level in _HABITS_AT
        }
        self._habits: dict[int, Counter[int]] = {level: Counter() for level in _HABITS_AT}
        rules = ruleset(game)
        for level, of_level in self.rows.items():
            for row in of_level:
                found = found_position(row)
                before = simulated_position(rules, found)
                right = {worth.card for worth in found.right}
                self._habits[level].update(_solving(before.hand, before.state.table, right))

    @property
    def last_game(self) -> int:
        """Return the number of the last game that something is kept of."""
        return max((row[0] for rows in self.rows.values() for row in rows), default=0)

    @property
    def is_full(self) -> bool:
        return all(len(rows) >= OF_LEVEL for rows in self.rows.values())

    def wants(self, look: Look, right: Collection[Card]) -> bool:
        """Return whether a position with these right cards may be kept: its level lacks some, and
        no habit is right too often there."""
        level = level_of_habits(look, right)
        rows, habits = self.rows[level], self._habits[level]
        most = max(1.0, _HABITS_AT[level] * (len(rows) + 1))
        hand, table = look.knowledge.hand, look.knowledge.state.table
        return len(rows) < OF_LEVEL and all(
            habits[place] + 1 <= most for place in _solving(hand, table, right)
        )

    def add(self, look: Look, found: Judged) -> bool:
        """Keep a position if it is wanted."""
        if not self.wants(look, found.right):
            return False
        level = level_of_habits(look, found.right)
        knowledge = look.knowledge
        self._habits[level].update(_solving(knowledge.hand, knowledge.state.table, found.right))
        plays = [(write_settled_play(play), cost / 100) for _, play, cost in found.cards]
        self.rows[level].append((look.game_number, look.plays, plays))
        return True


def _solving(hand: Cards, table: Cards, right: Collection[Card]) -> list[int]:
    return [place for place, card in enumerate(plain_habits(hand, table)) if card in right]


def find(game: str, kept: Kept, minutes: float) -> None:
    """Add what is found in so many minutes, in games after the last one of which something is
    kept."""
    end, number = monotonic() + 60 * minutes, kept.last_game
    while monotonic() < end and not kept.is_full:
        number += 1
        of_game = 0
        for look in looks(game, number):
            if of_game == OF_GAME or monotonic() > end:
                break
            found = judged(look, kept)
            if found is not None and kept.add(look, found):
                of_game += 1


def main(games: Sequence[str], minutes: float) -> None:
    path = Path(best_play_exercises.__file__).with_name(POSITIONS)
    found = json.loads(path.read_text()) if path.exists() else {}
    for game in games:
        kept = Kept(game, found.get(game, {}))
        find(game, kept, minutes)
        found[game] = {str(level): rows for level, rows in kept.rows.items()}
        print(game, {level: len(rows) for level, rows in kept.rows.items()}, flush=True)
        path.write_text(json.dumps(found, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:-1], float(sys.argv[-1]))
