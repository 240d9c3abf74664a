"""Properties that every registered game must have, whatever its rules are."""

from itertools import combinations

import pytest

from referee.rules.games import RULESETS, UnknownGame, UnknownVersion, ruleset
from referee.rules.house_rules import ExcludedHouseRules, UnknownHouseRule
from referee.rules.score_items import PointsPerCard


def switches(game: str) -> list[tuple[str, ...]]:
    """Return all ways to set the switches where they are few, or else up to two that are on, but
    those that exclude one another."""
    names, exclusions = RULESETS[game].house_rules.names(), RULESETS[game].house_rules.exclusions()
    most = len(names) if len(names) <= 4 else 2
    return [
        chosen
        for size in range(most + 1)
        for chosen in combinations(names, size)
        if not any(other in exclusions[name] for name, other in combinations(chosen, 2))
    ]


@pytest.mark.parametrize("game", RULESETS)
def test_every_plan_deals_out_the_packs(game: str) -> None:
    for rules in (ruleset(game, house) for house in switches(game)):
        for players, plan in rules.seating.deal_plans.items():
            hands = sum(plan.hand_size(deal + 1) for deal in range(plan.deals))
            assert players * hands + sum(plan.table) + plan.stock == rules.deck.size


@pytest.mark.parametrize("game", RULESETS)
def test_what_a_card_scores_by_itself_it_scores_once(game: str) -> None:
    """A card may belong to several fields; an item counts it in one of them."""
    sheet = ruleset(game).sheet
    for item in sheet.items:
        scored = [
            f.faces
            for f in sheet.fields
            if isinstance(item, PointsPerCard) and f.key in item.points
        ]
        assert len(frozenset().union(*scored)) == sum(map(len, scored))


def test_unknown_games_and_house_rules_are_refused() -> None:
    with pytest.raises(UnknownGame):
        ruleset("whist")
    with pytest.raises(ExcludedHouseRules):
        ruleset("casino", ["claim_out", "sweeps_cancel"])
    for game in RULESETS:
        with pytest.raises(UnknownHouseRule):
            ruleset(game, ["jokers"])
        with pytest.raises(UnknownVersion):
            ruleset(game, (), max(RULESETS[game].versions) + 1)


@pytest.mark.parametrize("game", RULESETS)
def test_each_version_of_the_rules_is_kept(game: str) -> None:
    """A version that was played by is never taken away, and the newest is what is begun now."""
    versions = list(RULESETS[game].versions)
    assert versions == list(range(1, len(versions) + 1))
    assert [ruleset(game, (), version).version for version in versions] == versions
    assert ruleset(game) is ruleset(game, (), versions[-1])
