"""Plays, the table with its builds, and events and irregularities of a followed game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from .cards import Card, Cards, Impossible, Values, difference
from .sums import divide_cards

FEWEST_CARDS = 2
HIGHEST_BUILD = 14
"""The highest value of a build, except where a card has a higher one."""


class ImpossibleBuild(Impossible):
    """A build that cannot lie on a table: a single card, or cards that cannot be divided into sets
    of its value (#groups)."""

    def __init__(self, build: Build) -> None:
        super().__init__(f"no such build: {build}")
        self.build = build


class NoBuildsHere(Impossible):
    """A build on the table of a game without builds."""


class OwnerMissing(Impossible):
    """A build whose owner was not entered."""

    def __init__(self, build: Build) -> None:
        super().__init__(f"nobody's build: {build}")
        self.build = build


class Build(NamedTuple):
    """Cards held together under a value, in sets that each make it; one set is a simple build,
    several are a multiple one.

    The owner is the seat that was the last to change it, or to which it belongs, as the game has
    it; None where it was not given.
    """

    value: int
    sets: tuple[Cards, ...]
    owner: int | None = None

    @property
    def cards(self) -> Cards:
        """Return all cards of the build."""
        return tuple(chain.from_iterable(self.sets))

    @property
    def multiple(self) -> bool:
        """Return whether the build has several sets."""
        return len(self.sets) > 1

    def is_same(self, other: Build) -> bool:
        """Return whether another build has the same value and cards; the owners may differ."""
        return self.value == other.value and sorted(self.cards) == sorted(other.cards)


class Top(NamedTuple):
    """The card on top of the open pile of a seat (#piles)."""

    card: Card
    seat: int


def cards_of(tops: Iterable[Top]) -> Cards:
    """Return the cards of some tops, without their seats."""
    return tuple([top.card for top in tops])


class Table(NamedTuple):
    """The cards and builds that lie face up: ``loose`` cards, which are in no build, and
    ``builds``."""

    loose: Cards = ()
    builds: tuple[Build, ...] = ()

    @property
    def cards(self) -> Cards:
        """Return all cards on the table, those of builds included."""
        return self.loose + tuple(chain.from_iterable(build.cards for build in self.builds))

    def with_build(self, build: Build) -> Table:
        """Return the table after loose cards became a build."""
        return Table(difference(self.loose, build.cards), (*self.builds, build))

    def without_build(self, build: Build) -> Table:
        """Return the table after the cards of a build became loose."""
        builds = list(self.builds)
        builds.remove(build)
        return Table((*self.loose, *build.cards), tuple(builds))

    def with_owner(self, build: Build, seat: int) -> Table:
        """Return the table with a build that belongs to a seat."""
        owned = build._replace(owner=seat)
        return self._replace(
            builds=tuple(owned if other == build else other for other in self.builds)
        )


class Selection(NamedTuple):
    """The loose cards and builds and the tops of piles that a player selected."""

    table: Table = Table()
    tops: tuple[Top, ...] = ()


def in_order(table: Table) -> Table:
    """Return the table with loose cards in card order and builds by value, then by their sets."""
    return Table(tuple(sorted(table.loose)), tuple(sorted(table.builds, key=_place)))


def _place(build: Build) -> tuple[int, list[tuple[int, Cards]], int]:
    """Return the sort key of a build: value, sets by size, owner."""
    return build.value, [(len(group), group) for group in build.sets], build.owner or 0


def lying(build: Build, values: Values) -> Build:
    """Return a build as it may lie on a table, with its sets in order. Raises
    :class:`ImpossibleBuild`."""
    if len(build.cards) < FEWEST_CARDS or build.value > max(HIGHEST_BUILD, values.highest):
        raise ImpossibleBuild(build)
    sets = divide_cards(build.cards, build.value, values)
    if sets is None:
        raise ImpossibleBuild(build)
    return build._replace(sets=sets)


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


class Dealt(NamedTuple):
    """The cards dealt to the table, before any are set aside."""

    table: Cards


class Played(NamedTuple):
    """A play with one card from a hand; one that is not settled stands for the only thing that its
    card can do.

    ``seat`` is the player, if it was not the seat whose turn it was. ``as_played``: the play stands
    even if it breaks the rules. ``out_of_turn``: only the playing out of turn was let stand.
    ``wrong_hand``: the card was one more than the seat should have been dealt.
    """

    play: Play | CardOnly
    seat: int | None = None
    as_played: bool = False
    out_of_turn: bool = False
    wrong_hand: bool = False

    @property
    def card(self) -> Card:
        """Return the card that left the hand."""
        return self.play.card if isinstance(self.play, CardOnly) else played_in(self.play)[0]

    @property
    def plays_a_card(self) -> bool:
        """Return whether a card leaves the hand, as in every complete play."""
        return isinstance(self.play, CardOnly) or bool(played_in(self.play))

    @property
    def captured(self) -> Cards | None:
        """Return the captured cards; None if the play is not settled."""
        if isinstance(self.play, CardOnly):
            return self.play.captured
        takes = (step.captured for step in self.play if isinstance(step, Capture))
        return tuple(chain.from_iterable(takes))


class TopRevealed(NamedTuple):
    """The card on top of an open pile, named by a player."""

    top: Top


class TableShown(NamedTuple):
    """The cards and builds that the table shows where the log has others."""

    table: Cards
    builds: tuple[Build, ...] = ()


class HandsCounted(NamedTuple):
    """The number of ``cards`` that each seat holds where the log has another: a hand was dealt
    wrongly, or the pack was at its end early."""

    cards: tuple[int, ...]


Event = Dealt | Played | TopRevealed | TableShown | HandsCounted


class IrregularityKind(StrEnum):
    """The kinds of irregularities in a followed game."""

    MISSED_FORCED_SWEEP = "missed_forced_sweep"
    NO_HOLDER = "no_holder"
    KEEP_CARD = "keep_card"
    ILLEGAL_CAPTURE = "illegal_capture"
    ILLEGAL_TURN = "illegal_turn"
    OUT_OF_TURN = "out_of_turn"
    WRONG_HAND = "wrong_hand"
    DOES_NOT_FIT = "does_not_fit"
    TABLE_CORRECTED = "table_corrected"


@dataclass(frozen=True)
class Irregularity:
    """An irregularity that came to light with entry ``seq``.

    ``missed_at`` is the play that left out what ``card`` had to do. Where a card was lacking for a
    ``build``, ``lacked`` is the one that captures it, without a suit if any of its rank does, and
    the last card of the hand brings it to light. ``reason`` is that of the verdict on a play.
    ``difference`` is the number of cards that a hand had more than it should, negative if it had
    fewer.
    """

    seq: int
    kind: IrregularityKind
    seat: int | None = None
    card: Card | None = None
    missed_at: int | None = None
    build: Build | None = None
    lacked: Card | None = None
    reason: StrEnum | None = None
    difference: int | None = None

    @property
    def play(self) -> int:
        """Return the number of the entry that was against the rules."""
        return self.missed_at or self.seq
