"""Pages of a phone from which a group moves to a server: the group is frozen, sent as a form, and
removed, or goes on here."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..services import groups, handover
from .access import access
from .key_cookies import admitted

blueprint = Blueprint("leaving", __name__, url_prefix="/g/<id:group_id>")


@blueprint.post("/hand-over")
def leave(group_id: str) -> str:
    """Freeze a group for the move, and draw the form that sends it to the server."""
    return _ready(group_id)


@blueprint.get("/hand-over")
def waiting(group_id: str) -> str | Response:
    """Draw the form that sends a group again while the server's answer is not known."""
    opened = access(group_id)
    if handover.leaving(opened.group_id) is None:
        return redirect(url_for("group.page", group_id=group_id))
    return _ready(group_id)


def _ready(group_id: str) -> str:
    opened = access(group_id)
    leaving, text = handover.leave(opened)
    group = groups.read_group(opened)
    return render_template("group/group_leaves_phone.html", group=group, leaving=leaving, text=text)


@blueprint.post("/copy")
def go_on(group_id: str) -> Response:
    """Create a copy of a group in which play goes on while the group waits for the server."""
    copy_id, key = handover.go_on_beside(access(group_id))
    return admitted(url_for("group.page", group_id=copy_id), copy_id, key)


@blueprint.get("/handed-over")
def handed_over(group_id: str) -> Response:
    """Record that the server took the group, which redirects here afterwards."""
    took, proof = request.args.get("as", ""), request.args.get("proof", "")
    handover.note_taken(access(group_id), proof, took)
    return redirect(url_for("group.page", group_id=group_id), 303)


@blueprint.get("/stays")
def stays(group_id: str) -> Response:
    """Unfreeze a group that the server refused, which redirects here afterwards."""
    handover.stay(access(group_id), request.args.get("proof", ""))
    return redirect(url_for("group.page", group_id=group_id), 303)


@blueprint.post("/remove")
def remove(group_id: str) -> Response:
    """Delete a group that the server took."""
    handover.remove(access(group_id))
    return redirect(url_for("home.page"), 303)
