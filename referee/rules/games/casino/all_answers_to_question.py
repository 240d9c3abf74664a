"""Analyses: all that the rules say of a position that people ask about at a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import NamedTuple

from ...answers_about_own_hand import NOTHING_SAID, Held
from ...cards import Card, difference
from ...division_into_sums import divide_cards
from ...plays import MakeBuild, Play
from ...table_and_builds import Build, Selection, Table
from ...verdict_by_other_rules_type import ByOtherRules
from .claims_as_plays import Claim, builds_of, claimed_step, is_half, used_in
from .judge.cards_at_fault import CardsAtFault, cards_at_fault
from .judge.demand_type import Demand
from .judge.play_rules_base import BuildRules
from .judge.position import Piles
from .judge.verdict import Verdict
from .options.check_selection import SelectionResult, check_selection
from .options.hand_card_options import HandRow, Listing, PlayRuling
from .options.legality_grounds import LegalityGround, grounds
from .options.other_announced_values import announced_otherwise
from .options.plays_meeting_demand import completions
from .options.possible_builds import BuildOption, build_values, other_values
from .options.selection_faults import FaultySelection, why_no_build
from .options.turn_context import TurnContext
from .question import BuildQuestion
from .rule_on_question import rule_on, verdict_on
from .ruling import BuildRuling
from .verdict_by_other_rules import by_other_rules

_MOST_INSISTED = 12
"""Limit of demands that are shown: more than at any table."""


class Insisted(NamedTuple):
    """A demand of an opponent, and a play that meets it, if there is a simple one."""

    demand: Demand
    turn: Play | None


@dataclass(frozen=True)
class Analysis:
    """A question with all answers to it; expensive ones are computed when they are read.

    A turn has ``begun`` with the steps before a card from the hand; ``context`` is that after
    these, and ``so_far`` the ruling on them. ``turn`` is the play that is judged, as it was entered
    or as the ``claim`` means it; ``ruling`` is what the rules say of it as long as nobody says what
    the hand holds, None where the question could not be read. ``half`` is true if the play may be
    wrong only because cards were not selected yet. ``held`` is what the mover says of the hand.
    """

    question: BuildQuestion
    claim: Claim | None
    held: Held
    context: TurnContext
    begun: Play = ()
    so_far: BuildRuling | None = None
    turn: Play | None = None
    ruling: BuildRuling | None = None
    half: bool = False

    @property
    def rules(self) -> BuildRules:
        return self.context.rules

    @property
    def table(self) -> Table:
        """The table after the steps so far, in the order in which it was entered."""
        return self.context.table if self.begun else self.question.table

    @property
    def piles(self) -> Piles:
        """The piles after the steps so far."""
        return self.context.turn_state.piles

    @property
    def played(self) -> Card | None:
        """The played card as it stands in the hand."""
        card = self.question.played
        return None if card is None else self.context.held(card)

    # --- the verdict ----------------------------------------------------------------------------

    @property
    def open_verdict(self) -> Verdict | None:
        """The verdict as long as nobody says what they hold."""
        return self.ruling.verdict if self.ruling else None

    @property
    def holds(self) -> bool | None:
        """Return whether the mover holds what the verdict depends on; None while that is not
        said."""
        verdict = self.open_verdict
        return self.held.answers(verdict.holds) if verdict else None

    @cached_property
    def verdict(self) -> Verdict | None:
        """The verdict, by what is said of the hand."""
        verdict, holds = self.open_verdict, self.holds
        if verdict is None or verdict.legal is not None:
            return verdict
        if holds is None:
            return verdict._replace(holds=self.held.unclaimed(verdict.holds))
        assert self.question.played is not None
        shown = verdict.holds if holds else ()
        hand = tuple(sorted((self.question.played, *map(Card, shown))))
        return verdict_on(replace(self.question, turn=self.turn, hand=hand))

    @cached_property
    def grounds(self) -> Sequence[LegalityGround]:
        """The grounds on which the play is legal; empty if it is not."""
        if not self.turn or self.verdict is None or self.verdict.legal is False:
            return ()
        return grounds(self.rules, self.question.position, self.turn, self.verdict)

    @cached_property
    def blamed(self) -> CardsAtFault:
        """The pieces that are to blame if the play is illegal."""
        if self.half or not (self.turn and self.verdict):
            return CardsAtFault()
        return cards_at_fault(
            self.rules, self.question.position, self.turn, self.verdict, self.table
        )

    @cached_property
    def insisted(self) -> list[Insisted]:
        """The demands that opponents may make after the play; if there are very many, those with
        most cards."""
        if not self.turn or self.verdict is None:
            return []
        demands = self.verdict.demands[:_MOST_INSISTED]
        return [Insisted(demand, self._completed(self.turn, demand)) for demand in demands]

    def _completed(self, turn: Play, demand: Demand) -> Play | None:
        """Return the play that meets an opponent's demand (#insist), if one is legal."""
        start = replace(self.context, begun=())
        for whole in completions(self.rules, turn, demand):
            if start.judge(*whole).legal is not False:
                return whole
        return None

    @cached_property
    def by_other_rules(self) -> ByOtherRules:
        """The house rules that would change the verdict, and what presets say."""
        verdict = self.open_verdict
        if verdict is None:
            return ByOtherRules()
        return by_other_rules(replace(self.question, turn=self.turn), verdict)

    # --- what may be done -----------------------------------------------------------------------

    @cached_property
    def play(self) -> PlayRuling | None:
        """The options of the played card, by what is said of the hand."""
        play = self.so_far.play if self.so_far else None
        if play is None or self.holds is not False:
            return play
        return play.without_needing(set(self.held.lacking))

    @cached_property
    def hand(self) -> tuple[HandRow, ...]:
        """The options of each card of the hand, while none is played."""
        return Listing(self.context, with_tops=True).hand(self.question.hand or (), None)

    @cached_property
    def not_held(self) -> list[int]:
        """The values that the played card could build, if the hand had what takes them."""
        if self.play is None or self.so_far is None or self.so_far.play is None:
            return []
        legal = _values((*self.play.forms, *self.play.with_tops, *self.play.asked))
        if self.question.hand is None:
            with_any_hand = _values((*self.so_far.play.forms, *self.so_far.play.with_tops))
            return sorted(with_any_hand - legal)
        return other_values(self.context.secret, self.play.card, legal)

    # --- what is chosen -------------------------------------------------------------------------

    @property
    def used(self) -> Selection | None:
        """The cards and builds that somebody says were used, by a tap or in a turn."""
        done = (self.question.turn or ())[len(self.begun) :]
        if self.question.pointed is None and done:
            return used_in(done, self.table)
        return self.question.pointed

    @cached_property
    def chosen(self) -> Selection:
        """The cards, builds and tops that were selected, or are said to be used, as far as they lie
        there."""
        used = (self.used if self.claim else self.question.pointed) or Selection()
        table = self.table
        cards = difference(used.table.loose, difference(used.table.loose, table.loose))
        builds = tuple(
            build
            for build in table.builds
            if any(build.is_same(other) for other in used.table.builds)
        )
        tops = tuple(top for top in used.tops if top.card in self.piles[top.seat][:1])
        return Selection(Table(cards, builds), tops)

    @property
    def chooses_for_turn(self) -> bool:
        """Return whether the selection is to be used in this turn: with the played card, or alone
        where a play may have such steps or piles are open. A build alone is selected in order to
        say who owns it."""
        (cards, builds), tops = self.chosen
        alone = bool(cards or tops) and (self.rules.has_steps or self.rules.open_piles)
        with_played = self.question.played is not None and bool(cards or builds or tops)
        return self.claim is None and (alone or with_played)

    @cached_property
    def selection(self) -> SelectionResult:
        """The plays that the selection makes in this turn, or what is wrong with it."""
        return check_selection(self.context, self.played, *self.chosen)

    @property
    def hindered_to_lie(self) -> FaultySelection | None:
        """The fault of the selected loose cards as a build on the table; None if they can be
        one."""
        return why_no_build(self.rules, self.chosen.table.loose)

    @property
    def may_lie(self) -> list[Build]:
        """The builds that the selected loose cards can be on the table, if nothing else is
        selected. With no selection and no played card, those of all loose cards."""
        (cards, builds), tops = self.chosen
        if self.begun or self.claim or builds or tops:
            return []
        if not cards and self.question.played is None:
            cards = self.table.loose
        values = self.rules.values
        return [
            Build(value, divide_cards(cards, value, values) or ())
            for value in build_values(self.rules, cards)
        ]

    @property
    def built(self) -> list[MakeBuild]:
        """The builds that the used cards can make, where they are claimed to have made one."""
        claimed = self.claim is Claim.BUILT and self.question.pointed is not None
        return builds_of(self.so_far.ways) if claimed and self.so_far else []

    @cached_property
    def said_otherwise(self) -> list[MakeBuild]:
        """The builds that the used cards cannot make although they may have been announced."""
        played, used = self.question.played, self.question.pointed
        if self.claim is not Claim.BUILT or played is None or used in (None, Selection()):
            return []
        return announced_otherwise(self.rules, played, used.table.cards, used.tops, self.built)


def unruled(question: BuildQuestion, claim: Claim | None, held: Held) -> Analysis:
    """Return the analysis of a question of which some fields cannot be read: it has no ruling."""
    return Analysis(question, claim, held, TurnContext.of(question))


@lru_cache(maxsize=128)
def analyse(
    question: BuildQuestion, claim: Claim | None = None, held: Held = NOTHING_SAID
) -> Analysis:
    """Return the analysis of a question, with builds that use tops of piles, as people are shown.
    The last ones are cached: several phones ask about one position."""
    context, begun, verdict = _begun(question)
    ways_wanted = question if claim is Claim.BUILT else replace(question, pointed=None)
    so_far = rule_on(ways_wanted, context, verdict if begun else None, with_tops=True)
    entered = question.turn if question.turn != begun else None
    claimed = None
    if entered is None:
        claimed = claimed_step(question.played, question.pointed, so_far.ways, claim)
    turn = entered or (begun if claimed is None else (*begun, claimed)) or None
    ruling, half = so_far, False
    if turn and turn != begun:
        verdict = verdict if turn == _steps_without_hand_card(turn) else context.judge_whole(turn)
        assert verdict is not None
        ruling = replace(so_far, verdict=verdict)
        half = claimed is not None and is_half(claimed, verdict, so_far.play, so_far.ways)
    return Analysis(question, claim, held, context, begun, so_far, turn, ruling, half)


def _values(formed: Iterable[BuildOption]) -> set[int]:
    return {forming.step.build.value for forming in formed}


def _steps_without_hand_card(turn: Play) -> Play:
    """Return the steps before a card from the hand is played."""
    return tuple(takewhile(lambda step: step.card is None, turn))


def _begun(question: BuildQuestion) -> tuple[TurnContext, Play, Verdict | None]:
    """Return the context after the steps before a card from the hand, these steps if they are right
    so far, and the verdict on them."""
    context, steps = TurnContext.of(question), _steps_without_hand_card(question.turn or ())
    verdict = context.judge_whole(steps) if steps else None
    if verdict is None or not verdict.unfinished:
        return context, (), verdict
    return context.after(steps, verdict), steps, verdict
