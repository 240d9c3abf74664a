"""A measured figure with its unit and bound, and the worst of many."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

Case = TypeVar("Case")
SLOWEST, AGAIN = 20, 2


def slowest(cases: Iterable[Case], measure: Callable[[Case], float]) -> float:
    """Return the figure of the worst case.

    A machine that stalls is not the case's fault: the worst cases are measured again, and the best
    figure of each counts.
    """
    measured = sorted(((measure(case), case) for case in cases), key=lambda pair: pair[0])
    return max(
        min(figure, *(measure(case) for _ in range(AGAIN))) for figure, case in measured[-SLOWEST:]
    )


@dataclass(frozen=True)
class Figure:
    """A figure with a bound: ``most`` or ``least``, or none."""

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
