"""Codes of what a referee answers, each with the clause of the rules page that it leads to."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class See(str):
    """A clause where people can read on although no rule decides: the contract names none."""

    __slots__ = ()


class RuleCode(StrEnum):
    """A table of codes, in the order in which the rules are looked at: a row is the code and the
    anchor of its clause. A game may have it in another clause."""

    clause: str | None
    read_on: str | None
    order: int

    def __new__(cls, code: str, *_row: object) -> Self:
        self = str.__new__(cls, code)
        self._value_ = code
        return self

    def __init__(self, _code: str, clause: str | None = None) -> None:
        self.clause, self.read_on = None if isinstance(clause, See) else clause, clause
        self.order = len(type(self).__members__)
