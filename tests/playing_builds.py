"""Whole games with builds by legal turns alone, all hands known."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import chain

from referee.rules.cards import FACES, Card, Cards, Packs
from referee.rules.games.casino.building import build_rules
from referee.rules.games.casino.forming import forms
from referee.rules.games.casino.judging import judge
from referee.rules.games.casino.options import Case, takes
from referee.rules.games.casino.table import Build, Table
from referee.rules.games.casino.turns import Form, Lay, Take, Turn
from referee.rules.ruleset import Ruleset

SOME = 20
"""So many options of a card are looked at: enough to choose from."""


@dataclass
class Game:
    """A game as it is played. Builds are kept by seats of the game."""

    rules: Ruleset
    chance: random.Random
    hands: list[list[Card]]
    stock: list[Card]
    table: Table
    piles: list[list[Card]] = field(default_factory=list)
    last_capturer: int | None = None
    turns: list[Turn] = field(default_factory=list)
    bound: int = 0  # turns of somebody who kept a build

    @property
    def cards(self) -> list[Card]:
        """All of them, wherever they are."""
        held = chain.from_iterable([*self.hands, *self.piles])
        return [*held, *self.stock, *self.table.cards]


def play_out(rules: Ruleset, players: int, chance: random.Random) -> Game:
    """Deal and play until no card is left; whoever took last gets the rest (F1.6)."""
    plan = rules.seating.deal_plans[players]
    stock = chance.sample(FACES, len(FACES))
    dealt = [stock.pop() for _ in range(sum(plan.table))]
    game = Game(rules, chance, [], stock, Table(tuple(dealt)), [[] for _ in range(players)])
    for deal in range(1, plan.deals + 1):
        game.hands = [[stock.pop() for _ in range(plan.hand_size(deal))] for _ in range(players)]
        for number in range(plan.hand_size(deal) * players):
            _play(game, number % players)
        assert not game.table.builds, "a build outlived the cards that take it"
    if game.last_capturer is not None:
        game.piles[game.last_capturer] += game.table.loose
        game.table = Table()
    return game


def legal_turns(rules: Ruleset, table: Table, hand: Cards) -> list[Turn]:
    """What a hand may do on a table whose seats count from the mover: the largest takes and some
    smaller ones, builds, and cards that are laid."""
    packs = Packs(rules.deck, (*table.cards, *hand))
    case = Case(build_rules(rules), table, hand, packs, table)
    tried: list[Turn] = []
    for card in hand:
        for taking in takes(case, card, SOME)[0]:
            tried.append((taking.step,))
            if len(taking.groups) > 1 or taking.step.builds:
                tried += [(Take(card, group),) for group in taking.groups]
        tried += [(forming.step,) for forming in forms(case, card, SOME)[0]]
        tried.append((Lay(card),))
        tried += [(step, Lay(card)) for step in _table_builds(table)]
    return [
        turn for turn in tried if judge(build_rules(rules), table, hand, packs, turn).legal is True
    ]


def _table_builds(table: Table) -> list[Form]:
    """Builds of two loose cards alone: where a house rule has it, beside a card that is laid."""
    return [
        Form(None, Build(a.rank + b.rank, ((a, b),)))
        for at, a in enumerate(table.loose[:6])
        for b in table.loose[at + 1 : 6]
    ]


def _play(game: Game, seat: int) -> None:
    players = len(game.hands)
    table, hand = _seen_by(game.table, seat, players), tuple(game.hands[seat])
    turns = legal_turns(game.rules, table, hand)
    game.bound += any(build.keeper == 0 for build in table.builds)
    assert turns, f"nothing is legal: {table} {hand}"
    # Laying is always there: builds and takes are what a game is made of.
    busy = [turn for turn in turns if not isinstance(turn[0], Lay)]
    turn = game.chance.choice(busy if busy and game.chance.random() < 0.8 else turns)
    packs = Packs(game.rules.deck, (*table.cards, *hand))
    after = judge(build_rules(game.rules), table, hand, packs, turn).after
    assert after is not None
    for step in turn:
        if step.card is not None:
            game.hands[seat].remove(step.card)
        if isinstance(step, Take):
            game.piles[seat] += [step.card, *step.captured]
            game.last_capturer = seat
    game.table = _seen_by(after, -seat, players)
    game.turns.append(turn)


def _seen_by(table: Table, seat: int, players: int) -> Table:
    """The same with seats that count from another one."""
    builds = (
        build._replace(keeper=(build.keeper - seat) % players)
        for build in table.builds
        if build.keeper is not None
    )
    return table._replace(builds=tuple(builds))
