"""How to play well: what the advice claims of a position is what the referee answers."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from referee.languages import LANGUAGES
from referee.web.rulesets import games_with
from referee.web.tactics import positions

from .asking import Page

GAMES = games_with("tactics.page")


def plain(html: str) -> str:
    """What is told, without tags and with the suits as they are typed."""
    words = unescape(re.sub(r"<[^>]*>", " ", html)).replace("\ufe0e", "")
    return " ".join(words.split())


def piece(page: str, advice: str) -> str:
    """The part of the page that gives one piece of advice."""
    return page.partition(f'<section class="clause" id="{advice}">')[2].partition("</section>")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_position_goes_with_advice(client: FlaskClient, game: str, language: str) -> None:
    """And is laid out with a question, and each card of the hand as the referee answers."""
    answer = client.get(f"/{game}/tactics", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}"' in answer.text
    ids = Page(answer.text).ids
    assert len(ids) == len(set(ids))
    for name, example in positions(game).items():
        inside = piece(answer.text, name)
        assert len(example.each) == len(example.question.hand) > 1
        listed = inside.partition('<ul class="each">')[2]
        assert inside.count("data-try") == listed.count('class="headline') == len(example.each)
        assert re.search(r"<h3>[^<]+\?</h3>", inside)
        assert inside.count("data-answer") == 1
        assert f'href="/{game}/referee?' in inside
        assert plain(inside.rpartition("<p>")[2].partition("</p>")[0])
    assert answer.text.count('class="example"') == len(positions(game)) >= 4


@pytest.mark.parametrize("game", GAMES)
def test_advice_hangs_on_clauses_of_the_rules(client: FlaskClient, game: str) -> None:
    text = client.get(f"/{game}/tactics").text
    there = set(Page(client.get(f"/{game}/rules").text).ids)
    for name in re.findall(r'class="clause" id="([^"]+)"', text):
        clauses = re.findall(rf'href="/{game}/rules#([^"]+)"', piece(text, name))
        assert clauses, name
        assert set(clauses) <= there, name


@pytest.mark.parametrize("game", GAMES)
def test_it_stands_beside_the_rules(client: FlaskClient, game: str) -> None:
    assert f"/{game}/tactics" in Page(client.get(f"/{game}/rules").text).links
    links = Page(client.get(f"/{game}/tactics").text).links
    assert {f"/{game}/rules", f"/{game}/referee"} <= set(links)
    assert {f"/{other}/tactics" for other in GAMES if other != game} <= set(links)


def test_a_card_is_tried_in_place(client: FlaskClient) -> None:
    query = {"example": "not-always-creep", "played": "8H"}
    answer = client.get("/krypkasino/tactics/answer", query_string=query).text
    page = client.get("/krypkasino/tactics", query_string=query).text
    assert "<html" not in answer
    assert "The 8♥ must take two cards" in plain(answer)
    assert plain(answer) in plain(piece(page, "not-always-creep"))
    assert client.get("/krypkasino/tactics/answer?example=Z&played=8").status_code == 404
    assert client.get("/casino/tactics/answer").status_code == 404
    assert client.get("/whist/tactics").status_code == 404
