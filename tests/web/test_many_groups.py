"""The keys of all groups go along with every request: a phone keeps no more than servers take."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from referee.services.sessions import SessionPlan, start_group
from referee.store.database import db
from referee.store.models import GameSession, Group
from referee.web import secret_links
from referee.web.key_cookies import COOKIE
from referee.web.secret_links import MOST_GROUPS
from tests.page_client import Phone

COMMON_LIMIT = 8190
"""Bytes of a head's line that gunicorn takes; nginx takes 8192."""


def made(app: Flask) -> tuple[str, str]:
    """Return a group's id and its edit key."""
    with app.app_context():
        started = start_group(SessionPlan("krypkasino", ["Ada", "Bo"]))
    assert started.edit_key
    return started.group_id, started.edit_key


def begun(app: Flask, group_id: str, days_ago: int) -> None:
    """Set back the times of a group and its sessions by so many days."""
    moment = datetime.now(UTC) - timedelta(days=days_ago)
    with app.app_context():
        of_group = GameSession.group_id == group_id
        db.session.execute(update(Group).where(Group.id == group_id).values(created_at=moment))
        db.session.execute(update(GameSession).where(of_group).values(started_at=moment))
        db.session.commit()


def groups_on(phone: Phone) -> set[str]:
    return {key.removeprefix(COOKIE) for key in phone.cookies() if key.startswith(COOKIE)}


FEW = 4
"""Groups that a phone may keep in the test: in the app more, which takes long."""


def test_as_many_groups_fit_into_the_head_of_a_request(app: Flask) -> None:
    phone = Phone(app)
    phone.ask("/like/letters/international")
    without = len(phone.ask("/").request.headers["Cookie"])
    phone.ask(f"/k/{made(app)[1]}")
    of_group = len(phone.ask("/").request.headers["Cookie"]) - without
    assert without + MOST_GROUPS * of_group < COMMON_LIMIT - len("Cookie: \r\n")


def test_what_was_not_played_for_longest_is_forgotten(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secret_links, "MOST_GROUPS", FEW)
    monkeypatch.setattr(secret_links, "FORGOTTEN", 2)
    groups = [made(app) for _ in range(FEW + 1)]
    idle, its_key = groups[2]
    begun(app, idle, days_ago=400)
    for _, key in groups:
        assert phone.ask(f"/k/{key}").status_code == 302
        assert len(groups_on(phone)) <= FEW
    assert {group for group, _ in groups} - groups_on(phone) == {idle}
    phone.get(f"/g/{idle}", 404)
    phone.ask(f"/k/{its_key}")
    assert idle in groups_on(phone)
    assert "Ada" in phone.get(f"/g/{idle}").text
    # Groups that are gone, and keys signed with another secret, go first.
    for number in range(4):
        phone.client.set_cookie(f"{COOKIE}{number:012}", "x" * 67, domain="localhost")
    there = groups_on(phone) & {group for group, _ in groups}
    phone.ask(f"/k/{its_key}")
    assert len(groups_on(phone)) == FEW + 2
    phone.ask(f"/k/{its_key}")
    assert groups_on(phone) == there
