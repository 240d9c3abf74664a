"""Exercises in positions of people's own games, from texts that anybody may have written."""

import zlib
from base64 import urlsafe_b64encode

import pytest

from referee.rules.cards import Impossible
from referee.rules.exercises.own_positions import LONGEST, write_position
from referee.rules.exercises.registry import make


def packed(written: str) -> str:
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    data = deflate.compress(written.encode()) + deflate.flush()
    return "p" + urlsafe_b64encode(data).decode().rstrip("=")


def position(**fields: object) -> str:
    return write_position(fields)  # type: ignore[arg-type]  # some are wrong on purpose


KEPT = {"table": "AH 8S 9H KS", "hand": "7H KC", "held": "2 2", "worths": "7H -/0;KC x KS/4.3"}
BUILT = {
    "table": "2H+3S=5@1 9S",
    "hand": "5H 9D",
    "held": "2 2",
    "worths": "5H x 2H+3S=5/0;9D x 9S/2",
}

ASKED = [  # a game, a type, the fields of a position, the right answers
    ("krypkasino", "take", {"table": "5H 5D 3S", "played": "8S"}, {("3S", "5D"), ("3S", "5H")}),
    ("krypkasino", "forced", {"table": "5H 5D", "hand": "5S 2H"}, {("5S",)}),
    ("krypkasino", "best", KEPT, {"7H -"}),
    ("krypkasino", "best", {**KEPT, "gone": "2C 3C"}, {"7H -"}),
    ("casino", "best", BUILT, {"5H x 2H+3S=5"}),
    ("casino", "may", {"table": "9S 4D", "hand": "9D 2C", "turn": "9D x 9S"}, {"legal"}),
    ("casino", "may", {"table": "9S 4D", "hand": "9D 2C", "turn": "9D x 4D"}, {"numbers"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "kind", "fields", "right"), ASKED)
def test_a_position_is_asked_about(game, kind, fields, right) -> None:
    exercise = make(game, kind, position(**fields))
    answers = {answer.choice or answer.pieces for answer in exercise.answers}
    assert answers == right
    assert all(exercise.judge(answer).right for answer in exercise.answers)
    assert exercise.level == 0


REFUSED = [  # a game, a type, a text
    ("krypkasino", "take", "p"), ("krypkasino", "take", "pAAAA"), ("krypkasino", "take", "p½"),
    ("krypkasino", "take", position(table="5H 5D", played="5S") + "AA"),
    ("krypkasino", "take", position(table="5H 5D", played="5S")[:-3]),
    ("krypkasino", "take", "p" + "A" * LONGEST),
    ("krypkasino", "take", packed("[" * 1500)), ("krypkasino", "take", packed("[]")),
    ("krypkasino", "take", packed(" " * 1_000_000)),
    ("krypkasino", "take", position(table="5H 5D", played=5)),
    ("krypkasino", "take", position(table="5H 5D", played="5S", hand="5S")),
    ("krypkasino", "take", position(table="5H 5D")),
    ("krypkasino", "take", position(table="5H XX", played="5S")),
    ("krypkasino", "take", position(table="5H 5H 5H", played="5S")),
    ("krypkasino", "take", position(table="5H", played="5S", house="no_rule")),
    ("krypkasino", "forced", position(table="5H 5D")),
    ("krypkasino", "cost", position(table="5H 5D", played="5S")),
    ("krypkasino", "may", position(table="5H", hand="5D", turn="5D x 5H")),
    ("casino", "take", position(table="5H 5D", played="5S")),
    ("casino", "may", position(table="9S 4D", hand="9D 2C")),
    ("krypkasino", "best", position(**KEPT, turn="7H -")),
    *(("krypkasino", "best", position(**{**KEPT, **changed})) for changed in [
        {"worths": "7H -/0"}, {"worths": "7H -/1;KC x KS/4.3"}, {"worths": "7H -/0;KC x KS/nan"},
        {"worths": "7H -/0;KC x KS/0"}, {"worths": "7H -/0;KC x KS/-4"}, {"worths": ""},
        {"worths": "KC -/0;7H -/1"}, {"worths": "8H x 8S/0;7H -/1"}, {"held": "2"},
        {"held": "2 99"}, {"held": "two 2"}, {"gone": "XX"}, {"hand": "XX"},
    ]),
    ("casino", "best", position(**{**BUILT, "worths": "9D x 2H+3S=5/0;5H x 2H+3S=5/2"})),
]  # fmt: skip


@pytest.mark.parametrize(("game", "kind", "text"), REFUSED)
def test_what_holds_no_position_is_refused(game: str, kind: str, text: str) -> None:
    with pytest.raises(Impossible):
        make(game, kind, text)
