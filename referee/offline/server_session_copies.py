"""Copies of a server's sessions that go on in the app on a phone."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..services import archive_import
from ..services.refusals import Invalid
from ..web.key_cookies import admit

blueprint = Blueprint("copies", __name__, url_prefix="/here/copy")


@blueprint.get("")
def ask() -> str:
    """Ask whether a server's session is to go on here. The field ``of`` is the path of its page."""
    return render_template("group/continue_as_copy.html", of=request.args.get("of", ""))


@blueprint.post("")
def copy() -> Response:
    """Create a group from the ``archive`` of a server's session, which the service worker adds to
    the form."""
    text = request.form.get("archive", "")
    try:
        group_id, key = archive_import.import_group(text)
    except (Invalid, ValueError, RecursionError):
        abort(404)
    response = redirect(url_for("group.page", group_id=group_id), 303)
    admit(response, group_id, key)
    return response
