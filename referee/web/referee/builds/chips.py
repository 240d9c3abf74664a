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
from ....rules.table import write_table
from ..view import Chip, Switch
from .known import KNOWN, knows_partner
from .piles import write_piles

Address = Callable[..., str]


def seats(question: BuildQuestion, address: Address) -> list[Chip]:
    """Each number of players, where there is a choice; the one that plays says how."""
    rules, found = question.rules, []
    for players in sorted(rules.seating.deal_plans):
        on = players == question.players
        text = messages.players_text(players, pairs=players in rules.seating.pairs_only)
        changes = {} if on else seated(question, rules, players)
        found.append(
            Chip(f"seats-{players}", text if on else str(players), address(**changes), on, text)
        )
    return found if len(found) > 1 else []


def chips(question: BuildQuestion, switches: Sequence[Switch], address: Address) -> Iterator[Chip]:
    """What else it depends on; of the house rules one by which another number of cards is drawn."""
    plan = question.rules.seating.deal_plans[question.players]
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
        "piles": write_piles(piles),
    }
    if question.deal > plan.deals:
        changes["deal"] = ""
    if not plan.stock:
        changes["stock"] = ""
    if not knows_partner(rules, players):
        changes |= {"proven": "", KNOWN: ""}
    if players < question.players or write_piles(piles) != write_piles(question.piles):
        changes |= dict.fromkeys(("with", "turn", "holds", "claim"), "")
    return changes
