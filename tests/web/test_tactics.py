"""Tests of the advice: what it claims of a position is what the referee answers."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from referee.languages import LANGUAGES
from referee.web.home import games_with
from referee.web.rules import positions

from .page_requests import Page

GAMES = games_with("rules.tactics")


def plain(html: str) -> str:
    """Return the text without tags, with suits as they are typed."""
    words = unescape(re.sub(r"<[^>]*>", " ", html)).replace("\ufe0e", "")
    return " ".join(words.split())


def piece(page: str, advice: str) -> str:
    """Return the part of the page that gives one piece of advice."""
    return page.partition(f'<section class="clause" id="{advice}">')[2].partition("</section>")[0]


def ruled(page: str, game: str, advice: str, card: str) -> str:
    """Return what the referee says there of a card of the hand."""
    listed = re.search(r'<ul class="each">(.*)<p>', piece(page, advice), re.DOTALL)
    assert listed
    cards = [example.query["played"] for example in positions(game)[advice].each]
    each = re.split(r'<p class="headline[^>]*>', listed[1])[1:]
    return plain(each[cards.index(card)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_position_goes_with_advice(client: FlaskClient, game: str, language: str) -> None:
    """A position is laid out with a question, and each card of the hand as the referee answers."""
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


NO_BUILD = "takes nothing, and no build can be made with it."
CLAIMS = [  # game, advice, card, what the referee says of it: what the text claims
    ("krypkasino", "take-little", "2H", "Nothing to take: the 2♥ creeps"),
    ("krypkasino", "take-little", "4H", "The 4♥ must take three cards"),
    ("krypkasino", "high-first", "AH", "Nothing to take: the A♥ creeps"),
    ("krypkasino", "not-always-creep", "7D", "creeps left on the table: 2♦, 6♠, 7♦ and Q♥"),
    ("krypkasino", "not-always-creep", "8H",
     "2♦+6♠ · 1 point · left on the table: Q♥ · Sweep for a queen"),
    ("krypkasino", "left", "4H", "Sweep for a nine"),
    ("krypkasino", "left", "KS", "left on the table: 5♦, 9♣ and K♠"),
    ("krypkasino", "right", "QH", "3♦+9♠ · sweep +5, cards 1 point"),
    ("krypkasino", "right", "4C", "No: a sweep is forced. Play the queen"),
    *((game, *claim) for game in ("casino", "royal-casino", "spade-casino") for claim in (
        ("last-card", "5D", f"The 5♦ {NO_BUILD}"), ("safe-build", "8S", "take: 3♣+5♦=8 ·"),
        ("safe-build", "2D", "raise the build of 8 to 10: 2♦+3♣+5♦"),
        ("lending", "2D", "add to the build of 7: 2♦+5♥ | 3♦+4♣"))),
    ("casino", "what-scores", "10S", "take: 10♦ | A♥+9♣ · 3 points"),
    ("royal-casino", "what-scores", "10S", "take: 10♦ | A♥+9♣ · 3 points"),
    ("royal-casino", "aces", "AC", "take: 4♠+10♦ | 5♣+9♥ · 3 points"),
    ("royal-casino", "aces", "KH", "take: K♦ | 4♠+9♥ ·"),
    ("kasino", "last-card", "JS", "take: J♦ ·"), ("kasino", "sweeps", "JH", "· nothing is left"),
    ("kasino", "aces", "AC", "take: 4♠+10♦ | 5♣+9♥ · 3 points"),
    ("kasino", "what-scores", "10S", "take: 10♦ | A♥+9♣ · 3 points"),
    ("spade-casino", "what-scores", "10S", "take: 10♦ | A♥+9♣ · 4 points"),
    ("spade-casino", "spades", "8D", "take: 8♠ | 3♠+5♠ · 3 points"),
    ("spade-casino", "spades", "QS", "take: Q♦ · 1 point"),
    ("swazi-casino", "high-builds", "4S", "add to the build of 14: 4♠+10♦ | 5♥+9♣"),
    ("swazi-casino", "reach", "3D", "add to the build of 13: 3♦+10♣ | 6♥+7♣"),
    ("swazi-casino", "low-build", "9S", "take: 4♥+5♣=9 · 0 points · nothing is left"),
    ("swazi-casino", "keep-high", "KS", "take: 6♥+7♣=13 ·"),
    ("swazi-casino", "signal", "KD", "add to the build of 13: K♦ | 6♥+7♣"),
    *((game, *claim) for game in ("lesotho-casino", "south-african-casino") for claim in (
        ("high-builds", "3S", "add to the build of 10: 3♠+7♦ | 4♣+6♥"),
        ("reach", "8C", f"The 8♣ {NO_BUILD}"), ("keep-high", "10S", "take: 4♣+6♥=10 ·"))),
    ("lesotho-casino", "low-build", "6S", "take: 2♥+4♣=6 · 0 points · nothing is left"),
    ("lesotho-casino", "signal", "10D", "add to the build of 10: 10♦ | 4♣+6♥"),
    ("south-african-casino", "low-build", "4D", "add to the build of 6: 2♥+4♦ | 2♦+4♣"),
    ("south-african-casino", "take-early", "6H", "take: 6♦ | 2♠+4♣ ·")]  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_what_the_text_claims(client: FlaskClient, game: str) -> None:
    page = client.get(f"/{game}/tactics").text
    claims = [claim for of, *claim in CLAIMS if of == game]
    assert {name for name, _, _ in claims} == {*positions(game)}
    for name, card, line in claims:
        assert line in ruled(page, game, name, card), (name, card)


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
