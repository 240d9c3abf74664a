"""Lesotho Casino: Swazi without numbers for pictures, and a pile for each player (F5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from ...house_rules import DURING_PLAY
from ...ruleset import Ruleset
from ...table_and_builds import NUMBERS_ONLY
from .swazi import SwaziBuilds, SwaziHouseRules, rules_called

KEY = "lesotho-casino"
VERSION = 1


@dataclass(frozen=True)
class LesothoHouseRules(SwaziHouseRules):
    """Those of Swazi, and a picture that takes but one of its rank."""

    one_picture: bool = field(default=False, metadata=DURING_PLAY)


@dataclass(frozen=True, eq=False)
class LesothoBuilds(SwaziBuilds):
    """Builds of Swazi, where a picture takes all of its rank or one (F5)."""

    house: LesothoHouseRules

    @property
    def one_picture(self) -> bool:
        return self.house.one_picture


@cache
def ruleset(house: LesothoHouseRules = LesothoHouseRules()) -> Ruleset:
    return rules_called(KEY, VERSION, house, NUMBERS_ONLY, LesothoBuilds, shares_piles=False)
