"""Page of a group's links with their QR codes, on which they are replaced too."""

from __future__ import annotations

import secrets

import segno
from flask import Blueprint, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from ..runs_on_phone import on_phone
from ..services import group_edits, groups
from ..services.access import view_key
from ..services.refusals import Cause, Conflict, NotAccessible
from ..urls import for_phones
from .form_key import request_key
from .key_cookies import key_of
from .permissions import access, edit_key_of, editing
from .remember_group_on_phone import admitted

blueprint = Blueprint("group_links", __name__, url_prefix="/g/<id:group_id>/links")


@blueprint.get("")
def page(group_id: str) -> str:
    """Draw both links with their QR codes. With ``for`` in the query they lead straight to that
    session."""
    _refuse_on_phone()
    key = edit_key_of(group_id)
    group = groups.read_group(access(group_id))
    wanted_id = request.args.get("for")
    session_id = next((session.id for session in group.sessions if session.id == wanted_id), None)
    shown = {name: _link(opens, session_id) for name, opens in _keys(key)}
    return render_template(
        "group/links.html",
        group=group,
        links=shown,
        session_id=session_id,
        key=secrets.token_urlsafe(12),
    )


def _refuse_on_phone() -> None:
    """Raise :class:`~referee.services.refusals.Conflict` in the offline app, whose groups have no
    links."""
    if on_phone():
        raise Conflict(Cause.ONLY_HERE)


def _keys(key: str) -> list[tuple[str, str]]:
    return [("edit", key), ("view", view_key(key))]


def _link(key: str, session_id: str | None) -> dict[str, str]:
    """Return a link as text and as a QR code in a data URI, so that no URL of a picture holds the
    key."""
    address = for_phones(url_for("links.open_link", key=key, session_id=session_id))
    code = segno.make(address, micro=False)
    return {"address": address, "picture": code.svg_data_uri(scale=4, border=2, light="#fff")}


@blueprint.post("")
def replace(group_id: str) -> Response:
    """Replace both links. A form whose answer was lost can be sent again: without the new key
    nobody could open the group any more."""
    _refuse_on_phone()
    seed = request_key(request.form.get("key", ""), "links")
    try:
        key = group_edits.replace_links(editing(group_id), seed)
    except (NotFound, NotAccessible):
        old_key = key_of(group_id)
        new_key = old_key and group_edits.replaced_before(group_id, old_key, seed)
        if not new_key:
            raise
        key = new_key
    return admitted(url_for(".page", group_id=group_id), group_id, key)
