"""The type of the values and points of cards by which the referee judges captures, where a card
that can capture must (#must-capture, #capture-everything)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...cards import Card, Deck, Rank
from ...ruleset import Referee, Ruleset


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


def capture_rules(rules: Ruleset) -> CaptureRules:
    """Return the rules of captures of a ruleset whose referee is of this kind."""
    assert isinstance(rules.referee, CaptureRules)
    return rules.referee
