"""Positions that the referee answers when somebody looks, and in which other cards are tried."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, singledispatch
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from flask import abort, render_template, request

from .. import messages
from ..rules import games
from ..rules.cards import Card, Rank
from ..rules.games.casino.judge.build_rules import BuildRules
from ..rules.games.casino.question import BuildQuestion
from ..rules.games.casino.ruling import BuildRuling
from ..rules.games.krypkasino.capture_rules import CaptureRules
from ..rules.games.krypkasino.question import Question
from ..rules.games.krypkasino.ruling import Ruling
from ..rules.games.referee import Answered, ask
from ..rules.notation import write_card
from ..rules.question_fields import BadQuestion
from ..rules.ruleset import Referee
from ..urls import root
from .game_in_url import find_ruleset

_ASKED = (
    *("table", "hand", "played", "last_of_deal", "turn", "house"),
    *("players", "piles", "deal", "stock", "proven"),
)
_CLAIMED = ("turn",)
"""What is about one card, and says nothing of another one that is tried."""


@singledispatch
def _answer(referee: Referee | None) -> str:
    """The template that answers for a kind of referee when another card is tried."""
    raise TypeError(f"no examples for {type(referee).__name__}")


@_answer.register
def _(_referee: CaptureRules) -> str:
    return "_answer"


@_answer.register
def _(_referee: BuildRules) -> str:
    return "_may_do"


@dataclass(frozen=True)
class Example:
    """A position on a ``page`` of a game, and how the referee rules on it; it is asked when
    somebody looks."""

    game: str
    page: str
    id: str
    query: dict[str, str]

    @cached_property
    def _asked(self) -> Answered:
        """Raises :class:`~referee.rules.question_fields.BadQuestion`."""
        return ask(self.game, self.query, for_people=True)

    @property
    def question(self) -> Question | BuildQuestion:
        found: Question | BuildQuestion = self._asked.question
        return found

    @property
    def ruling(self) -> Ruling | BuildRuling:
        found: Ruling | BuildRuling = self._asked.ruling
        return found

    @property
    def cards_to_try(self) -> tuple[Card, ...]:
        """What somebody may want to play instead: the hand, or any rank."""
        return self.question.hand or tuple(map(Card, Rank))

    @cached_property
    def each(self) -> tuple[Example, ...]:
        """The same table with each card of :attr:`cards_to_try` played."""
        return tuple(self.with_played(write_card(card)) for card in self.cards_to_try)

    def address(self, card: Card) -> str:
        """The page with this card played instead, at the example."""
        query = urlencode({"example": self.id, "played": write_card(card)})
        return f"{root()}/{self.game}/{self.page}?{query}#example-{self.id}"

    def with_played(self, text: str) -> Example:
        """The same table with another card played; unreadable ones change nothing."""
        query = {name: said for name, said in self.query.items() if name not in _CLAIMED}
        other = replace(self, query=query | {"played": text})
        try:
            return other if other.ruling else self
        except BadQuestion:
            return self


def read(path: str) -> list[dict[str, Any]]:
    """What a file beside the games' modules holds."""
    found: list[dict[str, Any]] = json.loads(files(games).joinpath(path).read_text("utf-8"))[
        "examples"
    ]
    return found


def to_ask(game: str, page: str, example: dict[str, Any]) -> Example:
    """An example of such a file, as the referee's query: switches as 1, house rules in a row."""
    texts = {name: example[name] for name in _ASKED if example.get(name)}
    query = {name: _text(value) for name, value in texts.items()}
    return Example(game, page, example["id"], query)


def _text(value: str | bool | list[str]) -> str:
    if value is True:
        return "1"
    return " ".join(value) if isinstance(value, list) else str(value)


def tried_in(examples: Mapping[str, Example]) -> Example | None:
    """The example in which another card is tried, as the address says."""
    chosen = examples.get(request.args.get("example", ""))
    return chosen and chosen.with_played(request.args.get("played", ""))


def answer_in(game: str, examples: Mapping[str, Example]) -> str:
    """The part of a page that changes when another card is tried in an example."""
    tried = tried_in(examples)
    if tried is None:
        abort(404)
    template = f"rules/{_answer(find_ruleset(game).referee)}.html"
    return render_template(template, game=game, example=tried, say=messages)
