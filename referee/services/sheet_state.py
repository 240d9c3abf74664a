"""The stored score sheet of a game, with its check by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..rules.ruleset import Ruleset
from ..rules.seating import Teams, check_seat, mates, sides
from ..rules.sheet_check import Check, check
from ..rules.sheet_plan import RowCounts
from ..store import queries
from ..store.models import Game, GameSession
from .damaged_data import raises_damaged
from .refusals import Cause, Invalid
from .rules_after_earlier_games import rules_in_session
from .stored_seats import names_of, teams_of
from .stored_sheet_rows import rows_of


@dataclass(frozen=True, eq=False)
class SheetState:
    """A stored sheet, at this ``version`` of its session.

    ``teams`` are those that play, ``piles`` the seats that have a pile, ``says`` the seats that may
    enter a whole score. ``versions`` are those of the rows, 0 where nothing was entered.
    ``claimed_by`` is the seat that has ended the game by claiming the target; ``claim_taken_back``:
    such a claim no longer holds, and the game goes on.
    """

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
        """The check of the sheet as it is."""
        return self._checked(filled=False)

    @cached_property
    def shown(self) -> Check:
        """The check with the last pile filled in from the others, while the game goes on."""
        return self.check if self.finished else self._checked(filled=True)

    @raises_damaged
    def _checked(self, *, filled: bool) -> Check:
        """Return the check; ``filled``: the last pile is filled in."""
        claimed = self.claimed_by is not None
        return check(
            self.rules, self.rows, self.teams, self.last_capturer, claimed=claimed, filled=filled
        )

    @property
    def sides(self) -> dict[int, tuple[int, ...]]:
        """The seats of each side."""
        return sides(len(self.rows), self.teams)

    def pile_owner(self, seat: int) -> str:
        """Return the name of the player who has the pile of a seat's side."""
        return self.players[mates(seat, self.sides)[0]]

    def check_pile(self, seat: int) -> None:
        """Raise an error for a seat without a pile of its own.

        It is :class:`~referee.rules.seating.NoSuchSeat`, or
        :class:`~referee.services.refusals.Invalid` where a partner has the pile.
        """
        check_seat(seat, len(self.rows))
        if seat not in self.piles:
            raise Invalid(Cause.SHARES_PILE, field="seat", name=self.pile_owner(seat))


@raises_damaged
def state_of(session: GameSession, game: Game, rules: Ruleset | None = None) -> SheetState:
    """Return the sheet of a game; ``rules`` are those that it is scored by, if at hand."""
    rules, rows = rules or rules_in_session(session, game), rows_of(game)
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
    """Return whether a claim of this game was taken back.

    In an unfinished game that is not followed, only that makes a correction.
    """
    if not rules.claims_out or game.finished or game.seq:
        return False
    return bool(queries.corrections(game.id))
