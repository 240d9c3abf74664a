"""Options of the cards of a hand, and grounds on which they are legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, replace
from typing import NamedTuple

from ....cards import Card, Cards, RuleCode
from ....plays import Build, Capture, MakeBuild, Play, Step, Trail, cards_of
from ....question_fields import OPTIONS_MOST
from ....sums import divide_cards
from ..judge.play_rules import BuildRules
from ..judge.position import Position
from ..judge.resolution import less
from ..judge.verdict import Verdict
from .builds import (
    BuildOption,
    build_options,
    build_options_asked_for,
    build_options_with_tops,
    builds_while_trailing,
    count_build_options,
    steps_without_hand_card,
)
from .captures import CaptureOption, capture_options, count_capture_options, takes_more
from .turn import TurnContext


@dataclass(frozen=True)
class HandRow:
    """Options of one card of the hand: how many captures and builds it can make, whether it can
    make builds with tops of piles, and whether it may be trailed."""

    card: Card
    takes: int
    forms: int
    with_tops: bool
    lay: bool


@dataclass(frozen=True)
class PlayRuling:
    """Options of the played card; each ``…_complete`` is true if the list before it has all.

    ``takes`` are captures, ``forms`` builds without tops of piles and ``with_tops`` builds with
    them, ``lay`` is the verdict on a trail. ``asked`` are builds that a partner may have asked for,
    ``beside`` builds made of the table while the card is trailed, and ``before`` the next steps
    that need no card from the hand.
    """

    card: Card
    takes: tuple[CaptureOption, ...]
    takes_complete: bool
    forms: tuple[BuildOption, ...]
    forms_complete: bool
    with_tops: tuple[BuildOption, ...]
    with_tops_complete: bool
    lay: Verdict
    asked: tuple[BuildOption, ...] = ()
    beside: tuple[BuildOption, ...] = ()
    beside_complete: bool = True
    before: tuple[BuildOption, ...] = ()
    before_complete: bool = True

    @property
    def complete(self) -> bool:
        """Return whether every list has all options."""
        lists = self.takes_complete, self.forms_complete, self.with_tops_complete
        return all(lists) and self.beside_complete and self.before_complete

    def without_needing(self, lacking: Set[Card]) -> PlayRuling:
        """Return the options of a mover who holds none of these cards."""

        def can(verdict: Verdict) -> bool:
            return not lacking <= set(verdict.holds)

        return replace(
            self,
            takes=tuple(option for option in self.takes if can(option.verdict)),
            forms=tuple(option for option in self.forms if can(option.verdict)),
            with_tops=tuple(option for option in self.with_tops if can(option.verdict)),
            asked=tuple(option for option in self.asked if can(option.verdict)),
            beside=tuple(option for option in self.beside if can(option.verdict)),
            before=tuple(option for option in self.before if can(option.verdict)),
        )


Listed = tuple[list[BuildOption], bool]
"""Builds that a card can make, and whether they are all."""


class Listing(NamedTuple):
    """A list of the options of cards in a context."""

    context: TurnContext
    with_tops: bool

    def play(self, asked: Card, limit: int) -> PlayRuling:
        """Return the options of the played card."""
        card = self.context.held(asked)
        captures, all_captures = capture_options(self.context, card, limit)
        (builds, all_builds), (builds_with_tops, all_with_tops) = self.forms(card, limit)
        beside, all_beside = self.for_people(builds_while_trailing, card, limit)
        before, all_before = self.for_people(steps_without_hand_card, card, limit)
        return PlayRuling(
            asked,
            tuple(captures),
            all_captures,
            tuple(builds),
            all_builds,
            tuple(builds_with_tops),
            all_with_tops,
            self.context.judge(Trail(card)),
            tuple(build_options_asked_for(self.context, card)) if self.with_tops else (),
            tuple(beside),
            all_beside,
            tuple(before),
            all_before,
        )

    def forms(self, card: Card, limit: int) -> tuple[Listed, Listed]:
        """Return the builds that a card can make without tops of piles, and those with them."""
        return build_options(self.context, card, limit), self.for_people(
            build_options_with_tops, card, limit
        )

    def for_people(
        self, search: Callable[[TurnContext, Card, int], Listed], card: Card, limit: int
    ) -> Listed:
        """Return the result of a search that only people are shown; empty for JSON."""
        return search(self.context, card, limit) if self.with_tops else ([], True)

    def hand(self, hand: Cards, play: PlayRuling | None) -> tuple[HandRow, ...]:
        """Return a row for each different card of a hand. Cards that capture alike have the same
        options."""
        known_play = play if play and play.complete and play.card in hand else None
        of_alike: dict[object, HandRow] = {}
        rows = []
        for card in dict.fromkeys(hand):
            key = self._captures_as(card)
            if key not in of_alike:
                of_alike[key] = self._row(card, known_play)
            rows.append(replace(of_alike[key], card=card))
        return tuple(rows)

    def _captures_as(self, card: Card) -> object:
        """Return a key that is equal for cards of the hand which capture alike."""
        return self.context.rules.captures_as(self.context.face_of(card))

    def _row(self, card: Card, play: PlayRuling | None) -> HandRow:
        """Return the row of a card, taken from the options of the played card if these are complete
        and of a card that captures alike."""
        if play and self._captures_as(play.card) == self._captures_as(card):
            captures, builds, with_tops = len(play.takes), len(play.forms), bool(play.with_tops)
            return HandRow(card, captures, builds, with_tops, play.lay.legal is True)
        captures, builds = (
            count(self.context, card, OPTIONS_MOST)
            for count in (count_capture_options, count_build_options)
        )
        builds_with_tops, _ = self.for_people(build_options_with_tops, card, 1)
        return HandRow(
            card,
            captures,
            builds,
            bool(builds_with_tops),
            self.context.judge(Trail(card)).legal is True,
        )


class Ground(RuleCode):
    """Grounds on which a play is legal."""

    clause: str

    EQUAL = "equal", "taking-numbers"  # a card captures its equals
    GROUPS = "groups", "groups"  # the captured cards add up to the card
    EVERYTHING = "everything", "taking-numbers"  # the card may capture the whole table
    PICTURE = "picture", "pictures"
    BUILD = "build", "taking-builds"  # a card captures the builds of its value
    MADE = "made", "making-a-build"  # a build is made of cards that add up
    RAISED = "raised", "raising"  # the card from the hand brings it to its value
    ADDED = "added", "adding"  # the added cards make a set of its value
    ASKED = "asked", "asking"  # the partner asked for the card in the build
    HELD = "held", "holder"  # a card for the new build is still in the hand
    KEPT = "kept", "keep-the-card"  # a card for each own build is still in the hand
    PARTNERS = "partners", "adding"  # a build of the partner needs no card in the hand
    PROVEN = "proven", "proven"  # the partner is proven to hold a card for it
    LAID = "laid", "laying"  # the mover owns no build
    NOTHING_DUE = "nothing_due", "laying"  # nothing lies there that the card must capture
    LAID_FREELY = "laid_freely", "laying"  # a card that could capture may be trailed
    LAID_ANYHOW = "laid_anyhow", "laying"  # the builds that the mover owns do not forbid it
    LESS = "less", "taking-numbers"  # nobody has to take everything
    NOT_INSISTED = "not_insisted", "insist"  # nobody has to while no opponent insists


class LegalityGround(NamedTuple):
    """A ground of a verdict, with its facts: the card from the hand, the value, and the sets that
    make it."""

    ground: Ground
    card: Card
    value: int = 0
    sets: tuple[Cards, ...] = ()

    @property
    def clause(self) -> str:
        """The clause of the page of rules for the ground."""
        return self.ground.clause


def grounds(
    rules: BuildRules, position: Position, play: Play, verdict: Verdict
) -> tuple[LegalityGround, ...]:
    """Return why a whole play is legal: what its card did, and why it need not do more. Empty for a
    play that is illegal or unfinished."""
    if verdict.after is None or verdict.unfinished:
        return ()
    context = TurnContext.at(rules, position)
    for number, (step, kind) in enumerate(zip(play, verdict.done, strict=True)):
        if step.card is not None:
            results = [*_step_grounds(context, play[:number], step, kind)]
            results += [
                *_partner_grounds(context, play[:number], step, kind),
                *_hand_grounds(verdict),
            ]
            results += _grounds_to_leave(context, step, verdict)
            return tuple(
                LegalityGround(ground, step.card, value, sets) for ground, value, sets in results
            )
    return ()


GroundFacts = tuple[Ground, int, tuple[Cards, ...]]
"""A ground with its value and sets."""


def _step_grounds(
    context: TurnContext, before: Play, step: Step, kind: str
) -> Iterator[GroundFacts]:
    """Return the grounds of a step with the card from the hand, after the steps ``before``."""
    match step:
        case Trail():
            yield from ((ground, 0, ()) for ground in _trail_grounds(context))
        case Capture():
            yield from _capture_grounds(context, step)
        case MakeBuild():
            yield _build_ground(context, before, step, kind)


def _trail_grounds(context: TurnContext) -> Iterator[Ground]:
    rules, bound = context.rules, context.start.binding(context.start.table.builds)
    demanded = any(rules.capture_duties)
    if demanded:
        yield Ground.NOTHING_DUE
    if bound:
        yield Ground.LAID_ANYHOW
    elif not demanded:
        yield Ground.LAID if rules.makes_builds else Ground.LAID_FREELY


def _capture_grounds(context: TurnContext, step: Capture) -> Iterator[GroundFacts]:
    rules, value = context.rules, value_taken_at(context, step)
    loose = (*step.cards, *cards_of(step.tops))
    if any(build.value == value for build in step.builds):
        yield Ground.BUILD, value, ()
    if not value:
        yield (Ground.EVERYTHING if rules.has_number(step.card) else Ground.PICTURE), 0, ()
    elif all(rules.values[card.rank] == rules.values[step.card.rank] for card in loose):
        if loose:
            yield Ground.EQUAL, value, ()
    else:
        yield Ground.GROUPS, value, divide_cards(loose, value, rules.values) or ()


def value_taken_at(context: TurnContext, step: Capture) -> int:
    """Return the value at which a capture is legal, the lower if two are; 0 for a picture without a
    number, and for a card that captures everything."""
    rules = context.rules
    loose = (*step.cards, *cards_of(step.tops))
    numbers = [build.value for build in step.builds]
    values = rules.hand_values(context.face_of(step.card))
    return next((value for value in values if rules.divides(value, loose, numbers)), 0)


def _build_ground(context: TurnContext, before: Play, step: MakeBuild, kind: str) -> GroundFacts:
    rules, build = context.rules, step.build
    if kind == "raise":
        return Ground.RAISED, build.value, ()
    if kind == "new":
        sets = divide_cards(build.cards, build.value, rules.values)
        return Ground.MADE, build.value, sets or build.sets
    if build.owner is not None and build.owner == context.start.partner:
        return Ground.ASKED, build.value, ()
    builds_there = (
        *(other.build for other in before if isinstance(other, MakeBuild)),
        *context.start.table.builds,
    )
    fresh = next(
        filter(None, (_added_cards(context, build, old) for old in builds_there)), build.cards
    )
    return Ground.ADDED, build.value, divide_cards(fresh, build.value, rules.values) or ()


def _partner_grounds(
    context: TurnContext, before: Play, step: Step, kind: str
) -> Iterator[GroundFacts]:
    """Return the ground on which the mover need not hold a card for a build of the partner's."""
    partner = context.start.partner
    if (
        partner is None
        or not isinstance(step, MakeBuild)
        or step.build.owner == context.start.mover
    ):
        return
    value, builds_made = (
        step.build.value,
        [previous for previous in before if isinstance(previous, MakeBuild)],
    )
    if kind == "new" and step.build.owner == partner:
        yield Ground.PROVEN, value, ()
    if kind == "augment" and step.build.owner is None and not builds_made:
        augmented = (
            build
            for build in context.start.table.builds
            if _added_cards(context, step.build, build)
        )
        if any(build.owner == partner for build in augmented):
            yield Ground.PARTNERS, value, ()


def _added_cards(context: TurnContext, build: Build, old: Build) -> Cards | None:
    """Return the cards that were added to an old build; None if the build is another one."""
    has_same_value = old.value == build.value
    return less(build.cards, old.cards, context.start.known_cards) if has_same_value else None


def _hand_grounds(verdict: Verdict) -> Iterator[GroundFacts]:
    if verdict.legal is None:
        yield (Ground.HELD if verdict.formed else Ground.KEPT), 0, ()


def _grounds_to_leave(context: TurnContext, step: Step, verdict: Verdict) -> Iterator[GroundFacts]:
    """Return the ground on which a capture may leave cards that the card could capture too."""
    if not isinstance(step, Capture):
        return
    value = value_taken_at(context, step)
    if takes_more(context.after((), verdict), step.card, value):
        yield _ground_to_leave(context.rules), value, ()


def may_leave(rules: BuildRules, card: Card) -> LegalityGround:
    """Return the ground on which a card need not capture all that it could: nobody must, unless an
    opponent insists."""
    return LegalityGround(_ground_to_leave(rules), card)


def _ground_to_leave(rules: BuildRules) -> Ground:
    return Ground.NOT_INSISTED if rules.insists else Ground.LESS
