"""Pages of exercises: asked, answered by forms, and told why, whatever an address says."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.languages import LANGUAGES
from referee.messages import exercise_hints
from referee.rules.exercises.day import TEN, ten
from referee.rules.exercises.exercise import Difficulty, Exercise, Kind, seed_at, write_answer
from referee.rules.exercises.making import answers, kinds, make
from referee.rules.games import RULESETS, ruleset
from tests.strategies import SOAK

from .test_pages import Page

EVERY = [(game, kind) for game in RULESETS for kind in kinds(ruleset(game))]
SEED = 300_123


def said(html: str) -> str:
    """What a page says to an answer."""
    part = html[html.index('id="answer"') : html.index("<form")].partition(">")[2]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", part)).replace("\ufe0e", "").split())


@pytest.mark.parametrize(("game", "kind"), EVERY)
def test_a_right_answer_is_told_why_by_clauses_that_there_are(
    client: FlaskClient, game: str, kind: str
) -> None:
    clauses = Page(client.get(f"/{game}/rules").text).ids
    for level in range(1, 6) if SOAK > 1 else [1, 5]:
        seed = seed_at(level, 1009)
        page = f"/{game}/exercises/{kind}/{seed}"
        asked = Page(client.get(page).text)
        assert len(asked.ids) == len(set(asked.ids))
        right = min(answers(make(game, kind, seed)), key=str)
        html = client.get(page, query_string=write_answer(right)).text
        assert said(html).startswith("Right. ")
        linked = re.findall(rf'/{game}/rules#([\w-]+)"', html)
        assert linked
        assert set(linked) <= set(clauses)
        (onward,) = re.findall(r'class="button main" href="([^"]*)"', html)
        assert client.get(onward).status_code == 200
        assert onward != page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "kind"), EVERY if SOAK > 1 else EVERY[:7] + EVERY[19:25])
def test_any_answer_has_a_sentence_in_each_language(
    client: FlaskClient, game: str, kind: str, language: str
) -> None:
    for answer in ({"none": "1", "may": "0", "number": "7"}, {"may": "1"}, {"pieces": "XX"}):
        query = urlencode(answer)
        headers = {"Accept-Language": language}
        response = client.get(f"/{game}/exercises/{kind}/{SEED}?{query}", headers=headers)
        assert response.status_code == 200
        assert "%(" not in response.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/krypkasino/exercises/take/0", 404),
        ("/krypkasino/exercises/take/99999", 404),
        ("/krypkasino/exercises/take/600000", 404),
        ("/krypkasino/exercises/take/-300001", 404),
        ("/krypkasino/exercises/take/300001x", 404),
        ("/krypkasino/exercises/take/٣٠٠٠٠١", 404),
        (f"/krypkasino/exercises/take/{'9' * 5000}", 404),
        ("/krypkasino/exercises/may/300001", 404),
        ("/casino/exercises/insist/300001", 404),
        ("/casino/exercises/take", 404),
        ("/bridge/exercises", 404),
        ("/bridge/exercises/take/300001", 404),
        ("/krypkasino/exercises/ten/2026-02-30", 404),
        ("/krypkasino/exercises/ten/20261123", 404),
        ("/krypkasino/exercises/ten/today", 404),
        ("/krypkasino/exercises/ten/9999-12-31", 200),
        ("/krypkasino/exercises/take/300001?ten=never", 200),
        ("/krypkasino/exercises/take/300001?ten=2026-11-23", 200),
        ("/krypkasino/exercises/take?level=9", 303),
    ],
)
def test_strange_addresses(client: FlaskClient, path: str, status: int) -> None:
    assert client.get(path).status_code == status


TYPED = st.text(st.characters(codec="utf-8"), max_size=30) | st.sampled_from(["-", "1", "0", "AS"])


@given(
    st.dictionaries(st.sampled_from(["pieces", "number", "seats", "may", "fields", "none"]), TYPED)
)
def test_anything_may_be_answered(app: Flask, query: dict[str, str]) -> None:
    client = app.test_client()
    for game, kind in (("krypkasino", "pays"), ("swazi-casino", "may")):
        response = client.get(f"/{game}/exercises/{kind}/{SEED}", query_string=query)
        assert response.status_code == 200


def test_what_was_tapped_is_still_tapped(client: FlaskClient) -> None:
    """Also where the rest is lacking, which is said."""
    html = client.get(f"/krypkasino/exercises/pays/{SEED}?seats=0&number=many").text
    assert 'role="alert">Enter a number.' in html
    assert 'name="seats" value="0" checked' in html
    assert 'value="many"' in html


@pytest.mark.parametrize("game", RULESETS)
def test_the_ten_of_a_day_lead_from_one_to_the_next(client: FlaskClient, game: str) -> None:
    day = "2026-11-23"
    page = f"/{game}/exercises/ten/{day}"
    listed = [f"/{game}/exercises/{kind}/{seed}?ten={day}" for kind, seed in ten(game, day)]
    links = Page(client.get(page).text).links
    assert [link for link in links if f"?ten={day}" in link] == listed
    for number in range(TEN) if SOAK > 1 else (0, TEN - 1):
        some = min(answers(make(game, *ten(game, day)[number])), key=str)
        html = client.get(f"{listed[number]}&{urlencode(write_answer(some))}").text
        assert f"{number + 1} of 10." in html
        onward = re.findall(r'class="button main" href="([^"]*)"', html)
        assert onward == [[*listed, page][number + 1]]


def test_the_address_that_is_sent_has_no_answer(client: FlaskClient) -> None:
    html = client.get(f"/krypkasino/exercises/take/{SEED}?ten=2026-11-23&none=1").text
    (sent,) = re.findall(r'id="address" readonly value="([^"]*)"', html)
    assert sent.endswith(f"/krypkasino/exercises/take/{SEED}")


@pytest.mark.parametrize(
    "page", ["/", "/krypkasino/rules", "/krypkasino/tactics", "/krypkasino/referee"]
)
def test_pages_of_the_game_lead_there(client: FlaskClient, page: str) -> None:
    assert "/krypkasino/exercises" in Page(client.get(page).text).links


def test_any_exercise_of_a_kind_is_at_the_level_that_was_asked_for(client: FlaskClient) -> None:
    found = {client.get("/casino/exercises/can?level=4").headers["Location"] for _ in range(5)}
    assert len(found) > 1
    assert all(re.fullmatch("/casino/exercises/can/4[0-9]{5}", one) for one in found)


NUMBERS = "In sums J counts 11, Q 12, K 13; A counts 14 when it is played, and 1 on the table."
FACE_UP = (
    "Whoever takes the whole table lays the card that was played face up in their pile; for a"
    " double sweep both cards. If it is no sweep, none."
)
TRAILING = "To trail is to lay a card on the table and take nothing."
BUILDS = "Cards with a number are a build: they are taken together, by that number."
HINTS = [
    # the kind, what lies there, what is told before an answer
    (Kind.TAKE, {"table": "2H 5H", "played": "7S"}, []),
    (Kind.TAKE, {"table": "2H QC", "played": "AH"}, [NUMBERS]),
    (Kind.SWEEP, {"table": "2H 5H", "played": "7S"}, [FACE_UP]),
    (Kind.COST, {"table": "JH", "played": "JS"}, ["The card that is played counts, too.", NUMBERS]),
    (Kind.TRAIL, {"table": "KS", "hand": "3C"}, [TRAILING]),
    (Kind.TRAIL, {"table": "KS 2C+5S=7@0", "hand": "3C"}, [TRAILING, BUILDS]),
    (Kind.MAY, {"table": "JS", "hand": "QC", "turn": "QC x JS"}, []),
]


@pytest.mark.parametrize(("kind", "texts", "told"), HINTS)
def test_what_nobody_knows_who_has_never_played(
    kind: Kind, texts: dict[str, str], told: list[str]
) -> None:
    exercise = Exercise("a game", kind, 1, Difficulty(1, 0, 0), (), texts)
    assert exercise_hints(exercise) == told


def test_what_a_card_takes_is_drawn_with_the_answer(client: FlaskClient) -> None:
    """In groups, as it adds up; where all that is asked, not before it is right."""
    for kind in (Kind.TAKE, Kind.COST):
        seed = seed_at(3, 7)
        exercise = make("krypkasino", kind, seed)
        right, wrong = min(answers(exercise), key=str), {"number": "1", "none": "1"}
        page = f"/krypkasino/exercises/{kind}/{seed}"
        said = {"pieces": " ".join(right.pieces or ()), "number": str(right.number)}
        assert 'class="groups"' not in client.get(page).text
        assert 'class="groups"' in client.get(page, query_string=said).text
        drawn = 'class="groups"' in client.get(page, query_string=wrong).text
        assert drawn == (kind is Kind.COST)
