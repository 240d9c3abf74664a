"""Enumerations of the codes in a referee's answers, each with its clause on the page of rules."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class See(str):
    """A clause for further reading where no rule decides; the API then gives no clause."""

    __slots__ = ()


class RuleCode(StrEnum):
    """An enumeration of codes in the order in which the rules are checked. Each member is defined
    by its code and the anchor of its clause; a game may have the rule in another clause."""

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
