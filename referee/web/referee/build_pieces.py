"""Pieces of the page of a game with builds: table, options, conditions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...messages.build_page import (
    asked_for_text,
    demand_text,
    for_partner_text,
    if_held_text,
    may_with_these_text,
    more_demands_text,
    way_text,
)
from ...messages.build_verdicts import (
    build_verdict_text,
    owner_text,
    pile_owner_text,
    step_of_play_text,
    with_tops_text,
)
from ...messages.verdict_lines import VerdictLine, may_leave_lines, selection_line
from ...rules.cards import Card, Cards, difference
from ...rules.games.casino.analysis import Analysis, captured_sets
from ...rules.games.casino.judge.play_rules import BuildRules
from ...rules.games.casino.judge.position import MOVER
from ...rules.games.casino.judge.verdict import Verdict
from ...rules.games.casino.options.builds import BuildOption, more_may_come
from ...rules.games.casino.options.captures import CaptureOption, may_capture_less
from ...rules.games.casino.options.hand import PlayRuling, may_leave
from ...rules.games.casino.options.selection import SelectionOption
from ...rules.games.casino.question import BuildQuestion
from ...rules.notation import write_build, write_card
from ...rules.plays import (
    Build,
    Capture,
    MakeBuild,
    Play,
    Step,
    Table,
    Top,
    Trail,
    cards_of,
)
from ...rules.question_fields import HandClaims
from ...words.card_names import span_text
from ..drawing import TappablePiece
from .question_view import Chip
from .tap_urls import Edits


def draw_loose(analysis: Analysis, edits: Edits) -> list[TappablePiece]:
    """Return the loose cards in card order. Of equal cards as many are tapped, or blamed, as are
    chosen or at fault, from the first on."""
    pieces = []
    chosen, blamed = analysis.chosen.table.loose, analysis.blamed.loose
    for card in sorted(analysis.table.loose):
        is_chosen, is_blamed = card in chosen, card in blamed
        address = edits.toggle_card(card, is_chosen=is_chosen)
        pieces.append(
            TappablePiece(write_card(card), card, None, "", is_chosen, address, is_blamed)
        )
        chosen, blamed = difference(chosen, [card]), difference(blamed, [card])
    return pieces


def draw_builds(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[TappablePiece]:
    """Return the builds as pieces, each with the words for its owner."""
    chosen, blamed = analysis.chosen.table.builds, analysis.blamed.builds
    return [
        TappablePiece(
            write_build(build),
            None,
            build,
            owner_text(analysis.question, build.owner, pairs=pairs),
            build in chosen,
            edits.toggle_build(build),
            build in blamed,
        )
        for build in analysis.table.builds
    ]


class DrawnPile(NamedTuple):
    """A pile and the card that is known to lie on top. ``used`` is the number of its cards that the
    steps so far have captured. ``use`` is the URL that selects the top, or no longer; "" where the
    pile is ``closed`` or no top is known. ``forget`` is the URL in which the remaining cards are
    not known."""

    seat: int
    whose: str
    top: Card | None
    used: int
    closed: bool
    chosen: bool
    use: str
    forget: str
    blamed: bool


def draw_piles(analysis: Analysis, edits: Edits) -> list[DrawnPile]:
    """Return the open piles after the steps so far, the mover's own last; [] in games with closed
    piles. The mover's own pile is closed unless a claim is judged, since somebody may claim to have
    used it."""
    if not analysis.rules.open_piles:
        return []
    position = analysis.question.position
    own, start, tops = position.pile_seats[MOVER], position.piles, analysis.chosen.tops
    piles = []
    for seat in sorted(set(position.pile_seats), key=lambda seat: (seat == own, seat)):
        pile = analysis.piles[seat]
        top = Top(pile[0], seat) if pile else None
        closed = seat == own and analysis.claim is None
        others = tuple(other for other in tops if other != top)
        used = max(0, len(start[seat]) - len(pile))
        chosen = others if top is None or top in tops else (*others, top)
        remaining = tuple(cards[:used] if at == seat else cards for at, cards in enumerate(start))
        whose = pile_owner_text(analysis.question, seat)
        use = "" if top is None or closed else edits.with_tops(chosen)
        blamed = any(fault.seat == seat for fault in analysis.blamed.tops)
        card = top.card if top else None
        forget, is_chosen = edits.with_piles(remaining), top in tops
        piles.append(DrawnPile(seat, whose, card, used, closed, is_chosen, use, forget, blamed))
    return piles


class BuildOwners(NamedTuple):
    """A build that lies on the table, or may be made of loose cards there, with a link for each
    possible owner. ``take_apart`` is the URL in which its cards are loose, "" where they are."""

    value: int
    seats: Sequence[Chip]
    take_apart: str = ""


def draw_chosen_builds(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[BuildOwners]:
    """Return the selected builds with links that change their owner or take them apart; [] once a
    play has begun or a claim is judged."""
    if analysis.begun or analysis.claim:
        return []
    table = analysis.question.table
    return [
        BuildOwners(
            build.value,
            _owner_links(analysis, edits, table, build, pairs=pairs),
            edits.with_table(table.without_build(build)),
        )
        for build in analysis.chosen.table.builds
    ]


def draw_possible_builds(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[BuildOwners]:
    """Return the builds that the selected loose cards may be, with a link for each possible
    owner."""
    table = analysis.question.table
    return [
        BuildOwners(
            build.value, _owner_links(analysis, edits, table.with_build(build), build, pairs=pairs)
        )
        for build in analysis.may_lie
    ]


def _owner_links(
    analysis: Analysis, edits: Edits, table: Table, build: Build, *, pairs: bool
) -> list[Chip]:
    """Return a link for each seat to the position in which that seat owns the build, the mover's
    first. ``table`` must hold the build."""
    question = analysis.question
    return [
        Chip(
            f"keeper-{seat}",
            owner_text(question, seat, pairs=pairs),
            edits.with_table(table.with_owner(build, seat)),
            seat == build.owner,
        )
        for seat in range(question.players)
    ]


class ValueLink(NamedTuple):
    """A value of a build that somebody may have declared: the URL that declares it, and whether the
    claim does so."""

    value: int
    address: str
    is_said: bool


class OptionRow(NamedTuple):
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

    @property
    def uses_hand(self) -> bool:
        """Return whether a card from the hand is part of the build that is made."""
        return self.kind in ("new", "raise", "augment")

    @classmethod
    def of_step(cls, rules: BuildRules, step: Step, verdict: Verdict | None) -> OptionRow:
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
    ) -> OptionRow:
        """Return the option to make a build; pile cards in it replace the text ``more``."""
        tops = with_tops_text(cards_of(step.tops)) if step.tops else ""
        build = step.build
        return cls(kind, build.sets, (), build.value, held, tops or more, address)


class Plays(NamedTuple):
    """The options of the played card. ``beside`` are builds that may be made while it is trailed,
    ``before`` steps that may come first. ``complete`` is false where more captures and builds exist
    than are listed. ``may_leave`` says by which rule a listed capture may be smaller, empty
    where none may. ``more_may_come``: other sets may join a listed build. ``no_lay`` is the reason
    why the card may not be trailed, None where it may."""

    takes: Sequence[OptionRow]
    forms: Sequence[OptionRow]
    beside: Sequence[OptionRow]
    before: Sequence[OptionRow]
    complete: bool
    may_leave: Sequence[VerdictLine]
    more_may_come: bool
    lay: OptionRow | None
    no_lay: VerdictLine | None


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
        may_leave=may_leave_lines(
            may_leave(rules, play.card)
            if any(may_capture_less(rules, take) for take in takes)
            else None
        ),
        more_may_come=any(more_may_come(rules, analysis.table, build) for build in play.forms),
        lay=_lay(play, edits, held) if may_lay else None,
        no_lay=None
        if may_lay
        else VerdictLine(build_verdict_text(play.lay), play.lay.clause or ""),
    )


def depends_on_text(verdict: Verdict, held: HandClaims) -> str:
    """Return the text of what the hand must hold for a verdict, "" where that is already
    answered."""
    unsaid = held.unclaimed(verdict.holds)
    return if_held_text(unsaid) if unsaid else ""


def _capture(capture: CaptureOption, edits: Edits, held: HandClaims, *, plain: bool) -> OptionRow:
    span = capture.points, capture.points_most
    points = "" if plain or not any(span) else span_text(*span)
    needs, address = depends_on_text(capture.verdict, held), edits.with_steps(capture.step)
    return OptionRow("take", capture.sets, capture.step.builds, None, needs, points, address)


def _build(build: BuildOption, edits: Edits, held: HandClaims) -> OptionRow:
    step = build.step
    note = ""
    if step.build.owner:
        asked = build.kind == "augment"
        note = asked_for_text() if asked else for_partner_text()
    needs = depends_on_text(build.verdict, held)
    return OptionRow.of_build(build.kind, step, needs, edits.with_steps(step), note)


def _before(build: BuildOption, edits: Edits) -> OptionRow:
    return OptionRow.of_build(f"first-{build.kind}", build.step, "", edits.with_steps(build.step))


def _beside(build: BuildOption, edits: Edits, held: HandClaims, card: Card) -> OptionRow:
    needs, address = depends_on_text(build.verdict, held), edits.with_steps(build.step, Trail(card))
    return OptionRow.of_build("beside", build.step, needs, address)


def _lay(play: PlayRuling, edits: Edits, held: HandClaims) -> OptionRow:
    needs, address = depends_on_text(play.lay, held), edits.with_steps(Trail(play.card))
    return OptionRow("lay", [(play.card,)], held=needs, address=address)


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
            demand_text(analysis.question, option.demand),
            edits.with_play(option.turn) if option.turn else "",
        )
        for option in analysis.insisted
    ]
    demands = analysis.verdict.demands if analysis.verdict else ()
    if more := len(demands) - len(links):
        links.append(DemandLink(more_demands_text(more), ""))
    return links


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
    card is in one; or, with none, the ``refusal``."""

    steps: list[Offered]
    refusal: VerdictLine | None = None
    answer: str = ""


def draw_offers(analysis: Analysis, edits: Edits) -> Offers | None:
    """Return the steps that the selection can make in this play; None where nothing is selected for
    a play."""
    if not analysis.chooses_for_turn:
        return None
    played, plain = analysis.question.played, not analysis.rules.has_steps
    ways, hindered = analysis.selection
    if not ways:
        return Offers([], selection_line(hindered))
    steps = [
        Offered(
            way_text(way, played, plain=plain),
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
    return may_with_these_text(played, take=takes, build=builds)


def _selection_depends_on(way: SelectionOption, held: HandClaims) -> str:
    """Return the text of what a step of the selection depends on, "" for nothing."""
    is_for_partner = (
        isinstance(way.step, MakeBuild) and way.kind == "augment" and way.step.build.owner
    )
    for_partner = asked_for_text() if is_for_partner else ""
    return " · ".join(filter(None, [for_partner, depends_on_text(way.verdict, held)]))


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
            step_of_play_text(step, question, (*builds[::-1], *question.table.builds)),
            number == at_fault,
            url_of(play[:-1]) if number == len(play) - 1 else "",
        )
        for number, step in enumerate(play)
    ]
