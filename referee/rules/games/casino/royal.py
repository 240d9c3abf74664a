"""Royal Casino: pictures are numbers, and an ace is 1 or 14 (F2)."""

from dataclasses import dataclass, field
from functools import cache

from ...cards import ACE_LOW_OR_HIGH, AS_WRITTEN, Values
from ...house_rules import DURING_PLAY, PlayKind, Preset, deciding
from ...ruleset import Ruleset
from .casino import first_version_of, variant_ruleset
from .family import FACE_VALUES, CasinoRoyalHouseRules, registered

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
    """House rules of Casino, and two for values: that aces are always 1, and that single cards are
    15 and 16 too."""

    ace_low: bool = field(default=False, metadata=deciding(PlayKind.CAPTURE))
    fifteen_sixteen: bool = field(default=False, metadata=DURING_PLAY)

    @property
    def values(self) -> Values:
        """The values of the cards (#values)."""
        of_ranks = AS_WRITTEN if self.ace_low else ACE_LOW_OR_HIGH
        return Values(of_ranks, FACE_VALUES) if self.fifteen_sixteen else of_ranks


@cache
def ruleset(house: RoyalHouseRules = RoyalHouseRules()) -> Ruleset:
    """Return Royal Casino with these house rules, in its newest version."""
    return variant_ruleset(KEY, VERSION, house, house.values)


@cache
def first_ruleset(house: RoyalHouseRules = RoyalHouseRules()) -> Ruleset:
    """Return Royal Casino with these house rules, in version 1."""
    return first_version_of(ruleset(house))


GAME = registered(
    KEY, RoyalHouseRules, {1: first_ruleset, VERSION: ruleset}, PRESETS, intro="numbered_pictures"
)
