"""Links instead of accounts: every address with every kind of key."""

import logging
import re
from typing import Any, NamedTuple
from unittest.mock import Mock

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from referee import create_app
from referee.store.database import close
from referee.web import secret_links
from tests.databases import Dump, dump, restore
from tests.groups import REPEATED, group_of, rich_read_in
from tests.page_client import (
    HOME,
    POLL,
    Group,
    Phone,
    all_pages,
    keys_of,
    new_group,
    opened,
    seated,
)
from tests.web import requests_by_key

LONG = 300 * 24 * 3600
"""Seconds: longer than people wait from one autumn to the next."""


def cookie(response: TestResponse, group: Group) -> dict[str, str]:
    """Return the attributes of the group's cookie."""
    (found,) = (c for c in response.headers.getlist("Set-Cookie") if c.startswith("group_"))
    assert found.startswith(f"group_{group.id}=")
    parts = [part.strip().partition("=") for part in found.split(";")]
    return {name.lower(): value for name, _, value in parts[1:]}


STRANGE = "This group was not opened on this phone"


def test_a_strange_group_and_none_look_the_same(app: Flask) -> None:
    """A page below a group can only be seen with its link."""
    group = new_group(app)
    other = Phone(app)
    there, nowhere = (
        other.get(address, 404).text
        for address in (f"{group.session}/1", group.session.replace(group.id, "0" * len(group.id)))
    )
    assert STRANGE in there
    assert there == nowhere
    assert STRANGE in other.get("/g/nobody/knows", 404).text


def test_no_phone_keeps_a_page_with_a_key(app: Flask) -> None:
    """Only that of links shows any; the service worker keeps all others, for when the network is
    gone."""
    phone = rich_read_in(app)
    group = group_of(phone)
    keys = keys_of(phone, group)
    pages = all_pages(phone, f"/g/{group}", group, REPEATED)
    shown = [page for page in pages if any(key in page.html for key in keys)]
    assert {page.path.partition("?")[0] for page in shown} == {f"/g/{group}/links"}
    assert all(re.search("<html[^>]* data-fleeting", page.html) for page in shown)


@pytest.mark.parametrize("base_url", [HOME, "https://cards.example", "http://192.168.1.7:8000"])
@pytest.mark.parametrize("which", ["edit", "view"])
def test_a_link_leads_on_and_lets_the_phone_in(app: Flask, base_url: str, which: str) -> None:
    group = new_group(app, base_url)
    phone = Phone(app, base_url)
    response = phone.ask(f"/k/{getattr(group, which)}")
    assert response.status_code == 302
    assert phone.local(response.location) == f"{group.session}?invited=1"
    attributes = cookie(response, group)
    assert "httponly" in attributes
    assert attributes["samesite"] == "Lax"
    assert int(attributes["max-age"]) > LONG
    assert attributes["path"] == "/"
    assert ("secure" in attributes) == base_url.startswith("https")
    assert phone.local(phone.ask(phone.local(response.location)).location) == group.session
    assert (
        phone.local(phone.ask(f"/k/{getattr(group, which)}").location) == group.session
    )  # it is known now
    assert "Ada" in phone.get(group.session).text


@pytest.mark.parametrize("language", ["en", "sv", "de"])
def test_without_cookies_a_link_is_an_invitation_that_names_nobody(
    group: Group, language: str
) -> None:
    """As chats make their previews; the same for a group that there is not."""
    client = group.phone.app.test_client(use_cookies=False)
    said = {"Accept-Language": language}
    answers = [
        client.get(f"/k/{group.edit}", headers=said, follow_redirects=True),
        client.get(f"/k/{group.view}", headers=said, follow_redirects=True),
        client.get(f"/g/{group.id[::-1]}?invited=1", headers=said),
    ]
    page = answers[0].text.replace(group.session, "/g/…")
    assert [answer.status_code for answer in answers] == [200] * 3
    for answer, address in zip(answers[1:], (group.session, f"/g/{group.id[::-1]}"), strict=True):
        assert answer.text.replace(address, "/g/…") == page
    title = {"en": "A card evening", "sv": "En kortkväll", "de": "Ein Kartenabend"}[language]
    assert f"<title>{title} · Referee</title>" in page
    assert f'<meta property="og:title" content="{title}">' in page
    assert re.search(r'<meta property="og:description" content="[^"]{20,}">', page)
    image = re.findall(r'<meta property="og:image" content="http://[^/]+([^"]+)">', page)
    assert [client.get(path).mimetype for path in image] == ["image/png"]
    assert not re.search(r"Ada|Bo\b", page)
    assert group.edit not in page
    assert "Set-Cookie" not in answers[2].headers


def test_the_link_of_a_session_leads_to_it(group: Group) -> None:
    session_id = group.session.split("/")[3]
    page = group.phone.get(f"{group.session}")
    (shown,) = (link for link in page.links if "/links?for=" in link)
    addresses = re.findall(r'value="([^"]+/k/[^"]+)"', group.phone.get(shown).html)
    assert addresses == [f"{HOME}/k/{key}/{session_id}" for key in (group.edit, group.view)]
    for address in addresses:
        response = Phone(group.phone.app).ask(address.removeprefix(HOME))
        assert response.location == f"{group.session}?invited=1"


def test_the_view_link_takes_nothing_away(group: Group) -> None:
    """On a phone that has the edit link; the other way round it gives."""
    response = group.phone.ask(f"/k/{group.view}")
    assert response.status_code == 302
    assert "Set-Cookie" not in response.headers
    assert group.phone.get(group.session).has("End the session")
    other = opened(group.phone.app, group.view)
    assert not other.get(group.session).has("End the session")
    assert other.ask(f"/k/{group.edit}").status_code == 302
    assert other.get(group.session).has("End the session")


BAD_KEYS = ["x", "0" * 27, "é", "%00", "x" * 64, "x" * 65, "x" * 5000, "a.b", "a%2Fb", "group_"]


def test_keys_that_open_nothing(group: Group) -> None:
    parts = [group.edit[:-1], f"{group.edit}A", group.edit.swapcase(), group.id, group.view[:-1]]
    for path in (f"/k/{key}{below}" for key in BAD_KEYS + parts for below in ("", "/x")):
        response = Phone(group.phone.app).ask(path)
        assert (response.status_code, "Set-Cookie" in response.headers) == (404, False), path
        assert "<h1>" in response.text


def test_forged_cookies_open_nothing(group: Group) -> None:
    app = group.phone.app
    name, view = f"group_{group.id}", opened(app, group.view)
    real = group.phone.client.get_cookie(name)
    looking = view.client.get_cookie(name)
    other = new_group(app)
    foreign = other.phone.client.get_cookie(f"group_{other.id}")
    assert real
    assert looking
    assert foreign
    payload, _, signature = real.value.rpartition(".")
    as_if = looking.value.rpartition(".")[0]
    forged = [
        *("", ".", "x", "\xff\xfe", "x" * 4000, group.edit, f'"{group.edit}"', foreign.value),
        *(payload, real.value[:-1], real.value[1:], f"{payload}.", f"{as_if}.{signature}"),
        f"{payload}.{'A' * len(signature)}"]  # fmt: skip
    for value in forged:
        phone = Phone(app)
        phone.client.set_cookie(name, value)
        assert phone.ask(f"/g/{group.id}").status_code == 404, value
        assert "Your groups" not in phone.get("/").text
        assert phone.get("/krypkasino/new").datalist == []


def test_pages_to_look_on_hold_no_edit_key(group: Group) -> None:
    """No form that changes something is there either."""
    phone = opened(group.phone.app, group.view)
    game = group.phone.press(group.phone.get(f"{group.session}/1"), "Sweep: Bo")
    for page in all_pages(phone, group.session, group.id):
        assert group.edit not in page.html
        assert group.edit not in str(page.headers)
        usable = [b for f in page.forms for b in f.buttons if not b.disabled]
        assert (usable, page.path) == ([], page.path)
    for path in ("export.json", "export.csv"):
        text = phone.ask(f"/g/{group.id}/{path}").text
        assert not any(key in text for key in (group.edit, group.view))
    assert "Sweep: Bo" not in phone.get(game.path).text


def test_replaced_links_stop_at_once(group: Group) -> None:
    app, old = group.phone.app, (group.edit, group.view)
    phones = {key: opened(app, key) for key in old}
    links = group.phone.get(f"/g/{group.id}/links")
    page = group.phone.press(links, "Replace both links")
    assert not any(key in page.html for key in old)
    paths = [group.session, f"{group.session}/1", f"{group.session}/1/sheet"]
    for key, phone in phones.items():
        for path in (f"/k/{key}", f"/g/{group.id}", *paths):
            assert phone.ask(path).status_code == 404
        assert "Your groups" not in phone.get("/").text
        for path in paths:
            poll = phone.ask(path, headers=POLL)
            assert (poll.status_code, poll.content_type) == (404, "text/plain; charset=utf-8")
            assert "the links were replaced." in poll.text
            assert poll.headers["Cache-Control"] == "no-store"
    assert group.phone.get(group.session).has("End the session")
    for key in keys_of(group.phone, group.id):
        assert "Ada" in opened(app, key).get(group.session).text
    who_lost_the_answer = phones[group.edit]
    who_lost_the_answer.press(links, "Replace both links")
    assert who_lost_the_answer.get(group.session).has("End the session")


def test_keys_stand_in_no_log(
    group: Group, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An address whose request fails is logged without its key, too."""
    for logger in (None, "sqlalchemy.engine"):
        caplog.set_level(logging.DEBUG, logger)
    kept = group.phone.app.config["SQLALCHEMY_DATABASE_URI"]
    app = create_app({"DATABASE_URL": kept})
    phone = Phone(app)
    assert phone.ask(f"/k/{group.edit}").status_code == 302
    all_pages(phone, group.session, group.id)
    monkeypatch.setattr(secret_links, "open_key", Mock(side_effect=ZeroDivisionError))
    for path in (f"/k/{group.edit}", f"/k/{group.view}/x"):
        assert phone.ask(path).status_code == 500
    assert "ZeroDivisionError" in caplog.text
    assert "SELECT" in caplog.text
    written = [f"{one.getMessage()} {one.exc_text} {one.__dict__}" for one in caplog.records]
    for text in (*written, caplog.text):
        assert not any(key in text for key in (group.edit, group.view))
    close(app)


def test_keys_stand_nowhere_in_the_database(group: Group) -> None:
    before = {group.edit, group.view}
    group.phone.press(group.phone.get(f"/g/{group.id}/links"), "Replace both links")
    group.phone.press(group.phone.get(f"/g/{group.id}/new"), "Start")
    kept = str(dump(group.phone.app))
    for key in before | set(keys_of(group.phone, group.id)):
        assert key not in kept


def is_private(rule: str, sent: Any) -> bool:
    """Return whether only a key opens it."""
    keyed = rule.startswith((f"{requests_by_key.API}/groups", f"{requests_by_key.API}/sessions"))
    return keyed or rule.startswith(("/g/", "/k/"))


def check_headers(response: TestResponse) -> None:
    assert response.headers.get("Cache-Control") == "no-store"
    assert response.headers["Referrer-Policy"] in ("same-origin", "no-referrer")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]


def test_the_table_names_every_address(app: Flask) -> None:
    rules = {
        (rule.rule, method)
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.endpoint != "static" and method not in ("HEAD", "OPTIONS")
    }
    assert rules == set(requests_by_key.TABLE)


class Looking(NamedTuple):
    """A phone with a key, and everything that is kept meanwhile."""

    key: str
    world: requests_by_key.World
    phone: Phone
    before: Dump


@pytest.fixture(scope="module", params=requests_by_key.KEYS)
def looking(app: Flask, request: pytest.FixtureRequest) -> Looking:
    world = requests_by_key.make(app, request.param)
    phone = requests_by_key.prepared(app, world)
    if request.param == "replaced":
        requests_by_key.replace(app, world)
    return Looking(request.param, world, phone, dump(app))


def test_looking(app: Flask, looking: Looking) -> None:
    """Nothing is changed by it, and no cookie is set but of groups and games."""
    key, world, phone, before = looking
    for rule, method in requests_by_key.GETS:
        sent, statuses = requests_by_key.TABLE[rule, method]
        response = requests_by_key.ask(app, world, rule, method, phone)
        assert response.status_code == statuses[requests_by_key.KEYS.index(key)], rule
        cookies = {cookie.split("=")[0] for cookie in response.headers.getlist("Set-Cookie")}
        opened = {c for c in cookies if c.startswith("group_")}
        chosen = {"cards"} if statuses == requests_by_key.GO_BACK else {"game", "first"}
        assert cookies - opened <= chosen, rule
        assert len(opened) == (rule.startswith("/k/") and response.status_code == 302), rule
        if is_private(rule, sent):
            check_headers(response)
    assert dump(app) == before


def test_changing(app: Flask, looking: Looking) -> None:
    """A refused request changes nothing."""
    key, world, phone, before = looking
    for rule, method in requests_by_key.CHANGES:
        sent, statuses = requests_by_key.TABLE[rule, method]
        if key == "edit":  # what is deleted, phones forget
            phone = requests_by_key.prepared(app, world)
        response = requests_by_key.ask(app, world, rule, method, phone)
        status = statuses[requests_by_key.KEYS.index(key)]
        assert response.status_code == status, (rule, response.text)
        if response.status_code >= 400:
            assert dump(app) == before, rule
        else:
            restore(app, before)
        if is_private(rule, sent):
            check_headers(response)


def test_what_is_refused_before_it_is_read_is_kept_by_nobody_either(app: Flask) -> None:
    world = requests_by_key.make(app, "edit")
    path, elsewhere = f"/g/{world.group}/name", {"Origin": "null"}
    response = requests_by_key.prepared(app, world).ask(
        path, "POST", data={"name": "Friday"}, headers=elsewhere
    )
    assert response.status_code == 403
    check_headers(response)


def test_keys_open_no_pages_and_cookies_open_no_api(app: Flask) -> None:
    world = requests_by_key.make(app, "edit")
    sent = {"Authorization": f"Bearer {world.edit}"}
    assert Phone(app).ask(f"/g/{world.group}", headers=sent).status_code == 404
    assert (
        requests_by_key.prepared(app, world)
        .ask(f"{requests_by_key.API}/groups/{world.group}")
        .status_code
        == 401
    )


PARTS = {"number": 1, "index": 0, "seq": 1, "seat": 0, "which": 1, "field": "ace_of_spades"}
NOBODY = "0" * 12


def rules(app: Flask, method: str) -> list[Rule]:
    found = [
        rule
        for rule in app.url_map.iter_rules()
        if {"group_id", "session_id"} <= rule.arguments and method in (rule.methods or ())
    ]
    assert len(found) > 5
    return found


def addresses(app: Flask, method: str, group: str, session: str) -> list[str]:
    bound = app.url_map.bind("localhost")
    return [
        bound.build(
            rule.endpoint,
            {"group_id": group, "session_id": session}
            | {name: PARTS[name] for name in rule.arguments & PARTS.keys()},
        )
        for rule in rules(app, method)
    ]


@pytest.fixture
def two(app: Flask) -> tuple[Group, Group]:
    """Two groups that one phone knows."""
    first = new_group(app)
    return first, seated(first.phone, "Cy", "Di")


def test_looking_from_another_group(app: Flask, two: tuple[Group, Group]) -> None:
    first, second = two
    phone: Phone = first.phone
    own = first.session.split("/")[3]
    answered = [phone.ask(path).status_code for path in addresses(app, "GET", first.id, own)]
    assert answered.count(200) > 5
    for session in (second.session.split("/")[3], NOBODY):
        for path in addresses(app, "GET", first.id, session):
            assert phone.ask(path).status_code == 404, path


def test_changing_from_another_group(app: Flask, two: tuple[Group, Group]) -> None:
    first, second = two
    phone: Phone = first.phone
    for session in (second.session.split("/")[3], NOBODY):
        for path in addresses(app, "POST", first.id, session):
            answer = phone.ask(path, "POST")
            if answer.status_code == 303:  # it says nothing to be done
                answer = phone.ask(answer.location)
            assert answer.status_code in (400, 404), path


def test_links(two: tuple[Group, Group]) -> None:
    first, second = two
    for session in (second.session.split("/")[3], NOBODY):
        path = f"/g/{first.id}/links?session={session}"
        assert not re.search(f"/k/[^/]+/{session}", first.phone.ask(path).text)
        led = first.phone.ask(f"/k/{first.edit}/{session}")
        assert first.phone.ask(led.location).status_code == 404
