"""The score of a game from face-up cards and counting cards (#scoring), with its checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .cards import Cards, Impossible
from .ruleset import Ruleset
from .standings import sides


class NoSuchSeat(Impossible):
    """A seat where nobody sits."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(f"no seat {seat} among {seats}")
        self.seat, self.seats = seat, seats


class Uncounted(Impossible):
    """Seats whose counting cards nobody has counted yet."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        super().__init__(f"not counted: {seats}")
        self.seats = seats


Counted = Mapping[str, int] | int
"""Counting cards: how many of each kind, or how many points they make."""


@dataclass(frozen=True)
class Row:
    """What a player has: face-up cards, and counting cards, None until they are counted."""

    markers: int
    counted: Counted | None


class Score(NamedTuple):
    """A player's score, item by item, in points."""

    sweeps: int
    set_ups: int
    cards: int
    last_capture: int

    @property
    def total(self) -> int:
        return sum(self)


class TeamScore(NamedTuple):
    team: int
    players: tuple[int, ...]
    total: int


class KindCheck(NamedTuple):
    """How many cards of a kind were found, and how many there are."""

    found: int
    expected: int


@dataclass(frozen=True)
class Sheet:
    """A scored game, in seat order. ``kinds`` is None if somebody counted points only."""

    scores: tuple[Score, ...]
    teams: tuple[TeamScore, ...] | None
    expected: int
    kinds: Mapping[str, KindCheck] | None

    @property
    def sum(self) -> int:
        return sum(score.total for score in self.scores)

    @property
    def balanced(self) -> bool:
        """Does it add up, and are all kinds complete as far as they were counted?"""
        kinds = (self.kinds or {}).values()
        return self.sum == self.expected and all(kind.found == kind.expected for kind in kinds)


def score(
    rules: Ruleset,
    rows: Sequence[Row],
    teams: tuple[int, ...] | None = None,
    last_capturer: int | None = None,
) -> Sheet:
    """Score a game: a row for each seat, clockwise; ``teams`` holds the team of each seat.

    Raises :class:`NoSuchSeat`, :class:`Uncounted`,
    :class:`~referee.rules.ruleset.ImpossiblePlayers` and
    :class:`~referee.rules.ruleset.ImpossibleTeams`.
    """
    players = len(rows)
    rules.deal_plan(players)
    check_seat(last_capturer, players)
    if teams is not None:
        rules.check_teams(teams, players)
    if missing := uncounted(rows):
        raise Uncounted(missing)
    scores = tuple(
        Score(
            sweeps=rules.sweep_points * row.markers,
            # A sweep is paid by the player before, so my left-hand neighbour's are mine to pay.
            set_ups=-rules.sweep_points * rows[(seat + 1) % players].markers,
            cards=_card_points(rules, row),
            last_capture=rules.last_capture_points if seat == last_capturer else 0,
        )
        for seat, row in enumerate(rows)
    )
    return Sheet(
        scores,
        teams=None if teams is None else _team_scores(teams, scores),
        expected=rules.expected_total,
        kinds=_check_kinds(rules, rows),
    )


def set_up_by(seat: int, players: int) -> int:
    """Who left the table that this seat swept, and pays for it: the player before (#set-up)."""
    return (seat - 1) % players


def check_seat(seat: int | None, players: int) -> None:
    """Raises :class:`NoSuchSeat`; no seat at all is fine."""
    if seat is not None and not 0 <= seat < players:
        raise NoSuchSeat(seat, players)


def uncounted(rows: Sequence[Row]) -> tuple[int, ...]:
    """The seats that have not counted their cards."""
    return tuple(seat for seat, row in enumerate(rows) if row.counted is None)


def count(rules: Ruleset, cards: Cards) -> dict[str, int]:
    """The counting cards among others, by kind."""
    return {kind.key: sum(card in kind.faces for card in cards) for kind in rules.kinds}


def _card_points(rules: Ruleset, row: Row) -> int:
    return 0 if row.counted is None else card_points(rules, row.counted)


def card_points(rules: Ruleset, counted: Counted) -> int:
    """What counting cards are worth, however they were counted."""
    if isinstance(counted, int):
        return counted
    return sum(kind.points * counted[kind.key] for kind in rules.kinds)


def _team_scores(teams: tuple[int, ...], scores: tuple[Score, ...]) -> tuple[TeamScore, ...]:
    """A team's score is the sum of its members' (#players)."""
    return tuple(
        TeamScore(team, seats, sum(scores[seat].total for seat in seats))
        for team, seats in sorted(sides(len(teams), teams).items())
    )


def _check_kinds(rules: Ruleset, rows: Sequence[Row]) -> dict[str, KindCheck] | None:
    counted = [row.counted for row in rows if isinstance(row.counted, Mapping)]
    if len(counted) < len(rows):
        return None
    return {
        kind.key: KindCheck(sum(row[kind.key] for row in counted), rules.number_of(kind))
        for kind in rules.kinds
    }
