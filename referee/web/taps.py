"""Cards that are tapped as an answer: each a link to the address in which it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from ..rules.cards import Card
from .templates import choose


class LinkedCard(NamedTuple):
    """A card that can be tapped, how an address names it and as it is drawn, with the address of a
    tap on it, and is it tapped?"""

    card: Card
    address: str
    name: str
    drawn: Markup
    chosen: bool


def linked(
    cards: Iterable[tuple[str, Card]],
    tapped: Sequence[str],
    address_of: Callable[[str], str],
    *,
    several: bool,
) -> list[LinkedCard]:
    """Cards by name, with the addresses of a tap on each; where ``several`` can be tapped, another
    tap leaves the card again."""
    found = []
    for name, card in cards:
        chosen = name in tapped
        drawn = choose(card, "chosen" if chosen and several else "")
        found.append(LinkedCard(card, address_of(name), name, drawn, chosen))
    return found


def tapped_too(tapped: Sequence[str], name: str) -> str:
    """What is tapped after another tap."""
    left = [one for one in tapped if one != name]
    return " ".join(left if name in tapped else [*left, name])
