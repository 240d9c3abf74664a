"""Pages of a group: its sessions, people and deletion."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response
from wtforms import BooleanField, Form, StringField

from ..messages import error_text
from ..messages.session_results import followed_text
from ..rules.games import ruleset
from ..services import (
    group_changes,
    group_overview,
    group_presets,
    missed_plays,
    phone_to_server,
    session_views,
)
from ..services.group_keys import Access
from ..services.ids import on_phone
from ..services.refusals import Invalid, NotAccessible, TakenName, UnknownZone
from ..services.session_views import SessionView
from ..time_zones import server_zone
from ..words.game_and_score_names import points_text
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
        group_changes.rename_group(opened, name)
    except Invalid as error:
        return make_response(_page(opened, typed=name, error=error_text(error)), 422)
    return redirect(url_for(".page", group_id=group_id), 303)


@blueprint.post("/timezone")
def change_zone(group_id: str) -> Response:
    """Set the time zone in which the group's dates are shown."""
    opened = editing(group_id)
    zone = request.form.get("phone") or request.form.get("timezone", "")
    try:
        group_changes.change_zone(opened, zone.strip() or None)
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
    in_use = group_presets.rules_in_use(opened, latest)
    return dispute_links.address_of_group(opened.group_id, in_use)


def _page(opened: Access, **more: object) -> str:
    latest = session_views.read_latest(opened)
    facts: dict[str, object] = {
        "group": group_overview.read_group(opened),
        "running": latest if latest and not latest.over else None,
        "may_write": opened.may_write,
        "leaving": phone_to_server.leaving(opened.group_id) if on_phone() else None,
        "phone_zone": phone_zone(),
        "server_zone": server_zone(),
        "followed_text": followed_text,
        "is_followed": missed_plays.is_followed(opened),
        "dispute": _dispute(opened, latest),
    }
    return render_template("group/page.html", **facts, **more)


class NameForm(Form):
    """The form of a person's name. ``merge``: another person of that name is the same person."""

    name = StringField()
    merge = BooleanField()


@blueprint.get("/people/<number:player_id>")
def person(group_id: str, player_id: int) -> str:
    return _person(group_id, player_id)


@blueprint.post("/people/<number:player_id>")
def rename_person(group_id: str, player_id: int) -> Response:
    """Change a person's name. If another person has it, ask whether the two are one, and merge them
    if so."""
    opened = editing(group_id)
    form = NameForm(request.form)
    try:
        group_changes.rename_player(opened, player_id, form.name.data or "")
    except TakenName as taken:
        if not form.merge.data:
            return make_response(_person(group_id, player_id, form, taken=taken), 422)
        try:
            group_changes.merge_players(opened, player_id, taken.player_id)
        except Invalid as error:
            return make_response(_person(group_id, player_id, form, error=error), 422)
    except Invalid as error:
        return make_response(_person(group_id, player_id, form, error=error), 422)
    return redirect(url_for(".page", group_id=group_id), 303)


def _person(
    group_id: str,
    player_id: int,
    form: NameForm | None = None,
    *,
    taken: TakenName | None = None,
    error: Invalid | None = None,
) -> str:
    group = group_overview.read_group(access(group_id))
    player = next((person for person in group.players if person.id == player_id), None)
    if player is None:
        raise NotAccessible
    facts: dict[str, object] = {
        "group": group,
        "person": player,
        "tables": [
            (table, fared)
            for table in group.tables
            for person, fared in table.people
            if person is player
        ],
        "points_text": _points_text,
        "form": form or NameForm(name=player.name),
        "taken": taken,
        "error": error and error_text(error),
        "may_write": access(group_id).may_write,
    }
    return render_template("group/person.html", **facts)


def _points_text(game: str, points: Mapping[str, int]) -> str:
    return points_text(ruleset(game).sheet, points)


@blueprint.get("/delete")
def ask_to_delete(group_id: str) -> str:
    editing(group_id)
    return render_template("group/delete.html", group=group_overview.read_group(access(group_id)))


@blueprint.post("/delete")
def delete(group_id: str) -> Response:
    opened = editing(group_id)
    typed = request.form.get("name", "")
    try:
        group_changes.delete_group(opened, typed)
    except Invalid as error:
        facts = {
            "group": group_overview.read_group(opened),
            "typed": typed,
            "error": error_text(error),
        }
        return make_response(render_template("group/delete.html", **facts), 422)
    response = redirect(url_for("home.page"), 303)
    forget(response, group_id)
    return response
