"""Whole games by legal plays alone, hand by hand: what tests and count files are played with."""

from __future__ import annotations

from referee.rules.cards import Card, Cards
from referee.rules.events import Played
from referee.rules.game_engine_interface import IllegalPlay
from referee.rules.games.krypkasino.capture_options import Captures, sweeping_ranks
from referee.rules.games.krypkasino.capture_ruleset import capture_rules
from referee.rules.games.krypkasino.followed_game import CaptureGameEngine, CaptureState
from referee.rules.games.krypkasino.question import Question
from referee.rules.games.krypkasino.ruling import consult
from referee.rules.known_cards import KnownCards
from referee.rules.plays import as_play
from referee.rules.ruleset import Ruleset
from referee.rules.seating import Seats


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


def following(rules: Ruleset) -> CaptureGameEngine:
    """Return the engine of Krypkasino that follows a game."""
    assert isinstance(rules.engine, CaptureGameEngine)
    return rules.engine


def start(rules: Ruleset, players: int, dealer: int, table: Cards) -> CaptureState:
    return following(rules).start(Seats(players, dealer), table)


def after(
    rules: Ruleset, state: CaptureState, played: Played, seat: int | None = None
) -> CaptureState:
    """Return the game after a play, of the seat whose turn it is where no other is said."""
    if seat is None:
        seat = 0 if state.turn is None else state.turn
    now = following(rules).play(state, played, seat).state
    assert isinstance(now, CaptureState)
    return now


def play(
    rules: Ruleset, state: CaptureState, played: Played, hand: Cards | None = None
) -> CaptureState:
    """Return the game after a legal play of the seat whose turn it is.

    ``hand``, if it is known, is the seat's hand with the played card. Raises
    :class:`IllegalPlay` and :class:`GameOver`.
    """
    question = Question(state.table, played.card, hand, captured=played.captured or (), limit=1)
    verdict = consult(capture_rules(rules), question).verdict
    assert verdict is not None  # there is a claim
    if verdict.legal is False:
        raise IllegalPlay(verdict, played)
    return after(rules, state, played)
