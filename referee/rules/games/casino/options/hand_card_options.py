"""Options of the cards of a hand, and of the played card, in games with builds."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from typing import NamedTuple

from ....cards import Card, Cards, Rank
from ....plays import Trail
from ....question_field_readers import OPTIONS_MOST
from ..judge.verdict import Verdict
from .builds_made_while_trailing import builds_while_trailing
from .possible_builds import (
    BuildOption,
    build_options,
    build_options_asked_for,
    build_options_with_tops,
    count_build_options,
)
from .possible_captures import CaptureOption, capture_options, count_capture_options
from .steps_without_hand_card import steps_without_hand_card
from .turn_context import TurnContext


@dataclass(frozen=True)
class HandRow:
    """Options of one card of the hand: how many captures and builds it can make, whether it can
    make builds with tops of piles, and whether it may be trailed."""

    card: Card
    takes: int
    forms: int
    with_tops: bool
    lay: bool


@dataclass(frozen=True)
class PlayRuling:
    """Options of the played card; each ``…_complete`` is true if the list before it has all.

    ``takes`` are captures, ``forms`` builds without tops of piles and ``with_tops`` builds with
    them, ``lay`` is the verdict on a trail. ``asked`` are builds that a partner may have asked for,
    ``beside`` builds made of the table while the card is trailed, and ``before`` the next steps
    that need no card from the hand.
    """

    card: Card
    takes: tuple[CaptureOption, ...]
    takes_complete: bool
    forms: tuple[BuildOption, ...]
    forms_complete: bool
    with_tops: tuple[BuildOption, ...]
    with_tops_complete: bool
    lay: Verdict
    asked: tuple[BuildOption, ...] = ()
    beside: tuple[BuildOption, ...] = ()
    beside_complete: bool = True
    before: tuple[BuildOption, ...] = ()
    before_complete: bool = True

    @property
    def complete(self) -> bool:
        """Return whether every list has all options."""
        lists = self.takes_complete, self.forms_complete, self.with_tops_complete
        return all(lists) and self.beside_complete and self.before_complete

    def without_needing(self, lacking: Set[Rank]) -> PlayRuling:
        """Return the options of a mover who holds no cards of these ranks."""

        def can(verdict: Verdict) -> bool:
            return not lacking <= set(verdict.holds)

        return replace(
            self,
            takes=tuple(option for option in self.takes if can(option.verdict)),
            forms=tuple(option for option in self.forms if can(option.verdict)),
            with_tops=tuple(option for option in self.with_tops if can(option.verdict)),
            asked=tuple(option for option in self.asked if can(option.verdict)),
            beside=tuple(option for option in self.beside if can(option.verdict)),
            before=tuple(option for option in self.before if can(option.verdict)),
        )


Listed = tuple[list[BuildOption], bool]
"""Builds that a card can make, and whether they are all."""


class Listing(NamedTuple):
    """A list of the options of cards in a context."""

    context: TurnContext
    with_tops: bool

    def play(self, asked: Card, limit: int) -> PlayRuling:
        """Return the options of the played card."""
        card = self.context.held(asked)
        captures, all_captures = capture_options(self.context, card, limit)
        (builds, all_builds), (builds_with_tops, all_with_tops) = self.forms(card, limit)
        beside, all_beside = self.for_people(builds_while_trailing, card, limit)
        before, all_before = self.for_people(steps_without_hand_card, card, limit)
        return PlayRuling(
            asked,
            tuple(captures),
            all_captures,
            tuple(builds),
            all_builds,
            tuple(builds_with_tops),
            all_with_tops,
            self.context.judge(Trail(card)),
            tuple(build_options_asked_for(self.context, card)) if self.with_tops else (),
            tuple(beside),
            all_beside,
            tuple(before),
            all_before,
        )

    def forms(self, card: Card, limit: int) -> tuple[Listed, Listed]:
        """Return the builds that a card can make without tops of piles, and those with them."""
        return build_options(self.context, card, limit), self.for_people(
            build_options_with_tops, card, limit
        )

    def for_people(
        self, search: Callable[[TurnContext, Card, int], Listed], card: Card, limit: int
    ) -> Listed:
        """Return the result of a search that only people are shown; empty for JSON."""
        return search(self.context, card, limit) if self.with_tops else ([], True)

    def hand(self, hand: Cards, play: PlayRuling | None) -> tuple[HandRow, ...]:
        """Return a row for each different card of a hand. Cards that capture alike have the same
        options."""
        known_play = play if play and play.complete and play.card in hand else None
        of_alike: dict[object, HandRow] = {}
        rows = []
        for card in dict.fromkeys(hand):
            key = self._captures_as(card)
            if key not in of_alike:
                of_alike[key] = self._row(card, known_play)
            rows.append(replace(of_alike[key], card=card))
        return tuple(rows)

    def _captures_as(self, card: Card) -> object:
        """Return a key that is equal for cards of the hand which capture alike."""
        return self.context.rules.captures_as(self.context.face_of(card))

    def _row(self, card: Card, play: PlayRuling | None) -> HandRow:
        """Return the row of a card, taken from the options of the played card if these are complete
        and of a card that captures alike."""
        if play and self._captures_as(play.card) == self._captures_as(card):
            captures, builds, with_tops = len(play.takes), len(play.forms), bool(play.with_tops)
            return HandRow(card, captures, builds, with_tops, play.lay.legal is True)
        captures, builds = (
            count(self.context, card, OPTIONS_MOST)
            for count in (count_capture_options, count_build_options)
        )
        builds_with_tops, _ = self.for_people(build_options_with_tops, card, 1)
        return HandRow(
            card,
            captures,
            builds,
            bool(builds_with_tops),
            self.context.judge(Trail(card)).legal is True,
        )
