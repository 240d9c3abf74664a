"""Games that are dealt from a seed: their hands, what is played from them, and the players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..cards import Cards, Impossible, RulesError, Unreadable, difference
from ..games.casino.followed.state import BuildGameState
from ..log.record import Record, accept, append, replay
from ..plays import CardOnly, Dealt, Play, Played, TopRevealed, played_in
from ..plays import Top as TopOfPile
from ..ruleset import DrawnAgain, GameOver, IllegalPlay, Ruleset
from ..seating import ImpossiblePlayers, Seats
from .players import DEALS_DEFAULT, ChosenPlay, Level, NoPlayers, choose
from .simulation import SeededRandom

MOST_PLAYERS = 4
_MOST_REDEALS = 1000


class PlaysDoNotFit(Impossible):
    """Plays that the cards of a game do not allow, so that they are of another one."""

    field = "log"


class TooManyPlays(Impossible):
    """A log that is longer than that of any game."""

    field = "log"


class UnreadableSeed(Unreadable):
    """Text from which no cards are dealt: up to 16 digits and small letters are a seed."""


_SEED = re.compile("[0-9a-z]{1,16}")


def numbers_of_players(rules: Ruleset) -> tuple[int, ...]:
    """Return how many can play a game that is dealt: one with one to three players."""
    return tuple(number for number in rules.seating.numbers if 2 <= number <= MOST_PLAYERS)


@dataclass(frozen=True)
class DealtGame:
    """A game whose cards follow from a seed, as its record has it. ``hands`` are in seat order, and
    ``pack`` are the cards that are not dealt yet, the next first."""

    record: Record
    seed: str
    hands: tuple[Cards, ...]
    pack: Cards

    @property
    def turn(self) -> int | None:
        """Return the seat whose turn it is; None if the game is over."""
        return self.record.state.turn if self.record.state else None

    @property
    def plays(self) -> tuple[Play, ...]:
        """Return what was played so far, from which the game follows again."""
        events = (applied.event for applied in self.record.events)
        return tuple(
            event.play
            for event in events
            if isinstance(event, Played) and not isinstance(event.play, CardOnly)
        )

    def after(self, play: Play, *, with_hand: bool = True) -> DealtGame:
        """Return the game after a play by the seat whose turn it is, with the cards that are dealt
        or drawn then.

        It must be legal, ``with_hand`` by all that the hand of the seat says, such as that a sweep
        is forced. Raises :class:`.GameOver`, :class:`.IllegalPlay` and as
        :func:`~referee.rules.log.record.accept` does.
        """
        state, seat = self.record.state, self.turn
        if state is None or seat is None:
            raise GameOver
        hand, cards = self.hands[seat], played_in(play)
        if with_hand:
            verdict = self.record.engine.judge(state, seat, play, hand)
            if verdict.legal is not True:
                raise IllegalPlay(verdict, Played(play))
        record = append(self.record, accept(self.record, Played(play)))
        hands = (*self.hands[:seat], difference(hand, cards), *self.hands[seat + 1 :])
        return _filled(replace(self, record=_with_tops(record, self.seed), hands=hands))

    def with_players(self, own: int, level: Level, deals: int = DEALS_DEFAULT) -> DealtGame:
        """Return the game after the plays of players, up to the turn of the seat ``own`` or to the
        end."""
        game = self
        while game.turn is not None and game.turn != own:
            game = game.after(game.chosen(level, deals).play, with_hand=False)
        return game

    def chosen(self, level: Level, deals: int = DEALS_DEFAULT) -> ChosenPlay:
        """Return what a player would play in place of the seat whose turn it is: the first legal
        play with its whole hand where players find none. Raises :class:`.GameOver`."""
        if self.turn is None:
            raise GameOver
        try:
            choice = choose(self.record, self.hands[self.turn], level, self.seed, deals)
        except NoPlayers:
            return ChosenPlay(next(self._legal_plays()))
        return choice if self._is_legal(choice.play) else ChosenPlay(next(self._legal_plays()))

    def _legal_plays(self) -> Iterator[Play]:
        """Yield the plays of the seat whose turn it is that are legal with its whole hand."""
        state, turn = self.record.state, self.turn
        assert state is not None
        assert turn is not None
        for card in dict.fromkeys(self.hands[turn]):
            yield from filter(self._is_legal, self.record.engine.listed(state, card).plays)

    def _is_legal(self, play: Play) -> bool:
        """Return whether a play by the seat whose turn it is is legal with its whole hand."""
        state, turn = self.record.state, self.turn
        assert state is not None
        assert turn is not None
        return self.record.engine.judge(state, turn, play, self.hands[turn]).legal is True

    def replayed(self, plays: Iterable[Play], own: int) -> DealtGame:
        """Return the game after plays of everybody, of which those of the seat ``own`` must be
        legal with its whole hand; the others may have bluffed. Raises :class:`PlaysDoNotFit`."""
        game = self
        try:
            for play in plays:
                hand = () if game.turn is None else game.hands[game.turn]
                if not set(played_in(play)) <= set(hand):
                    raise PlaysDoNotFit
                game = game.after(play, with_hand=game.turn == own)
        except RulesError:
            raise PlaysDoNotFit from None
        return game


def _with_tops(record: Record, seed: str) -> Record:
    """Return the record in which everybody knows which card lies on top of each open pile; the seed
    decides where a player might have chosen the order."""
    state, rules = record.state, record.rules.referee
    if not (isinstance(state, BuildGameState) and getattr(rules, "open_piles", False)):
        return record
    for seat, pile in enumerate(state.piles):
        if state.turn is not None and len(pile.top_among) > 1:
            card = SeededRandom("top", seed, record.seq).pick(pile.top_among)
            record = append(record, accept(record, TopRevealed(TopOfPile(card, seat))))
    return record


def _filled(game: DealtGame) -> DealtGame:
    """Return the game with the cards in each hand that the state says it has, the missing ones
    taken from the pack."""
    state, pack, hands = game.record.state, game.pack, []
    assert state is not None
    for number, hand in zip(state.in_hands, game.hands, strict=True):
        missing = number - len(hand)
        hands.append(tuple(sorted((*hand, *pack[:missing]))))
        pack = pack[missing:]
    return replace(game, hands=tuple(hands), pack=pack)


def deal(rules: Ruleset, seats: Seats, seed: str) -> DealtGame:
    """Return a game after its first deal; the same seed deals the same pack by all house rules of a
    game, as long as the first cards on the table stay.

    Raises :class:`.ImpossiblePlayers`, :class:`UnreadableSeed` and the errors of teams.
    """
    if not _SEED.fullmatch(seed):
        raise UnreadableSeed(seed)
    allowed = numbers_of_players(rules)
    if seats.players not in allowed:
        raise ImpossiblePlayers(seats.players, allowed)
    on_table = sum(rules.seating.deal_plan(seats.players).table)
    nothing: tuple[Cards, ...] = ((),) * seats.players
    record = replay(rules, seats.players, seats.dealer, (), seats.teams)
    for number in range(_MOST_REDEALS):
        chance = SeededRandom("pack", rules.key, seed, number)
        pack = tuple(chance.shuffled(rules.deck.faces * rules.deck.copies))
        try:
            if record.opening is None:
                dealt = accept(record, Dealt(pack[:on_table]))
                return _filled(DealtGame(append(record, dealt), seed, nothing, pack[on_table:]))
            return _filled(DealtGame(record, seed, nothing, pack))
        except DrawnAgain:
            continue
    raise AssertionError("every deal goes back")
