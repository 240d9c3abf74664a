"""Handing over a group that is on one phone alone. The phone's app freezes it and sends it, as a
form, to the server's: there it becomes a group, or comes into one that this phone has opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from ..languages import gettext
from ..messages import error_text
from ..rules.cards import RulesError
from ..services import group_overview, phone_to_server
from ..services.group_keys import open_key
from ..services.phone_to_server import GroupTaken
from ..services.refusals import Invalid, MayNotWrite, NotAccessible, TryLater
from ..urls import root
from .permissions import access, admitted, editing, known_access

on_phone = Blueprint("leaving", __name__, url_prefix="/g/<id:group_id>")
on_server = Blueprint("handing", __name__)

NEW = "new"
"""Value of the field ``into`` that asks for another group."""


@on_phone.post("/hand-over")
def leave(group_id: str) -> str:
    return _ready(group_id)


@on_phone.get("/hand-over")
def waiting(group_id: str) -> str | Response:
    """It was to be handed over, and nothing has come back yet."""
    opened = access(group_id)
    if phone_to_server.leaving(opened.group_id) is None:
        return redirect(url_for("groups.page", group_id=group_id))
    return _ready(group_id)


def _ready(group_id: str) -> str:
    opened = access(group_id)
    leaving, text = phone_to_server.leave(opened)
    group = group_overview.read_group(opened)
    return render_template("group/hand_over.html", group=group, leaving=leaving, text=text)


@on_phone.post("/copy")
def go_on(group_id: str) -> Response:
    """Play goes on in another group, while this one waits for a server."""
    copy_id, key = phone_to_server.go_on_beside(access(group_id))
    return admitted(url_for("groups.page", group_id=copy_id), copy_id, key)


@on_phone.get("/handed-over")
def handed_over(group_id: str) -> Response:
    """The server leads here once it has taken it."""
    took, proof = request.args.get("as", ""), request.args.get("proof", "")
    phone_to_server.note_taken(access(group_id), proof, took)
    return redirect(url_for("groups.page", group_id=group_id), 303)


@on_phone.get("/stays")
def stays(group_id: str) -> Response:
    """The server leads here where it has refused it."""
    phone_to_server.stay(access(group_id), request.args.get("proof", ""))
    return redirect(url_for("groups.page", group_id=group_id), 303)


@on_phone.post("/remove")
def remove(group_id: str) -> Response:
    phone_to_server.remove(access(group_id))
    return redirect(url_for("home.page"), 303)


class SentGroup(NamedTuple):
    """What a phone sends: the id of its group, the key that this one is handed over with, and the
    group as a file; ``into`` is where it goes, if that was asked already."""

    group: str
    key: str
    archive: str
    into: str

    @property
    def back(self) -> str:
        """Where the phone hears what became of it."""
        return f"{root()}/g/{self.group}"

    @property
    def proof(self) -> str:
        return phone_to_server.GroupLeavingPhone(self.key, None).proof


@on_server.post("/hand-over")
def take() -> Response:
    """Take a group of a phone, or ask what is not said yet."""
    sent = SentGroup(*(request.form.get(name, "") for name in SentGroup._fields))
    try:
        taken = phone_to_server.taken_before(sent.group, sent.key, sent.archive)
        found = taken or _take(sent)
    except (Invalid, RulesError) as error:
        return _refuse(sent, error_text(error), 422)
    except TryLater as error:
        response = _refuse(sent, error_text(error), 503)
        response.retry_after = error.seconds
        return response
    except (ValueError, RecursionError):
        return _refuse(sent, gettext("What this phone sent cannot be read."), 422)
    return _thank(sent, found) if isinstance(found, GroupTaken) else found


def _take(sent: SentGroup) -> GroupTaken | Response:
    """Take the group into one of this server's, or ask into which."""
    into = sent.into or ("" if _groups() else NEW)
    if not into:
        return _ask_where(sent)
    if into == NEW:
        return phone_to_server.take_as_new(sent.group, sent.key, sent.archive)
    try:
        return _take_into(sent, into)
    except MayNotWrite:
        return _ask_where(sent, 403)
    except (NotFound, NotAccessible):  # deleted meanwhile, or its links were replaced
        return _ask_where(sent, 404)


def _ask_where(sent: SentGroup, status: int = 200) -> Response:
    closed = status != 200
    page = render_template("group/take_over.html", sent=sent, groups=_groups(), closed=closed)
    return make_response(page, status)


def _take_into(sent: SentGroup, into: str) -> GroupTaken | Response:
    """Take it into a group, or ask who is who."""
    opened = editing(into)
    people = _people()
    unsure = phone_to_server.unsure(opened, sent.archive)
    if asked := {name: alike for name, alike in unsure.items() if name not in people}:
        facts: dict[str, object] = {"group": group_overview.read_group(opened), "asked": asked}
        return make_response(render_template("group/take_over.html", sent=sent, **facts))
    return phone_to_server.take_into(opened, sent.group, sent.key, sent.archive, people)


def _groups() -> list[group_overview.GroupSummary]:
    """Those that this phone may write in."""
    return [one for one in group_overview.read_glances(known_access()) or () if one.may_write]


def _people() -> Mapping[str, str]:
    """Who of the phone's is whom of the group, as it was answered."""
    return dict(zip(request.form.getlist("name"), request.form.getlist("is"), strict=False))


def _thank(sent: SentGroup, taken: GroupTaken) -> Response:
    address = f"{sent.back}/handed-over?as={taken.group_id}&proof={sent.proof}"
    opens = taken.edit_key is not None and open_key(taken.edit_key) is not None
    return admitted(address, taken.group_id, taken.edit_key if opens else None)


def _refuse(sent: SentGroup, error: str, status: int) -> Response:
    return make_response(render_template("group/take_over.html", sent=sent, error=error), status)
