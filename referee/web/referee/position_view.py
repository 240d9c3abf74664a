"""A position that somebody asks about, as its page draws it, whatever kind of referee is asked.

The address holds the position; what a tap makes of it is another address.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, singledispatch
from typing import Any, ClassVar, NamedTuple

from flask import abort, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from ...rules.cards import Rank
from ...rules.games import RULESETS
from ...rules.ruleset import Referee, Ruleset
from .entered_hand import HandEntry
from .position_form import PositionForm
from .position_url import Address
from .return_link import FROM, WayBack, way_back

JUST_JUDGE = "judge"
CLAIM = "claim"
HOLDS = "holds"
"""The field that says what the mover holds, where a verdict depends on it."""

Query = MultiDict[str, str]

MOST_OPTIONS = "24"  # nobody reads on; whoever programs asks the API


class LinkedCard(NamedTuple):
    """A card as it is drawn, and the address in which it is taken back."""

    address: str
    drawn: Markup


class Chip(NamedTuple):
    """What a ruling hangs on, in words, and the address in which it is otherwise. ``on``: is it so?
    None where the chip names one of two. ``spoken`` is a longer text, to be heard."""

    name: str
    text: str
    address: str
    on: bool | None = None
    spoken: str = ""


class Known(NamedTuple):
    """A rank that somebody is known to hold, and the address in which they are not; ``whose`` if it
    is not the mover's partner."""

    rank: Rank
    whose: str
    address: str


class Switch(NamedTuple):
    """A house rule: is it on, and with which house rules, and in which address, is it otherwise?
    The ``note`` says what else that changes."""

    name: str
    on: bool
    house: tuple[str, ...]
    address: str
    note: str = ""


@dataclass
class PositionView:
    """What every kind of question has.

    The hand is as it was entered, with the played card or without, as ``reading`` says.
    ``just_judge``: without the points of cards and advice; ``claiming``: somebody asks whether what
    was done was right; ``back`` leads to the game that they came from.
    """

    FOLDER: ClassVar[str] = "referee"
    """The templates that draw this kind."""
    CLAIM_FIELDS: ClassVar[tuple[str, ...]] = (CLAIM,)
    """The fields that a claim is about: gone with the next change of the cards."""

    game: str
    form: PositionForm
    reading: HandEntry
    just_judge: bool
    claiming: bool
    back: WayBack | None

    @property
    def texts(self) -> Mapping[str, str]:
        """The fields of the address, as the notation writes them."""
        raise NotImplementedError

    @property
    def answer(self) -> str | None:
        """What the referee says, in one sentence."""
        raise NotImplementedError

    @property
    def asked(self) -> bool:
        """Is there anything to rule on?"""
        raise NotImplementedError

    @property
    def may_claim_next(self) -> bool:
        """Does something lie there, and the card that was played is still to come?"""
        raise NotImplementedError

    @property
    def seats(self) -> Sequence[Chip]:
        """Each number of players that may be asked about, where that matters."""
        return ()

    @property
    def chips(self) -> Sequence[Chip]:
        """What else a ruling hangs on, but for house rules."""
        raise NotImplementedError

    @property
    def partner_holds(self) -> Sequence[Known] | None:
        """What the mover's partner is known to hold; None where nobody can know."""
        return None

    @property
    def of_deal(self) -> Sequence[Chip]:
        """What may be said of the deal, beside the house rules."""
        return ()

    def by_house(self, house: tuple[str, ...]) -> str:
        """The address with these house rules."""
        return self.address(house=" ".join(house))

    def note_on(self, house: tuple[str, ...]) -> str:  # noqa: ARG002 - where nothing else changes
        """What these house rules change besides."""
        return ""

    @property
    def seated_before(self) -> str:
        """What house rules made of the number of players, if they changed it."""
        return ""

    @property
    def by_house_rule(self) -> Collection[str]:
        """The house rules that would change the verdict, were they otherwise."""
        raise NotImplementedError

    @cached_property
    def switches(self) -> list[Switch]:
        """The house rules that a ruling can hang on."""
        found, on = [], tuple(self.texts["house"].split())
        for name in RULESETS[self.game].house_rules.names_during_play():
            others = tuple(one for one in on if one != name)
            house = others if name in on else (*on, name)
            found.append(Switch(name, name in on, house, self.by_house(house), self.note_on(house)))
        return found

    @property
    def judging(self) -> Switch:
        """Only judging, without points and advice; kept as ``1``."""
        on = self.just_judge
        return Switch("1", on, (), self.address(**{JUST_JUDGE: "" if on else "1"}))

    @property
    def deciding(self) -> list[Switch]:
        """Those that the verdict hangs on."""
        names = self.by_house_rule
        return [switch for switch in self.switches if switch.name in names]

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the templates of this kind look at besides the view."""
        raise NotImplementedError

    @cached_property
    def page(self) -> str:
        """The page's path; the paths of its parts begin with it."""
        return url_for("referee.page", game=self.game)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The fields that no claim is about, with their texts."""
        texts = self.texts.items()
        return [(name, text) for name, text in texts if text and name not in self.CLAIM_FIELDS]

    @cached_property
    def address(self) -> Address:
        """The address of the position, and of each change of it."""
        return Address(self.page, self.texts, self.CLAIM_FIELDS)

    @cached_property
    def query(self) -> str:
        """The question as a query, question mark included."""
        return self.address.query()

    @property
    def shared(self) -> str:
        """The question for other people: where somebody came from is nobody else's business."""
        return self.address(**{FROM: ""})

    @property
    def texts_of_page(self) -> dict[str, str]:
        """The fields that every kind has, and no ruling depends on."""
        return {
            JUST_JUDGE: "1" if self.just_judge else "",
            FROM: self.back.within_groups if self.back else "",
        }


@singledispatch
def view_of(_referee: Referee | None, _game: str, _query: Query) -> PositionView:
    """The ruling on what an address asks; if it cannot be read, the form says what is wrong. 404
    where nothing draws this kind of referee."""
    abort(404)


def is_drawn(rules: Ruleset) -> bool:
    """Is there a page for this kind of referee? Others can be asked by programs alone."""
    return view_of.dispatch(type(rules.referee)) is not view_of.dispatch(object)


def judges_only(query: Query) -> bool:
    return query.get(JUST_JUDGE) == "1"


def back_of(query: Query) -> WayBack | None:
    return way_back(query[FROM]) if FROM in query else None
