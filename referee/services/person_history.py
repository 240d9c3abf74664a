"""History of a person in a group: results over time, against whom, with whom, the best evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from ..rules.standings import Part


class PlayedEvening(NamedTuple):
    """An evening with a finished game: its ``parts`` in order, and who has won it, or leads while
    it is not ``over``. It can be looked at where its last session is."""

    session_id: str
    day: date
    game: str
    lowest_wins: bool
    parts: Sequence[Part]
    winners: Sequence[str]
    over: bool

    def has(self, name: str) -> bool:
        """Return whether a person has finished a game."""
        return any(name in part.points and part.games for part in self.parts)


class EveningResult(NamedTuple):
    """The result of a person on an evening; ``won`` is None while it goes on."""

    session_id: str
    day: date
    games: int
    points: int
    won: bool | None

    @property
    def average(self) -> Fraction:
        """Return the points a game."""
        return Fraction(self.points, self.games)


@dataclass
class Rivalry:
    """The evenings on which a person was ``ahead`` of another, ``level`` or ``behind``, by the
    points of the games that both played on different sides."""

    name: str
    ahead: int = 0
    level: int = 0
    behind: int = 0

    @property
    def evenings(self) -> int:
        """The number of evenings on which they played against each other."""
        return self.ahead + self.level + self.behind


@dataclass
class Partnership:
    """The sessions that a person played on one side with another, and how many they won."""

    name: str
    sessions: int = 0
    won: int = 0


class PersonHistory(NamedTuple):
    """The history of a person in a game. ``evenings`` are in order; ``best`` has the best points a
    game, of equal ones the latest; ``streak`` is the number of evenings won in a row up to now,
    ``longest`` the largest such number. Rivals and partners of most evenings come first."""

    evenings: Sequence[EveningResult]
    rivals: Sequence[Rivalry]
    partners: Sequence[Partnership]
    best: EveningResult | None
    streak: int
    longest: int


def history_of(name: str, evenings: Iterable[PlayedEvening]) -> PersonHistory:
    """Return the history of a person in a game, of whose ``evenings`` the earliest comes first."""
    attended = [evening for evening in evenings if evening.has(name)]
    results = [_result(name, evening) for evening in attended]
    sign = 1 if attended and attended[-1].lowest_wins else -1
    runs = [
        (won, len(list(run)))
        for won, run in groupby(result.won for result in results if result.won is not None)
    ]
    return PersonHistory(
        results,
        _rivals(name, attended),
        _partners(name, attended),
        min(reversed(results), key=lambda result: sign * result.average, default=None),
        streak=runs[-1][1] if runs and runs[-1][0] else 0,
        longest=max((length for won, length in runs if won), default=0),
    )


def favourite_game(name: str, evenings: Iterable[PlayedEvening]) -> str | None:
    """Return the game of which a person has played most, of equal ones the latest; None where there
    is only one."""
    played = dict[str, int]()
    for evening in evenings:
        games = sum(part.games for part in evening.parts if name in part.points)
        if games:
            played[evening.game] = played.pop(evening.game, 0) + games
    return max(reversed(played), key=played.__getitem__) if len(played) > 1 else None


def _result(name: str, evening: PlayedEvening) -> EveningResult:
    parts = [part for part in evening.parts if name in part.points]
    return EveningResult(
        evening.session_id,
        evening.day,
        sum(part.games for part in parts),
        sum(part.points[name] for part in parts),
        name in evening.winners if evening.over else None,
    )


def _rivals(name: str, evenings: Iterable[PlayedEvening]) -> list[Rivalry]:
    rivals = dict[str, Rivalry]()
    for evening in evenings:
        for other, lead in _leads(name, evening).items():
            rivalry = rivals.setdefault(other, Rivalry(other))
            rivalry.ahead += lead > 0
            rivalry.level += not lead
            rivalry.behind += lead < 0
    return sorted(rivals.values(), key=lambda rivalry: (-rivalry.evenings, rivalry.name))


def _leads(name: str, evening: PlayedEvening) -> dict[str, int]:
    """Return how far a person was ahead of each opponent of an evening, in points of the games that
    both played."""
    leads = defaultdict[str, int](int)
    sign = -1 if evening.lowest_wins else 1
    for part in evening.parts:
        own = _side(name, part)
        for other in part.points if own and part.games else ():
            if other not in own:
                leads[other] += sign * (part.points[name] - part.points[other])
    return leads


def _partners(name: str, evenings: Iterable[PlayedEvening]) -> list[Partnership]:
    partners = dict[str, Partnership]()
    for evening in evenings:
        for part in evening.parts:
            for other, won in _beside(name, part):
                partnership = partners.setdefault(other, Partnership(other))
                partnership.sessions += 1
                partnership.won += won
    return sorted(partners.values(), key=lambda each: (-each.sessions, each.name))


def _beside(name: str, part: Part) -> Iterator[tuple[str, bool]]:
    """Yield the partners of a person in a session, and whether they won it."""
    won = any(name in part.sides[side] for side in part.winners)
    for other in _side(name, part) if part.games else ():
        if other != name:
            yield other, won


def _side(name: str, part: Part) -> Sequence[str]:
    return next((names for names in part.sides.values() if name in names), ())
