"""A figure with its bound."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

Case = TypeVar("Case")
SLOWEST, AGAIN = 20, 2


def slowest(cases: Iterable[Case], measure: Callable[[Case], float]) -> float:
    """Return the worst of some cases. A machine that stalls is not the case's fault, so those that
    took longest are measured again, and the best of each counts."""
    first = sorted(((measure(case), case) for case in cases), key=lambda one: one[0])
    return max(min(took, *(measure(case) for _ in range(AGAIN))) for took, case in first[-SLOWEST:])


@dataclass(frozen=True)
class Figure:
    """Something measured; ``most`` or ``least`` is what it should keep."""

    what: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def held(self) -> bool:
        above = self.least is None or self.value >= self.least
        return above and (self.most is None or self.value <= self.most)

    def __str__(self) -> str:
        bound = ""
        if self.most is not None:
            bound = f"< {self.most:g} {self.unit}"
        elif self.least is not None:
            bound = f"> {self.least:g} {self.unit}"
        mark = "" if self.held else "   MISSED"
        return f"{self.what:<62} {f'{self.value:.3g} {self.unit}':>12} {bound:>12}{mark}"
