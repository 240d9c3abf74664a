"""Choices of a player: the plays that a card can mean, one of which is chosen with a tap."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from ....cards import Card
from ....notation import UnreadablePlay, write_settled_play
from ....plays import Build, Capture, Play, Selection, Step, Table, Top, Trail
from ....question_fields import OPTIONS_DEFAULT
from ....ruleset import SeveralOptions
from ..judge.play_rules import BuildRules
from ..judge.position import Position
from ..judge.verdict import Verdict
from ..options.builds import (
    build_options,
    build_options_asked_for,
    build_options_with_tops,
    builds_while_trailing,
)
from ..options.captures import capture_options
from ..options.selection import SelectionOption, selection_options
from ..options.turn import TurnContext

_MOST_ITEMS_PARTED = 7
"""Limit of items that are divided into those that the card used and those built without it."""


class Choice(NamedTuple):
    """A whole play, the kind of its last step, and the verdict on it. ``begun`` is the number of
    its first steps that were entered before the choice."""

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
        """Return whether the play is legal, or unfinished and right so far."""
        return self.verdict.legal is not False or self.verdict.unfinished


class Choices(NamedTuple):
    """Plays that a card, or table cards alone, can mean; ``all`` is true if no others exist."""

    card: Card | None
    choices: tuple[Choice, ...]
    all: bool = True

    @property
    def plays(self) -> tuple[Play, ...]:
        """The plays."""
        return tuple(choice.play for choice in self.choices)

    @property
    def options_total(self) -> int | None:
        """The number of choices; None if there may be others."""
        return len(self.choices) if self.all else None

    @property
    def possible(self) -> tuple[Choice, ...]:
        """The choices that are legal, or unfinished and right so far."""
        return tuple(choice for choice in self.choices if choice.possible)


def choices_among(options: object) -> Choices:
    """Return options that are known to be whole plays, typed so."""
    assert isinstance(options, Choices)
    return options


def context_after(rules: BuildRules, start: Position, begun: Play) -> TurnContext:
    """Return the context after the steps that a play has begun with. Raises
    :class:`.UnreadablePlay` where these are not right so far."""
    context = TurnContext.at(rules, start)
    if not begun:
        return context
    verdict = context.judge(*begun)
    if not verdict.unfinished:
        raise UnreadablePlay(write_settled_play(begun))
    return context.after(begun, verdict)


def choices(context: TurnContext, card: Card) -> Choices:
    """Return the legal plays of a card, as far as anybody can know without the hand: captures, then
    builds, then to trail it."""
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
    judged = _judged(context, steps)
    legal = tuple(choice for choice in judged if choice.verdict.legal is not False)
    return Choices(card, legal, all=complete and all_captures and all_beside)


def choices_of(context: TurnContext, card: Card | None, used: Selection) -> Choices:
    """Return the plays that use just these cards and builds, legal ones first. If the card can do
    nothing with them, some were built without it."""
    result = [
        _choice(context, option)
        for option in selection_options(context, card, *used, with_asked_for=True)
    ]
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


def _choice(context: TurnContext, option: SelectionOption) -> Choice:
    return Choice((*context.begun, option.step), option.kind, option.verdict, len(context.begun))


def _stepwise(context: TurnContext, card: Card, used: Selection) -> Choices:
    """Return the plays in which all or some of the items were built without the card from the hand,
    before or after it was played. If none is possible, they may have been built and the card
    trailed."""
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
        ((option.step, Trail(card)), option.kind)
        for option in selection_options(context, None, *used)
    ]
    return Choices(card, tuple(_judged(context, trails)))


def _built_first(context: TurnContext, card: Card, on_table: Selection, rest: Selection) -> Choices:
    """Return the plays that begin with a build of table cards; then the card does what it can with
    the ``rest`` or, if that is empty, what it likes."""
    result: list[Choice] = []
    complete = True
    for option in selection_options(context, None, *on_table):
        if option.verdict.unfinished:
            after = context.after((*context.begun, option.step), option.verdict)
            continued = _choices_with(after, card, rest)
            result += (choice._replace(begun=len(context.begun)) for choice in continued.choices)
            complete = complete and continued.all
    return Choices(card, tuple(result), all=complete)


def _built_last(context: TurnContext, card: Card, on_table: Selection, rest: Selection) -> Choices:
    """Return the plays that end with a build of table cards, after the card was trailed or did
    something with the ``rest``."""
    with_rest: list[Step] = [option.step for option in selection_options(context, card, *rest)]
    result: list[Choice] = []
    for step in with_rest if _has_items(rest) else [Trail(card)]:
        verdict = context.judge(step)
        if verdict.legal is not False:
            after = context.after((*context.begun, step), verdict)
            continued = (
                _choice(after, option) for option in selection_options(after, None, *on_table)
            )
            result += (choice._replace(begun=len(context.begun)) for choice in continued)
    return Choices(card, tuple(result))


def _choices_with(context: TurnContext, card: Card, used: Selection) -> Choices:
    if not _has_items(used):
        return choices(context, card)
    return Choices(
        card, tuple(_choice(context, option) for option in selection_options(context, card, *used))
    )


def _has_items(used: Selection) -> bool:
    return bool(any(used.table) or used.tops)


def _partitions(used: Selection) -> Iterator[tuple[Selection, Selection]]:
    """Return each division of a selection into two: first all and nothing, then parts and their
    rest, large parts first."""
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
    """Return the only possible play of a card with just these cards and builds or, if there are
    none, with any. A card that can do nothing was trailed, and its verdict says why that is wrong.

    Raises :class:`.SeveralOptions`.
    """
    result = choices_of(context, card, used) if _has_items(used) else choices(context, card)
    if not result.choices:
        return (*context.begun, Trail(card))
    if len(result.possible) != 1 or not result.all:
        raise SeveralOptions(card, result)
    return result.possible[0].play


def _judged(context: TurnContext, steps: Iterable[tuple[Play, str]]) -> Iterator[Choice]:
    for play, kind in steps:
        yield Choice((*context.begun, *play), kind, context.judge(*play), len(context.begun))
