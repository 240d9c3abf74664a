"""The rules in our own words, clause by clause, with worked examples that the referee answers."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, abort, request

from .. import messages
from ..rules import games
from ..rules.asking import BadQuestion
from ..rules.cards import Card, Cards, Rank
from ..rules.games import RULESETS
from ..rules.games.casino.table import ACE_LOW_OR_HIGH, Table, read_table
from ..rules.games.krypkasino.question import Question
from ..rules.games.krypkasino.ruling import Ruling, rule_on
from ..rules.notation import read_cards, write_card
from ..rules.scoring import Row, Sheet, score
from .rulesets import find_ruleset, is_drawn
from .templates import render

blueprint = Blueprint("rules", __name__)

_ASKED = ("table", "hand", "played", "last_of_deal")


class Example(NamedTuple):
    """A worked example, and how the referee rules on it."""

    game: str
    id: str
    query: dict[str, str]
    question: Question
    ruling: Ruling

    @classmethod
    def of(cls, game: str, name: str, query: dict[str, str]) -> Example:
        """Raises :class:`~referee.rules.asking.BadQuestion`."""
        return cls(game, name, query, Question.read(query), rule_on(game, query))

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
        try:
            return Example.of(self.game, self.id, self.query | {"played": text})
        except BadQuestion:
            return self


class ToldExample(NamedTuple):
    """A worked example of a game that no referee knows yet: the page tells what was done, and
    whether it is legal (None: that depends on a secret hand)."""

    table: Table
    hand: Cards
    legal: bool | None


class SweepExample(NamedTuple):
    """A worked example of scoring sweeps."""

    id: str
    names: list[str]
    markers: list[int]
    sheet: Sheet


@blueprint.get("/<game>/rules")
def page(game: str) -> str:
    ruleset = find_ruleset(game)
    if not is_drawn(ruleset):
        return render(f"rules/{game}.html", game=game, rules=ruleset, examples=told_examples(game))
    examples, sweeps = worked_examples(game)
    chosen, played = request.args.get("example"), request.args.get("played", "")
    return render(
        f"rules/{game}.html",
        game=game,
        rules=ruleset,
        examples=[e.with_played(played) if e.id == chosen else e for e in examples],
        sweeps=sweeps,
        say=messages,
    )


@blueprint.get("/<game>/rules/answer")
def answer(game: str) -> str:
    """The part of the page that changes when another card is tried in an example."""
    if not is_drawn(find_ruleset(game)):
        abort(404)
    examples, _ = worked_examples(game)
    chosen = {example.id: example for example in examples}.get(request.args.get("example", ""))
    if chosen is None:
        abort(404)
    tried = chosen.with_played(request.args.get("played", ""))
    return render("rules/_answer.html", game=game, example=tried, say=messages)


@cache
def worked_examples(game: str) -> tuple[list[Example], list[SweepExample]]:
    """The published examples of a game; they lie beside its module, as data."""
    ruleset = find_ruleset(game)
    positions, sweeps = [], []
    for example in published(game):
        if scoring := example.get("scoring"):
            rows = [Row(markers, 0) for markers in scoring["sweeps"]]
            sheet = score(ruleset, rows)
            sweeps.append(SweepExample(example["id"], scoring["players"], scoring["sweeps"], sheet))
            continue
        positions.append(Example.of(game, example["id"], _query(example)))
    return positions, sweeps


@cache
def told_examples(game: str) -> dict[str, ToldExample]:
    """The published examples of a game with builds, by id."""
    return {
        example["id"]: ToldExample(
            read_table(example["table"], ACE_LOW_OR_HIGH),
            read_cards(example.get("hand", "")),
            example["legal"],
        )
        for example in published(game)
    }


def published(game: str) -> list[dict[str, Any]]:
    """The examples of a game, as its file has them; 404 where there are none, and so no page."""
    path = RULESETS[game].examples
    if path is None:
        abort(404)
    text = files(games).joinpath(path).read_text("utf-8")
    found: list[dict[str, Any]] = json.loads(text)["examples"]
    return found


def _query(example: dict[str, Any]) -> dict[str, str]:
    """An example as the referee's query, switches as 1."""
    texts = {name: example[name] for name in _ASKED if name in example}
    return {name: "1" if text is True else str(text) for name, text in texts.items()}
