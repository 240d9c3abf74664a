"""Plays of all games, as steps: a trail, a capture, a build. Each game allows some of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from .cards import Card, Cards
from .table_and_builds import Build, Selection, Top, cards_of


class Trail(NamedTuple):
    """A card from the hand that is laid on the table (#laying)."""

    card: Card

    @property
    def named(self) -> Cards:
        """Return all cards that the step names: the one that is laid."""
        return (self.card,)


class Capture(NamedTuple):
    """A card from the hand that captures loose cards, whole builds (#taking-numbers) and named tops
    of piles."""

    card: Card
    cards: Cards
    builds: tuple[Build, ...] = ()
    tops: tuple[Top, ...] = ()

    @property
    def captured(self) -> Cards:
        """Return all captured cards, those of builds and the tops included."""
        of_builds = chain.from_iterable(build.cards for build in self.builds)
        return (*self.cards, *of_builds, *cards_of(self.tops))

    @property
    def named(self) -> Cards:
        """Return all cards that the step names: the played card and the captured ones."""
        return (self.card, *self.captured)


class MakeBuild(NamedTuple):
    """A build that is made, raised or added to.

    ``build`` stands as it is afterwards, without an owner unless it is made for a partner. ``card``
    is the one from the hand among its cards; None if it is made without one. ``tops`` are those of
    its cards that are named as tops of piles.
    """

    card: Card | None
    build: Build
    tops: tuple[Top, ...] = ()

    @property
    def from_table(self) -> Cards:
        """Return the cards of the build that come from the table: all but the one from the hand and
        the tops of piles."""
        cards = list(self.build.cards)
        for card in (*([self.card] if self.card else []), *cards_of(self.tops)):
            cards.remove(card)
        return tuple(cards)

    @property
    def named(self) -> Cards:
        """Return all cards that the step names: those of the build."""
        return self.build.cards


Step = Trail | Capture | MakeBuild
Play = tuple[Step, ...]


class CardOnly(NamedTuple):
    """A play of which only the card from the hand was entered, or also the loose cards that it
    ``captured``; the rules of the game decide what it does."""

    card: Card
    captured: Cards | None = None


class Tapped(NamedTuple):
    """The cards, builds and tops that were tapped on the table before a card was played, and the
    steps that the play has ``begun`` with."""

    used: Selection = Selection()
    begun: Play = ()


def as_play(card: Card, captured: Cards) -> Play:
    """Return the play of a card that captures loose cards, or is trailed if there are none."""
    return (Capture(card, captured) if captured else Trail(card),)


def in_card_order(play: Play) -> Play:
    """Return a play with the cards of each capture in card order, so that equal plays have equal
    texts."""
    return tuple(
        step._replace(cards=tuple(sorted(step.cards))) if isinstance(step, Capture) else step
        for step in play
    )


def seats_in(play: Play) -> Iterator[int | None]:
    """Yield the seats that a play names: those of piles with a named top, and of owners of
    builds."""
    for step in play:
        if not isinstance(step, Trail):
            yield from (top.seat for top in step.tops)
        if isinstance(step, MakeBuild):
            yield step.build.owner


def with_mover_as_owner(play: Play, seat: int) -> Play:
    """Return the play of a seat without the owners of builds that the seat makes for itself."""

    def without_own_seat(step: Step) -> Step:
        """Return a step without the seat as the owner of its build."""
        if isinstance(step, MakeBuild) and step.build.owner == seat:
            return step._replace(build=step.build._replace(owner=None))
        return step

    return tuple(map(without_own_seat, play))


def played_in(play: Play) -> Cards:
    """Return the cards from the hand in a play."""
    return tuple(step.card for step in play if step.card is not None)
