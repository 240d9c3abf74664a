"""Chips and switches of a ruling's conditions, drawn once for many positions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from markupsafe import Markup, escape

from ...rules.cards import Rank
from ..cached_fragments import drawn_once, fragment

if TYPE_CHECKING:
    from .question_view_base import PositionView

_START = "{start}"


class Chip(NamedTuple):
    """A condition of a ruling in words, and the URL that changes it. ``on``: the condition holds;
    None where the chip names one of two. ``spoken`` is a longer text for screen readers."""

    name: str
    text: str
    address: str
    on: bool | None = None
    spoken: str = ""


class KnownRank(NamedTuple):
    """A rank that somebody is known to hold, and the URL that forgets it. ``whose`` names a player
    who is not the mover's partner."""

    rank: Rank
    whose: str
    address: str


class Switch(NamedTuple):
    """A switch for a house rule. ``house_rules`` are those after a tap, ``address`` is its URL.
    ``note`` says what else that changes."""

    name: str
    on: bool
    house_rules: tuple[str, ...]
    address: str
    note: str = ""


Link = TypeVar("Link", Chip, KnownRank, Switch)


class Conditions(NamedTuple):
    """Conditions of a ruling beside the cards, each with the URL that changes it."""

    seats: tuple[Chip, ...]
    chips: tuple[Chip, ...]
    partner_holds: tuple[KnownRank, ...] | None
    deal_facts: tuple[Chip, ...]
    switches: tuple[Switch, ...]
    judging_switch: Switch
    seated_before: str


def draw_conditions(view: PositionView) -> Markup:
    """Return the chips and switches of a position. Their URLs begin alike, with its cards: they are
    drawn once for all positions in which the URLs go on alike."""
    if view.changes_cards_with_players:
        start = _common_start(list(_addresses(view)))
        drawn = _draw(view, start)
    else:
        start, settings = view.address.split_after(view.CARD_FIELDS)
        facts = view.game, settings, "?" in start
        drawn = drawn_once(lambda: _draw(view, start), "conditions", *facts)
    return drawn.replace(_START, escape(start))


def _addresses(view: PositionView) -> Iterator[str]:
    """Yield the URLs of all chips and switches."""
    yield view.judging_switch.address
    for links in (view.seats, view.chips, view.partner_holds or (), view.deal_facts, view.switches):
        yield from (link.address for link in links if link.address)


def _draw(view: PositionView, start: str) -> Markup:
    """Return the chips and switches with a mark in place of what their URLs begin with."""
    known, length = view.partner_holds, len(start)
    conditions = Conditions(
        _marked(view.seats, length),
        _marked(view.chips, length),
        None if known is None else _marked(known, length),
        _marked(view.deal_facts, length),
        _marked(view.switches, length),
        _marked([view.judging_switch], length)[0],
        view.seated_before,
    )
    return fragment("referee/_condition_chips.html", view=conditions, game=view.game)


def _common_start(texts: Collection[str]) -> str:
    """Return what all texts begin with."""
    first, last = min(texts), max(texts)
    pairs = enumerate(zip(first, last, strict=False))
    return first[: next((at for at, (one, other) in pairs if one != other), len(first))]


def _marked(links: Iterable[Link], length: int) -> tuple[Link, ...]:
    """Return links with a mark in place of the first characters of their URLs, so many."""
    return tuple(
        link._replace(address=link.address and _START + link.address[length:]) for link in links
    )
