"""Conditions of a ruling on a game with builds beside the cards, as links: number of players, hand
of the deal, a partner's cards, stock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....messages.build_rulings import (
    hands_text,
    house_rule_chip,
    in_pairs_text,
    players_text,
    seated_before_text,
    stock_text,
    then_players_text,
)
from ....messages.build_verdicts import owner_text
from ....rules.games import ruleset
from ....rules.games.casino.holdings_stated_in_question import (
    Holding,
    knows_partner,
    write_holdings,
)
from ....rules.games.casino.judge.play_rules_base import build_rules, duties_change
from ....rules.games.casino.question import BuildQuestion
from ....rules.ruleset import Ruleset
from ..condition_chips import Chip, KnownRank, Switch
from ..position_url import PositionUrl
from .tap_urls import KNOWN, PAIRS, Edits, write_ranks


def may_pair(rules: Ruleset, players: int) -> bool:
    """Return whether this number of people may play in two pairs or each alone."""
    seating = rules.seating
    return 2 in seating.team_counts.get(players, ()) and players not in seating.pairs_only


def changes_cards(question: BuildQuestion) -> bool:
    """Return whether the cards of a question, or the owners of builds, may be others for another
    number of players."""
    more = question.players > min(question.rules.seating.deal_plans)
    owned = any(build.owner not in (0, 1) for build in question.table.builds)
    return owned or any(question.piles) or (more and bool(question.pointed or question.turn))


def seats(question: BuildQuestion, edits: Edits, *, pairs: bool) -> list[Chip]:
    """Return a link for each number of players; the present one says how they play. Without a
    choice there is none, or just the present number where house rules leave no other."""
    rules, chips = question.rules, []
    plans = rules.seating.deal_plans
    for players in sorted(plans):
        on = players == question.players
        paired = players in rules.seating.pairs_only or (on and pairs)
        text = players_text(players, pairs=paired)
        address = edits.with_players(players) if len(plans) > 1 else ""
        chips.append(Chip(f"seats-{players}", text if on else str(players), address, on, text))
    usual = ruleset(rules.key, ()).seating.deal_plans
    return chips if len(chips) > 1 or (chips[0].on and len(usual) > 1) else []


def chips(
    question: BuildQuestion, switches: Sequence[Switch], address: PositionUrl, *, pairs: bool
) -> Iterator[Chip]:
    """Yield a link for each further condition: pairs, hand of the deal, stock, and house rules that
    change the number of cards drawn."""
    rules, players = build_rules(question.rules), question.players
    plan = question.rules.seating.deal_plans[players]
    if may_pair(question.rules, question.players):
        other = {PAIRS: "" if pairs else "1"}
        yield Chip("pairs", in_pairs_text(), address(**other), pairs)
    if plan.deals > 1 and duties_change(rules, players, deal=2):
        other = {"deal": "2" if question.deal == 1 else ""}
        yield Chip("deal", hands_text(question.deal), address(**other))
    for switch in switches:
        switched = ruleset(question.rules.key, switch.house_rules)
        other_plan = switched.seating.deal_plans.get(players)
        if other_plan is None or other_plan.stock == plan.stock:
            continue
        stocked = rules if plan.stock else build_rules(switched)
        if duties_change(stocked, players, stock=1):
            text = house_rule_chip(switch.name)
            yield Chip(switch.name, text, switch.address, switch.on)
    if question.stock is not None and duties_change(rules, players, stock=1):
        other = {"stock": "0" if question.stock else ""}
        yield Chip("stock", stock_text(question.stock), address(**other))


def partner_holds(
    question: BuildQuestion, others: Sequence[Holding], address: PositionUrl
) -> list[KnownRank] | None:
    """Return the ranks that the mover's partner, then other players, are known to hold; None where
    nobody has a partner."""
    if not knows_partner(question.rules, question.players):
        return None
    ranks = sorted(question.proven)
    return [
        *(
            KnownRank(
                rank,
                "",
                address(proven=write_ranks([other for other in ranks if other is not rank])),
            )
            for rank in ranks
        ),
        *(
            KnownRank(
                holding.rank,
                owner_text(question, holding.seat),
                address(**{KNOWN: write_holdings(other for other in others if other != holding)}),
            )
            for holding in others
        ),
    ]


def note_on(question: BuildQuestion, house_rules: tuple[str, ...]) -> str:
    """Return the sentence that house rules change the number of players, "" if they do not."""
    seating = ruleset(question.rules.key, house_rules).seating
    if question.players in seating.deal_plans:
        return ""
    fewest = min(seating.deal_plans)
    return then_players_text(fewest, pairs=fewest in seating.pairs_only)


def seated_before(question: BuildQuestion, before: int | None) -> str:
    """Return the sentence that house rules have changed the number of players, "" if they have not.
    ``before`` is the number before that."""
    if before is None:
        return ""
    pairs = question.players in question.rules.seating.pairs_only
    text = players_text(question.players, pairs=pairs)
    usual = ruleset(question.rules.key, ()).seating.pairs_only
    text_before = players_text(before, pairs=before in usual)
    return seated_before_text(text, text_before)


def before_of(question: BuildQuestion, text: str) -> int | None:
    """Return the number of players in the field ``before``, None if it is the present one or the
    game is not for it."""
    plans = ruleset(question.rules.key, ()).seating.deal_plans
    return {str(players): players for players in plans if players != question.players}.get(text)
