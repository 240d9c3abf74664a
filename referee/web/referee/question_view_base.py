"""View of a question to the referee, for every kind of game.

The URL holds the position; each change that a tap makes is another URL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, singledispatch
from typing import ClassVar, NamedTuple

from flask import abort
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from ...rules.games import RULESETS
from ...rules.ruleset import Referee, Ruleset
from ...rules.verdict_by_other_rules_type import ByOtherRules
from ...urls import root
from .condition_chips import Chip, KnownRank, Switch, draw_conditions
from .entered_hand import HandEntry
from .position_form import PositionForm
from .position_url import PositionUrl
from .return_link import FROM, WayBack, way_back

JUST_JUDGE = "judge"
CLAIM = "claim"
HOLDS = "holds"
"""The field that says what the mover holds, where a verdict depends on it."""

Query = MultiDict[str, str]

MOST_OPTIONS = "24"  # nobody reads on; whoever programs asks the API


class LinkedCard(NamedTuple):
    """The picture of a card, and the URL that takes it back."""

    address: str
    picture: Markup


@dataclass
class PositionView:
    """A question to a referee, as its page draws it.

    ``hand_entry`` says whether the played card was in the entered hand. ``just_judge``: neither
    points of cards nor advice are shown; ``claiming``: a claim is judged; ``back`` leads to the
    game that the reader came from."""

    FOLDER: ClassVar[str] = "referee"
    """The templates that draw this kind."""
    CARD_FIELDS: ClassVar[tuple[str, ...]]
    """The fields with cards, which come first in a URL: no other field changes with them."""
    CLAIM_FIELDS: ClassVar[tuple[str, ...]] = (CLAIM,)
    """The fields that a claim is about: gone with the next change of the cards."""

    game: str
    form: PositionForm
    hand_entry: HandEntry
    just_judge: bool
    claiming: bool
    back: WayBack | None

    @property
    def texts(self) -> Mapping[str, str]:
        """Return the fields of the URL, in the notation."""
        raise NotImplementedError

    @property
    def answer(self) -> str | None:
        """Return the ruling in one sentence, None where nothing is asked."""
        raise NotImplementedError

    @property
    def has_question(self) -> bool:
        """Return whether there is anything to rule on."""
        raise NotImplementedError

    @property
    def may_claim_next(self) -> bool:
        """Return whether cards lie there and the played card is not entered yet."""
        raise NotImplementedError

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
        raise NotImplementedError

    @property
    def partner_holds(self) -> Sequence[KnownRank] | None:
        """Return the ranks that the mover's partner is known to hold, None where nobody has a
        partner."""
        return None

    @property
    def deal_facts(self) -> Sequence[Chip]:
        """Return what may be said of the deal."""
        return ()

    def with_house_rules(self, house_rules: tuple[str, ...]) -> str:
        """Return the URL with other house rules."""
        return self.address(house=" ".join(house_rules))

    def note_on(self, house_rules: tuple[str, ...]) -> str:  # noqa: ARG002 - where nothing else changes
        """Return the sentence about what else these house rules change, "" for nothing."""
        return ""

    @property
    def conditions(self) -> Markup:
        """Return the chips and switches of the conditions, drawn."""
        return draw_conditions(self)

    @property
    def seated_before(self) -> str:
        """Return the sentence that house rules have changed the number of players, "" if they have
        not."""
        return ""

    @property
    def by_other_rules(self) -> ByOtherRules:
        """Return the house rules that would change the verdict, and what presets say."""
        raise NotImplementedError

    @cached_property
    def switches(self) -> list[Switch]:
        """Return a switch for each house rule that a ruling can depend on."""
        return list(map(self._switch, RULESETS[self.game].house_rules.names_during_play()))

    def _switch(self, name: str) -> Switch:
        """Return the switch of a house rule."""
        on = tuple(self.texts["house"].split())
        switched = RULESETS[self.game].house_rules.switched(on, name)
        address, note = self.with_house_rules(switched), self.note_on(switched)
        return Switch(name, name in on, switched, address, note)

    @property
    def judging_switch(self) -> Switch:
        """Return the switch that hides points and advice."""
        on = self.just_judge
        return Switch("1", on, (), self.address(**{JUST_JUDGE: "" if on else "1"}))

    @property
    def decisive_switches(self) -> list[Switch]:
        """Return the switches of the house rules that would change the verdict."""
        return list(map(self._switch, self.by_other_rules.switches))

    @property
    def facts(self) -> Mapping[str, object]:
        """Return the further variables of the templates for this kind of referee."""
        raise NotImplementedError

    @cached_property
    def page(self) -> str:
        """Return the path of the page, which begins the paths of its parts."""
        return f"{root()}/{self.game}/referee"

    @property
    def kept_fields(self) -> list[tuple[str, str]]:
        """Return the fields that no claim is about, with their texts."""
        texts = self.texts.items()
        return [(name, text) for name, text in texts if text and name not in self.CLAIM_FIELDS]

    @cached_property
    def address(self) -> PositionUrl:
        """Return the URL of the position, which can be called with changes."""
        return PositionUrl(self.page, self.texts, self.CLAIM_FIELDS)

    @cached_property
    def query(self) -> str:
        """Return the question as a query, question mark included."""
        return self.address.query()

    @property
    def shared(self) -> str:
        """Return the URL of the question for other people, without the game that the reader came
        from."""
        return self.address(**{FROM: ""})

    @property
    def texts_of_page(self) -> dict[str, str]:
        """Return the fields that every kind of referee has and no ruling depends on."""
        return {
            JUST_JUDGE: "1" if self.just_judge else "",
            FROM: self.back.within_groups if self.back else "",
        }


@singledispatch
def view_of(_referee: Referee | None, _game: str, _query: Query) -> PositionView:
    """Return the view of the question in a query, with its ruling; what cannot be read is in the
    form's errors. 404 where no page draws this kind of referee."""
    abort(404)


def is_drawn(rules: Ruleset) -> bool:
    """Return whether a page draws this game's kind of referee. Others answer in the API alone."""
    return view_of.dispatch(type(rules.referee)) is not view_of.dispatch(object)


def judges_only(query: Mapping[str, str]) -> bool:
    """Return whether a query hides points and advice."""
    return query.get(JUST_JUDGE) == "1"


def back_of(query: Mapping[str, str]) -> WayBack | None:
    """Return the link back to the game that a query names, None without one."""
    return way_back(query[FROM]) if FROM in query else None
