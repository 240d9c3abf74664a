"""Games that are followed with every hand known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.rules.cards import Cards, difference
from referee.rules.games import ruleset
from referee.rules.log.record import Record, accept, append, replay
from referee.rules.playing.knowledge import Deal, Knowledge, knowledge_of
from referee.rules.playing.simulation import SeededRandom
from referee.rules.plays import Dealt, Play, Played, played_in
from referee.rules.ruleset import DrawnAgain, State


@dataclass(frozen=True)
class DealtGame:
    """A record, with the hands and the cards that are not dealt yet."""

    record: Record
    hands: tuple[Cards, ...]
    pack: Cards

    @property
    def state(self) -> State:
        assert self.record.state is not None
        return self.record.state

    @property
    def seat(self) -> int:
        assert self.state.turn is not None
        return self.state.turn

    @property
    def hand(self) -> Cards:
        return self.hands[self.seat]

    @property
    def over(self) -> bool:
        return self.record.over

    @property
    def deal(self) -> Deal:
        return Deal(self.hands, self.pack)

    @property
    def knowledge(self) -> Knowledge:
        return knowledge_of(self.record, self.hand)

    def after(self, play: Play) -> DealtGame:
        """Return the game after a legal play of the seat whose turn it is."""
        hand = difference(self.hand, played_in(play))
        hands = (*self.hands[: self.seat], hand, *self.hands[self.seat + 1 :])
        record = append(self.record, accept(self.record, Played(play)))
        return _full(replace(self, record=record, hands=hands))


def dealt_game(
    game: str,
    players: int,
    chance: SeededRandom,
    *,
    house: Sequence[str] = (),
    dealer: int = 0,
    teams: Sequence[int] | None = None,
) -> DealtGame:
    """Return a game whose first cards have been dealt by chance."""
    rules = ruleset(game, house)
    empty = replay(rules, players, dealer, [], teams)
    lying = sum(rules.seating.deal_plan(players).table)
    while True:
        pack = tuple(chance.shuffled(rules.deck.faces * rules.deck.copies))
        nothing: tuple[Cards, ...] = ((),) * players
        if empty.opening is not None:
            return _full(DealtGame(empty, nothing, pack))
        try:
            record = append(empty, accept(empty, Dealt(pack[:lying])))
        except DrawnAgain:
            continue
        return _full(DealtGame(record, nothing, pack[lying:]))


def _full(game: DealtGame) -> DealtGame:
    hands, pack = [], game.pack
    for hand, size in zip(game.hands, game.state.in_hands, strict=True):
        lacking = size - len(hand)
        hands.append(tuple(sorted((*hand, *pack[:lacking]))))
        pack = pack[lacking:]
    return replace(game, hands=tuple(hands), pack=pack)
