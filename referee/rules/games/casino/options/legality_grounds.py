"""Grounds on which a play is legal: what its card from the hand did, and by which clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....cards import Card, Cards
from ....division_into_sums import divide_cards
from ....plays import Capture, MakeBuild, Play, Step, Trail
from ....reason_code_base import RuleCode
from ....table_and_builds import Build, cards_of
from ..judge.card_resolution import less
from ..judge.play_rules_base import BuildRules
from ..judge.position import Position
from ..judge.verdict import Verdict
from .possible_captures import takes_more
from .turn_context import TurnContext


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
    groups: tuple[Cards, ...] = ()

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
                LegalityGround(ground, step.card, value, groups)
                for ground, value, groups in results
            )
    return ()


GroundFacts = tuple[Ground, int, tuple[Cards, ...]]
"""A ground with its value and groups."""


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
    """Return the grounds on which a card may be trailed."""
    rules, bound = context.rules, context.start.binding(context.start.table.builds)
    demanded = any(rules.capture_duties)
    if demanded:
        yield Ground.NOTHING_DUE
    if bound:
        yield Ground.LAID_ANYHOW
    elif not demanded:
        yield Ground.LAID if rules.makes_builds else Ground.LAID_FREELY


def _capture_grounds(context: TurnContext, step: Capture) -> Iterator[GroundFacts]:
    """Return the grounds of a capture."""
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
    """Return the ground of a step that makes, raises or adds to a build."""
    rules, build = context.rules, step.build
    if kind == "raise":
        return Ground.RAISED, build.value, ()
    if kind == "new":
        groups = divide_cards(build.cards, build.value, rules.values)
        return Ground.MADE, build.value, groups or build.sets
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
    """Return the ground that depends on the hand, while nobody has shown it."""
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
    """Return the ground of the game for leaving something."""
    return Ground.NOT_INSISTED if rules.insists else Ground.LESS
