"""The page that scores one game, with nobody's name."""

import pytest

from tests.dumps import counts
from tests.phones import Phone, fill


@pytest.mark.parametrize("players", range(2, 7))
def test_score_one_game(phone: Phone, players: int) -> None:
    page = phone.press(phone.get("/krypkasino/score"), str(players))
    assert page.path.endswith("/1/sheet")
    assert f"Player {players}" in page.text
    assert f"Player {players + 1}" not in page.text
    session = phone.press(fill(phone, page, 42, *[0] * (players - 1)), "Finish the game")
    assert "win" in session.parts["head"]


@pytest.mark.parametrize("players", ["", "1", "7", "x", "-2", "２"])
def test_so_many_do_not_play(phone: Phone, players: str) -> None:
    form, _ = phone.get("/krypkasino/score").form("2")
    before = counts(phone.app)
    page = phone.send("/krypkasino/score", dict(form.fields) | {"players": players}, 422)
    assert page.has("2")
    assert counts(phone.app) == before


def test_one_game_is_begun_once_by_two_taps(phone: Phone) -> None:
    form, button = phone.get("/krypkasino/score").form("3")
    sent = form.filled(button)
    once = phone.send("/krypkasino/score", sent)
    before = counts(phone.app)
    assert phone.send("/krypkasino/score", sent).path == once.path
    assert counts(phone.app) == before


def test_players_of_one_game_get_names_later(phone: Phone) -> None:
    page = phone.press(phone.get("/krypkasino/score"), "2")
    group = phone.get(f"/g/{page.group}")
    person = next(link for link in group.links if "/people/" in link)
    phone.press(phone.get(person), "Save", name="Ada")
    assert "Ada" in phone.get(page.path).parts["row-0"]
