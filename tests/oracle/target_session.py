"""Evenings of the Casino family that go to a target: a model in memory.

F1.6 is a section of the rules of the family; C is the JSON contract (*Sessions*). What is put in
must be sound but for what `casino_score` refuses, the plan of the evening and claims.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tests.oracle.casino_score import (
    KASINO,
    SWAZI,
    Refused,
    score,
    score_claimed,
    seating,
    sides_of,
)
from tests.oracle.krypkasino_session import settled

from .casino_family import SOUTH_AFRICAN, SPADE, Row, won_by_spades

# C, `count_out`: the order in which a game is counted out, the aces one by one.
ACES = ("AS", "AC", "AH", "AD")
CARDS = ("cards", "spades", "big_casino", "little_casino", *ACES)


@dataclass(frozen=True)
class Played:
    """A finished game: what it gave, who dealt it and whose claim ended it."""

    answer: dict[str, Any]
    dealer: int
    claimed_by: int | None
    rows: Sequence[Row | None]


@dataclass
class TargetEvening:
    """A session: games, totals, who has won, who deals and who pays whom."""

    game: str
    players: Sequence[str]
    house: AbstractSet[str] = frozenset()
    teams: Sequence[int] | None = None
    target: int | None = None
    first_dealer: int = 0
    games: list[Played] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.teams = seating(self.game, self.house, len(self.players), self.teams)
        if self.target is None:
            usual = {SPADE: 61, KASINO: 21 if "over_spades" in self.house else 16}.get(
                self.game, 21
            )
            self.target = 11 if "difference_scoring" in self.house else usual
        if not 7 <= self.target <= 1000:
            raise Refused("target")

    # What people do

    def finish(
        self,
        rows: Sequence[Row | None],
        last_capturer: int | None = None,
        claimed_by: int | None = None,
    ) -> dict[str, Any]:
        """Finish one more game, balanced or accepted as it is; return how it stands then."""
        dealer = self.next_dealer()
        if claimed_by is None:
            rolled = self._rolled_over(rows)
            late = "late_sweeps_off" in self.house and max(self.totals().values()) >= 10
            answer = score(self.game, self.house, rows, self.teams, last_capturer, rolled, late)
        else:
            if self.claim_refused(rows, claimed_by):
                raise Refused("claimed_by", "claim_too_low")
            rolled = self._rolled_over(rows)
            answer = score_claimed(self.game, self.house, rows, self.teams, rolled)
        self.games.append(Played(answer, dealer, claimed_by, rows))
        return self.state()

    def claim_refused(self, rows: Sequence[Row | None], claimed_by: int) -> bool:
        """C: the claimant's row must reach the target with what counts at once, on top of what
        his side had before this game."""
        at_once = {"sweeps", "sweeps_at_once"} <= set(self.house)
        if ("claim_out" not in self.house and not at_once) or not 0 <= claimed_by < len(
            self.players
        ):
            raise Refused("claimed_by")
        # What was counted, though under `difference_scoring` less may be written down.
        counting = self.house - {"difference_scoring"}
        rolled = self._rolled_over(rows)
        answer = score_claimed(self.game, counting, rows, self.teams, rolled)
        side = self.side_of(claimed_by)
        return self.totals()[side] + self._points(answer)[side] < self._goal()

    # What people see

    def state(self) -> dict[str, Any]:
        """Everything after the last finished game."""
        return {
            "scores": self.scores(len(self.games)) if self.games else None,
            "totals": self.totals(),
            "standings": self.standings(),
            "over": self.over(),
            "winners": self.winners(),
            "next_dealer": self.next_dealer(),
            "settlement": self.settlement(),
            "needs_force": self.needs_force(),
        }

    def scores(self, number: int) -> list[int]:
        """Return what the game gave, in seat order; with teams the team's total at each of its
        seats."""
        points = self._points(self.games[number - 1].answer)
        return [points[self.side_of(seat)] for seat in range(len(self.players))]

    def side_of(self, seat: int) -> int:
        """Return the side of a seat: the seat, or a team number where there are teams."""
        return seat if self.teams is None else self.teams[seat]

    def totals(self) -> dict[int, int]:
        """Side -> points of all finished games."""
        return self._totals_after(len(self.games))

    def standings(self) -> list[dict[str, Any]]:
        """Return the highest total leads; equal totals share a place: 1, 1, 3."""
        totals = self.totals()
        return [
            {
                "side": side,
                "name": " & ".join(self.players[seat] for seat in self._sides()[side]),
                "total": totals[side],
                "place": 1 + sum(1 for other in totals.values() if other > totals[side]),
            }
            for side in sorted(totals, key=lambda side: (-totals[side], side))
        ]

    def winners(self) -> list[int]:
        """Return the side that has won, or nobody yet."""
        winner = self._winner()
        return [] if winner is None else [winner]

    def over(self) -> bool:
        """Return whether the last finished game has ended the session."""
        return self._winner() is not None

    def needs_force(self) -> bool:
        """C: a new game after it is over is only played on with `force`."""
        return self.over()

    def next_dealer(self) -> int:
        """C, `next_dealer`: who deals the next game."""
        if not self.games:
            return self.first_dealer
        seats = len(self.players)
        dealer = self.games[-1].dealer
        if self.game == SOUTH_AFRICAN:
            return self._before_the_loser(dealer)
        if self.game in SWAZI and "clockwise" not in self.house:
            return (dealer - 1) % seats
        return (dealer + 1) % seats

    def settlement(self) -> dict[str, list[dict[str, int]]]:
        """Return payments in both ways of playing for stakes: the highest total wins."""
        seated = dict.fromkeys(self.side_of(seat) for seat in range(len(self.players)))
        return settled({side: -total for side, total in self.totals().items()}, list(seated))

    # How it is worked out

    def _lines(self, answer: dict[str, Any]) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = answer["players"] if self.teams is None else answer["teams"]
        return lines

    def _rolled_over(self, rows: Sequence[Row | None]) -> tuple[int, int]:
        """Return what nobody scored for cards and for spades (variants 2.5, `ties_roll_over`, and
        *Ties, each for itself*)."""
        both = "ties_roll_over" in self.house
        rolls = {item: both or f"{item}_roll_over" in self.house for item in ("cards", "spades")}
        if not any(rolls.values()):
            return 0, 0
        if any(row is not None and "points" in row for row in rows):
            raise Refused("players", "mixed")
        rolled = {"cards": 0, "spades": 0}
        for played in self.games:
            for item, each in zip(rolled, self._for_most(), strict=True):
                scored = any(line["items"][item] for line in self._lines(played.answer))
                rolled[item] = 0 if scored or not rolls[item] else rolled[item] + each
        return rolled["cards"], rolled["spades"]

    def _for_most(self) -> tuple[int, int]:
        """Return what most cards and most spades score (F1.6, F1.7, variants 2.3 and 8)."""
        if self.game == "kasino":
            return 1, 1 if "spades_one" in self.house else 2
        lower = {"cards_two_last_one", "spades_two"} & {*self.house}
        return 2 if lower else 3, 2 if "spades_two" in self.house else 1

    def _most_spades(self, totals: Mapping[int, int]) -> int | None:
        """Return the side at the top, of several the one with most spades in the last game, or None
        (variants 2.4)."""
        best = [side for side in totals if totals[side] == max(totals.values())]
        rows = self.games[-1].rows
        there = [[row for seat in self._sides()[side] if (row := rows[seat])] for side in best]
        if len(best) == 1:
            return best[0]
        if any("points" in row for held in there for row in held):
            return None
        at = won_by_spades([sum(row["spades"] for row in held) for held in there])
        return None if at is None else best[at]

    def _goal(self) -> int:
        assert self.target is not None  # __post_init__ sets it
        return self.target

    def _sides(self) -> dict[int, list[int]]:
        return sides_of(len(self.players), self.teams)

    def _points(self, answer: dict[str, Any]) -> dict[int, int]:
        """Side -> total in the answer of one game."""
        lines = answer["players"] if self.teams is None else answer["teams"]
        return {side: line["total"] for side, line in zip(self._sides(), lines, strict=True)}

    def _totals_after(self, games: int) -> dict[int, int]:
        totals = dict.fromkeys(self._sides(), 0)
        for played in self.games[:games]:
            for side, points in self._points(played.answer).items():
                totals[side] += points
        return totals

    def _winner(self) -> int | None:
        """F1.6, C: only the last finished game matters, and what stood before it."""
        if not self.games:
            return None
        last = self.games[-1]
        if last.claimed_by is not None:
            return self.side_of(last.claimed_by)
        before = self._totals_after(len(self.games) - 1)
        after = self.totals()
        reached = [side for side in after if after[side] >= self._goal()]
        if not reached:
            return None
        found = self._counted_out(last.answer, last.rows, before)
        if found is None and self.game == KASINO:
            return self._most_spades({side: after[side] for side in reached})
        if found is None:
            return _highest_alone({side: after[side] for side in reached})
        (winner,) = found  # it was not finished before that was known
        return winner

    def seats_in_question(self, rows: Sequence[Row | None], last: int | None = None) -> list[int]:
        """C, `which_aces`: the seats that must say them, for the order of the aces decides and
        cannot be worked out from the rows."""
        answer = score(self.game, self.house, rows, self.teams, last)
        found = self._counted_out(answer, rows, self.totals())
        if found is None or len(found) == 1:
            return []
        ways = self._deals_of_aces(rows)
        points = self._points(answer)
        reached = [s for s, total in self.totals().items() if total + points[s] >= self._goal()]
        asked = [side for side in reached if len({tuple(sorted(way[side])) for way in ways}) > 1]
        return [self._sides()[side][0] for side in asked]

    def _counted_out(
        self, answer: dict[str, Any], rows: Sequence[Row | None], before: Mapping[int, int]
    ) -> set[int | None] | None:
        """Return who can be out first, over all ways to deal out the aces that the rows allow; None
        if the game is not counted out."""
        lines = answer["players"] if self.teams is None else answer["teams"]
        on = {"count_out", "sweeps_at_once"} & set(self.house)
        if not on or any(line["items"] is None for line in lines):
            return None
        if any(total >= self._goal() for total in before.values()):
            return None
        items = dict(zip(self._sides(), (line["items"] for line in lines), strict=True))
        order = (*CARDS, "sweeps", "last_capture")
        if {"sweeps", "sweeps_at_once"} <= set(self.house):
            order = ("sweeps", *CARDS, "last_capture")
        after = {side: before[side] + sum(items[side].values()) for side in before}
        return {self._first(order, before, after, items, way) for way in self._deals_of_aces(rows)}

    def _first(
        self,
        order: Sequence[str],
        before: Mapping[int, int],
        after: Mapping[int, int],
        items: Mapping[int, Mapping[str, int]],
        aces: Mapping[int, set[str]],
    ) -> int | None:
        running = dict(before)
        for step in order:
            for side in running:
                has = int(step in aces[side]) if step in ACES else items[side].get(step, 0)
                running[side] += has
            first = [side for side in running if running[side] >= self._goal()]
            if first:
                return _highest_alone({side: after[side] for side in first})
        return None

    def _deals_of_aces(self, rows: Sequence[Row | None]) -> list[dict[int, set[str]]]:
        """Return all ways in which the sides can have the four aces."""
        piles = {side: rows[seats[0]] or {} for side, seats in self._sides().items()}
        found: list[dict[int, set[str]]] = []
        for takers in product(piles, repeat=len(ACES)):
            way = {
                side: {ace for ace, taker in zip(ACES, takers, strict=True) if taker == side}
                for side in piles
            }
            if all(_may_be(piles[side], way[side]) for side in piles):
                found.append(way)
        return found

    def _before_the_loser(self, dealer: int) -> int:
        """F6.1, C: the lowest of the last game leads, so the seat before his deals; a tie keeps
        the dealer; of a pair the first one after the last leader leads."""
        seats = len(self.players)
        points = self._points(self.games[-1].answer)
        lowest = [side for side in points if points[side] == min(points.values())]
        if len(lowest) > 1:
            return dealer
        seat = (dealer + 1) % seats  # the last leader
        while True:
            seat = (seat + 1) % seats
            if self.side_of(seat) == lowest[0]:
                return (seat - 1) % seats


def _highest_alone(totals: dict[int, int]) -> int | None:
    """Return the side that has more than every other, if there is one."""
    best = [side for side in totals if totals[side] == max(totals.values())]
    return best[0] if len(best) == 1 else None


def _may_be(pile: Mapping[str, Any], aces: set[str]) -> bool:
    """Return whether a pile with these counts can have just these aces. Of other spades there are
    eleven, and 35 other cards that count for nothing."""
    said = pile.get("which_aces")
    if len(aces) != pile["aces"] or (said is not None and set(said) != aces):
        return False
    spade = int("AS" in aces)
    other_spades = pile["spades"] - pile["little_casino"] - spade
    others = pile["cards"] - pile["spades"] - (pile["aces"] - spade) - pile["big_casino"]
    return 0 <= other_spades <= 11 and 0 <= others <= 35
