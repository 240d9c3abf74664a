"""Simulated positions with other cards on the table or in the mover's hand, so that a house rule
comes into play more often."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from ..cards import Card, Cards, Rank
from ..games.casino.followed.game_state import build_game_state
from ..games.casino.judge.play_rules_base import build_rules
from ..table_and_builds import Table, in_order
from .game_simulation import SimulatedPosition
from .seeded_random import SeededRandom


def crowded(simulated: SimulatedPosition, chance: SeededRandom) -> SimulatedPosition:
    """Return a position, mostly with unseen cards of one rank in place of loose cards,
    which go into hands and the pack instead. The rank is that of a loose card, or one that makes
    the value of a build together with it."""
    table = simulated.state.table
    if table and chance.one_in(4):
        return _with_own_value(simulated, chance)
    if len(table) < 2 or chance.one_in(3):
        return simulated
    kept = chance.pick(table)
    rank = _completing(simulated, kept, chance) or kept.rank
    if rank in promised_ranks(simulated):
        return simulated
    out = [card for card in chance.shuffled(table) if card.rank is not rank and card != kept]
    into = [card for card in chance.shuffled(sorted(simulated.unseen)) if card.rank is rank]
    number = min(len(out), max(0, len(into) - 1), 1 + chance.below(2))
    return _exchanged(simulated, tuple(out[:number]), tuple(into[:number]))


def _with_own_value(simulated: SimulatedPosition, chance: SeededRandom) -> SimulatedPosition:
    """Return a position with a loose card of the value of a build of the mover, if there is such a
    build and an unseen card that others need not keep."""
    state, rules, seat = (
        build_game_state(simulated.state),
        build_rules(simulated.rules),
        simulated.seat,
    )
    own = {build.value for build in state.builds if build.owner == seat}
    others = {build.value for build in state.builds if build.owner != seat}
    cards = [
        card
        for value in sorted(own - others)
        for card in simulated.unseen
        if card.rank in rules.ranks_worth(value) and card not in simulated.hand
    ]
    if not cards:
        return simulated
    return _exchanged(simulated, (chance.pick(state.table),), (chance.pick(cards),))


def _completing(simulated: SimulatedPosition, card: Card, chance: SeededRandom) -> Rank | None:
    """Return a rank that makes the value of a build together with a card, half the time as far as
    there is one; else None. A build of the mover goes before others."""
    state, rules = build_game_state(simulated.state), build_rules(simulated.rules)
    own = [build for build in state.builds if build.owner == simulated.seat]
    builds = own or state.builds
    if not builds or not rules.has_number(card) or chance.one_in(2):
        return None
    lacking = chance.pick(builds).value - rules.values[card.rank][0]
    return next((rank for rank in Rank if rules.values[rank][:1] == (lacking,)), None)


def with_own_build(simulated: SimulatedPosition, chance: SeededRandom) -> SimulatedPosition:
    """Return a position, two times in three with a build of another seat as the mover's, who then
    gets the card that this seat holds for it."""
    state, rules = build_game_state(simulated.state), build_rules(simulated.rules)
    seat = simulated.seat
    builds = [build for build in state.builds if build.owner != seat]
    if not builds or len(builds) < len(state.builds) or chance.one_in(3):
        return simulated
    build = chance.pick(builds)
    assert build.owner is not None
    ranks = rules.ranks_worth(build.value)
    theirs = [card for card in simulated.hands[build.owner] if card.rank in ranks]
    promised = promised_ranks(simulated)
    may_go = [card for card in simulated.hand if card.rank not in promised]
    if not any(card.rank in ranks for card in simulated.hand):
        if not theirs or not may_go:
            return simulated
        simulated = _exchanged(simulated, (may_go[0],), (theirs[0],))
    owned = tuple(other._replace(owner=seat) if other is build else other for other in state.builds)
    return replace(
        simulated,
        state=replace(build_game_state(simulated.state), builds=in_order(Table((), owned)).builds),
    )


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
