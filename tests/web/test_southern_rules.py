"""The rules of the games with open piles: all clauses are there, and what is told of examples."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.rules import games
from referee.rules.games import RULESETS
from referee.web.rules import worked_examples

from .asking import Page

EXAMPLES = {
    "swazi-casino": "casino/swazi_casino_examples.json",
    "lesotho-casino": "casino/lesotho_casino_examples.json",
    "south-african-casino": "casino/south_african_casino_examples.json"}  # fmt: skip
TEMPLATES = Path(__file__).parents[2] / "templates/rules"


def published(game: str) -> list[dict[str, Any]]:
    text = files(games).joinpath(EXAMPLES[game]).read_text("utf-8")
    found: list[dict[str, Any]] = json.loads(text)["examples"]
    return found


@pytest.fixture(params=EXAMPLES)
def game(request: pytest.FixtureRequest) -> str:
    game: str = request.param
    return game


def test_contents_are_the_clauses_in_order(client: FlaskClient, game: str) -> None:
    text = client.get(f"/{game}/rules").text
    contents = re.search(r'<nav class="contents".*?</nav>', text, re.DOTALL)
    assert contents
    clauses = re.findall(r'class="clause" id="([^"]+)"', text)
    assert re.findall(r'href="#([^"]+)"', contents[0]) == clauses
    assert clauses.index("turn") < clauses.index("taking-numbers") < clauses.index("scoring")


def test_each_house_rule_is_explained(client: FlaskClient, game: str) -> None:
    text = client.get(f"/{game}/rules").text
    house_rules = text.partition('id="house-rules"')[2].partition("</section>")[0]
    assert house_rules.count("<dt>") == len(RULESETS[game].house_rules.names())


SOURCES = {
    "swazi-casino": ("_swazi_and_lesotho_examples", "_swazi_and_lesotho", "swazi-casino"),
    "lesotho-casino": ("_swazi_and_lesotho_examples", "_swazi_and_lesotho", "lesotho-casino"),
    "south-african-casino": ("south-african-casino",)}  # fmt: skip


@pytest.mark.parametrize("game", EXAMPLES)
def test_each_worked_example_is_told_and_shown(game: str) -> None:
    text = "".join((TEMPLATES / f"{name}.html").read_text("utf-8") for name in SOURCES[game])
    told = re.findall(r'^  "([^"]+)": \($', text, re.MULTILINE)
    shown = {
        one for ids in re.findall(r"worked\(\[(.*?)\]", text) for one in re.findall('"(.*?)"', ids)
    }
    turns = {example["id"] for example in published(game) if "turn" in example}
    assert len(told) == len(set(told))
    assert turns <= set(told) & shown


SCORES = {
    "swazi-casino": {"SW22": [6, 4, 1], "tied": [6, 5]},
    "lesotho-casino": {"pairs": [6, 5]},
    "south-african-casino": {"ZS1": [6, 5], "ZS2": [6, 4], "ZS3": [8, 1, 1, 1]}}  # fmt: skip


def test_examples_of_scoring(client: FlaskClient, game: str) -> None:
    scored = worked_examples(game)[1]
    found = {one.id: [side.total for _, side in one.sides] for one in scored}
    assert found == SCORES[game]
    assert all(one.sheet.balanced for one in scored)
    ids = Page(client.get(f"/{game}/rules").text).ids
    assert {f"example-{one}" for one in found} <= set(ids)
