"""Pages of tactics: advice for each game, with positions that the referee answers."""

from __future__ import annotations

from functools import cache

from flask import Blueprint, abort, render_template

from ..rules.games import RULESETS
from .ruleset_of_game_in_url import find_ruleset
from .worked_examples import Example, answer_in, read, to_ask, tried_in

blueprint = Blueprint("tactics", __name__)


@blueprint.get("/<game>/tactics")
def page(game: str) -> str:
    rules = find_ruleset(game)
    examples = positions(game)
    return render_template(
        f"tactics/{game}.html",
        game=game,
        rules=rules,
        positions=examples,
        tried=tried_in(examples),
    )


@blueprint.get("/<game>/tactics/answer")
def answer(game: str) -> str:
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
