"""What a ruling on a game with builds depends on beside the cards, in words that can be tapped: how
many play, which hands, what a partner holds, is there a stock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .... import messages
from ....rules.games import ruleset
from ....rules.games.casino.judge.build_rules import build_rules
from ....rules.games.casino.question import BuildQuestion
from ....rules.games.casino.seat_rotation import Holding, knows_partner, write_holdings
from ....rules.ruleset import Ruleset
from ..position_url import Address
from ..position_view import Chip, Known, Switch
from .position_url import KNOWN, PAIRS, Edits, write_ranks


def may_pair(rules: Ruleset, players: int) -> bool:
    """May they play in two pairs, or each alone?"""
    seating = rules.seating
    return 2 in seating.team_counts.get(players, ()) and players not in seating.pairs_only


def seats(question: BuildQuestion, edits: Edits, *, pairs: bool) -> list[Chip]:
    """Return each number of players; the one that plays says how. Where house rules leave just one,
    there is nothing to tap; none is said where the game is for no other."""
    rules, chips = question.rules, []
    plans = rules.seating.deal_plans
    for players in sorted(plans):
        on = players == question.players
        paired = players in rules.seating.pairs_only or (on and pairs)
        text = messages.players_text(players, pairs=paired)
        to = edits.seating(players) if len(plans) > 1 else ""
        chips.append(Chip(f"seats-{players}", text if on else str(players), to, on, text))
    usual = ruleset(rules.key, ()).seating.deal_plans
    return chips if len(chips) > 1 or (chips[0].on and len(usual) > 1) else []


def chips(
    question: BuildQuestion, switches: Sequence[Switch], address: Address, *, pairs: bool
) -> Iterator[Chip]:
    """Return what else it depends on; of the house rules one by which another number of cards is
    drawn."""
    plan = question.rules.seating.deal_plans[question.players]
    if may_pair(question.rules, question.players):
        other = {PAIRS: "" if pairs else "1"}
        yield Chip("pairs", messages.in_pairs_text(), address(**other), pairs)
    if build_rules(question.rules).heeds_deal(question.players):
        other = {"deal": "2" if question.deal == 1 else ""}
        yield Chip("deal", messages.hands_text(question.deal), address(**other))
    for switch in switches:
        plans = ruleset(question.rules.key, switch.house).seating.deal_plans
        other_plan = plans.get(question.players)
        if other_plan and other_plan.stock != plan.stock:
            text = messages.house_rule_chip(switch.name)
            yield Chip(switch.name, text, switch.address, switch.on)
    if question.stock is not None:
        other = {"stock": "0" if question.stock else ""}
        yield Chip("stock", messages.stock_text(question.stock), address(**other))


def partner_holds(
    question: BuildQuestion, others: Sequence[Holding], address: Address
) -> list[Known] | None:
    """Return what the mover's partner is known to hold, then the others; None where nobody can
    know."""
    if not knows_partner(question.rules, question.players):
        return None
    ranks = sorted(question.proven)
    return [
        *(
            Known(rank, "", address(proven=write_ranks([one for one in ranks if one is not rank])))
            for rank in ranks
        ),
        *(
            Known(
                holding.rank,
                messages.owner_text(question, holding.seat),
                address(**{KNOWN: write_holdings(one for one in others if one != holding)}),
            )
            for holding in others
        ),
    ]


def note_on(question: BuildQuestion, house: tuple[str, ...]) -> str:
    """Return what these house rules make of the number of players, if they change it."""
    seating = ruleset(question.rules.key, house).seating
    if question.players in seating.deal_plans:
        return ""
    fewest = min(seating.deal_plans)
    return messages.then_players_text(fewest, pairs=fewest in seating.pairs_only)


def seated_before(question: BuildQuestion, before: int | None) -> str:
    """Return what house rules made of the number of players, and how many played ``before``."""
    if before is None:
        return ""
    pairs = question.players in question.rules.seating.pairs_only
    now = messages.players_text(question.players, pairs=pairs)
    usual = ruleset(question.rules.key, ()).seating.pairs_only
    then = messages.players_text(before, pairs=before in usual)
    return messages.seated_before_text(now, then)


def before_of(question: BuildQuestion, text: str) -> int | None:
    """Read the field ``before``: another number of players than now, that the game is for."""
    plans = ruleset(question.rules.key, ()).seating.deal_plans
    return {str(one): one for one in plans if one != question.players}.get(text)
