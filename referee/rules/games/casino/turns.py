"""A turn in a game with builds, step by step, and its notation.

``8H x 8S 6C 2D 5S+3C=8`` takes loose cards and builds; ``KD -`` lays a card; ``3C 5S+3C=8`` plays
the 3 to a build, which is written as it stands afterwards; ``5S+3C=8`` makes one of the table
alone. ``/`` parts the steps of a turn.
"""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from ...cards import Card, Cards, Impossible, Unreadable
from ...notation import NOTHING, read_card, write_card
from .table import Build, read_build, write_build

_LONGEST_TURN = 1000  # characters: a whole pack in its longest way of writing has half of that
_TAKES = ("x", "X", "×")


class UnreadableTurn(Unreadable):
    """Text that is no step of a turn."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no turn: {text!r}")
        self.text = text


class NotInBuild(Impossible):
    """A card is played to a build that does not have it."""

    def __init__(self, card: Card, build: Build) -> None:
        super().__init__(f"{card!r} is not in {write_build(build)}")
        self.card, self.build = card, build


class Lay(NamedTuple):
    """A card from the hand is laid down (#laying)."""

    card: Card


class Take(NamedTuple):
    """A card from the hand takes loose cards and whole builds (#taking-numbers)."""

    card: Card
    cards: Cards
    builds: tuple[Build, ...] = ()

    @property
    def captured(self) -> Cards:
        """All cards that it takes off the table."""
        return self.cards + tuple(chain.from_iterable(build.cards for build in self.builds))


class Form(NamedTuple):
    """A build is made, raised or added to: ``build`` as it stands afterwards. ``card`` is the one
    from the hand among its cards; None if it is made of the table alone."""

    card: Card | None
    build: Build

    @property
    def from_table(self) -> Cards:
        """Its cards but for the one from the hand."""
        cards = list(self.build.cards)
        if self.card is not None:
            cards.remove(self.card)
        return tuple(cards)


Step = Lay | Take | Form
Turn = tuple[Step, ...]


def read_turn(text: str) -> Turn:
    """The steps of a turn. Raises :class:`UnreadableTurn`, what reading cards and builds raises,
    and :class:`NotInBuild`."""
    if len(text) > _LONGEST_TURN:
        raise UnreadableTurn(text)
    return tuple(_read_step(step) for step in text.split("/"))


def _read_step(text: str) -> Step:
    words = text.replace(",", " ").split()
    match words:
        case [card, sign, item, *items] if sign in _TAKES:
            named = [item, *items]
            loose = tuple(read_card(word) for word in named if "=" not in word)
            return Take(read_card(card), loose, tuple(read_build(w) for w in named if "=" in w))
        case [card, sign] if sign == NOTHING:
            return Lay(read_card(card))
        case [build] if "=" in build:
            return Form(None, read_build(build))
        case [card, build] if "=" in build:
            form = Form(read_card(card), read_build(build))
            if form.card not in form.build.cards:
                raise NotInBuild(read_card(card), form.build)
            return form
        case _:
            raise UnreadableTurn(text)


def write_turn(turn: Turn) -> str:
    """The same as text, with groups as they stand."""
    return " / ".join(map(write_step, turn))


def write_step(step: Step) -> str:
    """A step; whose a build is it does not say."""
    match step:
        case Lay(card):
            return f"{write_card(card)} {NOTHING}"
        case Take(card, cards, builds):
            items = [*map(write_card, cards), *map(_write_unkept, builds)]
            return f"{write_card(card)} x {' '.join(items)}"
        case Form(card, build):
            return " ".join([*([write_card(card)] if card else []), _write_unkept(build)])


def _write_unkept(build: Build) -> str:
    return write_build(build._replace(keeper=None))


def played_in(turn: Turn) -> Cards:
    """The cards that left the hand."""
    return tuple(step.card for step in turn if step.card is not None)
