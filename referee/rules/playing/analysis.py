"""The analysis of a finished game: what each play cost beside the best its player could know."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..log.record import Record
from ..plays import Play

VERSION = 1
"""The version of the analysis: stored findings of another one are thrown away."""


class NotJudged(StrEnum):
    """Why a play is not judged."""

    UNKNOWN_CARD = "unknown_card"
    IRREGULAR = "irregular"
    NO_CHOICE = "no_choice"


@dataclass(frozen=True)
class Finding:
    """What is known of one play. ``seq`` is the number of its entry. ``loss`` is in points, with its
    interval of 95 %, from ``deals`` deals; all four are 0 where the play is not judged, for
    the reason ``why``. ``expected`` has the points of each seat at the end as foreseen after the
    play."""

    seq: int
    seat: int
    play: Play
    best: Play | None = None
    loss: float = 0
    low: float = 0
    high: float = 0
    deals: int = 0
    why: NotJudged | None = None
    expected: tuple[float, ...] = ()


def play_count(record: Record) -> int:
    """Return the number of plays of a finished game that are looked at."""
    raise NotImplementedError


def findings(record: Record, seed: str, start: int = 0) -> Iterator[Finding]:
    """Yield a finding for each play from the play at index ``start`` on, each of which depends on
    nothing but the game, the seed and its index."""
    raise NotImplementedError


def expected_before(record: Record, seed: str) -> tuple[float, ...]:
    """Return the points of each seat at the end as foreseen before the first play."""
    raise NotImplementedError


def dearest(findings: tuple[Finding, ...]) -> dict[int, tuple[int, ...]]:
    """Return at most three ``seq`` of the plays of each seat that cost most, the dearest first. A
    play whose interval includes 0 is left out."""
    raise NotImplementedError
