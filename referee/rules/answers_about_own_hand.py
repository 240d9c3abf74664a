"""Claims of a player about the hand, where a verdict depends on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .card_notation import read_card, write_rank
from .cards import Rank

_CLAIM = re.compile(r"(-?)(10|[A2-9JQK])")


class Held(NamedTuple):
    """The ranks that a player claims to hold, one for each card, and those claimed to be
    ``lacking``, which are asked about again after the next step."""

    ranks: tuple[Rank, ...] = ()
    lacking: tuple[Rank, ...] = ()

    @property
    def text(self) -> str:
        """Return the notation: ``8`` is held, ``-9`` is not."""
        lacking = (f"-{write_rank(rank)}" for rank in self.lacking)
        return " ".join([*map(write_rank, self.ranks), *lacking])

    @property
    def lasting(self) -> Held:
        """Return the claims that still hold after the next step: those of held ranks."""
        return self._replace(lacking=())

    def unclaimed(self, asked_ranks: Sequence[Rank]) -> tuple[Rank, ...]:
        """Return the asked ranks that have not been claimed to be held."""
        return tuple((Counter(asked_ranks) - Counter(self.ranks)).elements())

    def answers(self, asked_ranks: Sequence[Rank]) -> bool | None:
        """Return whether cards of all asked ranks are held, or None if that was not claimed or
        nothing is asked."""
        if not asked_ranks:
            return None
        if set(self.lacking) & set(asked_ranks):
            return False
        return None if self.unclaimed(asked_ranks) else True

    def answers_any(self, asked_ranks: Sequence[Rank]) -> bool | None:
        """Return whether a card of one of the asked ranks is held, or None if that was not
        claimed."""
        if set(self.ranks) & set(asked_ranks):
            return True
        return False if asked_ranks and set(self.lacking) >= set(asked_ranks) else None

    def with_answer(self, asked_ranks: Sequence[Rank], *, holds: bool | None) -> Held:
        """Return the claims after the player answered whether the asked ranks are held;
        ``holds=None`` withdraws the answer."""
        others = tuple((Counter(self.ranks) - Counter(asked_ranks)).elements())
        if holds is None:
            return Held(others)
        return (
            Held(tuple(sorted((*others, *asked_ranks))))
            if holds
            else Held(others, tuple(asked_ranks))
        )


NOTHING_SAID = Held()


def read_held(text: str) -> Held:
    """Return the claims in a text such as ``8 -9``; anything unreadable is skipped."""
    claims = [(sign, read_card(rank).rank) for sign, rank in _CLAIM.findall(text)]
    return Held(
        tuple(rank for sign, rank in claims if not sign),
        tuple(rank for sign, rank in claims if sign),
    )
