"""The rules in our own words, clause by clause, with worked examples that the referee answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, singledispatch
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, abort, request

from .. import messages
from ..rules import games
from ..rules.asking import BadQuestion
from ..rules.cards import Card, Rank
from ..rules.games import RULESETS
from ..rules.games.asked import Asked, ask
from ..rules.games.casino.judge.building import BuildRules
from ..rules.games.casino.question import BuildQuestion
from ..rules.games.casino.ruling import BuildRuling
from ..rules.games.krypkasino.capturing import CaptureRules
from ..rules.games.krypkasino.question import Question
from ..rules.games.krypkasino.ruling import Ruling
from ..rules.notation import write_card
from ..rules.ruleset import Referee
from ..rules.scoring import Score, Sheet, TeamScore, score
from ..rules.sheet import Row
from .rulesets import find_ruleset
from .templates import render

blueprint = Blueprint("rules", __name__)

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
    """A worked example, and how the referee rules on it; it is asked when somebody looks."""

    game: str
    id: str
    query: dict[str, str]

    @cached_property
    def _asked(self) -> Asked:
        """Raises :class:`~referee.rules.asking.BadQuestion`."""
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

    def address(self, card: Card) -> str:
        """The page with this card played instead, at the example."""
        query = urlencode({"example": self.id, "played": write_card(card)})
        return f"/{self.game}/rules?{query}#example-{self.id}"

    def with_played(self, text: str) -> Example:
        """The same table with another card played; unreadable ones change nothing."""
        query = {name: said for name, said in self.query.items() if name not in _CLAIMED}
        other = replace(self, query=query | {"played": text})
        try:
            return other if other.ruling else self
        except BadQuestion:
            return self


class ScoredExample(NamedTuple):
    """A worked example of scoring a game, or the sweeps of one, with what each player has."""

    id: str
    names: list[str]
    rows: list[Row]
    sheet: Sheet

    @property
    def sides(self) -> list[tuple[list[str], Score | TeamScore]]:
        """Who scores together, and what."""
        if self.sheet.teams is None:
            return [([name], one) for name, one in zip(self.names, self.sheet.scores, strict=True)]
        return [([self.names[seat] for seat in one.players], one) for one in self.sheet.teams]


@blueprint.get("/<game>/rules")
def page(game: str) -> str:
    rules = find_ruleset(game)
    examples, scored = worked_examples(game)
    return render(
        f"rules/{game}.html",
        game=game,
        rules=rules,
        examples=examples,
        tried=_tried(examples),
        scored=scored,
        say=messages,
    )


@blueprint.get("/<game>/rules/answer")
def answer(game: str) -> str:
    """The part of the page that changes when another card is tried in an example."""
    rules = find_ruleset(game)
    tried = _tried(worked_examples(game)[0])
    if tried is None:
        abort(404)
    template = f"rules/{_answer(rules.referee)}.html"
    return render(template, game=game, example=tried, say=messages)


def _tried(examples: Mapping[str, Example]) -> Example | None:
    """The example in which another card is tried, as the address says."""
    chosen = examples.get(request.args.get("example", ""))
    return chosen and chosen.with_played(request.args.get("played", ""))


@cache
def worked_examples(game: str) -> tuple[dict[str, Example], list[ScoredExample]]:
    """The published examples of a game, by id; they lie beside its module, as data."""
    rules = find_ruleset(game)
    positions, scored = {}, []
    for example in published(game):
        name = example["id"]
        if scoring := example.get("scoring"):
            rows = _rows(scoring)
            sheet = score(rules, rows, scoring.get("teams"))
            scored.append(ScoredExample(name, scoring["players"], rows, sheet))
            continue
        positions[name] = Example(game, name, _query(example))
    return positions, scored


def _rows(scoring: dict[str, Any]) -> list[Row]:
    """What each player has: sweeps, and nothing else is looked at, or a counted pile."""
    if "sweeps" in scoring:
        return [Row(markers, 0) for markers in scoring["sweeps"]]
    return [Row(0, pile) for pile in scoring["piles"]]


def published(game: str) -> list[dict[str, Any]]:
    """The examples of a game, as its file has them; 404 where there are none, and so no page."""
    path = RULESETS[game].examples
    if path is None:
        abort(404)
    text = files(games).joinpath(path).read_text("utf-8")
    found: list[dict[str, Any]] = json.loads(text)["examples"]
    return found


def _query(example: dict[str, Any]) -> dict[str, str]:
    """An example as the referee's query: switches as 1, house rules in a row."""
    texts = {name: example[name] for name in _ASKED if example.get(name)}
    return {name: _text(value) for name, value in texts.items()}


def _text(value: str | bool | list[str]) -> str:
    if value is True:
        return "1"
    return " ".join(value) if isinstance(value, list) else str(value)
