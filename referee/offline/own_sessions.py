"""Pages of this phone's own sessions within the pages of a server, and copies of a server's
sessions."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..services import group_archive, group_list
from ..services.phone_to_server import is_taken
from ..services.refusals import Invalid
from ..web.home_page import sorted_groups
from ..web.permissions import admit, known_access

blueprint = Blueprint("here", __name__, url_prefix="/here")


@blueprint.get("/evenings")
def evenings() -> str:
    """Draw the part of the home page with this phone's own groups; those that a server has taken
    are listed as copies."""
    glances = group_list.read_summaries(known_access()) or []
    copies = [group for group in glances if is_taken(group.id)]
    alone = [group for group in glances if group not in copies]
    return render_template("home/_own.html", **sorted_groups(alone), copies=copies)


@blueprint.get("/copy")
def ask() -> str:
    """Ask whether a server's session is to go on here. The field ``of`` is the path of its page."""
    return render_template("group/copy.html", of=request.args.get("of", ""))


@blueprint.post("/copy")
def copy() -> Response:
    """Create a group from the ``archive`` of a server's session, which the service worker adds to
    the form."""
    text = request.form.get("archive", "")
    try:
        group_id, key = group_archive.import_group(text)
    except (Invalid, ValueError, RecursionError):
        abort(404)
    response = redirect(url_for("groups.page", group_id=group_id), 303)
    admit(response, group_id, key)
    return response
