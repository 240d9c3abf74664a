"""URLs of taps in a game with builds, and the conditions of its rulings."""

from collections.abc import Iterator, Sequence
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
from ...rules.cards import Card, Rank, difference
from ...rules.games import ruleset
from ...rules.games.casino.analysis import Analysis, Claim, claim_of
from ...rules.games.casino.judge.play_rules import build_rules, duties_change
from ...rules.games.casino.judge.position import Piles
from ...rules.games.casino.question import (
    BuildQuestion,
    Holding,
    holdings_for_next_player,
    knows_partner,
    piles_for_next_player,
    seated,
    table_for_next_player,
    write_holdings,
)
from ...rules.notation import (
    write_cards,
    write_piles,
    write_rank,
    write_selection,
    write_settled_play,
    write_table,
)
from ...rules.plays import Build, MakeBuild, Play, Selection, Step, Table, Top
from ...rules.ruleset import Ruleset
from .position_url import PositionUrl
from .question_view import CLAIM, HOLDS, Chip, Conditions, KnownRank

PAIRS = "pairs"
"""The field that says that four who might play alone are two pairs: 1. No ruling depends on it."""
BEFORE = "before"
"""The field that keeps how many played before a house rule that is for another number."""
KNOWN = "known"
"""The field that says what others than the mover's partner hold: ``J@1 8@3``. The rules want to
know it of the partner; of the others it is kept until it is they who are asked about."""


@dataclass(frozen=True)
class Edits:
    """URLs of a position after changes. ``before`` is the number of players before house rules
    changed it, ``others`` are ranks that players other than the mover's partner are known to hold.
    """

    address: PositionUrl
    analysis: Analysis
    before: int | None
    others: Sequence[Holding]

    @property
    def question(self) -> BuildQuestion:
        return self.analysis.question

    def without_claim(self, **changes: str) -> str:
        """Return the URL after changes to the cards, without any claim about them. Holdings that
        were stated for the whole turn stay."""
        return self.address.without_claim(**{HOLDS: self._lasting} | changes)

    @cached_property
    def _lasting(self) -> str:
        """Return what was said of the hand for the whole turn, "" for nothing."""
        return self.analysis.held.lasting.text

    def keep_steps(self, **changes: str) -> str:
        """Return the URL after changes that leave the steps so far as they are."""
        return self.without_claim(**{"turn": self.begun_text} | changes)

    @cached_property
    def begun_text(self) -> str:
        """Return the steps so far in the notation, "" for none."""
        return write_settled_play(self.analysis.begun) if self.analysis.begun else ""

    # --- the turn -------------------------------------------------------------------------------

    def with_steps(self, *steps: Step) -> str:
        """Return the URL in which these steps follow those so far."""
        return self.without_claim(turn=write_settled_play((*self.analysis.begun, *steps)))

    def with_play(self, play: Play) -> str:
        """Return the URL of another play; () is none."""
        return self.without_claim(turn=write_settled_play(play) if play else "")

    def with_answer(self, *, holds: bool | None) -> str:
        """Return the URL in which the mover holds what the verdict depends on, does not, or (None)
        nothing is known of it."""
        verdict, held = self.analysis.open_verdict, self.analysis.held
        cards = verdict.holds if verdict else ()
        return self.address(**{HOLDS: held.with_answer(cards, holds=holds).text})

    def next_turn(self) -> str:
        """Return the URL of the next player's turn on the table that the play leaves. A legal play
        must be in question."""
        verdict, question = self.analysis.verdict, self.question
        assert verdict
        assert verdict.after
        piles = piles_for_next_player(verdict.piles, question.position.pile_seats)
        of_partner, others = holdings_for_next_player(question, self.others)
        return self.with_table(
            table_for_next_player(verdict.after, question.players),
            played="",
            hand="",
            piles=write_piles(enumerate(piles)),
            proven=write_ranks(of_partner),
            **{KNOWN: write_holdings(others), HOLDS: ""},
        )

    # --- what lies there, and is chosen ---------------------------------------------------------

    def with_table(self, table: Table, **changes: str) -> str:
        """Return the URL of the position with another table, and further changes."""
        return self.without_claim(table=write_table(table), **changes)

    def without_cards(self) -> str:
        """Return the URL of an empty table with the same house rules."""
        fields = ("played", "hand", "piles", "deal", "stock", "proven", KNOWN, HOLDS)
        return self.with_table(Table(), **dict.fromkeys(fields, ""))

    def with_selection(self, chosen: Selection) -> str:
        """Return the URL with another selection; where a claim is judged, the selection is what was
        used."""
        claim = self.analysis.claim
        claim = Claim.TOOK if claim is Claim.LAID else claim
        return self.keep_steps(**{"with": write_selection(chosen), CLAIM: claim or ""})

    def toggle_card(self, card: Card, *, is_chosen: bool) -> str:
        """Return the URL in which a loose card is selected, or no longer."""
        cards, builds = self.analysis.chosen.table
        loose = difference(cards, [card]) if is_chosen else (*cards, card)
        return self.with_selection(self.analysis.chosen._replace(table=Table(loose, builds)))

    def toggle_build(self, build: Build) -> str:
        """Return the URL in which a build is selected, or no longer."""
        cards, builds = self.analysis.chosen.table
        others = tuple(other for other in builds if other != build)
        chosen = others if build in builds else (*builds, build)
        return self.with_selection(self.analysis.chosen._replace(table=Table(cards, chosen)))

    def with_tops(self, tops: tuple[Top, ...]) -> str:
        """Return the URL in which exactly these tops of piles are selected."""
        return self.with_selection(self.analysis.chosen._replace(tops=tops))

    def without_selected(self) -> str:
        """Return the URL of the table without the selected loose cards."""
        table = self.question.table
        loose = difference(table.loose, self.analysis.chosen.table.loose)
        return self.with_table(table._replace(loose=loose))

    def with_piles(self, piles: Piles) -> str:
        """Return the URL in which these cards are known to lie in the piles."""
        return self.keep_steps(piles=write_piles(enumerate(piles)))

    # --- a claim --------------------------------------------------------------------------------

    @property
    def used_text(self) -> str:
        """Return the cards, builds and tops that the claim says were used, "" for none."""
        used = self.analysis.used
        return write_selection(used) if used else ""

    def with_claim(self, claim: Claim | None) -> str:
        """Return the URL in which a claim about the played card is judged, None for no claim; the
        selection stays."""
        return self.keep_steps(**{"with": self.used_text, CLAIM: claim or ""})

    def with_claim_of_play(self) -> str:
        """Return the URL in which the present play is judged as a claim."""
        return self.address(**{CLAIM: claim_of(self.analysis.turn or ())})

    def with_declared_build(self, build_step: MakeBuild) -> str:
        """Return the URL of the claim that the used cards were made a build of this value."""
        pointed = self.question.pointed
        claim_fields = {"with": write_selection(pointed) if pointed else "", CLAIM: Claim.BUILT}
        return self.without_claim(
            **claim_fields | {"turn": write_settled_play((*self.analysis.begun, build_step))}
        )

    # --- who plays, by which rules --------------------------------------------------------------

    def with_house_rules(self, house_rules: tuple[str, ...]) -> str:
        """Return the URL with other house rules. Where they are for other numbers of players, the
        fewest of those play, and without them as many as before."""
        rules, players = ruleset(self.question.rules.key, house_rules), self.question.players
        plans = rules.seating.deal_plans
        before = ""
        if players not in plans:
            before, players = str(self.before or players), min(plans)
        elif self.before is not None:
            before = "" if self.before in plans else str(self.before)
            players = self.before if self.before in plans else players
        changes = self._changes_for_players(rules, players)
        return self.address(house=" ".join(house_rules), **changes | {BEFORE: before})

    def with_players(self, players: int) -> str:
        """Return the URL with another number of players; for the present number nothing is said of
        an earlier one."""
        if players == self.question.players:
            return self.address(**{BEFORE: ""})
        return self.address(
            **self._changes_for_players(self.question.rules, players), **{PAIRS: "", BEFORE: ""}
        )

    def _changes_for_players(self, rules: Ruleset, players: int) -> dict[str, str]:
        """Return the fields that change with the number of players or the seating: owners of
        builds, piles, and what cannot be asked then. A claim is kept only where no seat of it can
        be gone."""
        question, plans = self.question, rules.seating.deal_plans
        changes = {"players": "" if players == min(plans) else str(players)}
        if players == question.players and rules.seating == question.rules.seating:
            return changes
        table, piles = seated(question.table, question.piles, rules, players)
        if table != question.table:
            changes["table"] = write_table(table)
        if piles != question.piles:
            changes["piles"] = write_piles(enumerate(piles))
        if question.deal > plans[players].deals:
            changes["deal"] = ""
        if not plans[players].stock:
            changes["stock"] = ""
        if not knows_partner(rules, players):
            changes |= {"proven": "", KNOWN: ""}
        if players < question.players or changes.get("piles", self._piles) != self._piles:
            changes |= dict.fromkeys(("with", "turn", "holds", "claim"), "")
        return changes

    @cached_property
    def _piles(self) -> str:
        return write_piles(enumerate(self.question.piles))


def write_ranks(ranks: Sequence[Rank]) -> str:
    """Return ranks in the notation: ``J 8``."""
    return " ".join(map(write_rank, ranks))


def without_card(question: BuildQuestion, card: Card) -> str:
    """Return the hand without a card, in the notation."""
    return write_cards(difference(question.hand or (), [card]))


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
