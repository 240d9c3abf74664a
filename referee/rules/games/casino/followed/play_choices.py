"""What the player whose turn it is may have done with a card, to be chosen with one tap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from ....cards import Card
from ....game_engine import SeveralOptions
from ....plays import Capture, Play, Step, Trail, UnreadablePlay, write_settled_play
from ....question_fields import OPTIONS_DEFAULT
from ....table_and_builds import Build, Selection, Table, Top
from ..judge.build_rules import BuildRules
from ..judge.position import Position
from ..judge.verdict import Verdict
from ..options.builds_while_trailing import builds_while_trailing
from ..options.plays_of_selection import SelectionOption, selection_options
from ..options.possible_builds import (
    build_options,
    build_options_asked_for,
    build_options_with_tops,
)
from ..options.possible_captures import capture_options
from ..options.turn_context import TurnContext

_MOST_ITEMS_PARTED = 7
"""Of more things it is not tried which of them the card used, and which were built without it."""


class Choice(NamedTuple):
    """A whole turn, what its last step is called, and what the referee says of it. Of its steps so
    many had ``begun`` it before the choice."""

    play: Play
    kind: str
    verdict: Verdict
    begun: int = 0

    @property
    def steps(self) -> Play:
        """The steps that are chosen."""
        return self.play[self.begun :]

    @property
    def possible(self) -> bool:
        """May it be so, or go on so?"""
        return self.verdict.legal is not False or self.verdict.unfinished


class Choices(NamedTuple):
    """What may have been done with a card, or with cards of the table alone; are these ``all``?"""

    card: Card | None
    choices: tuple[Choice, ...]
    all: bool = True

    @property
    def turns(self) -> tuple[Play, ...]:
        return tuple(choice.play for choice in self.choices)

    @property
    def options_total(self) -> int | None:
        return len(self.choices) if self.all else None

    @property
    def possible(self) -> tuple[Choice, ...]:
        """Those that may be so."""
        return tuple(choice for choice in self.choices if choice.possible)


def context_after(rules: BuildRules, start: Position, begun: Play) -> TurnContext:
    """The position after the steps that a turn has begun with. Raises
    :class:`~referee.rules.plays.UnreadablePlay` where they are not right so far."""
    context = TurnContext.at(rules, start)
    if not begun:
        return context
    verdict = context.judge(*begun)
    if not verdict.unfinished:
        raise UnreadablePlay(write_settled_play(begun))
    return context.after(begun, verdict)


def choices(context: TurnContext, card: Card) -> Choices:
    """What a card may do as far as anybody can know without the hand: takes, then builds, then to
    be laid."""
    options: list[tuple[Step, str]] = []
    complete = True
    captures, all_captures = capture_options(context, card, OPTIONS_DEFAULT)
    options += ((option.step, "take") for option in captures)
    for list_builds in (build_options, build_options_with_tops):
        builds, all_builds = list_builds(context, card, OPTIONS_DEFAULT)
        options += ((option.step, option.kind) for option in builds)
        complete = complete and all_builds
    options += ((option.step, option.kind) for option in build_options_asked_for(context, card))
    steps: list[tuple[Play, str]] = [((step,), kind) for step, kind in options]
    steps.append(((Trail(card),), "lay"))
    beside, all_beside = builds_while_trailing(context, card, OPTIONS_DEFAULT)
    steps += (((Trail(card), option.step), "lay") for option in beside)
    return Choices(
        card, tuple(_legal(context, steps)), all=complete and all_captures and all_beside
    )


def choices_of(context: TurnContext, card: Card | None, used: Selection) -> Choices:
    """Return the steps made of just these cards and builds, legal ones first. If
    the card may do nothing with them, some were built without it."""
    result = [_choice(context, way) for way in selection_options(context, card, *used, asked=True)]
    complete = True
    if card is not None and not any(choice.possible for choice in result):
        stepwise = _stepwise(context, card, used)
        complete = stepwise.all
        result = sorted([*stepwise.choices, *result], key=lambda choice: not choice.possible)
    has_capture = any(
        len(choice.steps) == 1 and isinstance(choice.play[-1], Capture) for choice in result
    )
    if card is not None and not has_capture:
        capture = Capture(card, used.table.loose, used.table.builds, used.tops)
        result.append(
            _choice(context, SelectionOption(capture, "take", None, context.judge(capture)))
        )
    return Choices(card, tuple(result), all=complete)


def _choice(context: TurnContext, way: SelectionOption) -> Choice:
    return Choice((*context.begun, way.step), way.kind, way.verdict, len(context.begun))


def _stepwise(context: TurnContext, card: Card, used: Selection) -> Choices:
    """Turns in which these, or some of them, were built without the card from the hand, before it
    was played or after. If none is possible, they may have been built and the card laid."""
    if not context.rules.has_steps:
        return Choices(card, ())
    result: list[Choice] = []
    complete = True
    for on_table, rest in _partitions(used):
        if selection_options(context, None, *on_table):
            with_builds = _built_first(context, card, on_table, rest)
            if not with_builds.possible:
                with_builds = _built_last(context, card, on_table, rest)
            result += with_builds.possible
            complete = complete and with_builds.all
    if result:
        return Choices(card, tuple(result), all=complete)
    trails = [
        ((way.step, Trail(card)), way.kind) for way in selection_options(context, None, *used)
    ]
    return Choices(card, tuple(_judged(context, trails)))


def _built_first(context: TurnContext, card: Card, on_table: Selection, rest: Selection) -> Choices:
    """Turns that begin with a build of the table; then the card does what it may, or what it does
    with the ``rest``, if there is any."""
    result: list[Choice] = []
    complete = True
    for way in selection_options(context, None, *on_table):
        if way.verdict.unfinished:
            after = context.after((*context.begun, way.step), way.verdict)
            continued = _choices_with(after, card, rest)
            result += (choice._replace(begun=len(context.begun)) for choice in continued.choices)
            complete = complete and continued.all
    return Choices(card, tuple(result), all=complete)


def _built_last(context: TurnContext, card: Card, on_table: Selection, rest: Selection) -> Choices:
    """Turns that end with a build of the table, where that may only be made after the card was
    laid, or did something with the ``rest``."""
    with_rest: list[Step] = [way.step for way in selection_options(context, card, *rest)]
    result: list[Choice] = []
    for step in with_rest if _has_items(rest) else [Trail(card)]:
        verdict = context.judge(step)
        if verdict.legal is not False:
            after = context.after((*context.begun, step), verdict)
            continued = (_choice(after, way) for way in selection_options(after, None, *on_table))
            result += (choice._replace(begun=len(context.begun)) for choice in continued)
    return Choices(card, tuple(result))


def _choices_with(context: TurnContext, card: Card, used: Selection) -> Choices:
    """Return the choices of a card with these, or, where nothing is named, with any."""
    if not _has_items(used):
        return choices(context, card)
    return Choices(
        card, tuple(_choice(context, way) for way in selection_options(context, card, *used))
    )


def _has_items(used: Selection) -> bool:
    return bool(any(used.table) or used.tops)


def _partitions(used: Selection) -> Iterator[tuple[Selection, Selection]]:
    """Everything and nothing; then each part and the rest, the larger parts first."""
    yield used, Selection()
    items: list[Card | Build | Top] = [*used.table.loose, *used.table.builds, *used.tops]
    if len(items) > _MOST_ITEMS_PARTED:
        return
    for number in range(len(items) - 1, 0, -1):
        for part in combinations(range(len(items)), number):
            rest = [item for index, item in enumerate(items) if index not in part]
            yield _selection_of([items[index] for index in part]), _selection_of(rest)


def _selection_of(items: list[Card | Build | Top]) -> Selection:
    loose = tuple(item for item in items if isinstance(item, Card))
    builds = tuple(item for item in items if isinstance(item, Build))
    return Selection(Table(loose, builds), tuple(item for item in items if isinstance(item, Top)))


def only_play(context: TurnContext, card: Card, used: Selection) -> Play:
    """The turn of a card that was played with just these cards and builds, or, where there are
    none, with any: the only one that there may be. Where it may do nothing it was laid, and the
    referee says why not. Raises :class:`~referee.rules.game_engine.SeveralOptions`."""
    result = choices_of(context, card, used) if _has_items(used) else choices(context, card)
    if not result.choices:
        return (*context.begun, Trail(card))
    if len(result.possible) != 1 or not result.all:
        raise SeveralOptions(card, result)
    return result.possible[0].play


def _legal(context: TurnContext, steps: Iterable[tuple[Play, str]]) -> Iterator[Choice]:
    return (choice for choice in _judged(context, steps) if choice.verdict.legal is not False)


def _judged(context: TurnContext, steps: Iterable[tuple[Play, str]]) -> Iterator[Choice]:
    for play, kind in steps:
        yield Choice((*context.begun, *play), kind, context.judge(*play), len(context.begun))
