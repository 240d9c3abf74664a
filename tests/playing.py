"""Whole games by legal plays alone, hand by hand: what tests and count files are played with."""

from __future__ import annotations

from referee.rules.cards import Card, Cards, Packs
from referee.rules.games.krypkasino.captures import Captures, sweeping_ranks
from referee.rules.games.krypkasino.capturing import capture_rules
from referee.rules.games.krypkasino.position import IllegalPlay, Position, after
from referee.rules.games.krypkasino.question import Question
from referee.rules.games.krypkasino.ruling import consult
from referee.rules.log.plays import Lay, Play, Take
from referee.rules.ruleset import Ruleset


def legal_plays(rules: Ruleset, table: Cards, card: Card) -> list[Play]:
    """Everything a card may do on a table, best first (#capture-everything)."""
    captures = Captures(capture_rules(rules), table, (card,), Packs(rules.deck, (*table, card)))
    if captures.creeps:
        return [Lay(card)]
    return [Take(card, option.captured) for option in captures.options(captures.total)]


def playable(rules: Ruleset, table: Cards, hand: Cards) -> Cards:
    """The different cards of a hand that may be played: only sweeping ones if there is one
    (#sweep)."""
    ranks = sweeping_ranks(capture_rules(rules), table)
    cards = tuple(sorted(set(hand)))
    return tuple(card for card in cards if card.rank in ranks) or cards


def play(rules: Ruleset, position: Position, played: Play, hand: Cards | None = None) -> Position:
    """The position after a legal play of the seat whose turn it is.

    ``hand``, if it is known, is the seat's hand with the played card. Raises
    :class:`IllegalPlay` and :class:`GameOver`.
    """
    question = Question(position.table, played.card, hand, captured=captured_by(played), limit=1)
    verdict = consult(rules, question).verdict
    assert verdict is not None  # there is a claim
    if not verdict.legal:
        raise IllegalPlay(verdict)
    return after(rules, position, played)


def captured_by(play: Play) -> Cards:
    """What a play takes from the table."""
    return play.captured if isinstance(play, Take) else ()
