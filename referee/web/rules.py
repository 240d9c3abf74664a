"""Pages of rules and of advice, with their examples."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial, singledispatch
from importlib.resources import files
from typing import NamedTuple, NotRequired, TypedDict
from urllib.parse import urlencode

from flask import Blueprint, abort, render_template, request

from ..messages.measured_advice import AdviceFigure, MeasuredHabit
from ..rules import games
from ..rules.cards import Card, Rank
from ..rules.exercises.house_rule_exercises import practised_rules
from ..rules.games import RULESETS
from ..rules.games.ask import Answered, ask
from ..rules.games.casino.analysis import BuildRuling
from ..rules.games.casino.judge.play_rules import BuildRules
from ..rules.games.casino.question import BuildQuestion
from ..rules.games.krypkasino.captures import CaptureRules
from ..rules.games.krypkasino.question import Question
from ..rules.games.krypkasino.verdict import Ruling
from ..rules.notation import write_card
from ..rules.question_fields import BadQuestion
from ..rules.ruleset import Referee, Ruleset
from ..rules.scoring import Score, Sheet, TeamScore, score
from ..rules.sheet_plan import RowCounts, possible_totals
from ..urls import root
from .requests import find_ruleset


class ScoringData(TypedDict):
    """A worked example in a game's data file: ``piles`` are the counted piles, with the sweeps that
    were ``swept``; or ``sweeps`` are paid alone. ``last`` captured last."""

    players: list[str]
    teams: NotRequired[list[int]]
    piles: NotRequired[list[dict[str, int]]]
    swept: NotRequired[list[int]]
    sweeps: NotRequired[list[int]]
    last: NotRequired[int]


class ScoredExample(NamedTuple):
    """A worked example of scoring, or of paying sweeps, with the counts of each player."""

    id: str
    names: list[str]
    rows: list[RowCounts]
    sheet: Sheet

    @property
    def sides(self) -> list[tuple[list[str], Score | TeamScore]]:
        """Return each side: the names in it, and its score."""
        if self.sheet.teams is None:
            return [
                ([name], result) for name, result in zip(self.names, self.sheet.scores, strict=True)
            ]
        return [
            ([self.names[seat] for seat in result.players], result) for result in self.sheet.teams
        ]


def score_example(rules: Ruleset, name: str, scoring: ScoringData) -> ScoredExample:
    """Return the example of a data file, scored by these rules."""
    rows = _rows(scoring)
    sheet = score(rules, rows, scoring.get("teams"), scoring.get("last"))
    return ScoredExample(name, scoring["players"], rows, sheet)


def _rows(scoring: ScoringData) -> list[RowCounts]:
    """Return the counts of each player: sweeps alone, or a counted pile, with the sweeps that were
    made."""
    if "sweeps" in scoring:
        return [RowCounts(markers, 0) for markers in scoring["sweeps"]]
    piles = scoring["piles"]
    swept = scoring.get("swept", [0] * len(piles))
    return [RowCounts(markers, pile) for markers, pile in zip(swept, piles, strict=True)]


_QUESTION_FIELDS = (
    *("table", "hand", "played", "last_of_deal", "turn", "house"),
    *("players", "piles", "deal", "stock", "proven"),
)
_CLAIM_FIELDS = ("turn",)
"""Fields about the card of the example, which say nothing of another card that is tried."""


class ExampleData(TypedDict):
    """An example in a game's data file: a position, or a scored game. It has other fields of
    questions to the referee too, and what tests expect of it."""

    id: str
    table: NotRequired[str]
    hand: NotRequired[str]
    played: NotRequired[str]
    wants: NotRequired[str]
    all: NotRequired[str]
    turns: NotRequired[dict[str, str]]
    clause: NotRequired[str]
    scoring: NotRequired[ScoringData]


@singledispatch
def _answer(referee: Referee | None) -> str:
    """Return the name of the template that answers for a kind of referee when another card is
    tried. Raises :class:`TypeError` for a game without a referee."""
    raise TypeError(f"no examples for {type(referee).__name__}")


@_answer.register
def _(_referee: CaptureRules) -> str:
    return "_example_answer"


@_answer.register
def _(_referee: BuildRules) -> str:
    return "_example_options"


@dataclass(frozen=True)
class Example:
    """A position on a ``page`` of a game. The referee is asked when its ruling is read."""

    game: str
    page: str
    id: str
    query: dict[str, str]

    @cached_property
    def _ruled(self) -> Answered:
        """Return the position and the referee's ruling on it.

        Raises :class:`.BadQuestion`."""
        return ask(self.game, self.query, for_people=True)

    @property
    def question(self) -> Question | BuildQuestion:
        question: Question | BuildQuestion = self._ruled.question
        return question

    @property
    def ruling(self) -> Ruling | BuildRuling:
        ruling: Ruling | BuildRuling = self._ruled.ruling
        return ruling

    @property
    def cards_to_try(self) -> tuple[Card, ...]:
        """Return the cards that may be played instead: the hand, else one card of each rank."""
        return self.question.hand or tuple(map(Card, Rank))

    @cached_property
    def each(self) -> tuple[Example, ...]:
        """Return the position with each card of :attr:`cards_to_try` played."""
        return tuple(self.with_played(write_card(card)) for card in self.cards_to_try)

    def address(self, card: Card) -> str:
        """Return the URL of the page with another card played in this example."""
        query = urlencode({"example": self.id, "played": write_card(card)})
        return f"{root()}/{self.game}/{self.page}?{query}#example-{self.id}"

    def with_played(self, text: str) -> Example:
        """Return the position with another card played, unchanged if that cannot be read."""
        query = {name: value for name, value in self.query.items() if name not in _CLAIM_FIELDS}
        other = replace(self, query=query | {"played": text})
        try:
            return other if other.ruling else self
        except BadQuestion:
            return self


@cache
def data_file(path: str) -> str:
    """Return the text of a data file beside the games' modules."""
    return files(games).joinpath(path).read_text("utf-8")


def read(path: str) -> list[ExampleData]:
    """Return the examples in a data file beside the games' modules."""
    examples: list[ExampleData] = json.loads(data_file(path))["examples"]
    return examples


def to_ask(game: str, page: str, example: ExampleData) -> Example:
    """Return an example of a data file as a query to the referee: a switch is 1, house rules are
    words."""
    values = {name: example.get(name) for name in _QUESTION_FIELDS}
    query = {name: _text(value) for name, value in values.items() if value}
    return Example(game, page, example["id"], query)


def _text(value: object) -> str:
    if value is True:
        return "1"
    return " ".join(value) if isinstance(value, list) else str(value)


def tried_in(examples: Mapping[str, Example]) -> Example | None:
    """Return the example that the query names, with the card that it tries; None if it names
    none."""
    chosen = examples.get(request.args.get("example", ""))
    return chosen and chosen.with_played(request.args.get("played", ""))


def answer_in(game: str, examples: Mapping[str, Example]) -> str:
    """Draw the answer to another card in an example; 404 if the query names no example."""
    tried = tried_in(examples)
    if tried is None:
        abort(404)
    template = f"rules/{_answer(find_ruleset(game).referee)}.html"
    return render_template(template, game=game, example=tried)


blueprint = Blueprint("rules", __name__)


def house_rule_anchor(name: str) -> str:
    """Return the anchor of a house rule on its page of rules."""
    return f"house-rule-{name}"


@blueprint.get("/<game>/rules")
def page(game: str) -> str:
    rules = find_ruleset(game)
    examples, scored = worked_examples(game)
    return render_template(
        f"rules/{game}.html",
        game=game,
        rules=rules,
        examples=examples,
        tried=tried_in(examples),
        scored=scored,
        practised=practised_rules(game),
        presets=RULESETS[game].presets,
        agreed=_agreed_rules(game),
        possible_totals=partial(possible_totals, rules.sheet),
    )


def _agreed_rules(game: str) -> list[str] | None:
    """Return the house rules in the URL that the game has; None if the URL says nothing of them."""
    if "house" not in request.args:
        return None
    names = request.args["house"].split()
    return [name for name in RULESETS[game].house_rules.names() if name in names]


@blueprint.get("/<game>/rules/answer")
def answer(game: str) -> str:
    find_ruleset(game)
    return answer_in(game, worked_examples(game)[0])


@cache
def worked_examples(game: str) -> tuple[dict[str, Example], list[ScoredExample]]:
    """Return the published positions of a game by id, and its examples of scoring."""
    rules = find_ruleset(game)
    positions, scored = {}, []
    for example in published(game):
        name = example["id"]
        if scoring := example.get("scoring"):
            scored.append(score_example(rules, name, scoring))
            continue
        positions[name] = to_ask(game, "rules", example)
    return positions, scored


def published(game: str) -> list[ExampleData]:
    """Return the examples in a game's data file; 404 where it has none, and so no page."""
    path = RULESETS[game].examples
    if path is None:
        abort(404)
    return read(path)


@blueprint.get("/<game>/tactics")
def tactics(game: str) -> str:
    rules = find_ruleset(game)
    examples = positions(game)
    return render_template(
        f"tactics/{game}.html",
        game=game,
        rules=rules,
        positions=examples,
        tried=tried_in(examples),
        packs=_measured()["packs"],
        measured=measured_habits(game),
    )


class _FigureData(TypedDict):
    """A figure of a habit, in the data that :mod:`bench.advice` writes."""

    game: str
    advice: str
    habit: str
    players: int
    gain: float
    error: float


class _MeasuredData(TypedDict):
    packs: int
    figures: list[_FigureData]


@cache
def _measured() -> _MeasuredData:
    data: _MeasuredData = json.loads(data_file("measured_advice.json"))
    return data


@cache
def measured_habits(game: str) -> dict[str, list[MeasuredHabit]]:
    """Return the habits that were measured in a game, by the id of the advice that they belong
    to."""
    figures: dict[tuple[str, str], list[AdviceFigure]] = {}
    for data in _measured()["figures"]:
        if data["game"] == game:
            figure = AdviceFigure(data["players"], data["gain"], data["error"])
            figures.setdefault((data["advice"], data["habit"]), []).append(figure)
    habits: dict[str, list[MeasuredHabit]] = {}
    for (advice, habit), each in figures.items():
        habits.setdefault(advice, []).append(MeasuredHabit(habit, tuple(each)))
    return habits


@blueprint.get("/<game>/tactics/answer")
def tactics_answer(game: str) -> str:
    find_ruleset(game)
    return answer_in(game, positions(game))


@cache
def positions(game: str) -> dict[str, Example]:
    """Return the positions of a game's advice, by the id of the paragraph that they illustrate; 404
    where there is no advice, and so no page."""
    path = RULESETS[game].tactics
    if path is None:
        abort(404)
    return {example["id"]: to_ask(game, "tactics", example) for example in read(path)}
