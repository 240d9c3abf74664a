"""Nonsense in forms of the live table with builds is answered in words."""

from itertools import product

import pytest
from flask import Flask

from tests.playthroughs import Setup
from tests.strategies import SOAK, some

from .followed_build_game import Followed

USED = ["", "ZZ", "4C", "3C+5S=8", "3C+5S", "=", "5S^9", "5S^", "9H^1", "AS AS"]
BEGUN = ["", "ZZ", "2C+5S=7", "KD -", "/", "8H x", "2C+5S=7/2C+5S=7", "9H^7=9C=9", "x" * 2000]
CARDS = ["8C", "", "8", "ZZ"]
TURNS = ["", "8C x", "8C x 3C+5S=8@9", "8C x 5S^8", "5S+2C=7", "8C - / 9C -", "JC -", "x" * 2000]
SAID = [
    *({"card": card, "used": "4C"} for card in CARDS),
    *({"turn": turn, "as_played": played} for turn, played in product(TURNS, ("", "1"))),
    *({"top": top} for top in ("", "5S", "ZZ^1", "5S^9", "5S^1")),
    *({"replace": "99", "card": card} for card in CARDS),
    {"card": "8C", "seat": "9", "as_played": "1"}]  # fmt: skip
TABLES = [("casino", "4C 3S 8H QS"), ("swazi-casino", "2C 5S 9H KD"), ("south-african-casino", "")]


def asked_of(number: int) -> list[dict[str, str]]:
    """Return forms to send: a share of the pairs of used and begun things, and of all other texts;
    in a soak, all."""
    chosen = [
        {"used": used, "begun": begun, "card": "8C"}
        for (u, used), (b, begun) in product(enumerate(USED), enumerate(BEGUN))
        if SOAK > 1 or (u + b) % (2 * len(TABLES)) == number
    ]
    return [*chosen, *some(SAID, len(TABLES), number)]


@pytest.mark.parametrize(("number", "game", "dealt"), [(i, *one) for i, one in enumerate(TABLES)])
def test_every_form_is_answered(app: Flask, number: int, game: str, dealt: str) -> None:
    followed = Followed(app, Setup(game, 2))
    phone, table = followed.phone, followed.table
    seq = 0
    if dealt:
        sent = {"key": "dealt", "after": "0", "dealt": dealt}
        assert phone.ask(table, "POST", data=sent).status_code == 303
        seq = 1
    for at, said in enumerate(asked_of(number)):
        sent = {"key": f"k{at}", "after": str(seq), **said}
        answer = phone.ask(table, "POST", data=sent)
        assert answer.status_code in (303, 422), said
        if answer.status_code == 303:  # it is taken back
            undo = {"key": f"u{at}", "undo": str(seq + 1)}
            undone = phone.ask(table, "POST", data=undo | {"after": str(seq + 1)})
            assert undone.status_code == 303
            seq += 2
        if "begun" in said:
            begin = {"used": said["used"], "begun": said["begun"]}
            begun = phone.ask(f"{table}/begin", "POST", data=begin)
            assert begun.status_code in (303, 422), said
            looked = phone.ask(table, query_string={"begun": said["begun"], "at": seq})
            assert looked.status_code == 200, said
