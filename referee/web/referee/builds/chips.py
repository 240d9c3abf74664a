"""What a ruling on a game with builds hangs on, as the page says it in words that can be tapped:
how many play, which hands, is there a stock."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from .... import messages
from ....rules.games import ruleset
from ....rules.games.casino import arranging
from ....rules.games.casino.judge.building import build_rules
from ....rules.games.casino.question import BuildQuestion
from ....rules.ruleset import Ruleset
from ....rules.table import write_piles, write_table
from ..view import Chip, Switch
from .known import KNOWN, knows_partner

Address = Callable[..., str]

PAIRS = "pairs"
"""The field that says that four who might play alone are two pairs: 1. No ruling depends on it."""
BEFORE = "before"
"""The field that keeps how many played before a house rule that is for another number."""


def may_pair(rules: Ruleset, players: int) -> bool:
    """May they play in two pairs, or each alone?"""
    seating = rules.seating
    return 2 in seating.team_counts.get(players, ()) and players not in seating.pairs_only


def seats(question: BuildQuestion, address: Address, *, pairs: bool) -> list[Chip]:
    """Each number of players; the one that plays says how. Where house rules leave just one, there
    is nothing to tap; none is said where the game is for no other."""
    rules, found = question.rules, []
    plans = rules.seating.deal_plans
    for players in sorted(plans):
        on = players == question.players
        paired = players in rules.seating.pairs_only or (on and pairs)
        text = messages.players_text(players, pairs=paired)
        changes = {} if on else seated(question, rules, players) | {PAIRS: ""}
        to = address(**changes, **{BEFORE: ""}) if len(plans) > 1 else ""
        found.append(Chip(f"seats-{players}", text if on else str(players), to, on, text))
    usual = ruleset(rules.key, ()).seating.deal_plans
    return found if len(found) > 1 or (found[0].on and len(usual) > 1) else []


def resettled(
    question: BuildQuestion, house: tuple[str, ...], before: int | None
) -> dict[str, str]:
    """What changes with other house rules: some are for a number of players of their own, and
    without them as many play as did ``before``."""
    rules, players = ruleset(question.rules.key, house), question.players
    plans = rules.seating.deal_plans
    if players not in plans:
        return seated(question, rules, min(plans)) | {BEFORE: str(before or players)}
    if before in plans:
        return seated(question, rules, before or players) | {BEFORE: ""}
    return seated(question, rules, players)


def only_for(question: BuildQuestion, house: tuple[str, ...]) -> str:
    """What these house rules make of the number of players, if they change it."""
    seating = ruleset(question.rules.key, house).seating
    if question.players in seating.deal_plans:
        return ""
    fewest = min(seating.deal_plans)
    return messages.then_players_text(fewest, pairs=fewest in seating.pairs_only)


def chips(
    question: BuildQuestion, switches: Sequence[Switch], address: Address, *, pairs: bool
) -> Iterator[Chip]:
    """What else it depends on; of the house rules one by which another number of cards is drawn."""
    plan = question.rules.seating.deal_plans[question.players]
    if may_pair(question.rules, question.players):
        other = {PAIRS: "" if pairs else "1"}
        yield Chip("pairs", messages.in_pairs_text(), address(**other), pairs)
    if build_rules(question.rules).heeds_deal(question.players):
        other = {"deal": "2" if question.deal == 1 else ""}
        yield Chip("deal", messages.hands_text(question.deal), address(**other))
    for one in switches:
        other_plan = ruleset(question.rules.key, one.house).seating.deal_plans.get(question.players)
        if other_plan and other_plan.stock != plan.stock:
            yield Chip(one.name, messages.house_rule_chip(one.name), one.address, one.on)
    if question.stock is not None:
        other = {"stock": "0" if question.stock else ""}
        yield Chip("stock", messages.stock_text(question.stock), address(**other))


def seated(question: BuildQuestion, rules: Ruleset, players: int) -> dict[str, str]:
    """What changes with the number of players, or with the house rules: whose a build is and whose
    pile, and what nobody can say then. A claim stays where no seat of it can be gone."""
    plans = rules.seating.deal_plans
    plan = plans[players]
    table, piles = arranging.seated(question.table, question.piles, rules, players)
    changes = {
        "players": "" if players == min(plans) else str(players),
        "table": write_table(table),
        "piles": write_piles(enumerate(piles)),
    }
    if question.deal > plan.deals:
        changes["deal"] = ""
    if not plan.stock:
        changes["stock"] = ""
    if not knows_partner(rules, players):
        changes |= {"proven": "", KNOWN: ""}
    if players < question.players or changes["piles"] != write_piles(enumerate(question.piles)):
        changes |= dict.fromkeys(("with", "turn", "holds", "claim"), "")
    return changes
