"""The page that scores one game, with nobody's name."""

from referee.services import game_changes
from tests.database_dump import counts
from tests.page_client import Phone

from .casino_family_games import says


def test_so_many_do_not_play(phone: Phone) -> None:
    before = counts(phone.app)
    for path, wrong in (("krypkasino", "1 7 x -2 ２"), ("casino", "5 4-3 4-2-2")):
        form, _ = phone.get(f"/{path}/score").form("2")
        for players in ("", *wrong.split()):
            sent = dict(form.fields) | {"players": players}
            assert phone.send(f"/{path}/score", sent, 422).has("2"), players
    assert counts(phone.app) == before


def test_a_second_tap_finds_the_game_begun(phone: Phone, monkeypatch) -> None:
    begin = game_changes.begin_game
    twice = lambda *game: [begin(*game) for _ in range(2)]  # noqa: E731
    monkeypatch.setattr(game_changes, "begin_game", twice)
    assert phone.press(phone.get("/krypkasino/score"), "2").path.endswith("/1/sheet")


def test_players_of_one_game_get_names_later(phone: Phone) -> None:
    page = phone.press(phone.get("/krypkasino/score"), "2")
    group = phone.get(f"/g/{page.group}")
    person = next(link for link in group.links if "/people/" in link)
    phone.press(phone.get(person), "Save", name="Ada")
    assert "Ada" in phone.get(page.path).parts["row-0"]


def test_one_game_of_an_evening_game_is_all_there_is(phone: Phone) -> None:
    """The next dealer is not named, and home does not go on with it; more can be played all the
    same."""
    page = phone.press(phone.get("/casino/score"), "2")
    session = phone.press(says(phone, page, 8, 3), "Finish the game")
    assert session.parts["head"].startswith("Player 1 wins ")
    assert "next" not in session.parts
    assert "game 2" not in session.parts["head"]
    assert "Continue" not in phone.get("/").text
    assert "won: Player 1" in phone.get(f"/g/{session.group}").text
    more = phone.press(session, "Begin game 2")
    assert more.path.endswith("/2")
    assert "Game 2 of an evening to 21" in phone.get(session.path).text
    assert "Continue: game 2" in phone.get("/").text


def test_one_game_in_which_nobody_is_ahead(phone: Phone) -> None:
    page = phone.press(phone.get("/swazi-casino/score"), "3")
    assert "evening" not in phone.get(page.path.rpartition("/1/")[0]).parts["head"]
    session = phone.press(says(phone, page, 4, 4, 3), "Finish the game")
    assert session.parts["head"].startswith("Player 1 and Player 2 share the win")
