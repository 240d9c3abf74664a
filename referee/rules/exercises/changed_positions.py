"""Simulated positions with other cards on the table or in the mover's hand, so that a house rule
comes into play more often."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from ..cards import Card, Cards, Rank
from ..games.casino.followed.game_state import build_game_state
from ..games.casino.judge.build_rules_base import build_rules
from .game_simulation import SimulatedPosition
from .seeded_random import SeededRandom


def crowded(simulated: SimulatedPosition, chance: SeededRandom) -> SimulatedPosition:
    """Return a position, half the time with unseen cards of one rank in place of loose cards, which
    go into hands and the pack instead."""
    table = simulated.state.table
    if len(table) < 2 or chance.one_in(2):
        return simulated
    rank = chance.pick(table).rank
    if rank in promised_ranks(simulated):
        return simulated
    out = [card for card in chance.shuffled(table) if card.rank is not rank]
    into = [card for card in chance.shuffled(sorted(simulated.unseen)) if card.rank is rank]
    number = min(len(out), max(0, len(into) - 1), 1 + chance.below(2))
    return _exchanged(simulated, tuple(out[:number]), tuple(into[:number]))


def promised_ranks(simulated: SimulatedPosition) -> frozenset[Rank]:
    """Return the ranks that capture a build, and those that a seat is known to hold: such cards
    stay in their hands."""
    state, rules = build_game_state(simulated.state), build_rules(simulated.rules)
    promised = {rank for build in state.builds for rank in rules.ranks_worth(build.value)}
    return frozenset(promised.union(*state.proven))


def possible_hand(simulated: SimulatedPosition, chance: SeededRandom) -> Cards:
    """Return one card of each rank that the mover could hold, as far as other hands need not keep
    it."""
    promised = promised_ranks(simulated)
    free = [card for card in simulated.unseen if card.rank not in promised]
    cards = chance.shuffled(sorted({*free, *simulated.hand}))
    return tuple(sorted({card.rank: card for card in cards}.values()))


def holding(simulated: SimulatedPosition, cards: Cards) -> SimulatedPosition | None:
    """Return the position with these cards in the mover's hand, in exchange for others that need
    not stay there; None if too few may go."""
    promised = promised_ranks(simulated)
    may_go = [card for card in simulated.hand if card.rank not in promised and card not in cards]
    into = tuple(card for card in dict.fromkeys(cards) if card not in simulated.hand)
    if len(into) > len(may_go):
        return None
    return _exchanged(simulated, tuple(may_go[: len(into)]), into)


def _exchanged(simulated: SimulatedPosition, out: Cards, into: Cards) -> SimulatedPosition:
    """Return a position in which two groups of cards have changed places."""
    places = dict(chain(zip(out, into, strict=True), zip(into, out, strict=True)))
    state = build_game_state(simulated.state)

    def moved(cards: Cards) -> list[Card]:
        """Return cards as they are after the exchange."""
        return [places.get(card, card) for card in cards]

    return replace(
        simulated,
        state=replace(state, table=tuple(moved(state.table))),
        hands=tuple(tuple(sorted(moved(hand))) for hand in simulated.hands),
        pack=tuple(moved(simulated.pack)),
    )
