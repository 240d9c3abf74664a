"""Everything that the rules say of a position that somebody asks about at a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import NamedTuple

from ...cards import Card, difference
from ...claimed_ranks import NOTHING_SAID, Held
from ...plays import MakeBuild, Play
from ...table_and_builds import Build, Selection, Table, divided
from .. import ruleset
from .claimed_play import Claim, builds_of, claimed_step, is_half, used_in
from .judge.build_rules import BuildRules, Demand
from .judge.cards_at_fault import CardsAtFault, cards_at_fault
from .judge.verdict import Verdict
from .options.announced_builds import announced_otherwise
from .options.legality_grounds import LegalityGround, grounds
from .options.plays_meeting_demand import completions
from .options.possible_builds import BuildOption, build_values, other_values
from .options.selection_check import FaultySelection, SelectionResult, check_selection, why_no_build
from .options.turn_context import TurnContext
from .question import BuildQuestion
from .ruling import BuildRuling, HandRow, Listing, PlayRuling, rule_on, verdict_on
from .seat_rotation import Piles

_MOST_INSISTED = 12
"""So much that may be insisted on is worked out: more than at any table."""


class Insisted(NamedTuple):
    """What an opponent may insist on, and the turn that does it, if there is a simple one."""

    demand: Demand
    turn: Play | None


@dataclass(frozen=True)
class Analysis:
    """A question and all that is to say to it; what costs is worked out when it is asked for.

    A turn has ``begun`` with the steps before a card from the hand; the ``case`` is how it lies
    then, and ``so_far`` the ruling on that. ``turn`` is the one that is judged, as it was entered
    or as the ``claim`` has it, and ``ruling`` says what the rules make of it as long as nobody says
    what they hold; there is none where the question could not be read as a whole. ``half``: may it
    be wrong only as far as it was tapped? ``held`` is what the mover says of the hand.
    """

    question: BuildQuestion
    claim: Claim | None
    held: Held
    case: TurnContext
    begun: Play = ()
    so_far: BuildRuling | None = None
    turn: Play | None = None
    ruling: BuildRuling | None = None
    half: bool = False

    @property
    def rules(self) -> BuildRules:
        return self.case.rules

    @property
    def table(self) -> Table:
        """The table after the steps so far, in the order in which it was entered."""
        return self.case.table if self.begun else self.question.table

    @property
    def piles(self) -> Piles:
        """The piles after the steps so far."""
        return self.case.turn_state.piles

    @property
    def played(self) -> Card | None:
        """The played card as it stands in the hand."""
        card = self.question.played
        return None if card is None else self.case.held(card)

    # --- the verdict ----------------------------------------------------------------------------

    @property
    def open_verdict(self) -> Verdict | None:
        """The verdict as long as nobody says what they hold."""
        return self.ruling.verdict if self.ruling else None

    @property
    def holds(self) -> bool | None:
        """Does the mover hold what the verdict depends on? None while that is not said."""
        verdict = self.open_verdict
        return self.held.answers(verdict.holds) if verdict else None

    @cached_property
    def verdict(self) -> Verdict | None:
        """The verdict, with what is said of the hand."""
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
        """Why a turn is right."""
        if not self.turn or self.verdict is None or self.verdict.legal is False:
            return ()
        return grounds(self.rules, self.question.position, self.turn, self.verdict)

    @cached_property
    def blamed(self) -> CardsAtFault:
        """What is to blame where a turn is wrong."""
        if self.half or not (self.turn and self.verdict):
            return CardsAtFault()
        return cards_at_fault(
            self.rules, self.question.position, self.turn, self.verdict, self.table
        )

    @cached_property
    def insisted(self) -> list[Insisted]:
        """What opponents may insist on now; of very much, the most cards."""
        if not self.turn or self.verdict is None:
            return []
        demands = self.verdict.demands[:_MOST_INSISTED]
        return [Insisted(demand, self._completed(self.turn, demand)) for demand in demands]

    def _completed(self, turn: Play, demand: Demand) -> Play | None:
        """The same turn with what an opponent insists on (#insist), if that is legal."""
        start = replace(self.case, begun=())
        for whole in completions(self.rules, turn, demand):
            if start.judge(*whole).legal is not False:
                return whole
        return None

    @cached_property
    def by_house_rule(self) -> tuple[str, ...]:
        """The house rules that would change the verdict, were they otherwise."""
        verdict = self.open_verdict
        if verdict is None or verdict.unfinished:
            return ()
        house = self.question.rules.house_rules
        return tuple(
            name for name in house.names_during_play() if self._is_otherwise(name, verdict)
        )

    def _is_otherwise(self, name: str, verdict: Verdict) -> bool:
        rules = self.question.rules
        house = set(rules.house_rules.on) ^ {name}
        other = self.question.under(ruleset(rules.key, house))
        judged = other and verdict_on(replace(other, turn=self.turn))
        return bool(judged and judged.legal is not verdict.legal)

    # --- what may be done -----------------------------------------------------------------------

    @cached_property
    def play(self) -> PlayRuling | None:
        """What the played card may do, by a mover who holds what is said."""
        play = self.so_far.play if self.so_far else None
        if play is None or self.holds is not False:
            return play
        return play.without_needing(set(self.held.lacking))

    @cached_property
    def hand(self) -> tuple[HandRow, ...]:
        """What each card of the hand may do, while none is played."""
        return Listing(self.case, with_tops=True).hand(self.question.hand or (), None)

    @cached_property
    def not_held(self) -> list[int]:
        """The values that the played card could build, if the hand had what takes them."""
        if self.play is None or self.so_far is None or self.so_far.play is None:
            return []
        may = _values((*self.play.forms, *self.play.with_tops, *self.play.asked))
        if self.question.hand is None:
            could = _values((*self.so_far.play.forms, *self.so_far.play.with_tops))
            return sorted(could - may)
        return other_values(self.case.secret, self.play.card, may)

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
        """What was pointed at, or said to be used, as far as it lies there."""
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
        """Are things chosen to be used in this turn: with the played card, or where a turn may have
        such steps or piles are open? A build alone is chosen to say whose it is."""
        (cards, builds), tops = self.chosen
        alone = bool(cards or tops) and (self.rules.has_steps or self.rules.open_piles)
        with_played = self.question.played is not None and bool(cards or builds or tops)
        return self.claim is None and (alone or with_played)

    @cached_property
    def selection(self) -> SelectionResult:
        """What the chosen things make in this turn, or what hinders them."""
        return check_selection(self.case, self.played, *self.chosen)

    @property
    def hindered_to_lie(self) -> FaultySelection | None:
        """Why the chosen loose cards cannot lie there as a build; None if they can."""
        return why_no_build(self.rules, self.chosen.table.loose)

    @property
    def may_lie(self) -> list[Build]:
        """The builds that the chosen loose cards can be, if nothing else is chosen; where nothing
        is, and no card was played, all of them."""
        (cards, builds), tops = self.chosen
        if self.begun or self.claim or builds or tops:
            return []
        if not cards and self.question.played is None:
            cards = self.table.loose
        values = self.rules.values
        return [
            Build(value, divided(cards, value, values) or ())
            for value in build_values(self.rules, cards)
        ]

    @property
    def built(self) -> list[MakeBuild]:
        """The builds that the cards which were used can make, where it is claimed that they did."""
        claimed = self.claim is Claim.BUILT and self.question.pointed is not None
        return builds_of(self.so_far.ways) if claimed and self.so_far else []

    @cached_property
    def said_otherwise(self) -> list[MakeBuild]:
        """The builds that the cards which were used cannot make: what was said may be false."""
        played, used = self.question.played, self.question.pointed
        if self.claim is not Claim.BUILT or played is None or used is None or not used.text:
            return []
        return announced_otherwise(self.rules, played, used.table.cards, used.tops, self.built)


def unruled(question: BuildQuestion, claim: Claim | None, held: Held) -> Analysis:
    """Return what there is to a question of which some fields cannot be read: no ruling."""
    return Analysis(question, claim, held, TurnContext.of(question))


@lru_cache(maxsize=128)
def analyse(
    question: BuildQuestion, claim: Claim | None = None, held: Held = NOTHING_SAID
) -> Analysis:
    """Analyse a question of people, who are told of builds with tops of piles too. The last ones
    are kept: several phones ask about one position."""
    case, begun, verdict = _begun(question)
    ways_wanted = question if claim is Claim.BUILT else replace(question, pointed=None)
    so_far = rule_on(ways_wanted, case, verdict if begun else None, with_tops=True)
    said = question.turn if question.turn != begun else None
    claimed = None
    if said is None:
        claimed = claimed_step(question.played, question.pointed, so_far.ways, claim)
    turn = said or (begun if claimed is None else (*begun, claimed)) or None
    ruling, half = so_far, False
    if turn and turn != begun:
        verdict = verdict if turn == _alone(turn) else case.judge_whole(turn)
        assert verdict is not None
        ruling = replace(so_far, verdict=verdict)
        half = claimed is not None and is_half(claimed, verdict, so_far.play, so_far.ways)
    return Analysis(question, claim, held, case, begun, so_far, turn, ruling, half)


def _values(formed: Iterable[BuildOption]) -> set[int]:
    return {forming.step.build.value for forming in formed}


def _alone(turn: Play) -> Play:
    """The steps before a card from the hand is played."""
    return tuple(takewhile(lambda step: step.card is None, turn))


def _begun(question: BuildQuestion) -> tuple[TurnContext, Play, Verdict | None]:
    """How it lies once the turn has begun, with which steps, if these are right so far, and the
    verdict on them."""
    case, steps = TurnContext.of(question), _alone(question.turn or ())
    verdict = case.judge_whole(steps) if steps else None
    if verdict is None or not verdict.unfinished:
        return case, (), verdict
    return case.after(steps, verdict), steps, verdict
