"""A group of a phone goes to a server: once, whole, and trusted in nothing."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from referee.services import groups
from referee.store.driver_errors import DatabaseBusy
from tests.databases import DATABASES, app_on, counts, new_database, quick_folder
from tests.groups import group_of
from tests.page_client import Group, Page, Phone, begin, fill, finish, new_group, opened, start

from .own_app import Cabin

MULTIPART = "multipart/form-data"


ON_EACH = pytest.mark.parametrize("server", DATABASES, indirect=True)
"""For tests of what a database keeps, refuses or waits for; any will do for the others."""


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[Flask]:
    kind = getattr(request, "param", DATABASES[0])
    with quick_folder() as folder, new_database(request, folder, kind) as url, app_on(url) as app:
        yield app


def evening(cabin: Cabin, *names: str) -> str:
    """Return a group with a session of one finished game: its id."""
    page = fill(cabin, begin(cabin, *(names or ("Ada", "Bo"))), 20, 22)
    return finish(cabin, page).group


def exported(phone: Phone, group: str) -> Any:
    return json.loads(phone.ask(f"/g/{group}/export.json").data)


def leave(cabin: Cabin, group: str) -> dict[str, str]:
    """Return the fields of the form that the phone sends to the server."""
    page = cabin.press(cabin.get(f"/g/{group}"), "Hand it over")
    form, _ = page.form("Send it")
    assert (form.action, form.method) == (f"/hand-over?from={group}", "post")
    return dict(form.fields)


def send(phone: Phone, sent: dict[str, str]) -> TestResponse:
    return phone.ask("/hand-over", "POST", data=sent, content_type=MULTIPART)


def come_back(cabin: Cabin, answer: TestResponse) -> Page:
    assert answer.status_code == 303, answer.text
    return cabin.get(answer.location)


def test_one_tap_makes_a_group_of_it(server: Flask, cabin: Cabin) -> None:
    group = evening(cabin)
    before = exported(cabin, group)
    phone = Phone(server)
    page = come_back(cabin, send(phone, leave(cabin, group)))
    assert "Handed over. This copy is only for looking." in page.text
    took = group_of(phone)
    assert f"/g/{took}" in page.links
    assert exported(phone, took) == before
    assert phone.get(f"/g/{took}").has("Save")  # it may write there


@ON_EACH
def test_whoever_hears_nothing_sends_it_again(server: Flask, cabin: Cabin) -> None:
    """A repeated transfer gets the same answer, and makes one group."""
    group = evening(cabin)
    sent = leave(cabin, group)
    assert leave_again(cabin, group) == sent
    phone = Phone(server)
    first = send(phone, sent)
    there = counts(server)
    for again in (phone, Phone(server)):
        assert send(again, sent).location == first.location
        assert again.get(f"/g/{group_of(again)}")
    assert counts(server) == there
    assert "Handed over" in come_back(cabin, first).text
    assert "Handed over" in cabin.get(first.location).text


def leave_again(cabin: Cabin, group: str) -> dict[str, str]:
    form, _ = cabin.get(f"/g/{group}/hand-over").form("Send it")
    return dict(form.fields)


@pytest.mark.parametrize("change", [
    {"key": "a key that nobody drew"}, {"archive": '{"format": "referee-group"}'}])  # fmt: skip
def test_it_is_not_taken_twice(server: Flask, cabin: Cabin, change: dict[str, str]) -> None:
    sent = leave(cabin, evening(cabin))
    phone = Phone(server)
    assert send(phone, sent).status_code == 303
    there, answer = counts(server), send(phone, sent | change)
    assert answer.status_code == 422
    assert "was handed over before, and is not taken twice" in answer.text
    assert counts(server) == there


def test_a_handed_over_copy_is_only_for_looking(server: Flask, cabin: Cabin) -> None:
    group = evening(cabin)
    page = cabin.get(f"/g/{group}")
    session = next(link for link in page.links if re.fullmatch(rf"/g/{group}/0\w{{11}}", link))
    forms = cabin.get(session).forms + cabin.get(f"{session}/1/sheet").forms
    sent = leave(cabin, group)
    for taken in (False, True):
        if taken:
            come_back(cabin, send(Phone(server), sent))
        for path in (f"/g/{group}", session, f"{session}/1/sheet"):
            page = cabin.get(path)
            assert "open the other link" not in page.text
            assert ("here it is only for looking" in page.text) == (path != f"/g/{group}")
            shown = [form.action for form in page.forms if form.method == "post"]
            assert shown in ([], [f"/g/{group}/{'remove' if taken else 'copy'}"])
        before = cabin.file.read_bytes()
        for form in forms:
            if form.method == "post":
                answer = cabin.ask(form.action or session, "POST", data=dict(form.fields))
                assert answer.status_code in (403, 405), form
                assert "This copy is only for looking." in answer.text or answer.status_code == 405
        assert cabin.file.read_bytes() == before


def test_the_only_copy_cannot_be_removed(server: Flask, cabin: Cabin) -> None:
    group = evening(cabin)
    address = f"/g/{group}/remove"
    assert "all there is of it" in cabin.send(address, {}, status=409).text
    sent = leave(cabin, group)
    assert cabin.send(address, {}, status=409)
    page = come_back(cabin, send(Phone(server), sent))
    assert cabin.press(page, "Remove this copy").path == "/"
    assert cabin.get(f"/g/{group}", status=404)


def test_a_refusal_lets_play_go_on(server: Flask, cabin: Cabin) -> None:
    group = evening(cabin)
    sent = leave(cabin, group)
    wrong = sent["archive"].replace('"deal":1', '"deal":99')
    answer = send(Phone(server), sent | {"archive": wrong})
    assert answer.status_code == 422
    assert "see sessions.0.games.0.deal" in answer.text
    back = Page("/hand-over", answer).links
    (stays,) = {link for link in back if "/stays" in link}
    assert cabin.get(stays).has("Hand it over")
    assert cabin.get(f"/g/{group}").has("Save")
    assert cabin.get(stays, status=404)


@pytest.mark.parametrize("proof", ["", "0" * 16, "né"])
def test_nobody_else_says_what_became_of_it(cabin: Cabin, proof: str) -> None:
    group = evening(cabin)
    leave(cabin, group)
    for path in ("handed-over?as=x&", "stays?"):
        assert cabin.ask(f"/g/{group}/{path}proof={proof}").status_code == 404
    assert "It is being handed over." in cabin.get(f"/g/{group}").text


# --- into a group that is there -------------------------------------------------------------------


def asked_where(phone: Phone, sent: dict[str, str]) -> Page:
    answer = send(phone, sent)
    assert answer.status_code == 200
    page = Page("/hand-over", answer)
    assert "Where does it belong?" in page.text
    return page


def choose(phone: Phone, page: Page, into: str, **answers: Any) -> TestResponse:
    form, _ = page.form("A new group" if into else "Hand it over")
    return send(phone, dict(form.fields) | ({"into": into} if into else {}) | answers)


@ON_EACH
def test_its_evenings_come_into_a_group(server: Flask, cabin: Cabin) -> None:
    """People of the same name are merged, also if the group has changed meanwhile."""
    there = new_group(server)
    sent = leave(cabin, evening(cabin, "Bo", "Dagny"))
    before = exported(there.phone, there.id)
    page = asked_where(there.phone, sent)
    start(there.phone, "Ada", "Bo")
    there.phone.send(f"/g/{there.id}/name", {"name": "Friday"})
    answer = choose(there.phone, page, there.id)
    come_back(cabin, answer)
    after = exported(there.phone, there.id)
    assert after["name"] == "Friday"
    assert sorted(after["players"]) == ["Ada", "Bo", "Dagny"]
    (added,) = [one for one in after["sessions"] if one not in before["sessions"]]
    assert added == json.loads(sent["archive"])["sessions"][0]
    assert choose(there.phone, page, there.id).location == answer.location
    assert choose(there.phone, page, "new").location == answer.location
    assert exported(there.phone, there.id) == after


def test_its_house_rules_come_along(server: Flask, cabin: Cabin) -> None:
    """One that the group has is not added again; another of the same name gets a number."""
    there, here = new_group(server), evening(cabin, "Bo", "Dagny")
    same = "Monday = kasino: draw"
    for phone, group, texts in (
        (there.phone, there.id, ["Friday = casino", same]),
        (cabin, here, ["Friday = casino to 30: sweeps", same, "Sunday = casino"]),
    ):
        for text in texts:
            kept = phone.ask(f"/g/{group}/house-rules", "POST", data={"text": text})
            assert kept.status_code == 303
    sent = leave(cabin, here)
    come_back(cabin, choose(there.phone, asked_where(there.phone, sent), there.id))
    presets = exported(there.phone, there.id)["presets"]
    assert [preset["name"] for preset in presets] == ["Friday", "Monday", "Friday (2)", "Sunday"]
    assert presets[2] == {"name": "Friday (2)", "game": "casino", "house": ["sweeps"], "target": 30}


def test_it_is_asked_who_is_who_where_nobody_can_know(server: Flask, cabin: Cabin) -> None:
    there = new_group(server)
    sent = leave(cabin, evening(cabin, "ada", "Bo Bosson"))
    page = asked_where(there.phone, sent)
    answer = choose(there.phone, page, there.id)
    asked = Page("/hand-over", answer)
    assert "Who is who?" in asked.text
    form, _ = asked.form("Hand it over")
    assert form.values("name") == ["Bo Bosson", "ada"]
    assert form.values("is") == ["Bo", "Ada"]
    names = {"name": form.values("name"), "is": ["Bo Bosson", "Ada"]}
    come_back(cabin, choose(there.phone, asked, "", **names))
    after = exported(there.phone, there.id)
    assert sorted(after["players"]) == ["Ada", "Bo", "Bo Bosson"]
    assert ["Ada", "Bo Bosson"] in [one["players"] for one in after["sessions"]]


def test_a_busy_server_asks_before_it_takes_one(server: Flask, cabin: Cabin, monkeypatch) -> None:
    there, sent = new_group(server), leave(cabin, evening(cabin))
    with monkeypatch.context() as busy:
        busy.setattr(groups, "find_group", Mock(side_effect=DatabaseBusy))
        assert send(there.phone, sent).status_code == 503
    asked_where(there.phone, sent)


def test_only_into_groups_that_this_phone_may_write_in(server: Flask, cabin: Cabin) -> None:
    there, other = new_group(server), new_group(server)
    sent = leave(cabin, evening(cabin))
    page = asked_where(there.phone, sent)
    assert choose(there.phone, page, other.id).status_code == 404
    watching = opened(server, other.view)
    assert send(watching, sent | {"into": other.id}).status_code == 403
    assert choose(there.phone, page, there.id).status_code == 303


def delete(there: Group) -> None:
    page = there.phone.get(f"/g/{there.id}/delete")
    there.phone.press(page, "Delete for good", name="Ada, Bo")


def replace_links(there: Group) -> None:
    """Replace the links on another phone, without showing the new ones to this phone."""
    phone = opened(there.phone.app, there.edit)
    phone.press(phone.get(f"/g/{there.id}/links"), "Replace both links")


@ON_EACH
@pytest.mark.parametrize("close", [delete, replace_links])
def test_a_group_that_closes_meanwhile_is_said(
    server: Flask, cabin: Cabin, close: Callable[[Group], None]
) -> None:
    """The question which group it belongs to is asked again, and nothing is lost."""
    there = new_group(server)
    sent = leave(cabin, evening(cabin))
    page = asked_where(there.phone, sent)
    close(there)
    answer = choose(there.phone, page, there.id)
    assert answer.status_code == 404
    again = Page("/hand-over", answer)
    assert "this phone cannot write in it any more" in again.alert()
    assert "Or its evenings come into a group" not in again.text
    come_back(cabin, choose(there.phone, again, "new"))
    assert exported(there.phone, group_of(there.phone)) == json.loads(sent["archive"])


# --- what a phone says of itself ------------------------------------------------------------------


NONSENSE = [
    {"group": ""}, {"group": "0abcdefghjkm/x"}, {"key": "x" * 20 + "é"}, {"into": "0"},
    {"archive": "{"}, {"archive": "[" * 100_000}]  # fmt: skip


def test_nonsense_is_refused(server: Flask, cabin: Cabin) -> None:
    sent = leave(cabin, evening(cabin))
    there = counts(server)
    for said in NONSENSE:
        assert send(Phone(server), sent | said).status_code in (400, 404, 422), said
        assert counts(server) == there, said


def test_the_keys_of_a_phone_open_nothing_on_a_server(server: Flask, cabin: Cabin) -> None:
    group = evening(cabin)
    sent = leave(cabin, group)
    phone = Phone(server)
    assert send(phone, sent).status_code == 303
    stranger = Phone(server)
    for domain, path, name, value in json.loads(cabin.here.export_cookies()):
        stranger.client.set_cookie(name, value, domain=domain, path=path)
    for known in (group, group_of(phone)):
        assert stranger.ask(f"/g/{known}").status_code == 404
    assert stranger.ask(f"/k/{sent['key']}").status_code == 404
