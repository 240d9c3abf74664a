"""A card that a pack holds once is named once in a question."""

import pytest
from flask import Flask

from tests.api_calls import Caller, fields

CASINO, SWAZI, SOUTH_AFRICAN = "casino", "swazi-casino", "south-african-casino"
ONCE = "there is only one in the game"
TWICE = [
    # the game, the position, the turn or what is pointed at, how it is said
    (CASINO, {"table": "4C"}, {"turn": "8H x 4C 4C"}, f"2 × 4♣: {ONCE}."),
    (CASINO, {"table": "3S+5H=8"}, {"turn": "8H x 3S+5H=8 3S"}, ONCE),
    (CASINO, {"table": "4C"}, {"turn": "8H x 4 4 4 4 4"}, "there are only four in the game"),
    (SWAZI, {"table": "3S 5H"}, {"turn": "3S+5H=8 / 8C x 3S+5H=8 5H"}, ONCE),
    (SOUTH_AFRICAN, {"table": "5S"}, {"turn": "3C 3C+5S^1+5S=13"}, ONCE),
    (SOUTH_AFRICAN, {"table": "8S"}, {"turn": "8H x 8S JS"}, "this game has no such card"),
    (CASINO, {"table": "3S+5H=8"}, {"with": "3S+5H=8 3S"}, ONCE),
    (SWAZI, {"table": "4D", "piles": "4C@1"}, {"with": "4C^1 4C^1"}, ONCE),
]


@pytest.mark.parametrize(("game", "position", "said", "sentence"), TWICE)
def test_no_card_is_named_twice(app: Flask, game, position, said, sentence) -> None:
    asked, (field,) = position | said, said.keys() - {"played"}
    answer = Caller(app).client.get(f"/api/v1/{game}/referee", query_string=asked)
    assert (answer.status_code, fields(answer)) == (422, [field]), answer.text
    assert sentence in answer.json["detail"]


AGAIN = [
    # the game, the position, a turn that names a card in several steps; the reason
    (SWAZI, {"table": "3S 5H 8H"}, "3S+5H=8 / 8C x 3S+5H=8", "legal"),
    (SWAZI, {"table": "3S 5H 8H"}, "3S+5H=8 / 8C x 3S 5H", "build_as_unit"),
    (CASINO, {"table": "8S", "hand": "8H"}, "8H x 8S / 8H -", "not_in_hand"),
    # A suit that nobody said may be another one.
    (CASINO, {"table": "4C 4D"}, "8H x 4C 4", "legal"),
]


@pytest.mark.parametrize(("game", "position", "turn", "reason"), AGAIN)
def test_a_later_step_may_name_it_once_more(app: Flask, game, position, turn, reason) -> None:
    asked = position | {"turn": turn}
    answer = Caller(app).client.get(f"/api/v1/{game}/referee", query_string=asked)
    assert (answer.status_code, answer.json["verdict"]["reason"]) == (200, reason)
