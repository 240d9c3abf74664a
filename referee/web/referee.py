"""Settle a dispute. The address holds the position; a page draws it, and so does each tap."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from typing import NamedTuple
from urllib.parse import urlencode

import segno
from flask import Blueprint, Response, abort, make_response, request, url_for
from markupsafe import Markup

from .. import messages
from ..addresses import for_phones
from ..rules.asking import BadQuestion
from ..rules.cards import SUITS, Card, Cards, Suit
from ..rules.games import RULESETS
from ..rules.games.krypkasino.question import Question
from ..rules.games.krypkasino.ruling import Outcome, Ruling, consult, rules_for
from ..rules.games.krypkasino.verdict import Verdict
from ..rules.notation import NOTHING, write_card, write_cards
from .hand_reading import Reading, read_hand
from .referee_form import RefereeForm
from .rulesets import check_referee, find_ruleset
from .templates import card, render, take_back
from .way_back import FROM, WayBack, way_back

blueprint = Blueprint("referee", __name__)

JUST_JUDGE = "judge"
CLAIM = "claim"


class SuitLink(NamedTuple):
    """An address in which a card has got its suit."""

    suit: Suit
    address: str


class SuitAsked(NamedTuple):
    """A suitless card whose suit matters: on the table (one of how many?), or else the played one,
    and the addresses that tell it."""

    card: Card
    on_table: int
    links: list[SuitLink]


class LinkedCard(NamedTuple):
    """A card as it is drawn, and the address in which it is taken back."""

    address: str
    drawn: Markup


class ClaimedCard(NamedTuple):
    """A card on the table, as written and drawn, and does somebody claim to have taken it?"""

    text: str
    drawn: Markup
    taken: bool


@dataclass
class View:
    """A question with its ruling, as the templates draw it.

    The hand of the ``question`` is as it was entered, with the played card or without, as
    ``reading`` says. ``just_judge``: without the points of cards and advice; ``claiming``: somebody
    asks whether what was taken was right; ``back`` leads to the game that they came from. The
    addresses lead to what a tap makes of it.
    """

    game: str
    form: RefereeForm
    question: Question
    ruling: Ruling | None
    reading: Reading
    just_judge: bool
    claiming: bool
    back: WayBack | None

    @cached_property
    def page(self) -> str:
        """The page's path; the paths of its parts begin with it."""
        return url_for("referee.page", game=self.game)

    @cached_property
    def texts(self) -> dict[str, str]:
        """The fields of the address, as the notation writes them."""
        question = self.question
        return {
            "table": write_cards(question.table),
            "played": write_card(question.played) if question.played else "",
            "hand": write_cards(question.hand or ()),
            "captured": "" if question.captured is None else _claim(question.captured),
            CLAIM: "1" if self.claiming and question.captured is None else "",
            "dealt": "1" if question.dealt else "",
            "last_of_deal": "1" if question.last_of_deal else "",
            "house": " ".join(question.house),
            JUST_JUDGE: "1" if self.just_judge else "",
            FROM: self.back.within_groups if self.back else "",
        }

    @cached_property
    def verdict(self) -> Verdict | None:
        """The verdict, where it is what was asked for, or where something is wrong."""
        verdict = self.ruling.verdict if self.ruling else None
        asked = verdict and (self.question.captured is not None or not verdict.legal)
        return verdict if asked else None

    @cached_property
    def answer(self) -> str | None:
        """What the referee says, in one sentence."""
        if self.verdict:
            return messages.verdict_text(self.verdict)
        return messages.headline(self.ruling) if self.ruling else None

    @cached_property
    def lying(self) -> list[LinkedCard]:
        """The table, each card with the address in which it is taken back."""
        ruling, table = self.ruling, self.question.table
        cards = ruling.table if ruling else table
        return [
            LinkedCard(self._moved(table=_without(table, one)), take_back(one)) for one in cards
        ]

    @cached_property
    def claimed(self) -> list[ClaimedCard]:
        """The table, each card with whether it is claimed to be taken."""
        claimed = Counter(self.question.captured)
        cards = []
        for one in self.ruling.table if self.ruling else ():
            cards.append(ClaimedCard(write_card(one), card(one, "small"), claimed[one] > 0))
            claimed[one] -= 1
        return cards

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The fields that a claim is about, with their texts."""
        claim = ("captured", CLAIM)
        return [(name, text) for name, text in self.texts.items() if text and name not in claim]

    @cached_property
    def query(self) -> str:
        """The question as a query, question mark included."""
        return self._query()

    @property
    def shared(self) -> str:
        """The question for other people: where somebody came from is nobody else's business."""
        return self.address(**{FROM: ""})

    def address(self, **changes: str) -> str:
        """The page's address after some changes to the fields; an empty text drops one."""
        return self.page + self._query(**changes)

    @cached_property
    def _fields(self) -> dict[str, str]:
        """The fields as parts of a query: most are the same in all addresses of a page."""
        return {name: _field(name, text) for name, text in self.texts.items()}

    def _query(self, **changes: str) -> str:
        fields = self._fields | {name: _field(name, text) for name, text in changes.items()}
        query = "&".join(filter(None, fields.values()))
        return f"?{query}" if query else ""

    @property
    def asked(self) -> bool:
        """Is there anything to rule on?"""
        return self.question != Question(house=self.question.house)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The options; their order by points would be advice."""
        outcomes = self.ruling.play.outcomes if self.ruling and self.ruling.play else ()
        if self.just_judge:
            return tuple(sorted(outcomes, key=lambda outcome: outcome.option.captured))
        return outcomes

    def without_hand_card(self, card: Card) -> str:
        return self.address(hand=_without(self.question.hand or (), card))

    def without_played(self) -> str:
        return self._moved(played="")

    def claim(self) -> str:
        """The same position, with the question what was taken; without it, if it is asked."""
        return self._moved(**{CLAIM: "" if self.claiming else "1"})

    @property
    def has_crept(self) -> bool:
        """Does somebody claim that the card took nothing?"""
        return self.question.captured == ()

    def crept(self) -> str:
        """The claim that the card took nothing; once more takes it back."""
        if self.has_crept:
            return self._moved(**{CLAIM: "1"})
        return self._moved(captured=NOTHING)

    def clear(self) -> str:
        """An empty table, with the same house rules."""
        return self._with_table(())

    def next(self, outcome: Outcome) -> str:
        """What is left becomes the table."""
        return self._with_table(outcome.left)

    def next_deal(self, outcome: Outcome | None = None) -> str:
        """What is left, or lies there now, once cards are dealt: some of it is set aside."""
        return self._with_table(outcome.left if outcome else self.question.table, dealt="1")

    def _with_table(self, table: Cards, dealt: str = "") -> str:
        return self._moved(
            table=write_cards(table), played="", hand="", dealt=dealt, last_of_deal=""
        )

    def _moved(self, **changes: str) -> str:
        """The address after some changes to the cards: what was claimed of them is gone."""
        return self.address(**{"captured": "", CLAIM: ""} | changes)

    def ask_suit(self, card: Card) -> SuitAsked:
        """Where a suitless card whose suit matters lies, and what it can be. Where both the table
        and the player have such a card, the one on the table comes first, if it may be taken."""
        table = self.question.table
        on_table = 0 if self._asks_played(card) else table.count(card)
        links = []
        for suit in SUITS:
            suited = write_card(Card(card.rank, suit))
            if on_table:
                address = self._moved(table=f"{_without(table, card)} {suited}".strip())
            else:
                address = self._moved(played=suited)
            links.append(SuitLink(suit, address))
        return SuitAsked(card, on_table, links)

    def _asks_played(self, card: Card) -> bool:
        """Is only the played card meant? Nobody has to tell an ace that no ace can take."""
        taken = {one for outcome in self.outcomes for one in outcome.option.captured}
        counts = self.ruling is not None and card in self.ruling.open_points
        return card == self.question.played and counts and card not in taken


def _field(name: str, text: str) -> str:
    """A field as part of a query; nothing for an empty one."""
    return urlencode({name: text}, safe="/") if text else ""


def _claim(captured: Cards) -> str:
    return write_cards(captured) or NOTHING


def _without(cards: Cards, card: Card) -> str:
    at = cards.index(card)
    return write_cards(cards[:at] + cards[at + 1 :])


@blueprint.get("/<game>/referee")
def page(game: str) -> str:
    view = _view(game)
    return render(
        "referee/page.html",
        game=game,
        view=view,
        say=messages,
        copies=find_ruleset(game).deck.copies,
        house_rules=RULESETS[game].house_rules.names_during_play(),
    )


@blueprint.get("/<game>/referee/ruling")
def ruling(game: str) -> str:
    """The part of the page that changes with a tap."""
    return render("referee/_drawn.html", game=game, view=_view(game), say=messages)


@blueprint.get("/<game>/referee/share")
def share(game: str) -> str:
    view = _view(game)
    address = for_phones(view.shared)
    return render("referee/share.html", game=game, view=view, address=address, say=messages)


@blueprint.get("/<game>/referee/qr.svg")
def qr(game: str) -> Response:
    """The position's full address as a QR code."""
    view = _view(game)
    if view.form.complaints and not view.asked:
        abort(400)  # nothing that was asked can be read or drawn
    picture = BytesIO()
    code = segno.make(for_phones(view.shared), micro=False)
    code.save(picture, kind="svg", scale=4, border=2, light="#fff")
    response = make_response(picture.getvalue())
    response.content_type = "image/svg+xml"
    return response


def _drawable(game: str, question: Question) -> Question:
    """What is drawn of a refused question. Each card carries the address with all the others, so
    there are no more than the packs hold; the form keeps what was typed."""
    most = find_ruleset(game).deck.size
    known = RULESETS[game].house_rules.names()
    return replace(
        question,
        table=question.table if len(question.table) <= most else (),
        hand=question.hand if len(question.hand or ()) <= most else None,
        captured=question.captured if len(question.captured or ()) <= most else None,
        house=tuple(name for name in question.house if name in known),
    )


def _view(game: str) -> View:
    """The ruling on what was asked; if it cannot be read, the form says what is wrong."""
    check_referee(game)
    query = request.args
    form = RefereeForm.of(query)
    question, ruling, reading = Question(), None, Reading.SAID
    try:
        question = Question.read(form.texts())
        rules = rules_for(game, question)
        reading, whole = read_hand(question, rules.deck)
        ruling = consult(rules, whole)
    except BadQuestion as refusal:
        form.blame_all(refusal)
        question = refusal.readable or question
    if ruling is None:
        question = _drawable(game, question)
    return View(
        game,
        form,
        question,
        ruling,
        reading,
        just_judge=query.get(JUST_JUDGE) == "1",
        claiming=query.get(CLAIM) == "1" or question.captured is not None,
        back=way_back(query[FROM]) if FROM in query else None,
    )
