"""The rules of the games with builds: all clauses are there, and so is all that is linked to."""

import json
import re
from importlib.resources import files

import pytest
from flask.testing import FlaskClient

from referee.languages import LANGUAGES
from referee.rules import games
from referee.rules.games import RULESETS
from referee.web.rules import told_examples

from .test_pages import Page

GAMES = ("casino", "royal-casino")

CLAUSES = {
    "picture_no_number": "pictures",
    "picture_one": "pictures",
    "no_match": "taking-numbers",
    "build_value": "taking-builds",
    "bad_sum": "groups",
    "no_merge": "adding",
    "raise_multiple": "raising",
    "raise_table_card": "raising",
    "raise_played_must_change": "raising",
    "no_holder": "holder",
    "unfinished": "turn",
    "keep_card": "keep-the-card",
    "must_act_on_build": "act-on-your-build",
}
"""Where the reasons that a ruling of these games can give are explained."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_clauses_are_there(client: FlaskClient, game: str, language: str) -> None:
    answer = client.get(f"/{game}/rules", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    page = Page(answer.text)
    assert set(CLAUSES.values()) <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    anchors = {link.removeprefix("#") for link in page.links if link.startswith("#")}
    assert anchors <= set(page.ids)


def test_what_is_the_same_is_told_on_the_page_of_casino(client: FlaskClient) -> None:
    casino = Page(client.get("/casino/rules").text)
    royal = Page(client.get("/royal-casino/rules").text)
    there = [link.split("#")[1] for link in royal.links if link.startswith("/casino/rules#")]
    assert len(there) > 10
    assert set(there) <= set(casino.ids) & set(royal.ids)


@pytest.mark.parametrize("game", GAMES)
def test_worked_examples_are_of_a_clause(client: FlaskClient, game: str) -> None:
    """Of the one that decides, where something is wrong."""
    page = Page(client.get(f"/{game}/rules").text)
    path = RULESETS[game].examples
    assert path is not None
    published = json.loads(files(games).joinpath(path).read_text("utf-8"))
    for example in published["examples"]:
        assert example["clause"] in page.ids, example["id"]
        decides = CLAUSES.get(example["reason"], example["clause"])
        assert example["clause"] == decides, example["id"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_is_what_the_data_say(client: FlaskClient, game: str) -> None:
    """Each answer begins as its example is judged: yes, no, or yes if."""
    text = client.get(f"/{game}/rules").text
    told = re.findall(
        r'id="example-([^"]+)".*?<p class="headline[^>]*>\s*([^<]+?)\s*</p>', text, re.DOTALL
    )
    assert len(told) >= 8
    said = {True: ("Yes:", "Yes."), False: ("No:",), None: ("Yes, if",)}
    for name, answer in told:
        assert answer.startswith(said[told_examples(game)[name].legal]), name


def test_a_card_cannot_be_tried_without_a_referee(client: FlaskClient) -> None:
    for game in GAMES:
        assert client.get(f"/{game}/rules/answer?example=AA5&played=3").status_code == 404
