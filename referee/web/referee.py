"""Settle a dispute. The address holds the position; a page draws it, and so does each tap."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import quote_plus

import segno
from flask import Blueprint, Response, make_response, render_template, request, url_for

from .. import messages
from ..rules.cards import SUITS, Card, Cards, Suit
from ..rules.games import RULESETS
from ..rules.notation import NOTHING, write_card, write_cards
from ..rules.question import BadQuestion, Question
from ..rules.ruleset import UnknownHouseRule
from ..rules.verdict import Outcome, Ruling, consult, without
from .forms import RefereeForm
from .games import find_ruleset

blueprint = Blueprint("referee", __name__)

JUST_JUDGE = "judge"


class SuitLink(NamedTuple):
    """An address in which a card has got its suit."""

    suit: Suit
    address: str


@dataclass(frozen=True)
class View:
    """A question with its ruling, as the templates draw it.

    ``just_judge``: without points and advice. The addresses lead to what a tap makes of it.
    """

    game: str
    form: RefereeForm
    question: Question
    ruling: Ruling | None
    just_judge: bool

    @cached_property
    def _page(self) -> str:
        return url_for("referee.page", game=self.game)

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

    def address(self, **changes: Any) -> str:
        """The page's address after some changes to the question."""
        question = replace(self.question, **changes)
        captured = question.captured
        texts = {
            "table": write_cards(question.table),
            "played": write_card(question.played) if question.played else "",
            "hand": write_cards(question.hand or ()),
            "captured": write_cards(captured) or NOTHING if captured is not None else "",
            "dealt": "1" if question.dealt else "",
            "last_of_deal": "1" if question.last_of_deal else "",
            "house": " ".join(question.house),
            JUST_JUDGE: "1" if self.just_judge else "",
        }
        query = "&".join(f"{name}={quote_plus(text)}" for name, text in texts.items() if text)
        return f"{self._page}?{query}" if query else self._page

    def without_table_card(self, card: Card) -> str:
        return self.address(table=without(self.question.table, (card,)), captured=None)

    def without_hand_card(self, card: Card) -> str:
        hand = without(self.question.hand or (), (card,))
        return self.address(hand=hand or None)

    def without_played(self) -> str:
        return self.address(played=None, captured=None)

    def clear(self) -> str:
        """An empty table, with the same house rules."""
        return self._with_table(())

    def crept(self) -> str:
        return self.address(captured=())

    def next(self, outcome: Outcome) -> str:
        """What is left becomes the table."""
        return self._with_table(outcome.left)

    def next_deal(self, outcome: Outcome | None = None) -> str:
        """What is left, or lies there now, once cards are dealt: some of it is set aside."""
        return self._with_table(outcome.left if outcome else self.question.table, dealt=True)

    def _with_table(self, table: Cards, *, dealt: bool = False) -> str:
        return self.address(
            table=table, played=None, hand=None, captured=None, dealt=dealt, last_of_deal=False
        )

    def suit_links(self, card: Card) -> list[SuitLink]:
        """The suits that a suitless card on the table, or else the played one, can get."""
        links = []
        for suit in SUITS:
            suited = Card(card.rank, suit)
            if card in self.question.table:
                table = (*without(self.question.table, (card,)), suited)
                links.append(SuitLink(suit, self.address(table=table, captured=None)))
            elif self.question.played == card:
                links.append(SuitLink(suit, self.address(played=suited, captured=None)))
        return links


@blueprint.get("/<game>/referee")
def page(game: str) -> str:
    view = _view(game)
    return render_template(
        "referee/page.html",
        game=game,
        view=view,
        say=messages,
        house_rules=RULESETS[game].house_rules.names_during_play(),
    )


@blueprint.get("/<game>/referee/ruling")
def ruling(game: str) -> str:
    """The part of the page that changes with a tap."""
    return render_template("referee/_ruling.html", game=game, view=_view(game), say=messages)


@blueprint.get("/<game>/referee/share")
def share(game: str) -> str:
    return render_template("referee/share.html", game=game, view=_view(game), say=messages)


@blueprint.get("/<game>/referee/qr.svg")
def qr(game: str) -> Response:
    """The position's full address as a QR code."""
    address = request.host_url.rstrip("/") + _view(game).address()
    picture = BytesIO()
    segno.make(address, micro=False).save(picture, kind="svg", scale=4, border=2, light="#fff")
    response = make_response(picture.getvalue())
    response.content_type = "image/svg+xml"
    return response


def _view(game: str) -> View:
    """The ruling on what was asked; if it cannot be read, the form says what is wrong."""
    find_ruleset(game)
    form = RefereeForm.of(request.args)
    question, ruling = Question(), None
    try:
        question = Question.read(form.texts())
        rules = find_ruleset(game, question.house)
        ruling = consult(rules, question)
    except BadQuestion as refusal:
        form.blame_all(refusal)
    except UnknownHouseRule as error:
        form.blame("house", error)
        question = replace(question, house=())
    return View(game, form, question, ruling, just_judge=bool(request.args.get(JUST_JUDGE)))
