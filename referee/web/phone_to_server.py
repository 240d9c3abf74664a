"""Pages that move a group from the offline app to a server. The offline app freezes the group and
sends it as a form; on the server it becomes a group, or is merged into one that this phone has
opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from ..languages import gettext
from ..messages import error_text
from ..rules.error_bases import RulesError
from ..services import group_list, group_overview, phone_to_server
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
    """Freeze a group for the move, and draw the form that sends it to the server."""
    return _ready(group_id)


@on_phone.get("/hand-over")
def waiting(group_id: str) -> str | Response:
    """Draw the form that sends a group again while the server's answer is not known."""
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
    """Create a copy of a group in which play goes on while the group waits for the server."""
    copy_id, key = phone_to_server.go_on_beside(access(group_id))
    return admitted(url_for("groups.page", group_id=copy_id), copy_id, key)


@on_phone.get("/handed-over")
def handed_over(group_id: str) -> Response:
    """Record that the server took the group, which redirects here afterwards."""
    took, proof = request.args.get("as", ""), request.args.get("proof", "")
    phone_to_server.note_taken(access(group_id), proof, took)
    return redirect(url_for("groups.page", group_id=group_id), 303)


@on_phone.get("/stays")
def stays(group_id: str) -> Response:
    """Unfreeze a group that the server refused, which redirects here afterwards."""
    phone_to_server.stay(access(group_id), request.args.get("proof", ""))
    return redirect(url_for("groups.page", group_id=group_id), 303)


@on_phone.post("/remove")
def remove(group_id: str) -> Response:
    """Delete a group that the server took."""
    phone_to_server.remove(access(group_id))
    return redirect(url_for("home.page"), 303)


class SentGroup(NamedTuple):
    """A group that a phone sends: its id, the key of this move, and the archive of the group.
    ``into`` is the id of the group to merge it into, :data:`NEW`, or "" where nobody has chosen
    yet."""

    group: str
    key: str
    archive: str
    into: str

    @property
    def back(self) -> str:
        """Return the URL of the group on the phone."""
        return f"{root()}/g/{self.group}"

    @property
    def proof(self) -> str:
        return phone_to_server.GroupLeavingPhone(self.key, None).proof


@on_server.post("/hand-over")
def take() -> Response:
    """Take a group from a phone, or ask what is still to be decided."""
    sent = SentGroup(*(request.form.get(name, "") for name in SentGroup._fields))
    try:
        taken = phone_to_server.taken_before(sent.group, sent.key, sent.archive)
        outcome = taken or _take_or_ask(sent)
    except (Invalid, RulesError) as error:
        return _refuse(sent, error_text(error), 422)
    except TryLater as error:
        response = _refuse(sent, error_text(error), 503)
        response.retry_after = error.seconds
        return response
    except (ValueError, RecursionError):
        return _refuse(sent, gettext("What this phone sent cannot be read."), 422)
    return _thank(sent, outcome) if isinstance(outcome, GroupTaken) else outcome


def _take_or_ask(sent: SentGroup) -> GroupTaken | Response:
    """Take the group as a new one or into another of this server; ask for the group if none is
    chosen."""
    into = sent.into or ("" if _writable_groups() else NEW)
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
    page = render_template(
        "group/take_over.html", sent=sent, groups=_writable_groups(), closed=closed
    )
    return make_response(page, status)


def _take_into(sent: SentGroup, into: str) -> GroupTaken | Response:
    """Merge the group into another, or ask which people are the same."""
    opened = editing(into)
    people = _same_people()
    unsure = phone_to_server.unsure(opened, sent.archive)
    if unanswered := {name: alike for name, alike in unsure.items() if name not in people}:
        facts: dict[str, object] = {"group": group_overview.read_group(opened), "asked": unanswered}
        return make_response(render_template("group/take_over.html", sent=sent, **facts))
    return phone_to_server.take_into(opened, sent.group, sent.key, sent.archive, people)


def _writable_groups() -> list[group_list.GroupSummary]:
    """Return the groups that this phone may write in."""
    return [group for group in group_list.read_summaries(known_access()) or () if group.may_write]


def _same_people() -> Mapping[str, str]:
    """Return the answers to who is who: the name in the sent group, and whom it is in the other."""
    return dict(zip(request.form.getlist("name"), request.form.getlist("is"), strict=False))


def _thank(sent: SentGroup, taken: GroupTaken) -> Response:
    """Redirect to the phone's page that records the move."""
    address = f"{sent.back}/handed-over?as={taken.group_id}&proof={sent.proof}"
    opens = taken.edit_key is not None and open_key(taken.edit_key) is not None
    return admitted(address, taken.group_id, taken.edit_key if opens else None)


def _refuse(sent: SentGroup, error: str, status: int) -> Response:
    """Draw the refusal of a sent group."""
    return make_response(render_template("group/take_over.html", sent=sent, error=error), status)
