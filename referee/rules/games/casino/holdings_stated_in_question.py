"""Cards that are known to be in somebody's hand, as far as a question says so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ...card_notation import read_card, write_rank
from ...cards import Rank
from ...ruleset import Ruleset
from .judge.play_rules_base import build_rules, proves
from .question import BuildQuestion


class Holding(NamedTuple):
    """A card that is known to be in a hand: its seat and rank."""

    seat: int
    rank: Rank


_HOLDING = re.compile(r"(10|[A2-9JQK])@([0-9])")


def read_holdings(text: str) -> set[Holding]:
    """Read ``J@1 8@3``, seats counting from the mover; words that are no holdings are ignored."""
    return {Holding(int(seat), read_card(rank).rank) for rank, seat in _HOLDING.findall(text)}


def write_holdings(holdings: Iterable[Holding]) -> str:
    """Write holdings as ``J@1 8@3``."""
    return " ".join(f"{write_rank(rank)}@{seat}" for seat, rank in holdings)


def knows_partner(rules: Ruleset, players: int) -> bool:
    """Return whether it can be known what the mover's partner holds."""
    return proves(build_rules(rules), rules.seating, players)


def held_by_others(question: BuildQuestion, text: str) -> list[Holding]:
    """Return the holdings in a text, in order, of all seats but the partner's, the mover's
    included; empty in games where it cannot be known what a partner holds."""
    if not knows_partner(question.rules, question.players):
        return []
    seats = set(range(question.players)) - {question.position.partner}
    return sorted(holding for holding in read_holdings(text) if holding.seat in seats)
