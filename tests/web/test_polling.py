"""Requests of scripts: polls of a page's changing part, and forms without a redirect."""

import re

import pytest
from werkzeug.test import TestResponse

from tests.page_client import POLL, Group, Page, Phone, opened


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
    assert tokenless(part.text) in tokenless(page.source)
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
    for typed, said in (("x", "is not a whole number"), ("20", "cards +20"), ("21", "Take mine")):
        sent = form.filled(button, points=typed)
        sent["0-etag"] = "0"
        answer = group.phone.ask(button.action, "POST", data=sent, headers=POLL)
        assert (answer.status_code, "<html" in answer.text) == (200, False)
        assert said in Page("", answer).text
