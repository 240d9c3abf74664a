"""Sizes of answers: none grows with the square of what was sent."""

from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.page_client import Phone
from tests.strategies import some

REFEREE = "/krypkasino/referee"
EXAMPLE = {"example": "B1"}
ALL_CARDS = " ".join(f"{rank} " * 8 for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()).strip()
DRAWN = 350_000
"""Bytes: the largest table that there is, each card with the address of all others."""
REPEATED = 20
"""Number of times that a page may name its own address, as each choice of the menu does."""
LONG = [  # a field, what stands there again and again, # for its number
    ("table", "8S"),
    ("table", "x"),
    ("hand", "8S"),
    ("played", "8S"),
    ("house", "set_aside_spades"),
    ("house", "%&=#"),
    ("limit", "9"),
    ("from", "0/"),
    ("x", "%")]  # fmt: skip
BESIDE: list[dict[str, str]] = [  # what else is asked
    {},
    {"table": ALL_CARDS},
    {"table": ALL_CARDS[: len(ALL_CARDS) // 2], "played": "K", "last_of_deal": "1", "claim": "1"},
    {"hand": ALL_CARDS, "captured": ALL_CARDS, "house": "x"}]  # fmt: skip
FREE: list[tuple[str, list[dict[str, str]]]] = [  # a path, what else is asked
    (f"{REFEREE}/ruling", BESIDE),
    (REFEREE, BESIDE[1:3]),
    (f"{REFEREE}/share", BESIDE[1:2]),
    (f"{REFEREE}/qr.svg", BESIDE[:1]),
    ("/krypkasino/rules", [EXAMPLE]),
    ("/krypkasino/rules/answer", [EXAMPLE]),
    ("/api/v1/krypkasino/referee", BESIDE[:1])]  # fmt: skip


def answered(client: FlaskClient, path: str, query: dict[str, str]) -> tuple[int, int]:
    """Return how many bytes the query and its answer have."""
    with client.get(path, query_string=query) as answer:
        assert answer.status_code < 500
        return len(answer.request.query_string), len(answer.data)


def long(word: str, length: int) -> str:
    return " ".join(word.replace("#", str(number)) for number in range(length // len(word)))


@pytest.mark.parametrize(("repeated", "asked"), some(product(LONG, FREE), 2))
def test_a_long_address_makes_no_huge_page(client: FlaskClient, repeated, asked) -> None:
    """Each field on every other page, and its neighbour on those between; a soak has all."""
    (field, word), (path, besides) = repeated, asked
    for beside in besides:
        sent, got = answered(client, path, beside | {field: long(word, 16_000)})
        assert got < DRAWN + REPEATED * sent, beside


@pytest.mark.parametrize(("typed", "sentence"), [
    # what was typed into one field, the sentence about it
    ({"table": "8S " * 4000}, "4000 × 8♠︎: there are only 2 in the game."),
    ({"table": "8 " * 4000}, "4000 eights: there are only eight in the game."),
    ({"captured": "8S " * 4000, "played": "8H"}, "4000 cards: there are only 104 in the game."),
])  # fmt: skip
def test_too_many_cards_are_not_drawn_but_kept(app: Flask, typed, sentence) -> None:
    field = next(iter(typed))
    html = Phone(app).ask(REFEREE, query_string=typed).text
    assert html.count(f'name="{field}" value="{typed[field]}"') == 1
    assert sentence in html
    assert html.count('class="take-back"') == ("played" in typed)
    plain = sentence.replace("\N{VARIATION SELECTOR-15}", "")
    assert plain in Phone(app).ask(f"/api/v1{REFEREE}", query_string=typed).json["detail"]


def test_a_card_too_many_can_be_taken_back(client: FlaskClient) -> None:
    html = client.get(REFEREE, query_string={"table": "8S 8S 8S 9C"}).text
    assert "3 × 8♠︎: there are only 2 in the game." in html
    assert html.count('class="take-back"') == 4
