"""Plays that use exactly the selected cards, or the faults of the selection."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from ....cards import SUITS, Card, Cards, Rank
from ....plays import FEWEST_CARDS, Build, Capture, MakeBuild, Table, Top, cards_of
from ..judge.play_rules import BuildRules, LoneSteps
from ..judge.resolution import Resolution, builds_named, loose_resolutions, tops_named
from ..judge.verdict import Fault, Reason, Verdict
from .builds import built_on, kind_of, possible_owners
from .sets import sets_of_build
from .turn import TurnContext


class SelectionOption(NamedTuple):
    """A step that captures or builds with exactly what was selected. ``value`` is None for a
    capture by a picture."""

    step: Capture | MakeBuild
    kind: str
    value: int | None
    verdict: Verdict


_KINDS = ("take", "new", "augment", "raise")


def selection_options(
    context: TurnContext,
    card: Card | None,
    pointed: Table,
    tops: tuple[Top, ...],
    *,
    with_asked_for: bool = False,
) -> list[SelectionOption]:
    """Return each step in which the card and exactly the selection make a capture or a build: first
    those of unfinished plays, then legal ones, then by value.

    A build counts as one item here whatever the rules say, since people ask what it would make.
    ``with_asked_for`` includes what a partner may have asked for. Empty if a part of the selection
    does not lie there.
    """
    turn_state = context.turn_state
    builds = builds_named(turn_state.table, pointed.builds, turn_state.known_cards)
    top_cards = tops_named(turn_state, pointed.loose, tops)
    if builds is None or isinstance(top_cards, Fault):
        return []
    builds = tuple(build for build in turn_state.table.builds if build in builds)
    resolution = next(
        loose_resolutions(turn_state, tuple(sorted(pointed.loose)), builds, top_cards), None
    )
    if resolution is None:
        return []
    options = [] if card is None else _capture_options(context, card, resolution)
    options += _build_options(context, card, resolution)
    options += _options_asked_for(context, card, options) if with_asked_for and card else []
    return sorted(options, key=_sort_key)


def _sort_key(option: SelectionOption) -> tuple[bool, bool, int, int]:
    verdict = option.verdict
    refused = verdict.legal is False and not verdict.unfinished
    return not verdict.unfinished, refused, option.value or 0, _KINDS.index(option.kind)


def _capture_options(
    context: TurnContext, card: Card, resolution: Resolution
) -> list[SelectionOption]:
    """Return the capture of exactly the selection, if its numbers fit."""
    rules, step = context.rules, Capture(card, *resolution)
    loose = (*resolution.loose, *cards_of(resolution.tops))
    numbers = [build.value for build in resolution.builds]
    if not rules.has_number(card):
        adds_up = not numbers and all(other.rank is card.rank for other in loose)
        return (
            [SelectionOption(step, "take", None, context.judge(step))] if adds_up and loose else []
        )
    if not all(map(rules.has_number, loose)):
        return []
    face = context.face_of(card)
    values: list[int | None] = [
        value for value in rules.hand_values(face) if rules.divides(value, loose, numbers)
    ]
    if rules.captures_all(face) and len(loose) == len(context.table.loose):
        values.append(None)
    if not values:
        return []
    verdict = context.judge(step)
    value = verdict.value if verdict.value in values else values[0]
    return [SelectionOption(step, "take", value, verdict)]


def _options_asked_for(
    context: TurnContext, card: Card, options_so_far: Sequence[SelectionOption]
) -> list[SelectionOption]:
    """Return the options that add to the mover's own build, as if the partner had asked for it
    (#asking)."""
    options = []
    for option in options_so_far:
        augmented = [build for build in context.table.builds if build.value == option.value]
        if option.kind == "augment" and context.rules.may_be_asked(
            context.start, card, augmented[0]
        ):
            assert isinstance(option.step, MakeBuild)
            build = option.step.build._replace(owner=context.start.partner)
            step = option.step._replace(build=build)
            options.append(option._replace(step=step, verdict=context.judge(step)))
    return options


def _build_options(
    context: TurnContext, card: Card | None, resolution: Resolution
) -> list[SelectionOption]:
    rules, (loose, builds, tops) = context.rules, resolution
    if not rules.makes_builds:
        return []
    table_cards = (*loose, *cards_of(tops))
    fresh = table_cards if card is None else (*table_cards, context.face_of(card))
    if len(fresh) + len(builds) < FEWEST_CARDS or not all(map(rules.has_number, fresh)):
        return []
    options = []
    for value in range(1, rules.highest_value + 1):
        if not rules.divides(value, fresh, [build.value for build in builds]):
            continue
        kind = kind_of(built_on(rules, value, builds), value)
        build = Build(value, sets_of_build(rules, value, fresh, builds))
        for owner in possible_owners(context, value) if kind == "new" else (None,):
            step = MakeBuild(card, build._replace(owner=owner), tops)
            verdict = context.judge_build(step, resolution)
            options.append(SelectionOption(step, kind, value, verdict))
    return options


class PlayedSelection(NamedTuple):
    """A selection, and the card that is played with it, if any."""

    context: TurnContext
    played: Card | None
    loose: Cards
    tops: tuple[Top, ...]
    builds: tuple[Build, ...] = ()

    @property
    def cards(self) -> Cards:
        """The selected cards, tops and the played card among them."""
        cards = (*self.loose, *cards_of(self.tops))
        return cards if self.played is None else (*cards, self.played)

    def ways(self) -> list[SelectionOption]:
        """Return each play of the selection whose numbers fit, legal or not."""
        alone = [None] if self.context.rules.has_steps else []
        played = [self.played] if self.played else []
        each = ((), *((build,) for build in self.context.table.builds))
        return [
            option
            for card in dict.fromkeys((*alone, *played))
            for builds in ([self.builds] if self.builds else each)
            for option in selection_options(
                self.context, card, Table(self.loose, builds), self.tops, with_asked_for=True
            )
            if self._is_step(option)
        ]

    def _is_step(self, option: SelectionOption) -> bool:
        """Return whether an option could be a step at all: a build without the card from the hand
        is none where such steps only add to a build."""
        needs_card = option.verdict.reason is Reason.NEED_HAND_CARD
        return not needs_card or self.context.rules.lone_steps in (
            LoneSteps.BUILDS,
            LoneSteps.BESIDE_TRAIL,
        )

    def is_possible(self) -> bool:
        """Return whether some play of the selection is legal so far."""
        return any(map(is_possible_play, self.ways()))


def is_possible_play(option: SelectionOption) -> bool:
    """Return whether a play is legal, or unfinished and right so far."""
    return option.verdict.legal is not False or option.verdict.unfinished


class SelectionFault(StrEnum):
    """Causes why selected cards make nothing."""

    FORBIDDEN = "forbidden"  # a rule forbids what they would make
    NO_NUMBER = "no_number"  # pictures neither add up nor build
    ALONE = "alone"  # a single card makes nothing
    TOP_ALONE = "top_alone"  # a single top of a pile makes nothing
    ONE_OF_A_PILE = "one_of_a_pile"  # a second card of a pile would help
    HAND_CARD = "hand_card"  # a card from the hand must come to them
    TOO_MUCH = "too_much"  # no card is worth so much, and they make no sets


_DECIDED_WITH = {
    SelectionFault.NO_NUMBER: Reason.PICTURE_NO_NUMBER,
    SelectionFault.TOP_ALONE: Reason.NO_BASE,
    SelectionFault.ONE_OF_A_PILE: Reason.PILE_TWO_IN_SET,
    SelectionFault.HAND_CARD: Reason.ONE_HAND_CARD,
    SelectionFault.TOO_MUCH: Reason.BAD_SUM,
}


class FaultySelection(NamedTuple):
    """A cause why selected cards make nothing, with its facts.

    ``verdict`` is the one that forbids the play; ``card`` the card below a chosen top; ``played``
    the card from the hand, and ``total`` the sum of all cards with it, an ace counting 1; ``ranks``
    are those of the hand of which a card would help. ``clause`` is that of the page of rules.
    """

    why: SelectionFault
    clause: str | None = None
    verdict: Verdict | None = None
    card: Card | None = None
    played: Card | None = None
    total: int = 0
    ranks: tuple[Rank, ...] = ()


def forbidden(verdict: Verdict) -> FaultySelection:
    """Return the fault of a selection that makes a play which ``verdict`` forbids."""
    return FaultySelection(SelectionFault.FORBIDDEN, verdict.clause, verdict)


def why_no_build(rules: BuildRules, cards: Cards) -> FaultySelection | None:
    """Return what is wrong with loose cards as a build on the table, by their numbers; None if
    nothing is, or nobody builds."""
    if not rules.makes_builds:
        return None
    pictures = _without_number(rules, cards)
    if pictures:
        return _fault(rules, SelectionFault.NO_NUMBER)
    if len(cards) < FEWEST_CARDS:
        return FaultySelection(SelectionFault.ALONE)
    if any(rules.divides(value, cards) for value in range(1, rules.highest_value + 1)):
        return None
    return _fault(rules, SelectionFault.TOO_MUCH)._replace(total=_total(rules, cards))


def _fault(rules: BuildRules, why: SelectionFault) -> FaultySelection:
    return FaultySelection(why, rules.clause_of(_DECIDED_WITH[why]))


def _without_number(rules: BuildRules, cards: Cards) -> Cards:
    return tuple(card for card in cards if not rules.has_number(card))


def _total(rules: BuildRules, cards: Cards) -> int:
    return sum(map(rules.values.lowest, cards))


def faults_of(chosen: PlayedSelection) -> Iterator[FaultySelection]:
    """Return what is wrong with a selection whose numbers do not fit, or that no card from the hand
    fits."""
    rules, cards = chosen.context.rules, chosen.cards
    pictures = _without_number(rules, cards)
    if len(cards) + len(chosen.builds) < FEWEST_CARDS and not pictures:
        yield _single_card_fault(chosen)
        return
    yield from _faults_below_tops(chosen)
    ranks = () if chosen.played else tuple(_helpful_ranks(chosen))
    total = 0 if pictures else _total(rules, cards) + sum(build.value for build in chosen.builds)
    if pictures and not ranks:
        yield _fault(rules, SelectionFault.NO_NUMBER)
    elif total > rules.highest_value and not ranks:
        too_much = _fault(rules, SelectionFault.TOO_MUCH)
        yield too_much._replace(played=chosen.played, total=total)
    else:
        yield _fault(rules, SelectionFault.HAND_CARD)._replace(ranks=ranks)


def _single_card_fault(chosen: PlayedSelection) -> FaultySelection:
    rules = chosen.context.rules
    if not chosen.tops:
        return FaultySelection(SelectionFault.ALONE)
    return _fault(
        rules, SelectionFault.HAND_CARD if rules.top_captures.alone else SelectionFault.TOP_ALONE
    )


def _faults_below_tops(chosen: PlayedSelection) -> Iterator[FaultySelection]:
    """Return a fault for each chosen top with which the card below it would make something, if that
    could be used in the same set (#tops)."""
    for top in chosen.tops:
        for card in chosen.context.turn_state.piles[top.seat][1:2]:
            chosen_with_next = chosen._replace(tops=(*chosen.tops, Top(card, top.seat)))
            if chosen_with_next.ways() and not chosen_with_next.is_possible():
                fault = _fault(chosen.context.rules, SelectionFault.ONE_OF_A_PILE)
                yield fault._replace(card=card)


def _helpful_ranks(chosen: PlayedSelection) -> Iterator[Rank]:
    """Return the ranks of which a card from the hand would make something of the selection."""
    for card in _playable_cards(chosen.context):
        if chosen._replace(played=card).is_possible():
            yield card.rank


def _playable_cards(context: TurnContext) -> list[Card]:
    """Return one card of each rank that the hand has, or can have while it is secret."""
    if context.hand is not None:
        return list({card.rank: card for card in context.hand}.values())
    seen = [card.rank for card in context.start.seen]
    ranks = sorted(context.rules.deck.ranks)
    return [Card(rank) for rank in ranks if seen.count(rank) < len(SUITS)]


class SelectionResult(NamedTuple):
    """Plays that selected cards can make; if there are none, the causes."""

    ways: tuple[SelectionOption, ...]
    hindered: tuple[FaultySelection, ...] = ()


def check_selection(
    context: TurnContext, card: Card | None, pointed: Table, tops: tuple[Top, ...]
) -> SelectionResult:
    """Return the plays of selected cards with the played ``card`` and, where a play may have such
    steps, without it: with the selected builds or, if there are none, alone and with each build
    that lies there."""
    chosen = PlayedSelection(context, card, pointed.loose, tops, pointed.builds)
    ways = chosen.ways()
    possible = tuple(filter(is_possible_play, ways))
    if possible:
        return SelectionResult(possible)
    if ways:
        verdict = max((option.verdict for option in ways), key=lambda verdict: verdict.reason.order)
        return SelectionResult((), (forbidden(verdict),))
    if card is not None and not context.rules.makes_builds:
        return SelectionResult((), (forbidden(context.judge(Capture(card, pointed.loose))),))
    return SelectionResult((), tuple(faults_of(chosen)))
