"""House rules: which game has them, and which exclude one another (api-casino, variants 1)."""

from collections.abc import Set as AbstractSet
from itertools import combinations

CASINO = (
    "sweeps_cancel draw must_capture must_capture_equal no_raise_own one_build_a_value spades_two"
)
KASINO = (
    "kasino_values kasino_values_free sweeps_cancel no_last_point late_sweeps_off ties_roll_over "
    "over_spades spades_one five_of_spades draw must_capture must_capture_equal"
)
SOUTH_AFRICAN = (
    "capturer_on_top top_needs_base no_top_sums most_spades_two own_build_from_table "
    "lay_in_one_deal seven_points point_cards_or_nothing"
)
SWITCHES: dict[str, tuple[str, ...]] = {
    "casino": ("pictures_take_all", "three_pictures", *CASINO.split()),
    "royal-casino": tuple(CASINO.split()),
    "spade-casino": ("sweeps_cancel",),
    "south-african-casino": tuple(SOUTH_AFRICAN.split()),
    "kasino": tuple(KASINO.split()),
}
BUILDING = (
    "sweeps trail_and_table_build may_trail_with_build table_cards_may_raise simple_build_as_card"
).split()
SCORING = "cards_two_last_one difference_scoring count_out claim_out sweeps_at_once".split()
SWAZI = "clockwise no_redeal crazy crazy_one_build".split()
FIRST_RULES = {
    "casino": [*BUILDING, *SCORING], "royal-casino": [*BUILDING, *SCORING, "ace_low"],
    "spade-casino": [*BUILDING, "claim_out"], "swazi-casino": SWAZI,
    "lesotho-casino": [*SWAZI, "one_picture"],
    "south-african-casino": "partners no_raise second_build".split(), "kasino": [],
}  # fmt: skip
"""House rules that the games have without the variants."""
HOUSE_RULES = {game: [*rules, *SWITCHES.get(game, ())] for game, rules in FIRST_RULES.items()}
PAIRS = {
    frozenset(pair.split())
    for pair in (
        "kasino_values kasino_values_free", "pictures_take_all three_pictures",
        "sweeps_cancel claim_out", "sweeps_cancel sweeps_at_once", "spades_two cards_two_last_one",
    )
}  # fmt: skip
"""Two that cannot both be on, in any game that has both."""


def excluded(house: AbstractSet[str]) -> bool:
    """Return whether two are on that exclude one another."""
    return any(frozenset(pair) in PAIRS for pair in combinations(sorted(house), 2))
