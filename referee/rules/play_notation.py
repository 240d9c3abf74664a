"""The notation of plays.

``8H x 8S 6C 2D 5S+3C=8`` captures loose cards and builds; ``KD -`` trails a card; ``3C 5S+3C=8``
plays the 3 to a build, which is written as it stands afterwards; ``5S+3C=8`` makes one of table
cards alone. ``/`` separates the steps of a play. ``7C^1`` is the card on top of a pile, that of
seat 1. ``KC`` alone is a play that is not settled: the rules decide what that card does.
"""

from __future__ import annotations

from .card_notation import NOTHING, read_card, write_card
from .cards import Card, Cards, difference
from .error_bases import Impossible, Unreadable
from .plays import Capture, CardOnly, MakeBuild, Play, Step, Trail, as_play
from .table_and_builds import Build, Top, cards_of
from .table_notation import read_formed, read_pieces, write_build, write_top

_LONGEST_TURN = 1000  # characters: a whole pack in its longest way of writing has half of that
_CAPTURE_SIGNS = ("x", "X", "×")


class UnreadablePlay(Unreadable):
    """Text that is no step of a play."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no turn: {text!r}")
        self.text = text


class NotInBuild(Impossible):
    """A card that is played to a build which does not contain it."""

    def __init__(self, card: Card, build: Build) -> None:
        super().__init__(f"{card!r} is not in {write_build(build)}")
        self.card, self.build = card, build


def read_settled_play(text: str) -> Play:
    """Return the steps of a play that a text describes. Raises :class:`UnreadablePlay`, what
    reading cards and builds raises, and :class:`NotInBuild`."""
    if len(text) > _LONGEST_TURN:
        raise UnreadablePlay(text)
    return tuple(_read_step(step) for step in text.split("/"))


def read_play(text: str) -> Play | CardOnly:
    """Return the play that a text describes, or the card if the text names a card alone. Raises as
    :func:`read_settled_play` does."""
    words = text.split()
    alone = len(words) == 1 and not {"/", "="}.intersection(text)
    return CardOnly(read_card(words[0])) if alone else read_settled_play(text)


def _read_step(text: str) -> Step:
    """Return the step that a part of a text describes."""
    words = text.replace(",", " ").split()
    match words:
        case [card, sign, item, *items] if sign in _CAPTURE_SIGNS:
            (loose, builds), tops = read_pieces([item, *items])
            return Capture(read_card(card), loose, builds, tops)
        case [card, sign] if sign == NOTHING:
            return Trail(read_card(card))
        case [build] if "=" in build:
            return MakeBuild(None, *read_formed(build))
        case [card, build] if "=" in build:
            step = MakeBuild(read_card(card), *read_formed(build))
            others = difference(step.build.cards, cards_of(step.tops))
            if step.card not in others:
                raise NotInBuild(read_card(card), step.build)
            return step
        case _:
            raise UnreadablePlay(text)


def write_settled_play(play: Play) -> str:
    """Return a settled play as text, with the sets of builds in their order."""
    return " / ".join(map(write_step, play))


def write_play(play: Play | CardOnly) -> str:
    """Return a play as text, or the text of its card if it is not settled."""
    if not isinstance(play, CardOnly):
        return write_settled_play(play)
    card, captured = play
    return write_card(card) if captured is None else write_settled_play(as_play(card, captured))


def write_step(step: Step) -> str:
    """Return a step as text; the owner of a build is written only if the step makes the build."""
    match step:
        case Trail(card):
            return f"{write_card(card)} {NOTHING}"
        case Capture(card, cards, builds, tops):
            items = [*write_items(cards, tops), *map(write_without_owner, builds)]
            return f"{write_card(card)} x {' '.join(items)}"
        case MakeBuild(card, build, tops):
            return " ".join([*([write_card(card)] if card else []), write_build(build, tops)])


def write_items(cards: Cards, tops: tuple[Top, ...]) -> list[str]:
    """Return loose cards as text in the order given or, if there are tops among them, in card
    order."""
    if not tops:
        return list(map(write_card, cards))
    items = [(card, write_card(card)) for card in cards]
    items += [(top.card, write_top(top)) for top in tops]
    return [text for _, text in sorted(items)]


def write_without_owner(build: Build) -> str:
    """Return a build as text without its owner."""
    return write_build(build._replace(owner=None))
