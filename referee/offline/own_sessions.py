"""What a phone shows of its own evenings on pages of a server, and how one of a server goes on
here."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..services import group_archive, group_overview
from ..services.phone_to_server import is_taken
from ..services.refusals import Invalid
from ..web.home_page import sorted_groups
from ..web.permissions import admit, known_access

blueprint = Blueprint("here", __name__, url_prefix="/here")


@blueprint.get("/evenings")
def evenings() -> str:
    """Draw the part of the home page that has them. Of what a server has taken, only copies are
    here."""
    glances = group_overview.read_glances(known_access()) or []
    copies = [group for group in glances if is_taken(group.id)]
    alone = [group for group in glances if group not in copies]
    return render_template("home/_own.html", **sorted_groups(alone), copies=copies)


@blueprint.get("/copy")
def ask() -> str:
    """Is an evening of a server to go on here? ``of`` is the address of its session."""
    return render_template("group/copy.html", of=request.args.get("of", ""))


@blueprint.post("/copy")
def copy() -> Response:
    """The service worker has added the ``archive`` that it kept of that session."""
    text = request.form.get("archive", "")
    try:
        group_id, key = group_archive.import_group(text)
    except (Invalid, ValueError, RecursionError):
        abort(404)
    response = redirect(url_for("groups.page", group_id=group_id), 303)
    admit(response, group_id, key)
    return response
