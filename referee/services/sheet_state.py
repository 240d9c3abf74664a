"""The score sheet of a game as it is stored, with what the rules make of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..rules.ruleset import Ruleset
from ..rules.seating import Teams, check_seat, mates, sides
from ..rules.sheet_check import Check, check
from ..rules.sheet_plan import RowCounts
from ..store import queries
from ..store.models import Game, GameSession
from .damaged_data import of_stored
from .refusals import Cause, Invalid
from .sheet_rows import names_of, rows_of, rules_of, teams_of


@dataclass(frozen=True, eq=False)
class SheetState:
    """A sheet as it stands, at this ``version`` of its session. ``teams`` are those that play,
    ``piles`` the seats that have one, and ``says`` those that say the quick number; ``versions``
    are 0 for rows where nothing was entered. ``claimed_by`` is the seat that has ended
    the game by claiming the target, and ``claim_taken_back``: such a claim does not hold any more,
    so the game goes on."""

    version: int
    players: tuple[str, ...]
    rules: Ruleset
    teams: Teams | None
    piles: tuple[int, ...]
    says: tuple[int, ...]
    rows: tuple[RowCounts, ...]
    versions: tuple[int, ...]
    last_capturer: int | None
    finished: bool
    claimed_by: int | None
    claim_taken_back: bool

    @cached_property
    def check(self) -> Check:
        """How far the sheet is filled in, and how well it adds up."""
        return self._checked(filled=False)

    @cached_property
    def shown(self) -> Check:
        """The same, and of a game that goes on with what is left of two piles filled in."""
        return self.check if self.finished else self._checked(filled=True)

    @of_stored
    def _checked(self, *, filled: bool) -> Check:
        claimed = self.claimed_by is not None
        return check(
            self.rules, self.rows, self.teams, self.last_capturer, claimed=claimed, filled=filled
        )

    @property
    def sides(self) -> dict[int, tuple[int, ...]]:
        return sides(len(self.rows), self.teams)

    def pile_owner(self, seat: int) -> str:
        """Who has the pile of a side, by name."""
        return self.players[mates(seat, self.sides)[0]]

    def check_pile(self, seat: int) -> None:
        """Raises :class:`~referee.rules.seating.NoSuchSeat`, and
        :class:`~referee.services.refusals.Invalid` where a partner has the pile."""
        check_seat(seat, len(self.rows))
        if seat not in self.piles:
            raise Invalid(Cause.SHARES_PILE, field="seat", name=self.pile_owner(seat))


@of_stored
def state_of(session: GameSession, game: Game) -> SheetState:
    rules, rows = rules_of(game), rows_of(game)
    teams = rules.seating.settle(len(rows), teams_of(session))
    return SheetState(
        version=session.version,
        players=names_of(session),
        rules=rules,
        teams=teams,
        piles=rules.pile_seats(len(rows), teams),
        says=rules.quick_seats(len(rows), teams),
        rows=rows,
        versions=tuple(row.version for row in game.rows),
        last_capturer=game.last_capturer,
        finished=game.finished,
        claimed_by=game.claimed_by,
        claim_taken_back=_claim_taken_back(rules, game),
    )


def _claim_taken_back(rules: Ruleset, game: Game) -> bool:
    """Nothing else is corrected in a game that is not finished and that nobody follows."""
    if not rules.claims_out or game.finished or game.seq:
        return False
    return bool(queries.corrections(game.id))
