"""Options of a card, as the page of the referee shows them in a game with builds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....messages.build_page import asked_for_text, for_partner_text, if_held_text
from ....messages.build_verdicts import build_verdict_text, with_tops_text
from ....messages.capture_verdicts import span_text
from ....rules.answers_about_own_hand import Held
from ....rules.cards import Card, Cards
from ....rules.games.casino.all_answers_to_question import Analysis
from ....rules.games.casino.claims_as_plays import captured_sets
from ....rules.games.casino.judge.play_rules_base import BuildRules
from ....rules.games.casino.judge.verdict import Verdict
from ....rules.games.casino.options.compulsory_capture_faults import may_capture_less
from ....rules.games.casino.options.hand_card_options import PlayRuling
from ....rules.games.casino.options.legality_grounds import LegalityGround, may_leave
from ....rules.games.casino.options.possible_builds import BuildOption, more_may_come
from ....rules.games.casino.options.possible_captures import CaptureOption
from ....rules.plays import Capture, MakeBuild, Step, Trail
from ....rules.table_and_builds import Build, cards_of
from .tap_urls import Edits


class Option(NamedTuple):
    """A capture, build or trail that a card may make, as the page lists it. ``groups`` are sets of
    loose cards, ``builds`` whole builds that are captured. ``kind`` is ``take``, ``new``,
    ``raise``, ``augment``, ``lay`` or ``beside`` (trails the card and makes a build of table
    cards), or ``first-new`` and ``first-augment`` (need no card from the hand). ``value`` is that
    of the build that is made. ``held`` says on which cards of the hand the option depends, ``more``
    its points or the pile cards in it. ``address`` is the URL in which it is done."""

    kind: str
    groups: Sequence[Cards]
    builds: Sequence[Build] = ()
    value: int | None = None
    held: str = ""
    more: str = ""
    address: str = ""

    @classmethod
    def of_step(cls, rules: BuildRules, step: Step, verdict: Verdict | None) -> Option:
        """Return a step that was done as an option without an address."""
        held = if_held_text(verdict.holds) if verdict and verdict.holds else ""
        match step:
            case Capture():
                value = (verdict and verdict.value) or 0
                return cls("take", captured_sets(rules, step, value), step.builds, held=held)
            case MakeBuild(_, build):
                return cls("new", build.sets, value=build.value, held=held)
            case _:
                return cls("lay", [(step.card,)], held=held)

    @classmethod
    def of_build(
        cls, kind: str, step: MakeBuild, held: str, address: str, more: str = ""
    ) -> Option:
        """Return the option to make a build; pile cards in it replace the text ``more``."""
        tops = with_tops_text(cards_of(step.tops)) if step.tops else ""
        build = step.build
        return cls(kind, build.sets, (), build.value, held, tops or more, address)


class Plays(NamedTuple):
    """The options of the played card. ``beside`` are builds that may be made while it is trailed,
    ``before`` steps that may come first. ``complete`` is false where more captures and builds exist
    than are listed. ``may_leave`` is the ground on which a listed capture may be smaller, None
    where none may. ``more_may_come``: other sets may join a listed build. ``no_lay`` is the reason
    why the card may not be trailed, ``clause`` the clause of that."""

    takes: Sequence[Option]
    forms: Sequence[Option]
    beside: Sequence[Option]
    before: Sequence[Option]
    complete: bool
    may_leave: LegalityGround | None
    more_may_come: bool
    lay: Option | None
    no_lay: str
    clause: str | None


def draw_plays(analysis: Analysis, play: PlayRuling, edits: Edits, *, plain: bool) -> Plays:
    """Return all options of the played card in a position. With ``plain`` captures show no points
    and are ordered by their cards."""
    takes, held, rules = list(play.takes), analysis.held, analysis.rules
    if plain:
        takes.sort(key=lambda capture: capture.step.captured)
    may_lay = play.lay.legal is not False
    forms = (*play.forms, *play.with_tops, *play.asked)
    return Plays(
        takes=[_capture(capture, edits, held, plain=plain) for capture in takes],
        forms=[_build(build, edits, held) for build in forms],
        beside=[_beside(build, edits, held, play.card) for build in play.beside],
        before=[_before(build, edits) for build in play.before],
        complete=play.complete,
        may_leave=may_leave(rules, play.card)
        if any(may_capture_less(rules, take) for take in takes)
        else None,
        more_may_come=any(more_may_come(rules, analysis.table, build) for build in play.forms),
        lay=_lay(play, edits, held) if may_lay else None,
        no_lay="" if may_lay else build_verdict_text(play.lay),
        clause=play.lay.clause,
    )


def depends_on_text(verdict: Verdict, held: Held) -> str:
    """Return the text of what the hand must hold for a verdict, "" where that is already
    answered."""
    unsaid = held.unclaimed(verdict.holds)
    return if_held_text(unsaid) if unsaid else ""


def _capture(capture: CaptureOption, edits: Edits, held: Held, *, plain: bool) -> Option:
    span = capture.points, capture.points_most
    points = "" if plain or not any(span) else span_text(*span)
    needs, address = depends_on_text(capture.verdict, held), edits.with_steps(capture.step)
    return Option("take", capture.groups, capture.step.builds, None, needs, points, address)


def _build(build: BuildOption, edits: Edits, held: Held) -> Option:
    step = build.step
    note = ""
    if step.build.owner:
        asked = build.kind == "augment"
        note = asked_for_text() if asked else for_partner_text()
    needs = depends_on_text(build.verdict, held)
    return Option.of_build(build.kind, step, needs, edits.with_steps(step), note)


def _before(build: BuildOption, edits: Edits) -> Option:
    return Option.of_build(f"first-{build.kind}", build.step, "", edits.with_steps(build.step))


def _beside(build: BuildOption, edits: Edits, held: Held, card: Card) -> Option:
    needs, address = depends_on_text(build.verdict, held), edits.with_steps(build.step, Trail(card))
    return Option.of_build("beside", build.step, needs, address)


def _lay(play: PlayRuling, edits: Edits, held: Held) -> Option:
    needs, address = depends_on_text(play.lay, held), edits.with_steps(Trail(play.card))
    return Option("lay", [(play.card,)], held=needs, address=address)
