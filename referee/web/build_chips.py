"""What else is known of a game with builds, as the page says it in a word that can be tapped: how
many play, which hands, whether there is a stock, what a partner holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .. import messages
from ..rules.cards import Rank
from ..rules.games.casino.judge.building import build_rules
from ..rules.games.casino.question import BuildQuestion
from ..rules.notation import write_rank
from ..rules.table import write_table
from .build_piles import write_piles


class Chip(NamedTuple):
    """What is known, and the address in which it is otherwise."""

    name: str
    text: str
    address: str


class Known(NamedTuple):
    """A rank that a partner is known to hold, and the address in which he is not."""

    rank: Rank
    address: str


def chips(question: BuildQuestion, address: Callable[..., str]) -> list[Chip]:
    """Those that a ruling depends on."""
    goes_by, players = build_rules(question.rules), question.players
    found = []
    numbers = sorted(question.rules.seating.deal_plans)
    if goes_by.OPEN_PILES and len(numbers) > 1:
        then = numbers[(numbers.index(players) + 1) % len(numbers)]
        told = messages.players_text(players)
        found.append(Chip("players", told, address(**_with_players(question, then))))
    if goes_by.heeds_deal(players):
        other = {"deal": "2" if question.deal == 1 else ""}
        found.append(Chip("deal", messages.hands_text(question.deal), address(**other)))
    if question.stock is not None:
        other = {"stock": "0" if question.stock else ""}
        found.append(Chip("stock", messages.stock_text(question.stock), address(**other)))
    return found


def _with_players(question: BuildQuestion, players: int) -> dict[str, str]:
    """What changes with the number of players: whose a build is and whose pile, as far as they
    are there."""
    table = question.table
    builds = (one._replace(keeper=(one.keeper or 0) % players) for one in table.builds)
    piles = question.piles if players > question.players else question.piles[:players]
    return {
        "players": "" if players == min(question.rules.seating.deal_plans) else str(players),
        "table": write_table(table._replace(builds=tuple(builds))),
        "piles": write_piles(piles),
    } | dict.fromkeys(("deal", "stock", "proven", "with", "turn", "holds", "claim"), "")


def known_ranks(question: BuildQuestion, address: Callable[..., str]) -> list[Known] | None:
    """What the mover's partner is known to hold; None where nobody can know."""
    in_pairs = question.players in question.rules.seating.pairs_only
    if not (build_rules(question.rules).PROVES and in_pairs):
        return None
    ranks = sorted(question.proven)
    return [
        Known(rank, address(proven=" ".join(write_rank(one) for one in ranks if one is not rank)))
        for rank in ranks
    ]
