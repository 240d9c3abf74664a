"""What the referee's page of a game with builds draws of a position: pieces, options, steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .... import messages
from ....rules.cards import Card, Cards, difference
from ....rules.claimed_ranks import Held
from ....rules.games.casino.claimed_play import captured_sets
from ....rules.games.casino.judge.build_rules import BuildRules
from ....rules.games.casino.judge.position import MOVER
from ....rules.games.casino.judge.verdict import Verdict
from ....rules.games.casino.options.legality_grounds import LegalityGround, may_leave
from ....rules.games.casino.options.plays_of_selection import SelectionOption
from ....rules.games.casino.options.possible_builds import BuildOption, more_may_come
from ....rules.games.casino.options.possible_captures import CaptureOption
from ....rules.games.casino.position_analysis import Analysis
from ....rules.games.casino.question import BuildQuestion
from ....rules.games.casino.ruling import PlayRuling
from ....rules.notation import write_card
from ....rules.plays import Capture, MakeBuild, Play, Step, Trail
from ....rules.table_and_builds import (
    Build,
    Selection,
    Table,
    Top,
    cards_of,
    write_build,
    write_top,
)
from ...tappable_position import TappablePiece
from ..position_view import Chip
from .position_url import Edits

# --- what lies there ------------------------------------------------------------------------------


def draw_loose(analysis: Analysis, edits: Edits) -> list[TappablePiece]:
    """Return the loose cards in card order, twins chosen and blamed from the first on."""
    pieces = []
    chosen, blamed = analysis.chosen.table.loose, analysis.blamed.loose
    for card in sorted(analysis.table.loose):
        tapped, blame = card in chosen, card in blamed
        address = edits.choosing_card(card, is_chosen=tapped)
        pieces.append(TappablePiece(write_card(card), card, None, "", tapped, address, blame))
        chosen, blamed = difference(chosen, [card]), difference(blamed, [card])
    return pieces


def draw_builds(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[TappablePiece]:
    """Return the builds, each with whose it is."""
    pieces = []
    chosen, blamed = analysis.chosen.table.builds, analysis.blamed.builds
    for build in analysis.table.builds:
        whose = messages.owner_text(analysis.question, build.owner, pairs=pairs)
        tapped, blame, address = build in chosen, build in blamed, edits.choosing_build(build)
        text = write_build(build)
        pieces.append(TappablePiece(text, None, build, whose, tapped, address, blame))
    return pieces


class DrawnPile(NamedTuple):
    """A pile and what is known to lie on top. ``used`` of its cards are in steps that are done;
    ``use`` is the address in which the top is chosen or no longer, if it is not ``closed``, and
    ``forget`` the one in which nothing is known of what lies there now; is it to blame?"""

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
    """Return the piles, where they are open, as they lie after the steps so far: the mover's last,
    which is closed; but somebody may claim that it was used."""
    if not analysis.rules.open_piles:
        return []
    position = analysis.question.position
    own, start, tops = position.pile_seats[MOVER], position.piles, analysis.chosen.tops
    drawn = []
    for seat in sorted(set(position.pile_seats), key=lambda seat: (seat == own, seat)):
        pile = analysis.piles[seat]
        top = Top(pile[0], seat) if pile else None
        closed = seat == own and analysis.claim is None
        others = tuple(one for one in tops if one != top)
        used = max(0, len(start[seat]) - len(pile))
        chosen = others if top is None or top in tops else (*others, top)
        left = tuple(cards[:used] if at == seat else cards for at, cards in enumerate(start))
        whose = messages.pile_owner_text(analysis.question, seat)
        use = "" if top is None or closed else edits.choosing_tops(chosen)
        blamed = any(one.seat == seat for one in analysis.blamed.tops)
        card = top.card if top else None
        forget, is_chosen = edits.knowing(left), top in tops
        drawn.append(DrawnPile(seat, whose, card, used, closed, is_chosen, use, forget, blamed))
    return drawn


class Owned(NamedTuple):
    """A build that lies there, or may: the addresses in which it is whose, and in which its cards
    are loose, if they are not."""

    value: int
    seats: Sequence[Chip]
    take_apart: str = ""


def draw_owned(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[Owned]:
    """Return the chosen builds, each with whose it may be, and how it is none."""
    if analysis.begun or analysis.claim:
        return []
    table = analysis.question.table
    return [
        Owned(
            build.value,
            _seats_of(analysis, edits, table, build, pairs=pairs),
            edits.laying(table.taken_apart(build)),
        )
        for build in analysis.chosen.table.builds
    ]


def draw_values(analysis: Analysis, edits: Edits, *, pairs: bool) -> list[Owned]:
    """Return the builds that loose cards may be there, each with whose it may be."""
    table = analysis.question.table
    return [
        Owned(build.value, _seats_of(analysis, edits, table.welded(build), build, pairs=pairs))
        for build in analysis.may_lie
    ]


def _seats_of(
    analysis: Analysis, edits: Edits, table: Table, build: Build, *, pairs: bool
) -> list[Chip]:
    """The addresses in which a build is whose; one's own first."""
    question = analysis.question
    return [
        Chip(
            f"keeper-{seat}",
            messages.owner_text(question, seat, pairs=pairs),
            edits.laying(table.kept_at(build, seat)),
            seat == build.owner,
        )
        for seat in range(question.players)
    ]


class ValueLink(NamedTuple):
    """A value that is said of some cards, where it is said of them, and is it?"""

    value: int
    address: str
    is_said: bool


def pieces_to_pick(analysis: Analysis) -> list[TappablePiece]:
    """Return what lies on the table and on piles, and whether somebody says that it was used."""
    used, table = analysis.used or Selection(), analysis.table
    left = used.table.loose
    pieces = []
    for card in sorted(table.loose):
        pieces.append(TappablePiece(write_card(card), card, None, "", card in left))
        left = difference(left, [card])
    own = analysis.question.position.pile_seats[MOVER]
    piles = enumerate(analysis.piles if analysis.rules.open_piles else ())
    tops = [Top(pile[0], seat) for seat, pile in piles if pile]
    tops.sort(key=lambda top: (top.seat == own, top.seat))
    pieces += [TappablePiece(write_top(top), top.card, None, "", top in used.tops) for top in tops]
    for build in table.builds:
        is_used = any(build.is_same(other) for other in used.table.builds)
        pieces.append(TappablePiece(write_build(build), None, build, "", is_used))
    return pieces


# --- what may be done -----------------------------------------------------------------------------


class Option(NamedTuple):
    """Something a card may do: whole builds that it takes, cards in groups, what it depends on,
    what more there is to know (points, cards of piles), and the address that does it. ``kind`` is
    ``take``, ``new``, ``raise``, ``augment``, ``lay`` or ``beside``, which lays the card and builds
    of the table, or ``first-new`` and ``first-augment``, which need no card from the hand;
    ``value`` is that of the build which is made.
    """

    kind: str
    groups: Sequence[Cards]
    builds: Sequence[Build] = ()
    value: int | None = None
    held: str = ""
    more: str = ""
    address: str = ""

    @classmethod
    def done(cls, rules: BuildRules, step: Step, verdict: Verdict | None) -> Option:
        """A step that was done, as it lies there."""
        held = messages.if_held_text(verdict.holds) if verdict and verdict.holds else ""
        match step:
            case Capture():
                value = (verdict and verdict.value) or 0
                return cls("take", captured_sets(rules, step, value), step.builds, held=held)
            case MakeBuild(_, build):
                return cls("new", build.groups, value=build.value, held=held)
            case _:
                return cls("lay", [(step.card,)], held=held)

    @classmethod
    def building(
        cls, kind: str, step: MakeBuild, held: str, address: str, more: str = ""
    ) -> Option:
        """A build that may be made; with cards of piles in it, these are what there is to know."""
        tops = messages.with_tops_text(cards_of(step.tops)) if step.tops else ""
        build = step.build
        return cls(kind, build.groups, (), build.value, held, tops or more, address)


class Plays(NamedTuple):
    """All that a card may do; ``beside`` are the builds that may be made while it is laid, and
    ``before`` the steps that may come first. ``may_leave``: need it take all of what it takes, if
    that is several things? ``more_may_come``: are there groups that could come to a build at once?
    ``no_lay`` says why it may not be laid, with its ``clause``."""

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
    """Return what may be done with what lies there now; ``plain``: without points, nor in their
    order."""
    takes, held, rules = list(play.takes), analysis.held, analysis.rules
    if plain:
        takes.sort(key=lambda taking: taking.step.captured)
    several = any(len(taking.groups) + len(taking.step.builds) > 1 for taking in takes)
    may_lay = play.lay.legal is not False
    forms = (*play.forms, *play.with_tops, *play.asked)
    return Plays(
        takes=[_take(taking, edits, held, plain=plain) for taking in takes],
        forms=[_form(forming, edits, held) for forming in forms],
        beside=[_beside(forming, edits, held, play.card) for forming in play.beside],
        before=[_before(forming, edits) for forming in play.before],
        complete=play.complete,
        may_leave=may_leave(rules, play.card) if several else None,
        more_may_come=any(more_may_come(rules, analysis.table, one) for one in play.forms),
        lay=_lay(play, edits, held) if may_lay else None,
        no_lay="" if may_lay else messages.build_verdict_text(play.lay),
        clause=play.lay.clause,
    )


def _depends_on(verdict: Verdict, held: Held) -> str:
    """What must be held, if nobody said that it is."""
    unsaid = held.unsaid(verdict.holds)
    return messages.if_held_text(unsaid) if unsaid else ""


def _take(taking: CaptureOption, edits: Edits, held: Held, *, plain: bool) -> Option:
    span = taking.points, taking.points_most
    points = "" if plain or not any(span) else messages.span_text(*span)
    needs, address = _depends_on(taking.verdict, held), edits.doing(taking.step)
    return Option("take", taking.groups, taking.step.builds, None, needs, points, address)


def _form(forming: BuildOption, edits: Edits, held: Held) -> Option:
    step = forming.step
    asked = messages.asked_for_text() if forming.kind == "augment" and step.build.owner else ""
    needs = _depends_on(forming.verdict, held)
    return Option.building(forming.kind, step, needs, edits.doing(step), asked)


def _before(forming: BuildOption, edits: Edits) -> Option:
    return Option.building(f"first-{forming.kind}", forming.step, "", edits.doing(forming.step))


def _beside(forming: BuildOption, edits: Edits, held: Held, card: Card) -> Option:
    needs, address = _depends_on(forming.verdict, held), edits.doing(forming.step, Trail(card))
    return Option.building("beside", forming.step, needs, address)


def _lay(play: PlayRuling, edits: Edits, held: Held) -> Option:
    needs, address = _depends_on(play.lay, held), edits.doing(Trail(play.card))
    return Option("lay", [(play.card,)], held=needs, address=address)


# --- a turn of several steps ----------------------------------------------------------------------


class DrawnStep(NamedTuple):
    """A step in words; is it at fault? The last one has an address in which it is taken back."""

    text: str
    wrong: bool
    back: str


def draw_steps(
    question: BuildQuestion, turn: Play, verdict: Verdict | None, turned: Callable[[Play], str]
) -> list[DrawnStep]:
    """Return the steps of a turn; ``turned`` gives the address of another turn."""
    at_fault = verdict.step if verdict else None
    formed = [step.build for step in turn if isinstance(step, MakeBuild)]
    return [
        DrawnStep(
            messages.step_of_play_text(step, question, (*formed[::-1], *question.table.builds)),
            number == at_fault,
            turned(turn[:-1]) if number == len(turn) - 1 else "",
        )
        for number, step in enumerate(turn)
    ]


class Offered(NamedTuple):
    """What can be made of chosen things: on its button, what it depends on, and where it is done.
    Is it what the played card does, if there is one?"""

    text: str
    held: str
    address: str
    main: bool


class Offers(NamedTuple):
    """All of that, and the ``answer`` where the played card is in it; or what hinders it, a
    sentence each, with the clause of the first."""

    made: list[Offered]
    refusal: str = ""
    clause: str | None = None
    answer: str = ""


def draw_offers(analysis: Analysis, edits: Edits) -> Offers | None:
    """Return what the chosen things can make in this turn, if they are chosen for that."""
    if not analysis.chooses_for_turn:
        return None
    played, plain = analysis.question.played, not analysis.rules.has_steps
    ways, hindered = analysis.selection
    if not ways:
        return Offers([], " ".join(map(messages.hindered_text, hindered)), hindered[0].clause)
    made = [
        Offered(
            messages.way_text(way, played, plain=plain),
            _way_depends_on(way, analysis.held),
            edits.doing(way.step),
            played is None or way.step.card is not None,
        )
        for way in ways
    ]
    return Offers(made, answer=_may_with_these(played, ways))


def _may_with_these(played: Card | None, ways: Sequence[SelectionOption]) -> str:
    takes = any(isinstance(way.step, Capture) for way in ways)
    builds = any(isinstance(way.step, MakeBuild) and way.step.card for way in ways)
    if played is None or not (takes or builds):
        return ""
    return messages.may_with_these_text(played, take=takes, build=builds)


def _way_depends_on(way: SelectionOption, held: Held) -> str:
    asked = isinstance(way.step, MakeBuild) and way.kind == "augment" and way.step.build.owner
    for_partner = messages.asked_for_text() if asked else ""
    return " · ".join(filter(None, [for_partner, _depends_on(way.verdict, held)]))


class Insisting(NamedTuple):
    """What an opponent may insist on, and where it is done, if that is simple."""

    text: str
    address: str


def draw_insisted(analysis: Analysis, edits: Edits) -> list[Insisting]:
    """Return what opponents may insist on now, and how much more there is."""
    drawn = [
        Insisting(
            messages.demand_text(analysis.question, one.demand),
            edits.turned(one.turn) if one.turn else "",
        )
        for one in analysis.insisted
    ]
    demands = analysis.verdict.demands if analysis.verdict else ()
    if left := len(demands) - len(drawn):
        drawn.append(Insisting(messages.more_demands_text(left), ""))
    return drawn
