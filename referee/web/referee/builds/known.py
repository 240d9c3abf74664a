"""What players are known to hold, where one may build for a partner. The rules want to know it of
the mover's partner; of the others it is kept until it is they who are asked about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from .... import messages
from ....rules.cards import Rank
from ....rules.games.casino.arranging import seat_before
from ....rules.games.casino.judge.building import build_rules, proves
from ....rules.games.casino.judge.position import MOVER
from ....rules.games.casino.question import BuildQuestion
from ....rules.notation import read_card, write_rank
from ....rules.ruleset import Ruleset
from ..view import Known

KNOWN = "known"
"""The field that says it of the others: ``J@1 8@3``, seats counting from the mover."""

_HELD = re.compile(r"(10|[A2-9JQK])@([0-9])")


class Holding(NamedTuple):
    """A seat that is known to hold a rank."""

    seat: int
    rank: Rank


def knows_partner(rules: Ruleset, players: int) -> bool:
    """Can it be known what the mover's partner holds?"""
    return proves(build_rules(rules), rules.seating, players)


def held_by_others(question: BuildQuestion, text: str) -> list[Holding]:
    """What is known of all but the mover's partner; nothing of what cannot be."""
    if not knows_partner(question.rules, question.players):
        return []
    seats = set(range(question.players)) - {question.position.partner}
    found = {Holding(int(at), read_card(rank).rank) for rank, at in _HELD.findall(text)}
    return sorted(one for one in found if one.seat in seats)


def write_held(held: Iterable[Holding]) -> str:
    return " ".join(f"{write_rank(rank)}@{seat}" for seat, rank in held)


def known_ranks(
    question: BuildQuestion, others: list[Holding], address: Callable[..., str]
) -> list[Known] | None:
    """What the mover's partner is known to hold, then the others; None where nobody can know."""
    if not knows_partner(question.rules, question.players):
        return None
    ranks = sorted(question.proven)
    left = [" ".join(write_rank(one) for one in ranks if one is not rank) for rank in ranks]
    return [
        *(Known(rank, "", address(proven=text)) for rank, text in zip(ranks, left, strict=True)),
        *(
            Known(
                one.rank,
                messages.owner_text(question, one.seat),
                address(**{KNOWN: write_held(other for other in others if other != one)}),
            )
            for one in others
        ),
    ]


def passed_known(question: BuildQuestion, others: list[Holding]) -> dict[str, str]:
    """The fields as the next player has them: the card that was played is held no longer."""
    partner, played = question.position.partner, question.played
    held = {*others, *(Holding(partner, rank) for rank in question.proven if partner)}
    if played:
        held.discard(Holding(MOVER, played.rank))
    passed = sorted(Holding(seat_before(one.seat, question.players), one.rank) for one in held)
    return {
        "proven": " ".join(write_rank(one.rank) for one in passed if one.seat == partner),
        KNOWN: write_held(one for one in passed if one.seat != partner),
    }
