"""Page of a group, with its name and time zone, and the page that deletes it."""

from __future__ import annotations

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ..messages.error_texts import error_text
from ..messages.session_results import followed_text
from ..runs_on_phone import on_phone
from ..services import group_edits, group_missed_plays, groups, handover, session_views
from ..services.access import Access
from ..services.refusals import Invalid, NotAccessible, UnknownZone
from ..services.session_views import SessionView
from ..time_zones import server_zone
from .key_cookies import forget
from .live_table import dispute_links
from .permissions import access, editing
from .time_zone_cookie import phone_zone

blueprint = Blueprint("groups", __name__, url_prefix="/g/<id:group_id>")


@blueprint.get("")
def page(group_id: str) -> str:
    opened = access(group_id)
    return _page(opened)


@blueprint.post("/name")
def rename(group_id: str) -> Response:
    opened = editing(group_id)
    name = request.form.get("name", "")
    try:
        group_edits.rename_group(opened, name)
    except Invalid as error:
        return make_response(_page(opened, typed=name, error=error_text(error)), 422)
    return redirect(url_for(".page", group_id=group_id), 303)


@blueprint.post("/timezone")
def change_zone(group_id: str) -> Response:
    """Set the time zone in which the group's dates are shown."""
    opened = editing(group_id)
    zone = request.form.get("phone") or request.form.get("timezone", "")
    try:
        group_edits.change_zone(opened, zone.strip() or None)
    except UnknownZone as error:
        page = _page(opened, typed_zone=zone, zone_error=error_text(error))
        return make_response(page, 422)
    return redirect(url_for(".page", group_id=group_id), 303)


@blueprint.get("/dispute")
def dispute(group_id: str) -> Response:
    """Redirect to the referee with the house rules that the group plays by."""
    opened = access(group_id)
    address = _dispute(opened, session_views.read_latest(opened))
    if address is None:
        raise NotAccessible
    return redirect(address, 303)


def _dispute(opened: Access, latest: SessionView | None) -> str | None:
    """Return the URL of the referee with the rules of the ``latest`` session or of a preset; None
    where the group has no rules."""
    in_use = group_edits.rules_in_use(opened, latest)
    return dispute_links.address_of_group(opened.group_id, in_use)


def _page(opened: Access, **more: object) -> str:
    latest = session_views.read_latest(opened)
    facts: dict[str, object] = {
        "group": groups.read_group(opened),
        "running": latest if latest and not latest.over else None,
        "may_write": opened.may_write,
        "leaving": handover.leaving(opened.group_id) if on_phone() else None,
        "phone_zone": phone_zone(),
        "server_zone": server_zone(),
        "followed_text": followed_text,
        "is_followed": group_missed_plays.is_followed(opened),
        "dispute": _dispute(opened, latest),
    }
    return render_template("group/page.html", **facts, **more)


@blueprint.get("/delete")
def ask_to_delete(group_id: str) -> str:
    editing(group_id)
    return render_template("group/delete.html", group=groups.read_group(access(group_id)))


@blueprint.post("/delete")
def delete(group_id: str) -> Response:
    opened = editing(group_id)
    typed = request.form.get("name", "")
    try:
        group_edits.delete_group(opened, typed)
    except Invalid as error:
        facts = {
            "group": groups.read_group(opened),
            "typed": typed,
            "error": error_text(error),
        }
        return make_response(render_template("group/delete.html", **facts), 422)
    response = redirect(url_for("home.page"), 303)
    forget(response, group_id)
    return response
