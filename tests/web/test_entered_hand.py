"""A hand that was entered with the played card or without it."""

import pytest
from flask.testing import FlaskClient
from hypothesis import given

from referee.languages import LANGUAGES
from referee.rules.cards import Deck
from referee.rules.games.krypkasino.question import Question
from referee.rules.notation import read_cards, write_cards
from referee.web.referee.question_view import HandEntry, read_hand
from tests.strategies import dealt, examples

DECK = Deck(copies=2)


@pytest.mark.parametrize(("table", "played", "hand", "reading", "whole"), [
    ("", "4", "6 9", "without", "6 9 4"),
    ("", "4", "4 6", "with", "4 6"),
    ("", "4", "4 4 6", "with", "4 4 6"),
    ("", "4H", "4S 6", "without", "4S 6 4H"),
    ("", "4H", "4H 6", "with", "4H 6"),
    ("", "4H", "4H 4H 6", "said", "4H 4H 6"),
    ("", "4H", "4 6", "with", "4 6"),
    ("", "4", "4S 6", "with", "4S 6"),
    ("4H", "4H", "4H 6", "said", "4H 6"),
    ("4H 4H", "4H", "6", "said", "6"),
    ("4 4 4 4 4 4 4", "4", "6", "without", "6 4"),
    ("4 4 4 4 4 4 4", "4", "4 6", "said", "4 6"),
    ("", "4", "", "said", ""),
    ("", "", "4 6", "said", "4 6")])  # fmt: skip
def test_with_the_played_card_or_without(table, played, hand, reading, whole) -> None:
    question = Question.read({"table": table, "played": played, "hand": hand})
    found = read_hand(question.hand, question.played, question.table, DECK)
    assert (found.hand_entry, write_cards(found.hand or ())) == (reading, whole)


@examples(100)
@given(dealt(4, 6, 4))
def test_a_hand_that_was_read_reads_the_same(lying: tuple[list[str], list[str]]) -> None:
    """A hand that is named whole is judged as the API judges it."""
    table, hand = (read_cards(" ".join(texts)) for texts in lying)
    played, rest = hand[0], hand[1:]
    for entered in (hand, rest):
        found = read_hand(entered, played, table, DECK)
        again = read_hand(found.hand, played, table, DECK)
        assert again.hand == found.hand
        assert again.hand_entry is not HandEntry.WITHOUT_PLAYED
    assert read_hand(hand, played, table, DECK).hand == hand


def page(client: FlaskClient, language: str = "en", **query: str) -> str:
    headers = {"Accept-Language": language}
    return client.get("/krypkasino/referee", query_string=query, headers=headers).text


SUMMARIES = [  # the card played, the hand, what is said of it in English, Swedish and German
    ("4", "6 9", "The hand: 2 cards, without the 4", "Handen: 2 kort, utan fyran",
     "Die Hand: 2 Karten, ohne die Vier"),
    ("", "4 6", "The hand: 2 cards", "Handen: 2 kort", "Die Hand: 2 Karten")]  # fmt: skip


def test_how_a_hand_is_read_is_said(client: FlaskClient) -> None:
    for played, hand, english, swedish, german in SUMMARIES:
        for language, said in zip(LANGUAGES, (english, swedish, german), strict=True):
            text = page(client, language, table="Q", played=played, hand=hand)
            summary = text.partition('data-keep="hand"')[2].partition("</summary>")[0]
            assert summary.partition("<summary>")[2].strip().replace("\ufe0e", "") == said


def test_the_address_keeps_the_hand_as_it_was_entered(client: FlaskClient) -> None:
    """Another card may turn out to have been played: no card may be left over from the first."""
    text = page(client, table="3 5", played="9", hand="8 6")
    assert 'data-hand="8 6"' in text
    assert "hand=8+6" in text
    assert "hand=8+6+9" not in text


def test_all_that_is_said_of_builds_goes_by_the_whole_hand(client: FlaskClient) -> None:
    asked = "/casino/referee?table=5S+2H+8C&hand=9H&"
    assert "It hangs on the house rules" not in client.get(f"{asked}turn=8H+x+8C").text
    assert "may take these" in client.get(f"{asked}played=8H&with=8C").text
