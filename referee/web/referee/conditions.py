"""Conditions of a ruling beside the cards: chips and switches that change them.

The chips are drawn with a mark in place of what their URLs begin with, so that one drawing serves
all positions under the same conditions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from markupsafe import Markup, escape

from ...rules.cards import Rank
from ...rules.games import RULESETS
from ..drawing import drawn_once, fragment
from .position_url import PositionUrl

JUST_JUDGE = "judge"
"""The field that hides points and advice: 1."""
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


class SwitchChip(NamedTuple):
    """A switch for a house rule. ``house_rules`` are those after a tap, ``address`` is its URL.
    ``note`` says what else that changes."""

    name: str
    on: bool
    house_rules: tuple[str, ...]
    address: str
    note: str = ""


Link = TypeVar("Link", Chip, KnownRank, SwitchChip)


class MarkedLinks(NamedTuple):
    """The links of conditions, with a mark in place of what their URLs begin with."""

    seats: tuple[Chip, ...]
    chips: tuple[Chip, ...]
    partner_holds: tuple[KnownRank, ...] | None
    deal_facts: tuple[Chip, ...]
    switches: tuple[SwitchChip, ...]
    judging_switch: SwitchChip
    seated_before: str


@dataclass
class Conditions:
    """The conditions of a ruling beside the cards, each with the URL that changes it.
    ``house_rules`` are those that are on; ``just_judge``: points and advice are hidden."""

    game: str
    address: PositionUrl
    house_rules: tuple[str, ...]
    just_judge: bool

    @property
    def seats(self) -> Sequence[Chip]:
        """Return a link for each number of players that may be asked about, () where that does not
        matter."""
        return ()

    @property
    def changes_cards_with_players(self) -> bool:
        """Return whether the cards, or their owners, may be others for another number of
        players."""
        return False

    @property
    def chips(self) -> Sequence[Chip]:
        """Return the conditions of the ruling, without house rules."""
        return ()

    @property
    def partner_holds(self) -> Sequence[KnownRank] | None:
        """Return the ranks that the mover's partner is known to hold, None where nobody has a
        partner."""
        return None

    @property
    def deal_facts(self) -> Sequence[Chip]:
        """Return what may be said of the deal."""
        return ()

    @property
    def seated_before(self) -> str:
        """Return the sentence that house rules have changed the number of players, "" if they have
        not."""
        return ""

    def with_house_rules(self, house_rules: tuple[str, ...]) -> str:
        """Return the URL with other house rules."""
        return self.address(house=" ".join(house_rules))

    def note_on(self, house_rules: tuple[str, ...]) -> str:  # noqa: ARG002 - where nothing else changes
        """Return the sentence about what else these house rules change, "" for nothing."""
        return ""

    @cached_property
    def switches(self) -> list[SwitchChip]:
        """Return a switch for each house rule that a ruling can depend on."""
        return list(map(self.switch, RULESETS[self.game].house_rules.names_during_play()))

    def switch(self, name: str) -> SwitchChip:
        """Return the switch of a house rule."""
        switched = RULESETS[self.game].house_rules.switched(self.house_rules, name)
        address, note = self.with_house_rules(switched), self.note_on(switched)
        return SwitchChip(name, name in self.house_rules, switched, address, note)

    @property
    def judging_switch(self) -> SwitchChip:
        """Return the switch that hides points and advice."""
        on = self.just_judge
        return SwitchChip("1", on, (), self.address(**{JUST_JUDGE: "" if on else "1"}))


def draw_conditions(conditions: Conditions, card_fields: Collection[str]) -> Markup:
    """Return the chips and switches of a position. Their URLs begin alike, with the fields of its
    cards: they are drawn once for all positions in which the URLs go on alike."""
    if conditions.changes_cards_with_players:
        start = _common_start(list(_addresses(conditions)))
        drawn = _draw(conditions, start)
    else:
        start, settings = conditions.address.split_after(card_fields)
        facts = conditions.game, settings, "?" in start
        drawn = drawn_once(lambda: _draw(conditions, start), "conditions", *facts)
    return drawn.replace(_START, escape(start))


def _addresses(view: Conditions) -> Iterator[str]:
    """Yield the URLs of all chips and switches."""
    yield view.judging_switch.address
    for links in (view.seats, view.chips, view.partner_holds or (), view.deal_facts, view.switches):
        yield from (link.address for link in links if link.address)


def _draw(view: Conditions, start: str) -> Markup:
    """Return the chips and switches with a mark in place of what their URLs begin with."""
    known, length = view.partner_holds, len(start)
    marked = MarkedLinks(
        _marked(view.seats, length),
        _marked(view.chips, length),
        None if known is None else _marked(known, length),
        _marked(view.deal_facts, length),
        _marked(view.switches, length),
        _marked([view.judging_switch], length)[0],
        view.seated_before,
    )
    return fragment("referee/_condition_chips.html", view=marked, game=view.game)


def _common_start(texts: Collection[str]) -> str:
    first, last = min(texts), max(texts)
    pairs = enumerate(zip(first, last, strict=False))
    return first[: next((at for at, (one, other) in pairs if one != other), len(first))]


def _marked(links: Iterable[Link], length: int) -> tuple[Link, ...]:
    """Return links with a mark in place of the first characters of their URLs, so many."""
    return tuple(
        link._replace(address=link.address and _START + link.address[length:]) for link in links
    )
