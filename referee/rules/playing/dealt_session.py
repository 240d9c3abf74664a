"""Sessions of games that are dealt from seeds: what earlier games have left, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ..cards import Impossible
from ..ruleset import Carried, Ruleset
from ..scoring import FinishedGame, Sheet, after_games, carrying, depends_on_earlier_games
from ..seating import LastGame, Seats, SessionSoFar, Teams, sides
from ..session_end import (
    MOST_GAMES,
    FirstToTarget,
    SessionLength,
    TargetReached,
    count_out,
    reached,
    tie_broken,
)
from ..standings import add_up, leaders
from .dealt_game import DealtGame, deal
from .simulation import SeededRandom

MOST_POINTS = 99_999


class WrongTotals(Impossible):
    """Totals of earlier games that no session has."""

    field = "totals"


@dataclass(frozen=True)
class DealtSession:
    """A session before its next game. ``base`` are the rules of the first game, ``seats`` has the
    dealer of the next one and ``seed`` its cards. ``totals`` are those of the sides after the
    number of ``games`` so far, and ``rolled`` the points that these have left to score items.

    Raises :class:`WrongTotals` for totals that cannot be.
    """

    base: Ruleset
    seats: Seats
    seed: str
    games: int = 0
    totals: tuple[int, ...] = ()
    rolled: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        of_sides = len(self.seats_of_sides)
        numbers = (*self.totals, *(points for _, points in self.rolled))
        plan = self.base.session
        may_roll = plan.rolls_over if isinstance(plan, FirstToTarget) else ()
        if (
            len(self.totals) != (of_sides if self.games else 0)
            or not 0 <= self.games < MOST_GAMES
            or any(abs(number) > MOST_POINTS for number in numbers)
            or not {key for key, _ in self.rolled} <= set(may_roll)
        ):
            raise WrongTotals

    @property
    def teams(self) -> Teams | None:
        """Return the team of each seat, None where everybody plays alone."""
        return self.base.seating.settle(self.seats.players, self.seats.teams)

    @property
    def seats_of_sides(self) -> Mapping[int, tuple[int, ...]]:
        """Return the seats of each side."""
        return sides(self.seats.players, self.teams)

    @property
    def before(self) -> dict[int, int]:
        """Return the total of each side before the next game."""
        totals = self.totals or (0,) * len(self.seats_of_sides)
        return dict(zip(self.seats_of_sides, totals, strict=True))

    @property
    def length(self) -> SessionLength:
        """Return the length of the session, which is the usual one of its game."""
        return self.base.session.settle(self.seats.players, SessionLength(None, None))

    @cached_property
    def rules(self) -> Ruleset:
        """Return the rules of the next game, with what earlier ones have left to it."""
        plan = self.base.session
        if not isinstance(plan, FirstToTarget) or not depends_on_earlier_games(self.base):
            return self.base
        late = plan.sweeps_until is not None and max(self.before.values()) >= plan.sweeps_until
        return carrying(self.base, Carried(self.rolled, late))

    def deal(self) -> DealtGame:
        """Return the next game after its first deal. Raises as
        :func:`~referee.rules.playing.dealt_game.deal` does."""
        return deal(self.rules, self.seats, self.seed)

    def after(self, game: DealtGame) -> SessionAfterGame:
        """Return the session after its next game, which must be finished."""
        sheet = game.record.score
        assert sheet is not None
        return SessionAfterGame(self, game, sheet)


@dataclass(frozen=True)
class SessionAfterGame:
    """A session after a finished game, which was scored on this sheet."""

    before: DealtSession
    game: DealtGame
    sheet: Sheet

    @cached_property
    def totals(self) -> dict[int, int]:
        """Return the total of each side."""
        scoring = {
            side: seats[:1] if self.before.base.sheet.by_side else seats
            for side, seats in self.before.seats_of_sides.items()
        }
        gained = add_up(scoring, [[score.total for score in self.sheet.scores]])
        return {side: total + gained[side] for side, total in self.before.before.items()}

    @property
    def games(self) -> int:
        """Return the number of games so far."""
        return self.before.games + 1

    @property
    def leading(self) -> tuple[int, ...]:
        """Return the sides with the best total so far."""
        return leaders(self.totals, lowest_wins=self.before.base.session.lowest_wins)

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the sides that have won the session; none while it goes on (#session)."""
        plan = self.before.base.session
        if not isinstance(plan, FirstToTarget):
            planned = self.before.length.games_planned
            return self.leading if planned is not None and self.games >= planned else ()
        if plan.count_out:
            return self._counted_out(plan)
        winners = reached(plan.target, self.totals, lowest_wins=plan.lowest_wins)
        if winners or plan.tie_break is None:
            return winners
        counts = {side: counted.get(plan.tie_break, 0) for side, counted in self._counted.items()}
        return tie_broken(plan.target, self.totals, counts)

    @property
    def _counted(self) -> dict[int, Mapping[str, int]]:
        """Return the counted pile of each side: partners who score together share one."""
        rows = self.game.record.rows
        counts = {
            side: rows[seats[0]].counted for side, seats in self.before.seats_of_sides.items()
        }
        return {side: pile for side, pile in counts.items() if isinstance(pile, Mapping)}

    def _counted_out(self, plan: FirstToTarget) -> tuple[int, ...]:
        items = {
            side: self.sheet.scores[seats[0]].items or {}
            for side, seats in self.before.seats_of_sides.items()
        }
        reaching = TargetReached(plan.target, self.before.before, self.totals)
        sheet_plan = self.before.rules.sheet
        return count_out(sheet_plan, reaching, items, self._counted, plan.count_out).winners

    @property
    def next(self) -> DealtSession:
        """Return the session before its next game, or a new one after somebody has won. Its seed
        follows from this one, so that whoever goes on gets the same cards."""
        before, record = self.before, self.game.record
        seed = next_seed(before.seed)
        dealer = self._next_dealer()
        seats = before.seats._replace(dealer=dealer)
        if self.winners or self.games >= MOST_GAMES - 1:
            return DealtSession(before.base, seats, seed)
        played = FinishedGame(before.rules, record.rows)
        rules = after_games(before.base, before.teams, self.totals, [played])
        totals = tuple(max(-MOST_POINTS, min(MOST_POINTS, one)) for one in self.totals.values())
        return replace(
            before,
            seats=seats,
            seed=seed,
            games=self.games,
            totals=totals,
            rolled=rules.carried.rolled,
        )

    def _next_dealer(self) -> int:
        before, seating = self.before, self.before.base.seating
        players, dealer, _ = before.seats
        first = (dealer - seating.step * before.games) % players
        scores = [score.total for score in self.sheet.scores]
        last = LastGame(dealer, scores)
        return seating.next_dealer(SessionSoFar(before.seats_of_sides, first, self.games, last))


_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
SEED_LENGTH = 8


def next_seed(seed: str) -> str:
    """Return a seed that follows from another text."""
    chance = SeededRandom("next", seed)
    return "".join(chance.pick(_LETTERS) for _ in range(SEED_LENGTH))
