"""What the mover says of the hand, where a verdict depends on it: it is said once a turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ...rules.cards import Rank
from ...rules.notation import read_card, write_rank

HOLDS = "holds"
"""The field that says it: ``8`` is held, ``-9`` is not."""

_SAID = re.compile(r"(-?)(10|[A2-9JQK])")


class Held(NamedTuple):
    """The ranks that the mover still holds, one a card, and those that are ``lacking``: these are
    asked for again after the next step."""

    ranks: tuple[Rank, ...] = ()
    lacking: tuple[Rank, ...] = ()

    @property
    def text(self) -> str:
        """As the field has it."""
        lacking = (f"-{write_rank(rank)}" for rank in self.lacking)
        return " ".join([*map(write_rank, self.ranks), *lacking])

    @property
    def kept(self) -> Held:
        """What stays said when the turn goes on."""
        return self._replace(lacking=())

    def unsaid(self, asked: Sequence[Rank]) -> tuple[Rank, ...]:
        """Those of some ranks of which nobody said yet that they are held."""
        return tuple((Counter(asked) - Counter(self.ranks)).elements())

    def answers(self, asked: Sequence[Rank]) -> bool | None:
        """Are cards of these ranks held? None while that is not said, or nothing is asked."""
        if not asked:
            return None
        if set(self.lacking) & set(asked):
            return False
        return None if self.unsaid(asked) else True

    def answers_any(self, asked: Sequence[Rank]) -> bool | None:
        """Return whether a card of one of these ranks is held; None as in :meth:`answers`."""
        if set(self.ranks) & set(asked):
            return True
        return False if asked and set(self.lacking) >= set(asked) else None

    def saying(self, asked: Sequence[Rank], *, holds: bool | None) -> Held:
        """The same once somebody says whether they hold what is asked, or no longer says it."""
        others = tuple((Counter(self.ranks) - Counter(asked)).elements())
        if holds is None:
            return Held(others)
        return Held(tuple(sorted((*others, *asked)))) if holds else Held(others, tuple(asked))


def read_held(text: str) -> Held:
    """The field's text; what it cannot say is passed over."""
    said = [(sign, read_card(rank).rank) for sign, rank in _SAID.findall(text)]
    return Held(
        tuple(rank for sign, rank in said if not sign), tuple(rank for sign, rank in said if sign)
    )
