"""Plays that are judged with a house rule and without it, in search of one that it decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from ..cards import Card
from ..games.casino.options.builds_made_while_trailing import builds_while_trailing
from ..games.casino.options.possible_builds import build_options_with_tops
from ..games.casino.options.possible_captures import capture_options
from ..games.casino.options.steps_without_hand_card import steps_without_hand_card
from ..games.casino.options.turn_context import TurnContext
from ..house_rules_base import PlayKind
from ..plays import Play, Trail
from .game_simulation import SimulatedPosition, changed_builds_with, plays_with

OPTIONS_TRIED = 4
"""The number of options of each kind that are tried."""


class RuleContexts(NamedTuple):
    """A position as the rules with a house rule see it, and as those without it do.
    ``kinds`` of plays are judged; all if there are none."""

    kinds: tuple[PlayKind, ...]
    on: TurnContext
    off: TurnContext

    @property
    def both(self) -> tuple[TurnContext, TurnContext]:
        """Return both contexts."""
        return self.on, self.off

    def decided(self, play: Play) -> bool:
        """Return whether the house rule decides if a play is legal."""
        verdicts = [context.judge(*play) for context in self.both]
        if any(verdict.unfinished or verdict.legal is None for verdict in verdicts):
            return False
        return verdicts[0].legal is not verdicts[1].legal


def plays_to_decide(
    simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    """Yield plays of a card that the house rule may decide."""
    of_kinds = [_PLAYS_OF_KIND[kind] for kind in contexts.kinds] or [all_plays]
    return chain.from_iterable(plays(simulated, contexts, card) for plays in of_kinds)


def all_plays(simulated: SimulatedPosition, contexts: RuleContexts, card: Card) -> Iterator[Play]:
    """Yield plays of a card: those that people think of first, and some that the rules list."""
    yield from plays_with(contexts.on.rules, simulated.with_hand(contexts.on.hand or ()), card)
    for context in contexts.both:
        yield from _captures(context, card)
        for option in build_options_with_tops(context, card, OPTIONS_TRIED)[0]:
            yield (option.step,)
        yield from _after_steps_without_card(context, card, trails=True)
        for option in builds_while_trailing(context, card, OPTIONS_TRIED)[0]:
            yield Trail(card), option.step


def _captures(context: TurnContext, card: Card) -> Iterator[Play]:
    """Yield the largest captures of a card."""
    yield from ((option.step,) for option in capture_options(context, card, OPTIONS_TRIED)[0])


def _after_steps_without_card(
    context: TurnContext, card: Card, *, trails: bool = False
) -> Iterator[Play]:
    """Yield steps without a card from the hand, each before the largest captures of a card;
    ``trails`` adds each before a trail."""
    for option in steps_without_hand_card(context, card, OPTIONS_TRIED)[0]:
        if trails:
            yield option.step, Trail(card)
        after = context.after((option.step,), option.verdict)
        for play in _captures(after, card):
            yield option.step, *play


def _listed_captures(
    _simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    """Yield the largest captures of a card with the house rule and without it."""
    for context in contexts.both:
        yield from _captures(context, card)


def _changed_builds(
    simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    """Yield plays that add a card to a build or raise it."""
    hand = contexts.on.hand or ()
    return changed_builds_with(contexts.on.rules, simulated.with_hand(hand), card)


def _captures_after_steps(
    _simulated: SimulatedPosition, contexts: RuleContexts, card: Card
) -> Iterator[Play]:
    """Yield steps without a card from the hand, each before the largest captures of a card."""
    return _after_steps_without_card(contexts.on, card)


_PlaysOfCard = Callable[[SimulatedPosition, RuleContexts, Card], Iterator[Play]]

_PLAYS_OF_KIND: Mapping[PlayKind, _PlaysOfCard] = {
    PlayKind.CAPTURE: _listed_captures,
    PlayKind.BUILD_CHANGE: _changed_builds,
    PlayKind.STEP_AND_CAPTURE: _captures_after_steps,
}
