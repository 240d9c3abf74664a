"""A game that was discarded, and another one that has its number: what was entered for the first
never reaches the second, and a sentence names it."""

import pytest
from flask import Flask

from tests.database_dump import dump
from tests.page_client import POLL, Page, Phone, start

from .requests_by_key import GAME, TABLE, address, form, make, prepared

OTHER = "0123456789abcdef"
SENT = sorted(rule for rule, method in TABLE if method == "POST" and rule.startswith(GAME))


@pytest.fixture
def game(phone: Phone) -> Page:
    return phone.press(start(phone, "Ada", "Bo"), "Begin game 1")


def test_every_form_is_refused(app: Flask) -> None:
    """A form from a page that has shown another game is refused."""
    world = make(app, "edit")
    phone = prepared(app, world)
    before = dump(app)
    for rule in SENT:
        sent = form(TABLE[rule, "POST"][0] | {"game": OTHER})
        answer = phone.ask(address(world, rule), "POST", data=sent)
        assert answer.status_code == 409, rule
        assert "was discarded, and begun anew" in answer.text
        assert dump(app) == before, rule


@pytest.mark.parametrize(("path", "sent", "named"), [  # below the game, what is sent, what is named
    ("/sweeps", {"sweep": "1x2", "key": "k"}, "Double sweep: Bo"),
    ("/sweeps/undo", {"sweep": "0", "key": "k"}, "Sweep: Ada"),
    ("/sheet/0", {"0-etag": "0", "0-points": "13", "0-markers": "2"},
     "Ada: Cards face up 2, Card points 13"),
    ("/sheet/1", {"1-etag": "0", "1-storan": "1", "1-other_spades": "7"},
     "Bo: 10♦︎, “storan” 1, Other spades 7"),
    ("/table", {"card": "8H", "option": "8S", "key": "k", "after": "0"}, "8♥︎ 8♠︎"),
    ("/table", {"rank": "K", "suit": "H", "key": "k", "after": "0", "seat": "1"}, "Bo; K♥︎"),
])  # fmt: skip
@pytest.mark.parametrize("again", [True, False])
def test_what_was_not_entered_is_named(phone: Phone, game: Page, path, sent, named, again) -> None:
    shown, _ = game.form("Sweep: Bo")
    sent |= {"game": shown.value("game")}
    page = phone.press(game, "Discard this game")
    if again:
        phone.press(page, "Begin game 1")
    before = dump(phone.app)
    answer = phone.send(game.path + path, sent, 409)
    begun_anew = ", and begun anew: this belongs to the one before" if again else ""
    assert f"Not entered: {named}. Game 1 was discarded{begun_anew}." in answer.text
    assert game.path.rpartition("/")[0] in answer.links
    assert dump(phone.app) == before


def test_an_open_page_hears_of_it(phone: Phone, game: Page) -> None:
    """A page that only asks what has changed hears of it, too."""
    shown, _ = game.form("Sweep: Bo")
    headers = POLL | {"X-Game": shown.value("game")}
    assert phone.ask(game.path, headers=headers).status_code == 200
    phone.press(phone.press(game, "Discard this game"), "Begin game 1")
    answer = phone.ask(game.path, headers=headers)
    assert answer.status_code == 409
    assert answer.text == "Game 1 was discarded, and begun anew: this belongs to the one before."


def test_what_a_phone_has_kept_is_answered_with_a_sentence(phone: Phone, game: Page) -> None:
    """A script gets the answer: a sentence that says whether it was entered, and else why not."""
    headers = {"X-Outbox": "1"}
    shown, _ = game.form("Sweep: Bo")
    sent = {"game": shown.value("game")}

    def answer(path: str, **fields: str) -> tuple[int, str]:
        found = phone.ask(game.path + path, "POST", data=sent | fields, headers=headers)
        return found.status_code, found.text

    assert answer("/sweeps", sweep="1", key="k") == (204, "")
    assert answer("/sweeps", sweep="0", key="k")[0] == 422
    row = {"0-etag": "0", "0-shown": "0 - - - - - -", "0-points": "13", "0-markers": "0"}
    assert answer("/sheet/0", **row) == (204, "")
    assert answer("/sheet/0", **row | {"0-points": "14"}) == (412, "")
    assert answer("/sheet/0", **row | {"0-points": "x"})[0] == 422
    assert answer("/table", dealt="8H 2S 3D 10C 5C", key="k", after="0")[0] == 422
    assert answer("/table", dealt="8H 2S 3D 10C", key="k", after="0") == (204, "")
    assert answer("/table", card="8C", option="-", key="p", after="1") == (422, "")  # it asks
    assert answer("/table", card="8C", key="q", after="0")[0] == 409
    phone.press(phone.get(game.path), "Discard this game")
    assert answer("/sweeps", sweep="1", key="k") == (409, "Game 1 was discarded.")
