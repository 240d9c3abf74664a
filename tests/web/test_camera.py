"""The camera of a live table, as its page sends what was read: answers, marks, and what no page
sends."""

import json
from typing import Any

import pytest
from flask import Flask

from referee.web.table.camera import MOST_CARDS, MOST_OTHERS, MOST_SIGHTINGS
from tests.live_table_taps import Followed, begun
from tests.page_client import POLL
from tests.page_client import seen as as_seen

CASINO = ("casino", "table 5S 9C 2H AD")


def frame(cards: str, at: float = 0) -> dict[str, Any]:
    """Return a frame as the page sends it: cards apart, or on each other where ``+`` joins them."""
    sent = []
    for place, word in enumerate(cards.split()):
        for over, card in enumerate(word.split("+")):
            x, y = 100 * place + 5 * over, 10 * over
            outline = [[x, y], [x + 60, y], [x + 60, y + 90], [x, y + 90]]
            sent.append({"card": card, "sure": 0.99, "others": [], "outline": outline})
    return {"cards": sent, "at": at}


def ask(followed: Followed, sightings: object, after: int | None = None) -> Any:
    text = sightings if isinstance(sightings, str) else json.dumps(sightings)
    sent = {"after": str(followed.seq if after is None else after), "sightings": text}
    return followed.phone.ask(f"{followed.table}/camera", "POST", data=sent, headers=POLL)


ANSWERS = [
    # what is seen twice, the status, what is said, the fields that would enter it
    ("5S 9C 2H AD KD", "sure", "", [{"card": "KD", "turn": "KD -"}]),
    ("5S+4D 9C 2H AD", "sure", "", [{"card": "4D", "turn": "4D 4D+5S=9"}]),
    ("5S 9C 2H AD", "same", "", []),
    ("5S 9C 2H AD 9D", "wait", "9♦︎: was it left there, or does it take something?",
     [{"card": "9D", "turn": "9D -"}, {"card": "9D", "turn": "9D x 9C"}]),
    ("5S AD", "covered", "Not in sight: 2♥︎ and 9♣︎. Does a hand or a card lie on it?", []),
    ("5S 9C 2H AD KD KS", "strange",
     "No play explains this: K♠︎ and K♦︎. Enter what was played.", []),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "status", "text", "fields"), ANSWERS)
def test_what_frames_come_to(
    app: Flask, cards: str, status: str, text: str, fields: list[dict[str, str]]
) -> None:
    answer = ask(begun(app, *CASINO), [frame(cards), frame(cards, 0.5)]).json
    assert (answer["status"], as_seen(answer["text"])) == (status, as_seen(text))
    assert [entry["fields"] for entry in answer["entries"]] == fields


def test_all_the_cards_that_frames_may_have_are_taken(app: Flask) -> None:
    followed = begun(app, *CASINO)
    full = frame("10S 10H 10D 10C " * (MOST_CARDS // 4))
    for card in full["cards"]:
        card |= {"sure": 0.123, "others": ["10S"] * MOST_OTHERS, "outline": [[1234, 1234]] * 4}
    assert ask(followed, [full] * MOST_SIGHTINGS).status_code == 200


def test_the_first_table_and_its_fields(app: Flask) -> None:
    answer = ask(begun(app, "casino"), [frame("5S 9C 2H AD")] * 2).json
    assert answer["entries"][0]["fields"] == {"dealt": "AD 2H 5S 9C"}


def test_frames_of_a_table_that_has_moved_on_are_refused(app: Flask) -> None:
    followed = begun(app, *CASINO)
    assert ask(followed, [frame("5S 9C 2H AD KD")], after=0).status_code == 409


NO_FRAMES = [
    "",
    "no JSON",
    "[" * 5000,
    "{}",
    "[]",
    "[1]",
    '["ab"]',
    [{"cards": []}],
    [{"cards": None, "at": 0}],
    [{"cards": [], "at": "0"}],
    '[{"cards": [], "at": NaN}]',
    [{"cards": [], "at": 10**400}],
    [{"cards": [], "at": 0, "more": 1}],
    [frame("5S")] * 13,
    [frame("5S " * 41)],
    [{"cards": [{"card": "5", "sure": 1, "others": [], "outline": []}], "at": 0}],
    [{"cards": [{"card": "5S", "sure": 1, "others": ["XX"], "outline": []}], "at": 0}],
    [{"cards": [{"card": 5, "sure": 1, "others": [], "outline": []}], "at": 0}],
    [{"cards": [{"card": "5S", "sure": 1, "others": [], "outline": [[0, 0]]}], "at": 0}],
    [{"cards": [{"card": "5S", "sure": 1, "others": [], "outline": [[0]] * 4}], "at": 0}],
]


@pytest.mark.parametrize("sightings", NO_FRAMES)
def test_what_no_page_sends(app: Flask, sightings: object) -> None:
    assert ask(begun(app, *CASINO), sightings).status_code == 400


MARK = "Entered by the camera"


def test_what_a_camera_has_entered_is_marked_until_it_is_corrected(app: Flask) -> None:
    followed = begun(app, *CASINO)
    sent = {"key": "phone.camera.1", "after": str(followed.seq), "card": "KD", "turn": "KD -"}
    page = followed.phone.send(followed.table, sent)
    assert MARK in page.text
    right = {"key": "phone.2", "after": "2", "replace": "2", "card": "KS", "turn": "KS -"}
    assert MARK not in followed.phone.send(followed.table, right).text
    undo = {"key": "phone.3", "after": "3", "undo": "3"}
    assert MARK in followed.phone.send(followed.table, undo).text
    own = {"key": "phone.4", "after": "4", "card": "9D", "turn": "9D x 9C"}
    assert MARK not in followed.phone.send(followed.table, own).text
