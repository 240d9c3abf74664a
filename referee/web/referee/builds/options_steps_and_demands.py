"""Options, steps and demands on the referee's page of a game with builds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .... import messages
from ....rules.cards import Card, Cards
from ....rules.claims_of_held_ranks import Held
from ....rules.games.casino.claims_as_plays import captured_sets
from ....rules.games.casino.judge.build_rules_base import BuildRules
from ....rules.games.casino.judge.verdict import Verdict
from ....rules.games.casino.options.compulsory_captures import may_capture_less
from ....rules.games.casino.options.legality_grounds import LegalityGround, may_leave
from ....rules.games.casino.options.plays_of_selection import SelectionOption
from ....rules.games.casino.options.possible_builds import BuildOption, more_may_come
from ....rules.games.casino.options.possible_captures import CaptureOption
from ....rules.games.casino.position_analysis import Analysis
from ....rules.games.casino.question import BuildQuestion
from ....rules.games.casino.ruling import PlayRuling
from ....rules.plays import Capture, MakeBuild, Play, Step, Trail
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
        held = messages.if_held_text(verdict.holds) if verdict and verdict.holds else ""
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
        tops = messages.with_tops_text(cards_of(step.tops)) if step.tops else ""
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
        no_lay="" if may_lay else messages.build_verdict_text(play.lay),
        clause=play.lay.clause,
    )


def _depends_on(verdict: Verdict, held: Held) -> str:
    """Return the text of what the hand must hold for a verdict, "" where that is already
    answered."""
    unsaid = held.unclaimed(verdict.holds)
    return messages.if_held_text(unsaid) if unsaid else ""


def _capture(capture: CaptureOption, edits: Edits, held: Held, *, plain: bool) -> Option:
    span = capture.points, capture.points_most
    points = "" if plain or not any(span) else messages.span_text(*span)
    needs, address = _depends_on(capture.verdict, held), edits.with_steps(capture.step)
    return Option("take", capture.groups, capture.step.builds, None, needs, points, address)


def _build(build: BuildOption, edits: Edits, held: Held) -> Option:
    step = build.step
    note = messages.asked_for_text() if build.kind == "augment" and step.build.owner else ""
    needs = _depends_on(build.verdict, held)
    return Option.of_build(build.kind, step, needs, edits.with_steps(step), note)


def _before(build: BuildOption, edits: Edits) -> Option:
    return Option.of_build(f"first-{build.kind}", build.step, "", edits.with_steps(build.step))


def _beside(build: BuildOption, edits: Edits, held: Held, card: Card) -> Option:
    needs, address = _depends_on(build.verdict, held), edits.with_steps(build.step, Trail(card))
    return Option.of_build("beside", build.step, needs, address)


def _lay(play: PlayRuling, edits: Edits, held: Held) -> Option:
    needs, address = _depends_on(play.lay, held), edits.with_steps(Trail(play.card))
    return Option("lay", [(play.card,)], held=needs, address=address)


class DrawnStep(NamedTuple):
    """A step of a play in words. ``wrong``: the verdict blames it. ``back`` is the URL that takes
    it back, "" for all but the last step."""

    text: str
    wrong: bool
    back: str


def draw_steps(
    question: BuildQuestion, play: Play, verdict: Verdict | None, url_of: Callable[[Play], str]
) -> list[DrawnStep]:
    """Return the steps of a play in order; ``url_of`` gives the URL of a play."""
    at_fault = verdict.step if verdict else None
    builds = [step.build for step in play if isinstance(step, MakeBuild)]
    return [
        DrawnStep(
            messages.step_of_play_text(step, question, (*builds[::-1], *question.table.builds)),
            number == at_fault,
            url_of(play[:-1]) if number == len(play) - 1 else "",
        )
        for number, step in enumerate(play)
    ]


class Offered(NamedTuple):
    """A button for a step that the selection can make: its text, what the hand must ``held`` for
    it, and the URL in which it is done. ``main`` is false where another card was played and this
    step needs no card from the hand."""

    text: str
    held: str
    address: str
    main: bool


class Offers(NamedTuple):
    """The steps that the selection can make, with the ``answer`` of the referee where the played
    card is in one; or, with none, the ``refusal``, a sentence a reason, and the ``clause`` of the
    first reason."""

    steps: list[Offered]
    refusal: str = ""
    clause: str | None = None
    answer: str = ""


def draw_offers(analysis: Analysis, edits: Edits) -> Offers | None:
    """Return the steps that the selection can make in this play; None where nothing is selected for
    a play."""
    if not analysis.chooses_for_turn:
        return None
    played, plain = analysis.question.played, not analysis.rules.has_steps
    ways, hindered = analysis.selection
    if not ways:
        return Offers([], " ".join(map(messages.hindered_text, hindered)), hindered[0].clause)
    steps = [
        Offered(
            messages.way_text(way, played, plain=plain),
            _selection_depends_on(way, analysis.held),
            edits.with_steps(way.step),
            played is None or way.step.card is not None,
        )
        for way in ways
    ]
    return Offers(steps, answer=_selection_answer(played, ways))


def _selection_answer(played: Card | None, ways: Sequence[SelectionOption]) -> str:
    """Return the sentence that says what the played card may do with the selection, "" where it may
    do nothing."""
    takes = any(isinstance(way.step, Capture) for way in ways)
    builds = any(isinstance(way.step, MakeBuild) and way.step.card for way in ways)
    if played is None or not (takes or builds):
        return ""
    return messages.may_with_these_text(played, take=takes, build=builds)


def _selection_depends_on(way: SelectionOption, held: Held) -> str:
    """Return the text of what a step of the selection depends on, "" for nothing."""
    is_for_partner = (
        isinstance(way.step, MakeBuild) and way.kind == "augment" and way.step.build.owner
    )
    for_partner = messages.asked_for_text() if is_for_partner else ""
    return " · ".join(filter(None, [for_partner, _depends_on(way.verdict, held)]))


class DemandLink(NamedTuple):
    """The text of something that an opponent may insist on, and the URL that does it; "" where no
    single play does."""

    text: str
    address: str


def draw_demands(analysis: Analysis, edits: Edits) -> list[DemandLink]:
    """Return the demands that opponents may make after the play; a last one without a URL counts
    those that are not listed."""
    links = [
        DemandLink(
            messages.demand_text(analysis.question, option.demand),
            edits.with_play(option.turn) if option.turn else "",
        )
        for option in analysis.insisted
    ]
    demands = analysis.verdict.demands if analysis.verdict else ()
    if more := len(demands) - len(links):
        links.append(DemandLink(messages.more_demands_text(more), ""))
    return links
