"""JSON fields in the notation: cards, ranks and builds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Generic, TypeVar, Unpack

from marshmallow import fields

from ..json_schema_base import FieldOptions, Function, JsonField, Text
from ..rules.card_notation import write_card, write_rank
from ..rules.play_notation import write_step
from ..rules.table_notation import write_build

_Value = TypeVar("_Value")


class NotationText(JsonField, fields.String, Generic[_Value]):
    """A value as text, which ``write_notation`` returns."""

    def __init__(
        self,
        write_notation: Callable[[_Value], str],
        *,
        read: Function | None = None,
        **options: Unpack[FieldOptions],
    ) -> None:
        super().__init__(read=read, **options)
        self._write_notation = write_notation

    def write(self, value: _Value) -> object:
        return self._write_notation(value)


class NotationList(fields.List[str], JsonField, Generic[_Value]):
    """A list of values as texts, which ``write_notation`` returns, with an example of a text."""

    def __init__(
        self,
        write_notation: Callable[[_Value], str],
        example: str,
        *,
        read: Function | None = None,
        **options: Unpack[FieldOptions],
    ) -> None:
        super().__init__(Text(metadata={"example": example}), **options)
        self.read = read
        self._write_notation = write_notation

    def write(self, value: Iterable[_Value]) -> object:
        return list(map(self._write_notation, value))


CardText = partial(NotationText, write_card)
StepText = partial(NotationText, write_step)
BuildText = partial(NotationText, write_build)
Cards = partial(NotationList, write_card, "8S")
Ranks = partial(NotationList, write_rank, "Q")
Builds = partial(NotationList, write_build, "3S+5H=8@0")
Items = partial(NotationList, str, "8S")
"""Cards and tops of piles, written already."""
