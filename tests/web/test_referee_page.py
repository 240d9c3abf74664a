"""The referee page, part by part: prices, whose suit is asked, what is chosen, what is shared."""

import re
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

REFEREE = "/krypkasino/referee"


def ask(client: FlaskClient, path: str = REFEREE, **query: str) -> str:
    text: str = client.get(f"{path}?{urlencode(query)}").text
    return unescape(text).replace("\ufe0e", "")


def link(page: str, label: str) -> dict[str, str]:
    """Where the link with a label leads to: the fields of its query."""
    (href,) = re.findall(rf'<a [^>]*href="([^"]+)"[^>]*>{re.escape(label)}</a>', page)
    return {name: text for name, (text,) in parse_qs(urlsplit(href).query).items()}


VERDICTS = [
    # the query, how the headline begins
    ("table=8+9&played=7", "Nothing to take: the 7 creeps"),
    ("table=8+9&played=8", "The 8 must take one card"),
    ("table=2+3+4+5+8+10&played=A", "Choose one of three captures"),
    ("table=3+5&played=8", "Sweep: the 8 takes the whole table"),
    ("table=5S&played=5S", "Double sweep: the 5♠ takes the whole table"),
    ("table=5&played=5", "Sweep, perhaps double: the 5 takes the whole table"),
    ("table=2+6+5&hand=K+Q", "Forced sweep: play the king"),
    ("table=8+9&hand=K+Q", "No forced sweep: any card may be played"),
    ("table=2+6+5", "Sweep for a king"),
    ("table=8+9", "No card sweeps this table"),
    ("", "Which cards lie on the table?"),
    ("table=8+9&played=8&captured=8", "That was right."),
    ("table=8+9&played=8&captured=-", "No: the 8 cannot creep; it must take the 8."),
    ("table=A+7+8&played=8&captured=8", "No: it must also take the ace and the 7."),
    ("table=8+9&played=8&captured=9", "No: the 9 belongs to no group that makes 8."),
    (
        "table=8+9&played=8&captured=7",
        "No: not all of these cards lie on the table: the 7 is missing.",
    ),
    ("table=3+5&played=3&hand=3+8", "No: a sweep is forced. Play the 8; it takes the whole table."),
    ("table=3+5&played=9&hand=3+8", "No: a sweep is forced. Play the 8; it takes the whole table."),
    ("table=8+x", "“x” is not a card."),
    ("table=8S+8S+8S", "3 × 8♠: there are only 2 in the game."),
]


@pytest.mark.parametrize(("query", "text"), VERDICTS)
def test_verdicts(client: FlaskClient, query: str, text: str) -> None:
    """Somebody opens one address after the other."""
    page = unescape(client.get(f"{REFEREE}?{query}").text).replace("\ufe0e", "")
    assert re.search(rf"<h1[^>]*>{re.escape(text)}", page)


SWEPT = {"table": "5S", "played": "5S"}


def test_a_verdict_that_sweeps_says_its_price(client: FlaskClient) -> None:
    page = ask(client, **SWEPT)
    assert "You +10 and the cards, the player before you −10." in page
    assert "Sweep +10, cards 2 points" in page
    assert "You +5 and the cards" in ask(client, table="2 6 5", hand="K Q")
    assert "player before you" not in ask(client, table="8 9", played="8")


def test_just_judge_tells_the_price_and_no_points_of_cards(client: FlaskClient) -> None:
    """Whoever can sweep must: its price is no advice."""
    page = ask(client, **SWEPT, judge="1")
    assert "You +10 and the cards, the player before you −10." in page
    assert "cards 2 points" not in page


def test_the_examples_of_the_rules_say_it_too(client: FlaskClient) -> None:
    assert "You +5 and the cards" in client.get("/krypkasino/rules").text


WHY = [
    # the question: what the answer rests on, and its clause
    ({"table": "2 3", "played": "9"}, "No card and no sum on the table makes 9.", "turn"),
    ({"table": "9 2", "played": "9"}, "A card that can take must.", "must-capture"),
    (
        {"table": "9 7 2 3", "played": "9"},
        "Must it take all that? Yes, all that it can.",
        "capture-everything",
    ),
    (
        {"table": "9 7 2 3", "played": "9", "captured": "9 7 2"},
        "Each group makes 9, and nothing more could be taken.",
        "capture-everything",
    ),
    (
        {"table": "2 3", "played": "9", "captured": "-"},
        "No card and no sum on the table makes 9.",
        "turn",
    ),
    (
        {"table": "9 4", "hand": "2 3"},
        "No card of this hand takes the whole table.",
        "forced-sweep",
    ),
    ({"table": "9 4", "played": "9", "captured": "9 9"}, "No: not all of these cards", "groups"),
]


@pytest.mark.parametrize(("query", "said", "clause"), WHY)
def test_every_answer_says_why(
    client: FlaskClient, query: dict[str, str], said: str, clause: str
) -> None:
    verdict = ask(client, **query).partition('class="verdict"')[2].partition("</section>")[0]
    assert said in " ".join(verdict.split())
    assert re.findall(r"/krypkasino/rules#([\w-]+)", verdict)[:1] == [clause]
    assert f'id="{clause}"' in client.get("/krypkasino/rules").text


WHICH = [
    # the table, the card played, the question
    ("7", "7", "What suit is the 7 on the table?"),
    ("7", "7S", "What suit is the 7 on the table?"),
    ("7S", "7", "What suit is the 7 that was played?"),
    ("7 7", "7", "What suit is one of the two sevens on the table?"),
    ("A 4 10", "A", "What suit is the ace that was played?"),
]


@pytest.mark.parametrize(("table", "played", "question"), WHICH)
def test_whose_suit_is_asked(client: FlaskClient, table: str, played: str, question: str) -> None:
    assert question in ask(client, table=table, played=played)


def test_suits_are_told_one_after_the_other(client: FlaskClient) -> None:
    page = ask(client, table="7", played="7")
    assert link(page, "♠") == {"table": "7S", "played": "7"}
    page = ask(client, **link(page, "♠"))
    assert link(page, "♥") == {"table": "7S", "played": "7H"}
    assert "What suit" not in ask(client, **link(page, "♥"))


CLAIMED = {"table": "3 5 8", "played": "8"}


def test_what_is_chosen_looks_so(client: FlaskClient) -> None:
    page = ask(client, **CLAIMED, claim="1")
    assert '<a class="button " href' in page
    assert page.count('class="button chosen"') == 1  # that somebody asks
    page = ask(client, **link(page, "It crept: took nothing"))
    assert page.count('class="button chosen"') == page.count('aria-current="true"') - 1 == 2
    page = ask(client, **link(page, "It crept: took nothing"))  # once more takes it back
    assert page.count('class="button chosen"') == 1
    assert link(page, "Was that right?") == CLAIMED


SHARED = [
    CLAIMED,
    CLAIMED | {"claim": "1"},
    CLAIMED | {"captured": "-"},
    CLAIMED | {"captured": "3 5"},
    CLAIMED | {"hand": "9 K", "last_of_deal": "1", "house": "set_aside_spades", "judge": "1"},
    {"table": "8S 9C", "dealt": "1"},
]


@pytest.mark.parametrize("asked", SHARED)
def test_the_question_that_was_asked_is_shared(client: FlaskClient, asked: dict[str, str]) -> None:
    assert link(ask(client, **asked), "Share") == asked
    page = ask(client, f"{REFEREE}/share", **asked)
    (address,) = re.findall('id="address" readonly value="([^"]+)"', page)
    assert parse_qs(urlsplit(address).query) == {name: [text] for name, text in asked.items()}
    (code,) = re.findall(r'src="[^"]+/qr.svg\?([^"]+)"', page)
    assert parse_qs(code) == {name: [text] for name, text in asked.items()}


def test_a_shared_claim_is_headed_by_its_verdict(client: FlaskClient) -> None:
    page = ask(client, f"{REFEREE}/share", **CLAIMED, captured="-")
    assert "<h1>No: the 8 cannot creep; it must take the 3, the 5 and the 8.</h1>" in page


BESIDE = [({"hand": "8 9"}, ["Share"]), (CLAIMED, ["Was that right?", "Share"])]


@pytest.mark.parametrize(("asked", "labels"), BESIDE)
def test_a_new_deal_is_no_neighbour_of_sharing(
    client: FlaskClient, asked: dict[str, str], labels: list[str]
) -> None:
    page = ask(client, **asked)
    bar = page.partition('id="asks"')[2].partition("</p>")[0]
    assert re.findall(">([^<>]+)</a>", bar) == labels
    assert (">New deal</a>" in page) is ("table" in asked)
