"""A figure with its bound."""

from dataclasses import dataclass


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
