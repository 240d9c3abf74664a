"""Requests of scripts, and what becomes of a page whose game or links somebody has replaced."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee.services import group_edits
from referee.store.sqlite import WriteLock
from tests.databases import dump
from tests.page_client import POLL, Group, Page, Phone, opened, seen, start
from tests.strategies import some
from tests.web import requests_by_key

from .requests_by_key import GAME, TABLE, address, form, make, prepared


def poll(phone: Phone, path: str, etag: str = "") -> TestResponse:
    return phone.ask(path, headers=POLL | ({"If-None-Match": etag} if etag else {}))


@pytest.mark.parametrize("path", ["", "/1", "/1/sheet"])
@pytest.mark.parametrize("which", ["edit", "view"])
def test_polls_get_the_changing_part_alone(group: Group, path: str, which: str) -> None:
    phone = opened(group.phone.app, getattr(group, which))
    page = phone.get(group.session + path)
    shown = re.search(r'data-etag="([^"]+)"', page.html)
    assert shown
    assert page.headers["ETag"] == f'W/"{shown[1]}"'
    assert poll(phone, page.path, page.headers["ETag"]).status_code == 304
    part = poll(phone, page.path)
    assert part.status_code == 200
    assert "<html" not in part.text
    assert tokenless(seen(part.text)) in tokenless(page.source)
    assert poll(phone, page.path, '"x"').status_code == 200
    assert phone.ask(page.path, headers={"If-None-Match": page.headers["ETag"]}).status_code == 200


def tokenless(html: str) -> str:
    return re.sub(r'(name="key" value=)"[^"]*"', r"\1", html)


def sweep(group: Group) -> None:
    other = opened(group.phone.app, group.edit)
    other.press(other.get(f"{group.session}/1"), "Sweep: Bo")
    page = group.phone.get(f"{group.session}/1/sheet")
    group.phone.press(page, "Save", inside="row-0", points="20")
    group.phone.press(group.phone.get(f"{group.session}/1"), "Hands are empty: next deal")


def rename_somebody(group: Group) -> None:
    (link, *_) = (x for x in group.phone.get(f"/g/{group.id}").links if "/people/" in x)
    group.phone.press(group.phone.get(link), "Save", name="Zoë")


@pytest.mark.parametrize(("change", "path", "seen"), [
    (sweep, "/1", "1 card face up"),
    (sweep, "/1", "Deal 2 of 12"),
    (sweep, "/1/sheet", 'value="20"'),
    (rename_somebody, "", "Zoë")])  # fmt: skip
def test_polls_tell_of_changes(group: Group, change: object, path: str, seen: str) -> None:
    before = poll(group.phone, group.session + path)
    assert callable(change)
    change(group)
    after = poll(group.phone, group.session + path, before.headers["ETag"])
    assert after.status_code == 200
    assert seen in after.text
    assert seen == "Ada" or seen not in before.text
    again = poll(group.phone, group.session + path, after.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Cache-Control"] == "no-store"


def test_those_who_look_on_are_told_apart(group: Group) -> None:
    """A phone that opens the edit link gets its buttons with the next poll."""
    phone = opened(group.phone.app, group.view)
    etag = poll(phone, group.session).headers["ETag"]
    assert phone.ask(f"/k/{group.edit}").status_code == 302
    part = poll(phone, group.session, etag)
    assert part.status_code == 200
    assert "End the session" in part.text


def test_forms_that_a_script_sends(group: Group) -> None:
    """The part as it is then, without a way around; what is wrong is drawn too."""
    game = group.phone.get(f"{group.session}/1")
    form, button = game.form("Sweep: Bo")
    answer = group.phone.ask(form.action, "POST", data=form.filled(button), headers=POLL)
    assert (answer.status_code, "<html" in answer.text) == (200, False)
    assert "1 card face up" in answer.text
    assert poll(group.phone, game.path, answer.headers["ETag"]).status_code == 304
    sheet = group.phone.get(f"{group.session}/1/sheet")
    form, button = sheet.form("Save", "row-0")
    for typed, said in (("x", "is not a whole number"), ("20", "cards +20"), ("21", "Keep mine")):
        sent = form.filled(button, points=typed)
        sent["0-etag"] = "0"
        answer = group.phone.ask(button.action, "POST", data=sent, headers=POLL)
        assert (answer.status_code, "<html" in answer.text) == (200, False)
        assert said in Page("", answer).text


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


# What was sent with the old key, and what it is answered.
KEYED = {
    (rule, method): requests_by_key.TABLE[rule, method][1][requests_by_key.KEYS.index("replaced")]
    for rule, method in requests_by_key.CHANGES
    if requests_by_key.TABLE[rule, method][1][1] == 403  # the view key changes nothing there
}

# Where only one player is left to count, and here nobody is; and where nothing is written at all.
NOTHING_TO_DO = (
    (f"{requests_by_key.SHEET}/rest", "POST"),
    (f"{requests_by_key.TABLE_PAGE}/begin", "POST"),
    (f"{requests_by_key.TABLE_PAGE}/more", "POST"),
    (f"{requests_by_key.TABLE_PAGE}/first", "POST"),
    (f"{requests_by_key.TABLE_PAGE}/shows/photo", "POST"),
    (f"{requests_by_key.TABLE_PAGE}/camera", "POST"),
    (f"{requests_by_key.SHEET}/<number:seat>/photo", "POST"))  # fmt: skip


@contextmanager
def waiting(monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], None]) -> Iterator[list[None]]:
    """Let a writer wait until somebody else has changed something; yield a list with an item for
    each wait."""
    waited: list[None] = []
    hold = WriteLock.hold

    def late(lock: WriteLock, begin: Callable[[], Any]) -> Any:
        if not waited:
            waited.append(None)
            with ThreadPoolExecutor(1) as other:
                other.submit(meanwhile).result(10)
        return hold(lock, begin)

    with monkeypatch.context() as patched:
        patched.setattr(WriteLock, "hold", late)
        yield waited


def test_a_key_that_was_replaced_meanwhile_writes_nothing(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for (rule, method), status in some(KEYED.items(), 3):
        world = requests_by_key.make(app, "edit")
        replaced: list[Any] = []

        def meanwhile(world=world, replaced=replaced) -> None:
            requests_by_key.replace(app, world)
            replaced.append(dump(app))

        with waiting(monkeypatch, meanwhile) as waited:
            answer = requests_by_key.ask(app, world, rule, method)
        if (rule, method) in NOTHING_TO_DO:
            assert not waited, rule
            continue
        assert answer.status_code == status, (rule, answer.text)
        assert dump(app) == replaced[0], rule
        if status == 401:
            assert answer.headers["WWW-Authenticate"].lower().startswith("bearer")
            assert answer.json["detail"].endswith("Perhaps the links were replaced.")


def test_a_form_that_is_sent_again_opens_nothing_that_was_replaced(either: Flask) -> None:
    """The key that its first answer gave follows from the form, so it comes again."""
    phone = Phone(either)
    form, button = phone.get("/krypkasino/score").form("3")
    sent = form.filled(button)
    group = phone.ask("/krypkasino/score", "POST", data=sent).location.split("/")[2]
    with either.app_context():
        group_edits.new_links(group)
    before = dump(either)
    assert phone.ask("/krypkasino/score", "POST", data=sent).status_code == 404
    assert dump(either) == before
