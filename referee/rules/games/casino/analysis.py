"""Answers to questions about games with builds: the ruling, what each tap would do, and what
depends on cards that nobody named."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import NamedTuple

from ...cards import Card, Cards, difference
from ...house_rules import ByOtherRules, PresetVerdict
from ...plays import Build, Capture, MakeBuild, Play, Selection, Step, Table, Top, Trail, cards_of
from ...question_fields import NOTHING_SAID, HandClaims
from ...sums import divide_cards
from .. import RULESETS, ruleset
from .judge.blame import CardsAtFault, cards_at_fault
from .judge.judge import unheld
from .judge.play_rules import BuildRules, duties_of
from .judge.position import Piles
from .judge.verdict import Demand, Reason, Verdict
from .options.builds import BuildOption, announced_otherwise, other_values, without_announcement
from .options.demands import completions
from .options.hand import HandRow, LegalityGround, Listing, PlayRuling, grounds
from .options.selection import (
    FaultySelection,
    SelectionOption,
    SelectionResult,
    check_selection,
    selection_options,
    why_no_build,
)
from .options.turn import TurnContext
from .question import BuildQuestion


@dataclass(frozen=True)
class BuildRuling:
    """A ruling. ``duties`` are the reasons that bind the mover before a card is played. ``ways``
    are the options of the selection. ``sure`` is true if the options listed for a card are all that
    it has. ``unheld`` are builds that the mover owns although the hand has no card for them: a rule
    was broken before."""

    players: int
    table: Table
    duties: tuple[Reason, ...]
    hand: tuple[HandRow, ...] | None
    play: PlayRuling | None
    ways: tuple[SelectionOption, ...] | None
    verdict: Verdict | None
    sure: bool
    unheld: tuple[Build, ...]

    @property
    def broken_before(self) -> tuple[Build, ...]:
        """The builds for which a rule was broken before, while the play itself is legal."""
        return self.unheld if self.verdict and self.verdict.legal else ()


@lru_cache(maxsize=128)
def consult(question: BuildQuestion, *, with_tops: bool = False) -> BuildRuling:
    """Return the ruling on a question. People are told of builds ``with_tops`` too, which the JSON
    leaves out. The last rulings are cached: several phones ask about one position."""
    context = TurnContext.of(question)
    verdict = context.judge_whole(question.turn) if question.turn else None
    if verdict is not None and verdict.unfinished:
        # Of an unfinished turn it is asked how it may go on.
        context = context.after(question.turn or (), verdict)
    ruling = rule_on(question, context, verdict, with_tops=with_tops)
    if question.hand is None:
        return ruling
    return replace(ruling, hand=Listing(context, with_tops).hand(question.hand, ruling.play))


def rule_on(
    question: BuildQuestion, context: TurnContext, verdict: Verdict | None, *, with_tops: bool
) -> BuildRuling:
    """Return the ruling on a question, whose ``context`` is the one after the steps so far, and
    whose ``verdict`` is the one on these. It has no options of the other cards of the hand."""
    listing = Listing(context, with_tops)
    play = None if question.played is None else listing.play(question.played, question.limit)
    return BuildRuling(
        players=question.players,
        table=context.start.table,
        duties=duties_of(context.rules, context.start),
        hand=None,
        play=play,
        ways=_ways(context, question),
        verdict=verdict,
        # More is possible with tops, or steps before the card; but once an opponent's build was
        # added to, the card takes it, and nothing else helps.
        sure=not (context.rules.open_piles or context.rules.has_steps)
        or bool(verdict and verdict.lent),
        unheld=unheld(context.rules, context.start),
    )


def verdict_on(question: BuildQuestion) -> Verdict | None:
    """Return the verdict on the play in a question, without any options; None if it has no play."""
    return TurnContext.of(question).judge_whole(question.turn) if question.turn else None


def _ways(context: TurnContext, question: BuildQuestion) -> tuple[SelectionOption, ...] | None:
    if question.pointed is None:
        return None
    played = None if question.played is None else context.held(question.played)
    return tuple(selection_options(context, played, *question.pointed))


class Claim(StrEnum):
    """Kinds of claims about the played card."""

    TOOK = "took"
    BUILT = "built"
    LAID = "laid"


def claims(rules: BuildRules) -> list[Claim]:
    """Return the kinds of claims that a game has: nobody builds where nothing is built."""
    return [claim for claim in Claim if rules.makes_builds or claim is not Claim.BUILT]


def claim_of(play: Play) -> Claim:
    """Return what the card from the hand did in a play; a capture where no card was played."""
    kinds = {Capture: Claim.TOOK, MakeBuild: Claim.BUILT, Trail: Claim.LAID}
    done = (kinds[type(step)] for step in play if step.card is not None)
    return next(done, Claim.TOOK)


def used_in(play: Play, table: Table) -> Selection:
    """Return what a play captures or builds with, apart from the card from the hand."""
    loose: list[Card] = []
    builds: list[Build] = []
    tops: list[Top] = []
    for step in play:
        match step:
            case Capture(_, cards, taken, of_piles):
                loose += cards
                builds += taken
                tops += of_piles
            case MakeBuild(_, _, of_piles):
                loose_cards = step.from_table
                for build in table.builds:
                    rest = difference(loose_cards, build.cards)
                    if len(rest) == len(loose_cards) - len(build.cards):
                        loose_cards = rest
                        builds.append(build)
                loose += loose_cards
                tops += of_piles
    return Selection(Table(tuple(loose), tuple(builds)), tuple(tops))


def captured_sets(rules: BuildRules, step: Capture, value: int) -> Sequence[Cards]:
    """Return the cards and tops of a capture in sets of its value; one by one where they make none,
    as pictures do."""
    loose = (*step.cards, *cards_of(step.tops))
    return divide_cards(loose, value, rules.values) or [(card,) for card in loose]


def builds_of(ways: Iterable[SelectionOption] | None) -> list[MakeBuild]:
    """Return the build steps among the options of a selection."""
    return [option.step for option in ways or () if isinstance(option.step, MakeBuild)]


def claimed_step(
    card: Card | None,
    used: Selection | None,
    ways: Iterable[SelectionOption] | None,
    claim: Claim | None,
) -> Step | None:
    """Return the step that a claim means for a card and a selection; None while nothing is claimed,
    or while the selection makes builds of several values."""
    if card is None:
        return None
    match claim, used:
        case Claim.LAID, _:
            return Trail(card)
        case Claim.TOOK, Selection(Table(loose, builds), tops):
            return Capture(card, loose, builds, tops)
        case Claim.BUILT, Selection(Table() as table, tops):
            builds_made = builds_of(ways)
            if builds_made:
                return builds_made[0] if len(builds_made) == 1 else None
            return without_announcement(card, table.cards, tops)
    return None


def is_half(
    step: Step, verdict: Verdict, play: PlayRuling | None, ways: Iterable[SelectionOption] | None
) -> bool:
    """Return whether a claimed step that is illegal may be legal with more cards than were
    selected."""
    if verdict.legal is not False or play is None:
        return False
    match step:
        case Capture():
            return not play.takes_complete or any(
                _is_more(option.step, step) for option in play.takes
            )
        case MakeBuild(_, build) if not builds_of(ways):
            listed = (*play.forms, *play.with_tops)
            cards = (Counter(option.step.build.cards) for option in listed)
            return not play.complete or any(
                Counter(build.cards) < cards_of_option for cards_of_option in cards
            )
    return False


def _is_more(larger: Capture, step: Capture) -> bool:
    builds = all(any(build.is_same(other) for other in larger.builds) for build in step.builds)
    tops = set(step.tops) <= set(larger.tops)
    return builds and tops and Counter(step.cards) <= Counter(larger.cards)


def by_other_rules(question: BuildQuestion, verdict: Verdict) -> ByOtherRules:
    """Return the switches of which each would change the ``verdict`` on the play of a question, and
    the verdicts of the presets if there is such a switch and not all of them agree with it. An
    unfinished play has neither."""
    if verdict.unfinished:
        return ByOtherRules()
    house = question.rules.house_rules
    switches = tuple(
        name
        for name in house.names_during_play()
        if (other := _by(question, house.switched(house.on, name))) is not None
        and other.legal is not verdict.legal
    )
    presets = _of_presets(question) if switches else ()
    if all(preset.legal is verdict.legal for preset in presets):
        presets = ()
    return ByOtherRules(switches, presets)


def _of_presets(question: BuildQuestion) -> tuple[PresetVerdict, ...]:
    judged = (
        (preset, _by(question, preset.house_rules))
        for preset in RULESETS[question.rules.key].presets
    )
    return tuple(PresetVerdict(preset, verdict.legal) for preset, verdict in judged if verdict)


def _by(question: BuildQuestion, house_rules: Iterable[str]) -> Verdict | None:
    """Return the verdict by other house rules; None where the question cannot be asked by them."""
    other = question.under(ruleset(question.rules.key, house_rules))
    return None if other is None else verdict_on(other)


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
    held: HandClaims
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
        hand = tuple(sorted((self.question.played, *shown)))
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
            for value in self.rules.build_values(cards)
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


def unruled(question: BuildQuestion, claim: Claim | None, held: HandClaims) -> Analysis:
    """Return the analysis of a question of which some fields cannot be read: it has no ruling."""
    return Analysis(question, claim, held, TurnContext.of(question))


@lru_cache(maxsize=128)
def analyse(
    question: BuildQuestion, claim: Claim | None = None, held: HandClaims = NOTHING_SAID
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
    return tuple(takewhile(lambda step: step.card is None, turn))


def _begun(question: BuildQuestion) -> tuple[TurnContext, Play, Verdict | None]:
    """Return the context after the steps before a card from the hand, these steps if they are right
    so far, and the verdict on them."""
    context, steps = TurnContext.of(question), _steps_without_hand_card(question.turn or ())
    verdict = context.judge_whole(steps) if steps else None
    if verdict is None or not verdict.unfinished:
        return context, (), verdict
    return context.after(steps, verdict), steps, verdict
