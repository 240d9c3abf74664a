"""Fields that the notation writes: cards, ranks and builds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..json_shapes import ListOf, Text
from ..rules.notation import write_card, write_rank
from ..rules.plays import write_step
from ..rules.table_and_builds import write_build


class Noted(Text):
    """A text in the notation of ``note``."""

    def __init__(self, note: Callable[[Any], str], **options: Any) -> None:
        super().__init__(**options)
        self._note = note

    def write(self, value: Any) -> object:
        return self._note(value)


class AllNoted(ListOf):
    """A list of such texts, with an example of one."""

    def __init__(self, note: Callable[[Any], str], example: str, **options: Any) -> None:
        super().__init__(Text(metadata={"example": example}), **options)
        self._note = note

    def write(self, value: Any) -> object:
        return list(map(self._note, value))


CardText = partial(Noted, write_card)
StepText = partial(Noted, write_step)
BuildText = partial(Noted, write_build)
Cards = partial(AllNoted, write_card, "8S")
Ranks = partial(AllNoted, write_rank, "Q")
Builds = partial(AllNoted, write_build, "3S+5H=8@0")
Items = partial(AllNoted, str, "8S")
"""Cards and tops of piles, written already."""
