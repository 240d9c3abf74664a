"""Conditions of a ruling in a game with builds: players, pairs, deal, stock, what is proven."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ...messages.build_rulings import (
    hands_text,
    house_rule_chip,
    in_pairs_text,
    players_text,
    seated_before_text,
    stock_text,
    then_players_text,
)
from ...messages.build_verdicts import owner_text
from ...rules.games import ruleset
from ...rules.games.casino.judge.play_rules import build_rules, duties_change
from ...rules.games.casino.question import BuildQuestion, knows_partner, write_holdings
from ...rules.ruleset import Ruleset
from .conditions import Chip, Conditions, KnownRank
from .tap_urls import KNOWN, PAIRS, Edits, write_ranks


def may_pair(rules: Ruleset, players: int) -> bool:
    """Return whether this number of people may play in two pairs or each alone."""
    seating = rules.seating
    return 2 in seating.team_counts.get(players, ()) and players not in seating.pairs_only


def before_of(question: BuildQuestion, text: str) -> int | None:
    """Return the number of players in the field ``before``, None if it is the present one or the
    game is not for it."""
    plans = ruleset(question.rules.key, ()).seating.deal_plans
    return {str(players): players for players in plans if players != question.players}.get(text)


@dataclass
class BuildConditions(Conditions):
    """The conditions of a ruling in a game with builds. ``pairs``: players who may play alone play
    in pairs."""

    edits: Edits
    pairs: bool

    @property
    def question(self) -> BuildQuestion:
        return self.edits.question

    @property
    def changes_cards_with_players(self) -> bool:
        question = self.question
        more = question.players > min(question.rules.seating.deal_plans)
        owned = any(build.owner not in (0, 1) for build in question.table.builds)
        return owned or any(question.piles) or (more and bool(question.pointed or question.turn))

    @cached_property
    def seats(self) -> list[Chip]:
        """Return a link for each number of players; the present one says how they play. Without a
        choice there is none, or just the present number where house rules leave no other."""
        question, rules, chips = self.question, self.question.rules, []
        plans = rules.seating.deal_plans
        for players in sorted(plans):
            on = players == question.players
            paired = players in rules.seating.pairs_only or (on and self.pairs)
            text = players_text(players, pairs=paired)
            address = self.edits.with_players(players) if len(plans) > 1 else ""
            chips.append(Chip(f"seats-{players}", text if on else str(players), address, on, text))
        usual = ruleset(rules.key, ()).seating.deal_plans
        return chips if len(chips) > 1 or (chips[0].on and len(usual) > 1) else []

    @cached_property
    def chips(self) -> list[Chip]:
        """Return a link for each further condition: pairs, hand of the deal, stock, and house rules
        that change the number of cards drawn."""
        return [*self._pairs_and_deal(), *self._stock()]

    def _pairs_and_deal(self) -> Iterator[Chip]:
        question, players = self.question, self.question.players
        plan = question.rules.seating.deal_plans[players]
        if may_pair(question.rules, players):
            other = {PAIRS: "" if self.pairs else "1"}
            yield Chip("pairs", in_pairs_text(), self.address(**other), self.pairs)
        if plan.deals > 1 and duties_change(build_rules(question.rules), players, deal=2):
            other = {"deal": "2" if question.deal == 1 else ""}
            yield Chip("deal", hands_text(question.deal), self.address(**other))

    def _stock(self) -> Iterator[Chip]:
        question, players = self.question, self.question.players
        rules, plan = build_rules(question.rules), question.rules.seating.deal_plans[players]
        for switch in self.switches:
            switched = ruleset(question.rules.key, switch.house_rules)
            other_plan = switched.seating.deal_plans.get(players)
            if other_plan is None or other_plan.stock == plan.stock:
                continue
            stocked = rules if plan.stock else build_rules(switched)
            if duties_change(stocked, players, stock=1):
                yield Chip(switch.name, house_rule_chip(switch.name), switch.address, switch.on)
        if question.stock is not None and duties_change(rules, players, stock=1):
            other = {"stock": "0" if question.stock else ""}
            yield Chip("stock", stock_text(question.stock), self.address(**other))

    @cached_property
    def partner_holds(self) -> list[KnownRank] | None:
        """Return the ranks that the mover's partner, then other players, are known to hold; None
        where nobody has a partner."""
        question, others = self.question, self.edits.others
        if not knows_partner(question.rules, question.players):
            return None
        known, ranks = [], sorted(question.proven)
        for rank in ranks:
            proven = write_ranks([other for other in ranks if other is not rank])
            known.append(KnownRank(rank, "", self.address(proven=proven)))
        for holding in others:
            text = write_holdings(other for other in others if other != holding)
            whose = owner_text(question, holding.seat)
            known.append(KnownRank(holding.rank, whose, self.address(**{KNOWN: text})))
        return known

    @property
    def seated_before(self) -> str:
        question, before = self.question, self.edits.before
        if before is None:
            return ""
        pairs = question.players in question.rules.seating.pairs_only
        text = players_text(question.players, pairs=pairs)
        usual = ruleset(question.rules.key, ()).seating.pairs_only
        return seated_before_text(text, players_text(before, pairs=before in usual))

    def with_house_rules(self, house_rules: tuple[str, ...]) -> str:
        return self.edits.with_house_rules(house_rules)

    def note_on(self, house_rules: tuple[str, ...]) -> str:
        """Return the sentence that house rules change the number of players, "" if they do not."""
        seating = ruleset(self.question.rules.key, house_rules).seating
        if self.question.players in seating.deal_plans:
            return ""
        fewest = min(seating.deal_plans)
        return then_players_text(fewest, pairs=fewest in seating.pairs_only)
