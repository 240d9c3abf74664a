"""Legal plays of Krypkasino, for counts and for slips of a scribe."""

from referee.rules.cards import Card, Cards, KnownCards
from referee.rules.games.krypkasino.captures import Captures, capture_rules, sweeping_ranks
from referee.rules.plays import Played, as_play
from referee.rules.ruleset import Ruleset


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
