"""Royal Casino: pictures are numbers, and an ace is 1 or 14 (F2)."""

from dataclasses import dataclass, field
from functools import cache

from ...cards import ACE_LOW_OR_HIGH, AS_WRITTEN
from ...house_rules import PlayKind, Preset, deciding
from ...ruleset import Ruleset
from .casino import first_version_of, variant_ruleset
from .family import CasinoRoyalHouseRules

KEY = "royal-casino"
VERSION = 2
PRESETS = (
    Preset("pagat", (), "pagat.com, Royal Casino"),
    Preset(
        "royal-draw",
        ("sweeps", "no_raise_own", "draw"),
        "United States Playing Card Company, 1898",
    ),
)


@dataclass(frozen=True)
class RoyalHouseRules(CasinoRoyalHouseRules):
    """House rules of Casino, and one for aces: that they are always 1."""

    ace_low: bool = field(default=False, metadata=deciding(PlayKind.CAPTURE))


@cache
def ruleset(house: RoyalHouseRules = RoyalHouseRules()) -> Ruleset:
    """Return Royal Casino with these house rules, in its newest version."""
    return variant_ruleset(KEY, VERSION, house, AS_WRITTEN if house.ace_low else ACE_LOW_OR_HIGH)


@cache
def first_ruleset(house: RoyalHouseRules = RoyalHouseRules()) -> Ruleset:
    """Return Royal Casino with these house rules, in version 1."""
    return first_version_of(ruleset(house))
