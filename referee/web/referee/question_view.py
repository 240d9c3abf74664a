"""View of a question to any referee, how its hand was entered, and the conditions beside the cards.

The chips are drawn with a mark in place of what their URLs begin with, so that one drawing serves
all positions under the same conditions.

The URL holds the position; each change that a tap makes is another URL.

The API wants the played card in the hand. People at a table look at the cards that are left, or
remember the hand as it was; so the page takes both, and says how it reads them.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, singledispatch
from typing import ClassVar, NamedTuple, TypeVar

from flask import abort
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict

from ...messages.verdict_lines import HandQuestion, VerdictLine
from ...rules.cards import Card, Cards, Deck, KnownCards, Rank, TooManyCopies, can_be_same_card
from ...rules.games import RULESETS
from ...rules.house_rules import ByOtherRules
from ...rules.ruleset import Referee, Ruleset
from ...urls import root
from ..drawing import drawn_once, fragment
from .position_url import FROM, PositionForm, PositionUrl, WayBack, way_back

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
    return fragment(
        "referee/_condition_chips.html",
        game=view.game,
        seats=_marked(view.seats, length),
        chips=_marked(view.chips, length),
        partner_holds=None if known is None else _marked(known, length),
        deal_facts=_marked(view.deal_facts, length),
        switches=_marked(view.switches, length),
        judging_switch=_marked([view.judging_switch], length)[0],
        seated_before=view.seated_before,
    )


def _common_start(texts: Collection[str]) -> str:
    first, last = min(texts), max(texts)
    pairs = enumerate(zip(first, last, strict=False))
    return first[: next((at for at, (one, other) in pairs if one != other), len(first))]


def _marked(links: Iterable[Link], length: int) -> tuple[Link, ...]:
    """Return links with a mark in place of the first characters of their URLs, so many."""
    return tuple(
        link._replace(address=link.address and _START + link.address[length:]) for link in links
    )


class HandEntry(StrEnum):
    """A way in which a hand was entered; ``AS_ENTERED`` where nothing has to be said of it."""

    AS_ENTERED = "said"
    WITH_PLAYED = "with"
    WITHOUT_PLAYED = "without"


class EnteredHand(NamedTuple):
    """A hand with the played card, and how it was entered."""

    hand_entry: HandEntry
    hand: Cards | None


def read_hand(hand: Cards | None, played: Card | None, table: Cards, deck: Deck) -> EnteredHand:
    """Return a hand with the played card, and whether that was in it. ``deck`` is that of the game.

    A hand that has such a card was most likely entered with it: who leaves it out has to hold
    another one like it. A hand that has none was entered without, unless the packs have none left;
    that is a fault, which the referee finds.
    """
    if not hand or played is None:
        return EnteredHand(HandEntry.AS_ENTERED, hand)
    whole = (*hand, played)
    fits = _fit(deck, (*table, *whole))
    if any(can_be_same_card(card, played) for card in hand):
        return EnteredHand(HandEntry.WITH_PLAYED if fits else HandEntry.AS_ENTERED, hand)
    if not fits:
        return EnteredHand(HandEntry.AS_ENTERED, hand)
    return EnteredHand(HandEntry.WITHOUT_PLAYED, whole)


def _fit(deck: Deck, cards: tuple[Card, ...]) -> bool:
    try:
        KnownCards(deck, cards)
    except TooManyCopies:
        return False
    return True


CLAIM = "claim"
HOLDS = "holds"
"""The field that says what the mover holds, where a verdict depends on it."""

Query = MultiDict[str, str]

MOST_OPTIONS = "24"  # nobody reads on; whoever programs asks the API


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

    @cached_property
    def headline(self) -> VerdictLine:
        """Return the ruling, what is wrong in the form, or what is asked for next."""
        if self.form.complaints:
            return VerdictLine(self.form.complaints[0], tone="wrong")
        return self.ruled_headline

    @property
    def ruled_headline(self) -> VerdictLine:
        """Return the headline of a question that can be read."""
        raise NotImplementedError

    @property
    def lies(self) -> bool:
        """Return whether there is a ruling, or cards to play on."""
        raise NotImplementedError

    @property
    def hand_question(self) -> HandQuestion | None:
        """Return the question about the hand that the verdict depends on, None for none."""
        raise NotImplementedError

    @property
    def lines(self) -> Sequence[VerdictLine]:
        """Return what follows the headline."""
        raise NotImplementedError

    @property
    def asks_played(self) -> bool:
        """Return whether the played card is to be entered next."""
        raise NotImplementedError

    @property
    def blames_played(self) -> bool:
        """Return whether the verdict is about the played card itself."""
        return False

    @property
    def lines_below(self) -> Sequence[VerdictLine]:
        """Return what follows the verdict, and may scroll away."""
        return ()

    @property
    def asks_hand(self) -> bool:
        """Return whether the hand is to be entered, since a verdict depends on it."""
        return False

    @property
    def further_lines(self) -> Sequence[VerdictLine]:
        """Return what follows the request for a card or the hand."""
        raise NotImplementedError

    @property
    def has_question(self) -> bool:
        """Return whether there is anything to rule on."""
        raise NotImplementedError

    @property
    def may_claim_next(self) -> bool:
        """Return whether cards lie there and the played card is not entered yet."""
        raise NotImplementedError

    @cached_property
    def conditions(self) -> Conditions:
        """Return the conditions of the ruling, with the URLs that change them."""
        return Conditions(self.game, self.address, self.house_rules, self.just_judge)

    @property
    def house_rules(self) -> tuple[str, ...]:
        """Return the house rules that are on."""
        return tuple(self.texts["house"].split())

    @property
    def drawn_conditions(self) -> Markup:
        """Return the chips and switches of the conditions, drawn."""
        return draw_conditions(self.conditions, self.CARD_FIELDS)

    @property
    def by_other_rules(self) -> ByOtherRules:
        """Return the house rules that would change the verdict, and what presets say."""
        raise NotImplementedError

    @property
    def decisive_switches(self) -> list[SwitchChip]:
        """Return the switches of the house rules that would change the verdict."""
        return list(map(self.conditions.switch, self.by_other_rules.switches))

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
