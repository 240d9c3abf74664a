"""Whole games with builds by legal turns alone, all hands known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from referee.rules.cards import Card, Cards, Packs
from referee.rules.games.casino.judge.building import BuildRules, build_rules
from referee.rules.games.casino.judge.judging import Verdict, judge
from referee.rules.games.casino.judge.position import MOVER, Position, Progress, begin
from referee.rules.games.casino.search.forms import forms, highest_value
from referee.rules.games.casino.search.takes import Case, takes
from referee.rules.ruleset import Ruleset
from referee.rules.table import Build, Table, Top, cards_of, divided
from referee.rules.turns import Form, Lay, Take, Turn

SOME = 20
"""So many options of a card are looked at: enough to choose from."""
_BEGINNINGS = 12
"""So often a build without a card from the hand is tried."""
_MOST_BEGINNINGS = 3


@dataclass
class Game:
    """A game as it is played. Builds are kept by seats of the game; piles lie from the top down, by
    the seat whose they are."""

    rules: Ruleset
    chance: random.Random
    players: int
    stock: list[Card]
    table: Table
    piles: list[list[Card]]
    hands: list[list[Card]] = field(default_factory=list)
    deal: int = 1
    last_capturer: int | None = None
    turns: list[Turn] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    bound: int = 0  # turns of somebody who kept a build

    @property
    def goes_by(self) -> BuildRules:
        return build_rules(self.rules)

    @property
    def cards(self) -> list[Card]:
        """All of them, wherever they are."""
        held = chain.from_iterable([*self.hands, *self.piles])
        return [*held, *self.stock, *self.table.cards]

    def pile_of(self, seat: int) -> list[Card]:
        return self.piles[self.rules.pile_of_each(self.players)[seat]]

    def position(self, seat: int) -> Position:
        """As the mover sees it, who is seat 0. Of a pile it is known what lies on top, and now and
        then what lies below."""
        rules, players = self.rules, self.players
        depth = self.chance.choice((1, 1, 3)) if self.goes_by.OPEN_PILES else 0
        of = rules.pile_of_each(players)
        piles = tuple(
            tuple(self.pile_of((seat + other) % players)[:depth]) if of[other] == other else ()
            for other in range(players)
        )
        table, hand = _seen_by(self.table, seat, players), tuple(sorted(self.hands[seat]))
        named = (*table.cards, *hand, *chain.from_iterable(piles))
        return Position(
            table=table,
            hand=hand,
            packs=Packs(rules.deck, named),
            sides=rules.seating.side_of_each(players),
            pile_seats=of,
            piles=piles,
            deal=self.deal,
            stock=len(self.stock) if self.goes_by.DRAWS else 0,
        )


def play_out(rules: Ruleset, players: int, chance: random.Random) -> Game:
    """Deal and play until no card is left; whoever took last gets the rest (F1.6)."""
    plan = rules.seating.deal_plans[players]
    stock = chance.sample(rules.deck.faces, len(rules.deck.faces))
    dealt = [stock.pop() for _ in range(sum(plan.table))]
    game = Game(rules, chance, players, stock, Table(tuple(dealt)), [[] for _ in range(players)])
    for game.deal in range(1, plan.deals + 1):
        size = plan.hand_size(game.deal)
        game.hands = [[stock.pop() for _ in range(size)] for _ in range(players)]
        seat = 0
        while any(game.hands):
            _play(game, seat)
            if plan.stock and stock:
                game.hands[seat].append(stock.pop())
            seat = (seat + 1) % players
        assert not game.table.builds, "a build outlived the cards that take it"
    if game.last_capturer is not None:
        game.pile_of(game.last_capturer).extend(game.table.loose)
        game.table = Table()
    return game


def legal_turns(rules: BuildRules, start: Position, chance: random.Random) -> Iterator[Turn]:
    """What a hand may do: the largest takes and some smaller ones, builds, and cards that are laid;
    where a turn may have several steps, after and before builds of the table alone."""
    assert start.hand is not None
    for begun, now in [((), begin(start, ())), *_beginnings(rules, start, chance)]:
        case = Case(rules, start, now, begun)
        for card in start.hand:
            for turn in _plays(case, card):
                if judge(rules, start, turn).legal is True:
                    yield turn


def _plays(case: Case, card: Card) -> Iterator[Turn]:
    for taking in takes(case, card, SOME)[0]:
        yield (*case.begun, taking.step)
        if not taking.step.tops and (len(taking.groups) > 1 or taking.step.builds):
            yield from ((*case.begun, Take(card, group)) for group in taking.groups)
    yield from ((*case.begun, forming.step) for forming in forms(case, card, SOME)[0])
    yield (*case.begun, Lay(card))
    yield from ((*case.begun, Lay(card), step) for step in _some_builds(case, SOME // 5))


def _beginnings(
    rules: BuildRules, start: Position, chance: random.Random
) -> Iterator[tuple[Turn, Progress]]:
    """Steps without a card from the hand that a turn may begin with, and how it lies then."""
    begun: Turn = ()
    now = begin(start, ())
    for _ in range(_MOST_BEGINNINGS):
        for step in _some_builds(Case(rules, start, now, begun), _BEGINNINGS, chance):
            verdict = judge(rules, start, (*begun, step))
            if verdict.unfinished and verdict.after is not None:
                begun = (*begun, step)
                now = now._replace(table=verdict.after, piles=verdict.piles)
                yield begun, now
                break


def _some_builds(case: Case, number: int, chance: random.Random | None = None) -> Iterator[Form]:
    """Builds of two to four cards of the table and the piles, or added to a build."""
    chance = chance or random.Random(str(case.table))
    rules, table = case.rules, case.table
    tops = [Top(pile[0], seat) for seat, pile in enumerate(case.now.piles) if pile]
    units: list[Card | Top] = [*table.loose, *tops]
    for _ in range(number if len(units) > 1 else 0):
        some = chance.sample(units, chance.randint(1, min(4, len(units))))
        base = [chance.choice(table.builds)] if table.builds and chance.random() < 0.5 else []
        used = tuple(unit for unit in some if isinstance(unit, Top))
        cards = (*(one for one in some if not isinstance(one, Top)), *cards_of(used))
        cards = (*cards, *chain.from_iterable(build.cards for build in base))
        values = [base[0].value] if base else list(range(1, highest_value(rules) + 1))
        for value in values:
            if len(cards) > 1 and (grouped := divided(cards, value, rules.values)) is not None:
                yield Form(None, Build(value, grouped), used)


def _play(game: Game, seat: int) -> None:
    rules, start = game.goes_by, game.position(seat)
    turns = list(legal_turns(rules, start, game.chance))
    game.bound += any(build.keeper == MOVER for build in start.table.builds)
    assert turns, f"nothing is legal: {start}"
    # Laying is always there: builds and takes are what a game is made of.
    busy = [turn for turn in turns if not isinstance(turn[0], Lay)]
    turn = game.chance.choice(busy if busy and game.chance.random() < 0.8 else turns)
    if game.chance.random() < 0.2:
        turn = max(turns, key=len)
    verdict = judge(rules, start, turn, demands=True)
    assert verdict.after is not None
    for step in turn:
        if step.card is not None:
            game.hands[seat].remove(step.card)
        for top in () if isinstance(step, Lay) else step.tops:
            game.pile_of((seat + top.seat) % game.players).remove(top.card)
        if isinstance(step, Take):
            _lay_on_pile(game, seat, step, verdict)
    game.table = _seen_by(verdict.after, -seat, game.players)
    game.turns.append(turn)
    game.verdicts.append(verdict)


def _lay_on_pile(game: Game, seat: int, step: Take, verdict: Verdict) -> None:
    """What is known to lie on top does, and the rest in any order."""
    game.last_capturer = seat
    pile = game.pile_of(seat)
    pile[:0] = game.chance.sample(captured := (step.card, *step.captured), len(captured))
    known: Cards = verdict.piles[MOVER]
    for card in reversed(known):
        pile.remove(card)
        pile.insert(0, card)


def _seen_by(table: Table, seat: int, players: int) -> Table:
    """The same with seats that count from another one."""
    builds = (
        build._replace(keeper=(build.keeper - seat) % players)
        for build in table.builds
        if build.keeper is not None
    )
    return table._replace(builds=tuple(builds))
