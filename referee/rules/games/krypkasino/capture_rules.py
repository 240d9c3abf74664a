"""What the referee goes by where whoever can capture must: the question is *must I take all of
that?* (#must-capture, #capture-everything)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ...cards import Card, Cards, Deck, KnownCards, Rank
from ...ruleset import Referee, Ruleset


class SetAside(NamedTuple):
    """Table cards after a deal: those that stay, those that go aside, and those that may do
    either because nobody entered their suit."""

    kept: Cards
    aside: Cards
    undecided: Cards


@dataclass(frozen=True, eq=False)
class CaptureRules(Referee):
    """``hand_values`` and ``table_values`` say what a rank counts for when it is played and while
    it lies on the table, ``worth`` what a card scores in a pile, ``sweep_points`` what a face-up
    card does. ``faces_set_aside`` leave the table after every deal."""

    deck: Deck
    hand_values: Mapping[Rank, int]
    table_values: Mapping[Rank, int]
    faces_set_aside: frozenset[Card]
    worth: Mapping[Card, int]
    sweep_points: int

    def after_deal(self, table: Cards, packs: KnownCards) -> SetAside:
        """Which table cards a deal sets aside (#set-aside, #house-rules). ``packs`` settles
        suitless cards."""
        kept: list[Card] = []
        aside: list[Card] = []
        undecided: list[Card] = []
        for card in sorted(table):
            if card.suited:
                (aside if card in self.faces_set_aside else kept).append(card)
        suitless = Counter(card.rank for card in table if not card.suited)
        for rank, number in suitless.items():
            faces = packs.unnamed_faces(rank)
            may_go = sum(face in self.faces_set_aside for face in faces)
            most, least = min(number, may_go), max(0, number - (len(faces) - may_go))
            aside += [Card(rank)] * least
            undecided += [Card(rank)] * (most - least)
            kept += [Card(rank)] * (number - most)
        return SetAside(*(tuple(sorted(cards)) for cards in (kept, aside, undecided)))


def capture_rules(rules: Ruleset) -> CaptureRules:
    """What the referee of a game goes by that is known to be of this kind."""
    assert isinstance(rules.referee, CaptureRules)
    return rules.referee
