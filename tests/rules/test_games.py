"""Properties that every registered game must have, whatever its rules are."""

import random
from collections import Counter
from itertools import chain, combinations

import pytest

from referee.rules.cards import FACES, Cards
from referee.rules.games import RULESETS, UnknownGame, UnknownVersion, ruleset
from referee.rules.games.krypkasino.capture_ruleset import CaptureRules, capture_rules
from referee.rules.games.krypkasino.followed_game import CaptureState
from referee.rules.house_rules import ExcludedHouseRules, UnknownHouseRule
from referee.rules.ruleset import Ruleset
from referee.rules.score_items import PointsPerCard
from referee.rules.scoring import score
from tests.random_games import following, legal_plays, play, playable, start
from tests.strategies import SOAK, times

GAMES_PER_CASE = times(15)


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


FOLLOWED = [
    (game, house, players)
    for game in RULESETS
    if isinstance(ruleset(game).referee, CaptureRules)
    for house in switches(game)
    for players in ruleset(game, house).seating.deal_plans
]


def all_cards(position: CaptureState, hands: list[Cards]) -> Counter[object]:
    piles = chain.from_iterable(pile.cards for pile in position.piles)
    return Counter(chain(position.table, position.set_aside, piles, *hands))


def play_out(rules: Ruleset, players: int, chance: random.Random) -> CaptureState:
    """Return a whole game of random legal plays, checked as it goes."""
    stock = [*FACES] * rules.deck.copies
    chance.shuffle(stock)

    def draw(number: int) -> Cards:
        drawn = tuple(stock[:number])
        del stock[:number]
        return drawn

    plan = rules.seating.deal_plan(players)
    position = start(rules, players, chance.randrange(players), draw(sum(plan.table)))
    hands: list[Cards] = []
    deal = 0
    while position.turn is not None:
        if position.deal != deal:
            deal = position.deal
            hands = [draw(plan.hand_size(deal)) for _ in range(players)]
            assert position.turn == (position.dealer + 1) % players
            assert not set(position.table) & capture_rules(rules).faces_set_aside
        hand = hands[position.turn]
        card = chance.choice(playable(rules, position.table, hand))
        chosen = chance.choice(legal_plays(rules, position.table, card))
        seat, remaining = position.turn, list(hand)
        remaining.remove(card)
        position = play(rules, position, chosen, hand)
        hands[seat] = tuple(remaining)
        assert sum(all_cards(position, hands).values()) + len(stock) == rules.deck.size
    assert not stock
    assert all_cards(position, []) == Counter([*FACES] * rules.deck.copies)
    return position


@pytest.mark.parametrize(("game", "house", "players"), FOLLOWED)
def test_random_games_end_lose_no_card_and_add_up(
    game: str, house: tuple[str, ...], players: int
) -> None:
    rules = ruleset(game, house)
    chance = random.Random(f"{game} {house} {players} {SOAK}")
    for _ in range(GAMES_PER_CASE):
        state = play_out(rules, players, chance)
        sheet = score(rules, following(rules).rows(state), None, state.last_capturer)
        assert sheet.sum == sheet.expected == rules.sheet.expected()
        assert sheet.balanced


@pytest.mark.parametrize(("game", "house"), [(g, h) for g in RULESETS for h in switches(g)])
def test_every_plan_deals_out_the_packs(game: str, house: tuple[str, ...]) -> None:
    rules = ruleset(game, house)
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
