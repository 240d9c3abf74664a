"""*Was that right?* on the felt of a game with builds: what can be claimed with the next tap."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ....rules.games.casino.completing import Claim, builds_of, done_in, used_in
from ....rules.games.casino.search.saying import said_otherwise
from ....rules.table import Pointed, Top
from ....rules.turns import Form, Turn, write_turn
from ..view import CLAIM
from .drawing import Picked, ValueLink, to_pick
from .felt import BuildFelt


def claim_of(text: str, turn: Turn | None) -> Claim | None:
    """What is claimed, as the address has it; 1 asks without saying, and most cards take."""
    if text == "1":
        return done_in(turn or ())
    return Claim(text) if text in set(Claim) else None


@dataclass
class BuildClaims(BuildFelt):
    """``turn`` is the one that is judged; ``half``: is it wrong only as far as it is tapped?"""

    turn: Turn | None
    half: bool

    def claim_address(self) -> str:
        """The same position, with the question whether it was right; without it, if it is asked.
        What was done stays as far as somebody said it."""
        if self.claiming:
            return self.kept_moved(**{"with": self.used.text if self.used else ""})
        return self.address(**{CLAIM: claim_of("1", self.turn) or ""})

    @property
    def claims(self) -> list[tuple[Claim, str]]:
        """What can be claimed, each with its address; what was tapped stays."""
        kept = {"with": self.used.text if self.used else ""}
        return [(one, self.kept_moved(**kept | {CLAIM: one})) for one in Claim]

    @property
    def used(self) -> Pointed | None:
        """The cards and builds that somebody says were used, by a tap or in a turn."""
        done = (self.question.turn or ())[len(self.begun) :]
        if self.question.pointed is None and done:
            return used_in(done, self.now)
        return self.question.pointed

    @property
    def picked(self) -> list[Picked]:
        """What lies there, and whether somebody says that it was used."""
        tops = [Top(one.top, one.seat) for one in self.piles if one.top and one.use]
        return to_pick(self.now, tops, self.used)

    @property
    def built_values(self) -> list[tuple[ValueLink, bool]]:
        """The values that the cards which were used can make, and the one that is claimed."""
        other = (form for form in self._said_otherwise if self._is_said(form))
        return [self._said(form) for form in (*self._built, *other)]

    @property
    def other_values(self) -> list[ValueLink]:
        """The values that they cannot make: what was said may have been false."""
        return [self._said(form)[0] for form in self._said_otherwise if not self._is_said(form)]

    @property
    def _built(self) -> list[Form]:
        chosen = self.claim is Claim.BUILT and self.question.pointed is not None
        return builds_of(self.so_far) if chosen else []

    @cached_property
    def _said_otherwise(self) -> list[Form]:
        played, used = self.question.played, self.question.pointed
        if self.claim is not Claim.BUILT or played is None or used is None or not used.text:
            return []
        return said_otherwise(self._rules, played, used.table.cards, used.tops, self._built)

    def _is_said(self, form: Form) -> bool:
        return self.turn == (*self.begun, form)

    def _said(self, form: Form) -> tuple[ValueLink, bool]:
        kept = {"with": self.texts["with"], CLAIM: Claim.BUILT}
        address = self.moved(**kept | {"turn": write_turn((*self.begun, form))})
        return ValueLink(form.build.value, address), self._is_said(form)
