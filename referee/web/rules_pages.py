"""Pages of rules, clause by clause, with worked examples that the referee answers."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from flask import Blueprint, abort, render_template, request

from ..rules.exercises.house_rule_exercises import practised_rules
from ..rules.games import RULESETS
from ..rules.scoring import Score, Sheet, TeamScore, score
from ..rules.sheet_plan import RowCounts
from .ruleset_in_url import find_ruleset
from .worked_examples import Example, answer_in, read, to_ask, tried_in

blueprint = Blueprint("rules", __name__)


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
            rows = _rows(scoring)
            sheet = score(rules, rows, scoring.get("teams"), scoring.get("last"))
            scored.append(ScoredExample(name, scoring["players"], rows, sheet))
            continue
        positions[name] = to_ask(game, "rules", example)
    return positions, scored


def _rows(scoring: dict[str, Any]) -> list[RowCounts]:
    """Return the counts of each player: sweeps alone, or a counted pile, with the sweeps that were
    made."""
    if "sweeps" in scoring:
        return [RowCounts(markers, 0) for markers in scoring["sweeps"]]
    piles = scoring["piles"]
    swept = scoring.get("swept", [0] * len(piles))
    return [RowCounts(markers, pile) for markers, pile in zip(swept, piles, strict=True)]


def published(game: str) -> list[dict[str, Any]]:
    """Return the examples in a game's data file; 404 where it has none, and so no page."""
    path = RULESETS[game].examples
    if path is None:
        abort(404)
    return read(path)
