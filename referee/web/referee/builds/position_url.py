"""The addresses of a position with builds after each change of it that a tap can make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ....rules.cards import Card, Rank, difference
from ....rules.games import ruleset
from ....rules.games.casino.claimed_play import Claim, claim_of
from ....rules.games.casino.position_analysis import Analysis
from ....rules.games.casino.question import BuildQuestion
from ....rules.games.casino.seat_rotation import (
    Holding,
    Piles,
    holdings_for_next_player,
    knows_partner,
    passed,
    piles_for_next_player,
    seated,
    write_holdings,
)
from ....rules.notation import write_cards, write_rank
from ....rules.plays import MakeBuild, Play, Step, write_settled_play
from ....rules.ruleset import Ruleset
from ....rules.table_and_builds import Build, Selection, Table, Top, write_piles, write_table
from ..position_url import Address
from ..position_view import CLAIM, HOLDS

PAIRS = "pairs"
"""The field that says that four who might play alone are two pairs: 1. No ruling depends on it."""
BEFORE = "before"
"""The field that keeps how many played before a house rule that is for another number."""
KNOWN = "known"
"""The field that says what others than the mover's partner hold: ``J@1 8@3``. The rules want to
know it of the partner; of the others it is kept until it is they who are asked about."""


@dataclass(frozen=True)
class Edits:
    """The changes of a position, each as the address that has it. ``before`` is how many played
    before the house rules were for another number, ``others`` what others than the mover's partner
    are known to hold."""

    address: Address
    analysis: Analysis
    before: int | None
    others: Sequence[Holding]

    @property
    def question(self) -> BuildQuestion:
        return self.analysis.question

    def moved(self, **changes: str) -> str:
        """The cards otherwise: what the mover holds is said once a turn."""
        return self.address.moved(**{HOLDS: self.analysis.held.kept.text} | changes)

    def kept_moved(self, **changes: str) -> str:
        """A change that leaves the steps so far as they are."""
        return self.moved(**{"turn": self.begun_text} | changes)

    @cached_property
    def begun_text(self) -> str:
        """The steps so far, as the address has them."""
        return write_settled_play(self.analysis.begun) if self.analysis.begun else ""

    # --- the turn -------------------------------------------------------------------------------

    def doing(self, *steps: Step) -> str:
        """The turn goes on with these steps."""
        return self.moved(turn=write_settled_play((*self.analysis.begun, *steps)))

    def turned(self, turn: Play) -> str:
        """Another turn."""
        return self.moved(turn=write_settled_play(turn) if turn else "")

    def holding(self, *, holds: bool | None) -> str:
        """The same turn by a player who holds what it takes, or does not; None: who knows?"""
        verdict, held = self.analysis.open_verdict, self.analysis.held
        asked = verdict.holds if verdict else ()
        return self.address(**{HOLDS: held.saying(asked, holds=holds).text})

    def next(self) -> str:
        """What is left becomes the table, and the next player's turn it is."""
        verdict, question = self.analysis.verdict, self.question
        assert verdict
        assert verdict.after
        piles = piles_for_next_player(verdict.piles, question.position.pile_seats)
        of_partner, others = holdings_for_next_player(question, self.others)
        return self.laying(
            passed(verdict.after, question.players),
            played="",
            hand="",
            piles=write_piles(enumerate(piles)),
            proven=write_ranks(of_partner),
            **{KNOWN: write_holdings(others), HOLDS: ""},
        )

    # --- what lies there, and is chosen ---------------------------------------------------------

    def laying(self, table: Table, **changes: str) -> str:
        """Another table."""
        return self.moved(table=write_table(table), **changes)

    def clear(self) -> str:
        """An empty table, with the same house rules."""
        fields = ("played", "hand", "piles", "deal", "stock", "proven", KNOWN, HOLDS)
        return self.laying(Table(), **dict.fromkeys(fields, ""))

    def choosing(self, chosen: Selection) -> str:
        """Just these are tapped, or said to be used."""
        claim = self.analysis.claim
        claim = Claim.TOOK if claim is Claim.LAID else claim
        return self.kept_moved(**{"with": chosen.text, CLAIM: claim or ""})

    def choosing_card(self, card: Card, *, is_chosen: bool) -> str:
        """A loose card is chosen, or no longer."""
        cards, builds = self.analysis.chosen.table
        loose = difference(cards, [card]) if is_chosen else (*cards, card)
        return self.choosing(self.analysis.chosen._replace(table=Table(loose, builds)))

    def choosing_build(self, build: Build) -> str:
        """A build is chosen, or no longer."""
        cards, builds = self.analysis.chosen.table
        others = tuple(other for other in builds if other != build)
        chosen = others if build in builds else (*builds, build)
        return self.choosing(self.analysis.chosen._replace(table=Table(cards, chosen)))

    def choosing_tops(self, tops: tuple[Top, ...]) -> str:
        """Just these tops of piles are chosen."""
        return self.choosing(self.analysis.chosen._replace(tops=tops))

    def without_chosen(self) -> str:
        """The table without the loose cards that are chosen."""
        table = self.question.table
        loose = difference(table.loose, self.analysis.chosen.table.loose)
        return self.laying(table._replace(loose=loose))

    def knowing(self, piles: Piles) -> str:
        """Something else is known of the piles."""
        return self.kept_moved(piles=write_piles(enumerate(piles)))

    # --- a claim --------------------------------------------------------------------------------

    @property
    def used_text(self) -> str:
        """What was used, as far as somebody said it."""
        used = self.analysis.used
        return used.text if used else ""

    def claiming(self, claim: Claim | None) -> str:
        """The card did this, as somebody claims; what was tapped stays."""
        return self.kept_moved(**{"with": self.used_text, CLAIM: claim or ""})

    def asking(self) -> str:
        """Was the turn right?"""
        return self.address(**{CLAIM: claim_of(self.analysis.turn or ())})

    def saying(self, form: MakeBuild) -> str:
        """The cards that were used are a build of this value."""
        pointed = self.question.pointed
        kept = {"with": pointed.text if pointed else "", CLAIM: Claim.BUILT}
        return self.moved(**kept | {"turn": write_settled_play((*self.analysis.begun, form))})

    # --- who plays, by which rules --------------------------------------------------------------

    def by_house(self, house: tuple[str, ...]) -> str:
        """Other house rules: some are for a number of players of their own, and without them as
        many play as before."""
        rules, players = ruleset(self.question.rules.key, house), self.question.players
        plans = rules.seating.deal_plans
        before = ""
        if players not in plans:
            before, players = str(self.before or players), min(plans)
        elif self.before is not None:
            before = "" if self.before in plans else str(self.before)
            players = self.before if self.before in plans else players
        changes = self._seated(rules, players)
        return self.address(house=" ".join(house), **changes | {BEFORE: before})

    def seating(self, players: int) -> str:
        """Another number of players; for as many as now, no other number was before."""
        if players == self.question.players:
            return self.address(**{BEFORE: ""})
        return self.address(**self._seated(self.question.rules, players), **{PAIRS: "", BEFORE: ""})

    def _seated(self, rules: Ruleset, players: int) -> dict[str, str]:
        """What changes with the number of players, or with the house rules: whose a build is and
        whose pile, and what nobody can say then. A claim stays where no seat of it can be gone."""
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
    """Write ``J 8``."""
    return " ".join(map(write_rank, ranks))


def without_card(question: BuildQuestion, card: Card) -> str:
    """Return the hand without a card, as the address has it."""
    return write_cards(difference(question.hand or (), [card]))
