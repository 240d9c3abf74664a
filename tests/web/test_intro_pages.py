"""First time here: offered once, answered by taps, and what is right is what the rules say."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.languages import LANGUAGES
from tests.page_client import Phone, start

from .page_requests import Page

FIRST = "/krypkasino/first"
OFFER = "First time here?"


@pytest.mark.parametrize(("asked", "mark", "said", "clauses"), [
    ("1?pieces=7D", "right", "It costs 0 points; no other card costs less.", {"turn", "scoring"}),
    ("1?pieces=5H", "open", "it costs 1 point. Which", {"must-capture", "scoring"}),
    ("1?pieces=10C", "open", "The 10♣ must take one card", {"must-capture", "scoring"}),
    ("1?pieces=10C", "open", "but it costs 3 points. Which", {"must-capture", "scoring"}),
    ("2?pieces=7S", "wrong", "it must also take the 3♦ and the 4♥.", {"capture-everything"}),
    ("2?pieces=3D", "wrong", "No: the 3♦ alone does not make 7. Something is missing. Read",
     {"groups"}),
    ("2?pieces=7S+9C", "wrong", "the 9♣ belongs to no group that makes 7.", {"groups"}),
    ("2?pieces=7S+4H+3D", "right", "nothing more could be taken.", {"capture-everything"}),
    ("3?pieces=3S", "wrong", "No: a sweep is forced. Play the 8;", {"forced-sweep"}),
    ("3?pieces=8C", "right", "Sweep: the 8♣ takes the whole table", {"forced-sweep"})])  # fmt: skip
def test_an_answer_says_why(client: FlaskClient, asked, mark, said, clauses) -> None:
    """A single tap leads onward, the best choice in green."""
    number = asked.partition("?")[0]
    html = client.get(f"{FIRST}/{asked}").text.replace("\ufe0e", "")
    assert said in " ".join(re.sub(r"<[^>]*>", " ", html).split())
    assert re.search(r'<h2 id="answer" class="(\w+)"', html)[1] == mark  # type: ignore[index]  # none is red
    assert set(re.findall(r"/krypkasino/rules#([\w-]+)", html)) == clauses
    onward = f"{FIRST}/{int(number) + 1}" if number != "3" else f"{FIRST}/done"
    main = " main" if mark == "right" else " "
    assert f'<a class="button{main}" href="{onward}"' in html


def test_there_are_no_others(client: FlaskClient) -> None:
    """A card that is not in the position gets no answer."""
    of_others = ("casino/first/1", "casino/first/done", "whist/first/1")
    for path in ("krypkasino/first/0", "krypkasino/first/4", "krypkasino/first/x", *of_others):
        assert client.get(f"/{path}").status_code == 404
    queries = ("pieces=XX", "pieces=5H+7D+10C", "none=1&pieces=7S", "x=y")
    for path in (f"{FIRST}/{number}?{query}" for number in (1, 2, 3) for query in queries):
        assert client.get(path).status_code == 200, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_taps_lead_through(client: FlaskClient, language: str) -> None:
    """From home by links alone, in each language; the clauses are there."""
    headers = {"Accept-Language": language}
    there = set(Page(client.get("/krypkasino/rules", headers=headers).text).ids)
    assert f"{FIRST}/1" in Page(client.get("/", headers=headers).text).links
    for number, query in enumerate(["pieces=7D", "pieces=3D+4H+7S", "pieces=8C"], 1):
        asked = client.get(f"{FIRST}/{number}", headers=headers).text
        assert f'<html lang="{language}"' in asked
        assert "Go on" not in asked
        answered = client.get(f"{FIRST}/{number}?{query}", headers=headers).text
        assert set(re.findall(r"/krypkasino/rules#([\w-]+)", answered)) <= there
    done = client.get(f"{FIRST}/done", headers=headers).text
    onward = {"/krypkasino/new", "/krypkasino/referee", "/krypkasino/tactics", "/krypkasino/rules"}
    assert onward <= set(Page(done).links)


def offers(client: FlaskClient) -> bool:
    return OFFER in client.get("/").text


@pytest.mark.parametrize(("paths", "offered"), [  # what somebody does, is it offered after that?
    (["/krypkasino/rules"], True),
    (["/like/first/seen?to=/"], False),
    ([f"{FIRST}/3?pieces=8C"], False),
    ([f"{FIRST}/done"], False),
    (["/krypkasino/referee"], False),
    (["/casino/referee?table=8&played=8"], False)])  # fmt: skip
def test_it_is_offered_once(app: Flask, paths: list[str], offered: bool) -> None:
    """Until it was skipped or done, or somebody knows the referee."""
    phone = app.test_client()
    assert offers(phone)
    for path in paths:
        phone.get(path)
    assert offers(phone) is offered


def test_whoever_has_a_group_is_not_new(phone: Phone) -> None:
    assert OFFER in phone.get("/").text
    start(phone, "Ada", "Bo")
    assert OFFER not in phone.get("/").text
