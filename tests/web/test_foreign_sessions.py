"""An address with a group and a session of another one, or none, leads nowhere."""

import re

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.page_client import Group, Phone, new_group, seated

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


def test_looking(app: Flask, two: tuple[Group, Group]) -> None:
    first, second = two
    phone: Phone = first.phone
    own = first.session.split("/")[3]
    answered = [phone.ask(path).status_code for path in addresses(app, "GET", first.id, own)]
    assert answered.count(200) > 5
    for session in (second.session.split("/")[3], NOBODY):
        for path in addresses(app, "GET", first.id, session):
            assert phone.ask(path).status_code == 404, path


def test_changing(app: Flask, two: tuple[Group, Group]) -> None:
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
