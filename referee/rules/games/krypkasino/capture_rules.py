"""Rules of games in which a card that can capture must capture all that it can (#must-capture,
#capture-everything)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ...cards import Card, Cards, Deck, Rank
from ...deck_check_of_named_cards import KnownCards
from ...ruleset import Referee, Ruleset


class SetAside(NamedTuple):
    """Table cards after a deal: those that stay, those that are set aside, and those that may be
    either because their suit was not entered."""

    staying: Cards
    aside: Cards
    undecided: Cards


@dataclass(frozen=True, eq=False)
class CaptureRules(Referee):
    """The rules by which the referee judges captures.

    ``hand_values`` and ``table_values`` are the values of ranks when played and while on the table,
    ``worth`` the points of each card in a pile, ``sweep_points`` those of a face-up card.
    ``faces_set_aside`` leave the table after every deal.
    """

    deck: Deck
    hand_values: Mapping[Rank, int]
    table_values: Mapping[Rank, int]
    faces_set_aside: frozenset[Card]
    worth: Mapping[Card, int]
    sweep_points: int

    def after_deal(self, table: Cards, known_cards: KnownCards) -> SetAside:
        """Return the table cards after a deal set some of them aside (#set-aside, #house-rules).
        ``known_cards`` limits the suits of cards without suit."""
        staying: list[Card] = []
        aside: list[Card] = []
        undecided: list[Card] = []
        for card in sorted(table):
            if card.suited:
                (aside if card in self.faces_set_aside else staying).append(card)
        suitless = Counter(card.rank for card in table if not card.suited)
        for rank, number in suitless.items():
            faces = known_cards.unnamed_faces(rank)
            may_go = sum(face in self.faces_set_aside for face in faces)
            most, least = min(number, may_go), max(0, number - (len(faces) - may_go))
            aside += [Card(rank)] * least
            undecided += [Card(rank)] * (most - least)
            staying += [Card(rank)] * (number - most)
        return SetAside(*(tuple(sorted(cards)) for cards in (staying, aside, undecided)))


def capture_rules(rules: Ruleset) -> CaptureRules:
    """Return the rules of captures of a ruleset whose referee is of this kind."""
    assert isinstance(rules.referee, CaptureRules)
    return rules.referee
