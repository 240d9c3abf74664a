"""Pages of rules, clause by clause, with worked examples that the referee answers."""

from __future__ import annotations

from functools import cache, partial

from flask import Blueprint, abort, render_template, request

from ..rules.exercises.house_rule_exercises import practised_rules
from ..rules.games import RULESETS
from ..rules.possible_totals_and_piles import possible_totals
from .ruleset_of_game_in_url import find_ruleset
from .scored_examples import ScoredExample, score_example
from .worked_examples import Example, ExampleData, answer_in, read, to_ask, tried_in

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
