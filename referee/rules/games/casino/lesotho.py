"""Lesotho Casino: Swazi Casino without numbers for pictures, with a pile for each player (F5)."""

from dataclasses import dataclass, field
from functools import cache

from ...cards import NUMBERS_ONLY
from ...house_rules import PlayKind, deciding
from ...ruleset import Ruleset
from .family import registered
from .swazi import SwaziBuilds, SwaziHouseRules, variant_ruleset

KEY = "lesotho-casino"
VERSION = 1


@dataclass(frozen=True)
class LesothoHouseRules(SwaziHouseRules):
    """House rules of Swazi Casino, and one for pictures: that each captures only one of its
    rank."""

    one_picture: bool = field(default=False, metadata=deciding(PlayKind.CAPTURE))


@dataclass(frozen=True, eq=False)
class LesothoBuilds(SwaziBuilds):
    """Rules of play of Lesotho Casino: those of Swazi, but a house rule may limit pictures (F5)."""

    house: LesothoHouseRules

    @property
    def picture_captures(self) -> tuple[int, ...]:
        return (1,) if self.house.one_picture else super().picture_captures


@cache
def ruleset(house: LesothoHouseRules = LesothoHouseRules()) -> Ruleset:
    """Return Lesotho Casino with these house rules."""
    return variant_ruleset(KEY, VERSION, house, NUMBERS_ONLY, LesothoBuilds, shares_piles=False)


GAME = registered(KEY, LesothoHouseRules, {VERSION: ruleset})
