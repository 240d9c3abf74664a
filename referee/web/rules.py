"""The rules in our own words, clause by clause, with worked examples that the referee answers."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from flask import Blueprint, render_template

from .. import messages, rules
from ..rules.question import Question
from ..rules.scoring import Row, Sheet, score
from ..rules.verdict import Ruling, consult
from .games import find_ruleset

blueprint = Blueprint("rules", __name__)

_ASKED = ("table", "hand", "played", "last_of_deal")


class Example(NamedTuple):
    """A worked example, and how the referee rules on it."""

    id: str
    query: dict[str, str]
    question: Question
    ruling: Ruling


class SweepExample(NamedTuple):
    """A worked example of scoring sweeps."""

    id: str
    names: list[str]
    markers: list[int]
    sheet: Sheet


@blueprint.get("/<game>/rules")
def page(game: str) -> str:
    ruleset = find_ruleset(game)
    examples, sweeps = worked_examples(game)
    return render_template(
        f"rules/{game}.html",
        game=game,
        rules=ruleset,
        examples=examples,
        sweeps=sweeps,
        say=messages,
    )


@cache
def worked_examples(game: str) -> tuple[list[Example], list[SweepExample]]:
    """The published examples of a game; they lie beside its module, as data."""
    ruleset = find_ruleset(game)
    data = json.loads(files(rules).joinpath("games", f"{game}_examples.json").read_text("utf-8"))
    positions, sweeps = [], []
    for example in data["examples"]:
        if scoring := example.get("scoring"):
            rows = [Row(markers, 0) for markers in scoring["sweeps"]]
            sheet = score(ruleset, rows)
            sweeps.append(SweepExample(example["id"], scoring["players"], scoring["sweeps"], sheet))
            continue
        query = _query(example)
        question = Question.read(query)
        positions.append(Example(example["id"], query, question, consult(ruleset, question)))
    return positions, sweeps


def _query(example: dict[str, Any]) -> dict[str, str]:
    """An example as the referee's query, switches as 1."""
    texts = {name: example[name] for name in _ASKED if name in example}
    return {name: "1" if text is True else str(text) for name, text in texts.items()}
