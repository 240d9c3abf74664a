"""A turn in any game, step by step, and its notation.

``8H x 8S 6C 2D 5S+3C=8`` takes loose cards and builds; ``KD -`` lays a card; ``3C 5S+3C=8`` plays
the 3 to a build, which is written as it stands afterwards; ``5S+3C=8`` makes one of the table
alone. ``/`` parts the steps of a turn. ``7C^1`` is the card on top of a pile, that of seat 1.
``KC`` alone is a turn that is not settled: the rules say what that card does. Which of these there
are is for each game to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from .cards import Card, Cards, Impossible, Unreadable, difference
from .notation import NOTHING, read_card, write_card
from .table_and_builds import (
    Build,
    Selection,
    Top,
    cards_of,
    read_formed,
    read_pieces,
    write_build,
    write_top,
)

_LONGEST_TURN = 1000  # characters: a whole pack in its longest way of writing has half of that
_TAKES = ("x", "X", "×")


class UnreadablePlay(Unreadable):
    """Text that is no step of a turn."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no turn: {text!r}")
        self.text = text


class NotInBuild(Impossible):
    """A card is played to a build that does not have it."""

    def __init__(self, card: Card, build: Build) -> None:
        super().__init__(f"{card!r} is not in {write_build(build)}")
        self.card, self.build = card, build


class Trail(NamedTuple):
    """A card from the hand is laid down (#laying)."""

    card: Card

    @property
    def named(self) -> Cards:
        """All cards that the step speaks of, as in the other kinds."""
        return (self.card,)


class Capture(NamedTuple):
    """A card from the hand takes loose cards, whole builds (#taking-numbers) and the tops of
    piles that are named as such."""

    card: Card
    cards: Cards
    builds: tuple[Build, ...] = ()
    tops: tuple[Top, ...] = ()

    @property
    def captured(self) -> Cards:
        """All cards that it takes."""
        of_builds = chain.from_iterable(build.cards for build in self.builds)
        return (*self.cards, *of_builds, *cards_of(self.tops))

    @property
    def named(self) -> Cards:
        return (self.card, *self.captured)


class MakeBuild(NamedTuple):
    """A build is made, raised or added to: ``build`` as it stands afterwards, kept by nobody
    unless it is made for a partner. ``card`` is the one from the hand among its cards; None if it
    is made without one. ``tops`` are those of its cards that are named as tops of piles."""

    card: Card | None
    build: Build
    tops: tuple[Top, ...] = ()

    @property
    def from_table(self) -> Cards:
        """Its cards but for the one from the hand and those named as tops."""
        cards = list(self.build.cards)
        for card in (*([self.card] if self.card else []), *cards_of(self.tops)):
            cards.remove(card)
        return tuple(cards)

    @property
    def named(self) -> Cards:
        return self.build.cards


Step = Trail | Capture | MakeBuild
Play = tuple[Step, ...]


class CardOnly(NamedTuple):
    """A turn of which only the card from the hand was said, or also the loose cards that it
    ``captured``: what it does is left to the rules of the game."""

    card: Card
    captured: Cards | None = None


class Tapped(NamedTuple):
    """The cards, builds and tops that were tapped on the table before a card was played, and the
    steps that its turn has ``begun`` with."""

    used: Selection = Selection()
    begun: Play = ()


def as_play(card: Card, captured: Cards) -> Play:
    """A card that takes loose cards, or is laid if it takes none."""
    return (Capture(card, captured) if captured else Trail(card),)


def read_settled_play(text: str) -> Play:
    """The steps of a turn. Raises :class:`UnreadablePlay`, what reading cards and builds raises,
    and :class:`NotInBuild`."""
    if len(text) > _LONGEST_TURN:
        raise UnreadablePlay(text)
    return tuple(_read_step(step) for step in text.split("/"))


def read_play(text: str) -> Play | CardOnly:
    """A turn, or a card alone. Raises as :func:`read_settled_play` does."""
    words = text.split()
    alone = len(words) == 1 and not {"/", "="}.intersection(text)
    return CardOnly(read_card(words[0])) if alone else read_settled_play(text)


def _read_step(text: str) -> Step:
    words = text.replace(",", " ").split()
    match words:
        case [card, sign, item, *items] if sign in _TAKES:
            (loose, builds), tops = read_pieces([item, *items])
            return Capture(read_card(card), loose, builds, tops)
        case [card, sign] if sign == NOTHING:
            return Trail(read_card(card))
        case [build] if "=" in build:
            return MakeBuild(None, *read_formed(build))
        case [card, build] if "=" in build:
            form = MakeBuild(read_card(card), *read_formed(build))
            left = difference(form.build.cards, cards_of(form.tops))
            if form.card not in left:
                raise NotInBuild(read_card(card), form.build)
            return form
        case _:
            raise UnreadablePlay(text)


def write_settled_play(turn: Play) -> str:
    """The same as text, with groups as they stand."""
    return " / ".join(map(write_step, turn))


def write_play(play: Play | CardOnly) -> str:
    """A turn, or a card alone."""
    if not isinstance(play, CardOnly):
        return write_settled_play(play)
    card, captured = play
    return write_card(card) if captured is None else write_settled_play(as_play(card, captured))


def write_step(step: Step) -> str:
    """A step; whose a build is it says only of one that is made."""
    match step:
        case Trail(card):
            return f"{write_card(card)} {NOTHING}"
        case Capture(card, cards, builds, tops):
            items = [*write_items(cards, tops), *map(write_without_owner, builds)]
            return f"{write_card(card)} x {' '.join(items)}"
        case MakeBuild(card, build, tops):
            return " ".join([*([write_card(card)] if card else []), write_build(build, tops)])


def write_items(cards: Cards, tops: tuple[Top, ...]) -> list[str]:
    """Loose cards in the order given, or, with tops among them, in card order."""
    if not tops:
        return list(map(write_card, cards))
    items = [(card, write_card(card)) for card in cards]
    items += [(top.card, write_top(top)) for top in tops]
    return [text for _, text in sorted(items)]


def write_without_owner(build: Build) -> str:
    """A build without a word about whose it is."""
    return write_build(build._replace(owner=None))


def in_card_order(turn: Play) -> Play:
    """The same with the cards of each take in order, so that one turn is one text."""
    return tuple(
        step._replace(cards=tuple(sorted(step.cards))) if isinstance(step, Capture) else step
        for step in turn
    )


def seats_in(turn: Play) -> Iterator[int | None]:
    """The seats that a turn names: whose pile a top is of, and whom a build is made for."""
    for step in turn:
        if not isinstance(step, Trail):
            yield from (top.seat for top in step.tops)
        if isinstance(step, MakeBuild):
            yield step.build.owner


def with_mover_as_owner(turn: Play, seat: int) -> Play:
    """The turn of a seat, in which it is only said of a build whose it is where it is for somebody
    else."""

    def unsaid(step: Step) -> Step:
        if isinstance(step, MakeBuild) and step.build.owner == seat:
            return step._replace(build=step.build._replace(owner=None))
        return step

    return tuple(map(unsaid, turn))


def played_in(turn: Play) -> Cards:
    """The cards that left the hand."""
    return tuple(step.card for step in turn if step.card is not None)
