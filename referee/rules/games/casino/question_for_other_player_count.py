"""The table and piles of a question that is asked again with another number of players."""

from __future__ import annotations

from ...ruleset import Ruleset
from ...table_and_builds import Table
from .judge.position import Piles


def seated(table: Table, piles: Piles, rules: Ruleset, players: int) -> tuple[Table, Piles]:
    """Return the table and the piles with another number of players: a build of a seat that is gone
    gets another owner, and only seats with a pile of their own keep one."""
    builds = (build._replace(owner=(build.owner or 0) % players) for build in table.builds)
    pile_seats = set(rules.pile_of_each(players))
    own_piles = (pile if seat in pile_seats else () for seat, pile in enumerate(piles[:players]))
    return table._replace(builds=tuple(builds)), tuple(own_piles)
