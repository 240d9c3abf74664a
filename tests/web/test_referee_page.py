"""The referee page, part by part: prices, whose suit is asked, what is chosen, what is shared."""

import re
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from .page_requests import CASINO, link

REFEREE = "/krypkasino/referee"


def ask(client: FlaskClient, path: str = REFEREE, **query: str) -> str:
    text: str = client.get(f"{path}?{urlencode(query)}").text
    return unescape(text).replace("\ufe0e", "")


@pytest.mark.parametrize(("query", "text"), [  # the query, how the headline begins
    ("table=2+3+4+5+8+10&played=A", "Choose one of three captures"),
    ("", "Which cards lie on the table?"),
    ("table=3+5&played=K&captured=-&holds=8", "No: a sweep is forced. Play the 8; it takes"),
    ("table=6+6&played=2&captured=-&holds=-6+-Q", "That was right."),
    ("table=6+6&played=2&captured=-&holds=K+-5+x", "Yes, unless a six or a queen was in the hand."),
    ("table=Q+K&dealt=1", "All was set aside: that is no sweep"),
    ("table=8+x", "“x” is not a card.")])  # fmt: skip
def test_verdicts(client: FlaskClient, query: str, text: str) -> None:
    """Addresses are opened one after the other."""
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
    """A sweep that is forced has a price that is no advice."""
    page = ask(client, **SWEPT, judge="1")
    assert "You +10 and the cards, the player before you −10." in page
    assert "cards 2 points" not in page


@pytest.mark.parametrize(("query", "said", "clause"), [
    ({"table": "2 3", "played": "9"}, "No card and no sum on the table makes 9.", "turn"),
    ({"table": "9 7 2 3", "played": "9"}, "Must it take all that? Yes, all that it can.",
     "capture-everything"),
    ({"table": "9 7 2 3", "played": "9", "captured": "9 7 2"},
     "Each group makes 9, and nothing more could be taken.", "capture-everything"),
    ({"table": "QS KH", "dealt": "1"}, "All was set aside: that is no sweep", "set-aside"),
])  # fmt: skip
def test_every_answer_says_why(client: FlaskClient, query, said, clause) -> None:
    verdict = ask(client, **query).partition('class="verdict"')[2].partition("</section>")[0]
    assert said in " ".join(verdict.split())
    assert re.findall(r"/krypkasino/rules#([\w-]+)", verdict)[:1] == [clause]
    assert f'id="{clause}"' in client.get("/krypkasino/rules").text


HUNG = {"table": "3 5", "played": "K", "captured": "-"}


def test_what_a_verdict_hangs_on_is_answered_with_a_tap(client: FlaskClient) -> None:
    page = ask(client, **HUNG)
    assert '<h1 class="open">Yes, unless an eight was in the hand.</h1>' in page
    assert "Enter the hand" in page
    assert '<details class="lane" data-keep="lane" open>' in page  # where no script shows a pad
    held = ask(client, **link(page, "Yes"))
    assert re.search('<h1 class="wrong">No: a sweep is forced. Play the 8', held)
    assert "You +5 and the cards, the player before you −5." in held
    assert "If you let the king stand:" in held
    assert link(held, "Yes") == HUNG  # once more: who knows?
    page = ask(client, **link(held, "No"))
    assert '<h1 class="right">That was right.</h1>' in page
    assert link(page, "Yes") == HUNG | {"holds": "8"}
    assert "holds" not in link(page, "Next play")
    assert "holds" not in link(page, "It crept: took nothing")
    assert link(page, "Share")["holds"] == "-8"


@pytest.mark.parametrize(("table", "played", "question"), [
    ("7", "7", "What suit is the 7 on the table?"),
    ("7S", "7", "What suit is the 7 that was played?"),
    ("7 7", "7", "What suit is one of the two sevens on the table?")])  # fmt: skip
def test_whose_suit_is_asked(client: FlaskClient, table: str, played: str, question: str) -> None:
    assert question in ask(client, table=table, played=played)


def test_of_several_captures_one_is_chosen(client: FlaskClient) -> None:
    page = ask(client, table="2 3 4 5 8 10", played="A")
    lead = re.findall(r'<a [^>]*href="[^"]+[?]([^"]+)"[^>]*>This one</a>', page)
    assert lead == ["table=2+3+5+8", "table=3+5+10", "table=8+10"]


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


@pytest.mark.parametrize(("path", "asked"), [
    (REFEREE, CLAIMED),
    (REFEREE, CLAIMED | {"captured": "-"}),
    (REFEREE, CLAIMED | {"hand": "9 K", "last_of_deal": "1", "house": "set_aside_spades",
                         "judge": "1"}),
    (REFEREE, {"table": "8S 9C", "dealt": "1"}),
    (CASINO, {"table": "5 3 3+5=8@0", "with": "5 3"}),
    (CASINO, {"table": "5", "played": "3", "turn": "3 3+5=8", "players": "3", "judge": "1"}),
    (CASINO, {"table": "3+5=8@0", "played": "8", "hand": "8 9", "house": "may_trail_with_build"}),
])  # fmt: skip
def test_the_question_that_was_asked_is_shared(client: FlaskClient, path, asked) -> None:
    assert link(ask(client, path, **asked), "Share") == asked
    page = ask(client, f"{path}/share", **asked)
    (address,) = re.findall('id="address" readonly value="([^"]+)"', page)
    (code,) = re.findall(r'src="[^"]+/qr.svg\?([^"]+)"', page)
    for query in (urlsplit(address).query, code):
        assert parse_qs(query) == {name: [text] for name, text in asked.items()}
    assert client.get(f"{path}/qr.svg?{code}").status_code == 200


def test_a_shared_claim_is_headed_by_its_verdict(client: FlaskClient) -> None:
    page = ask(client, f"{REFEREE}/share", **CLAIMED, captured="-")
    assert "<h1>No: the 8 cannot creep; it must take the 3, the 5 and the 8.</h1>" in page


@pytest.mark.parametrize(("asked", "labels"),
    [({"hand": "8 9"}, ["Share"]), (CLAIMED, ["Was that right?", "Share"])])  # fmt: skip
def test_a_new_deal_is_no_neighbour_of_sharing(client: FlaskClient, asked, labels) -> None:
    page = ask(client, **asked)
    bar = page.partition('id="asks"')[2].partition("</p>")[0]
    assert re.findall(">([^<>]+)</a>", bar) == labels
    assert (">New deal</a>" in page) is ("table" in asked)
