"""Cards and builds as the page with builds lays them out: on the felt, in options, to be picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .... import messages
from ....rules.cards import Card, Cards, difference
from ....rules.games.casino.arranging import same_build
from ....rules.games.casino.completing import groups_taken
from ....rules.games.casino.judge.building import build_rules
from ....rules.games.casino.judge.judging import Verdict
from ....rules.games.casino.question import BuildQuestion
from ....rules.games.casino.ruling import PlayRuling
from ....rules.games.casino.search.forms import Forming, more_may_come
from ....rules.games.casino.search.grounds import Because, may_leave
from ....rules.games.casino.search.takes import Taking
from ....rules.notation import write_card
from ....rules.table import Build, Pointed, Table, Top, cards_of, write_build, write_top
from ....rules.turns import Form, Lay, Step, Take
from ..held import Held
from ..view import Chip


class DrawnCard(NamedTuple):
    """A loose card, the address in which it is chosen or no longer, and is it to blame?"""

    card: Card
    address: str
    chosen: bool
    blamed: bool

    @property
    def state(self) -> str:
        """In words, as templates ask for it."""
        return f"{'chosen ' * self.chosen}{'blamed' * self.blamed}"


class DrawnBuild(NamedTuple):
    """A build, whose it is, the address in which it is chosen or no longer, and is it to blame?"""

    build: Build
    whose: str
    address: str
    chosen: bool
    blamed: bool


class Owned(NamedTuple):
    """A build that lies there, or may: the addresses in which it is whose, and in which its cards
    are loose, if they are not."""

    value: int
    seats: Sequence[Chip]
    take_apart: str = ""


class ValueLink(NamedTuple):
    """A value that some cards can make, and where they make it."""

    value: int
    address: str


class Picked(NamedTuple):
    """Something on the table as text, a card or a build, and does somebody say it was used?"""

    text: str
    card: Card | None
    build: Build | None
    used: bool


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
    def of(cls, question: BuildQuestion, step: Step, verdict: Verdict | None) -> Option:
        """A turn that was done, as it lies there."""
        held = messages.if_held_text(verdict.holds) if verdict and verdict.holds else ""
        match step:
            case Take():
                value = (verdict and verdict.value) or 0
                groups = groups_taken(build_rules(question.rules), step, value)
                return cls("take", groups, step.builds, held=held)
            case Form(_, build):
                return cls("new", build.groups, value=build.value, held=held)
            case _:
                return cls("lay", [(step.card,)], held=held)

    @classmethod
    def building(cls, kind: str, step: Form, held: str, address: str, more: str = "") -> Option:
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
    may_leave: Because | None
    more_may_come: bool
    lay: Option | None
    no_lay: str
    clause: str | None


def plays(
    question: BuildQuestion,
    table: Table,
    play: PlayRuling,
    address_of: Callable[..., str],
    held: Held,
    *,
    plain: bool,
) -> Plays:
    """What may be done with what lies on the ``table`` now, each thing with the address that does
    it, and what it depends on beside what is ``held``; ``plain``: without points, nor in their
    order."""
    takes = list(play.takes)
    if plain:
        takes.sort(key=lambda one: one.step.captured)
    may_lay, rules = play.lay.legal is not False, build_rules(question.rules)
    forms = (*play.forms, *play.with_tops, *play.asked)
    return Plays(
        takes=[_take(one, address_of, held, plain=plain) for one in takes],
        forms=[_form(one, address_of, held) for one in forms],
        beside=[_beside(one, address_of, held, play.card) for one in play.beside],
        before=[_before(one, address_of) for one in play.before],
        complete=play.complete,
        may_leave=may_leave(rules, play.card) if any(map(_is_several, takes)) else None,
        more_may_come=any(more_may_come(rules, table, one) for one in play.forms),
        lay=_lay(play, address_of, held) if may_lay else None,
        no_lay="" if may_lay else messages.build_verdict_text(play.lay),
        clause=play.lay.clause,
    )


def _is_several(one: Taking) -> bool:
    return len(one.groups) + len(one.step.builds) > 1


def depends_on(verdict: Verdict, held: Held) -> str:
    """What must be held, if nobody said that it is."""
    unsaid = held.unsaid(verdict.holds)
    return messages.if_held_text(unsaid) if unsaid else ""


def _take(one: Taking, address_of: Callable[..., str], held: Held, *, plain: bool) -> Option:
    span = one.points, one.points_most
    points = "" if plain or not any(span) else messages.span_text(*span)
    needs, address = depends_on(one.verdict, held), address_of(one.step)
    return Option("take", one.groups, one.step.builds, held=needs, more=points, address=address)


def _form(one: Forming, address_of: Callable[..., str], held: Held) -> Option:
    needs, address = depends_on(one.verdict, held), address_of(one.step)
    asked = messages.asked_for_text() if one.kind == "augment" and one.step.build.keeper else ""
    return Option.building(one.kind, one.step, needs, address, asked)


def _beside(one: Forming, address_of: Callable[..., str], held: Held, card: Card) -> Option:
    needs, address = depends_on(one.verdict, held), address_of(one.step, Lay(card))
    return Option.building("beside", one.step, needs, address)


def _before(one: Forming, address_of: Callable[..., str]) -> Option:
    return Option.building(f"first-{one.kind}", one.step, "", address_of(one.step))


def _lay(play: PlayRuling, address_of: Callable[..., str], held: Held) -> Option:
    address, needs = address_of(Lay(play.card)), depends_on(play.lay, held)
    return Option("lay", ((play.card,),), held=needs, address=address)


def to_pick(table: Table, tops: Sequence[Top], used: Pointed | None) -> list[Picked]:
    """The table and what lies on piles, piece by piece, with what was used."""
    picked, left = [], used.table.loose if used else ()
    for card in sorted(table.loose):
        picked.append(Picked(write_card(card), card, None, card in left))
        left = difference(left, [card])
    picked += (
        Picked(write_top(top), top.card, None, used is not None and top in used.tops)
        for top in tops
    )
    for build in table.builds:
        is_used = used is not None and any(same_build(build, one) for one in used.table.builds)
        picked.append(Picked(write_build(build), None, build, is_used))
    return picked
