"""Groups and sessions: what a key opens."""

from __future__ import annotations

from typing import Any

from flask import Response, url_for

from ..answers import (
    GroupSchema,
    SessionStartedSchema,
    SessionStateSchema,
    group_of,
    session_of,
)
from ..rules.games import ruleset
from ..rules.seating import NoSuchSeat
from ..services import groups, overview, session_views, sessions
from ..services.links import view_key
from ..services.refusals import Missing
from ..services.sessions import Plan
from ..shapes import With
from .access import access, authorize
from .docs import errors
from .keyed import KEYED, SESSION, keyed_blueprint
from .refusals import answer_rules
from .requests import GroupChangeSchema, SessionSchema

blueprint = keyed_blueprint("api_sessions", "Groups and sessions.", free="start")


@blueprint.route("/sessions", methods=["POST"])
@blueprint.doc(summary="Start a session", security=[{}, {"key": []}])
@errors(blueprint, 400, 401, 403, 404, 413, 422, 503)
@blueprint.arguments(SessionSchema)
@blueprint.response(201, SessionStartedSchema, description="With its keys, if its group is new.")
def start(body: dict[str, Any]) -> Response | dict[str, str]:
    group_id, key = body["group_id"], body["key"]
    if group_id is not None:
        authorize()
        if access().group_id != group_id:
            raise Missing
    house = [name for name, on in body["house"].items() if on]
    ruleset(body["game"], body["house"])  # a switch that is off must exist too
    plan = Plan(
        body["game"],
        body["players"],
        body["teams"],
        house,
        body["games_planned"],
        body["first_dealer"],
        body["target"],
    )
    try:
        if group_id is None:
            plan.check()
            started = sessions.start_group(plan, body["group_name"], key, timezone=body["timezone"])
        else:
            started = sessions.start_session(access(), plan, key)
    except NoSuchSeat as error:
        return answer_rules(error, "first_dealer")
    answer = {"id": started.session_id, "group_id": started.group_id}
    if started.edit_key is not None:
        for name, opens in (("edit", started.edit_key), ("view", view_key(started.edit_key))):
            answer[f"{name}_key"] = opens
            answer[f"{name}_url"] = url_for("links.open_link", key=opens, _external=True)
    return answer


@blueprint.route("/groups/<id:group_id>")
@blueprint.doc(summary="A group with its sessions and people", **KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, GroupSchema)
def group(group_id: str) -> With:
    if access().group_id != group_id:
        raise Missing
    return group_of(overview.read_group(access()))


@blueprint.route("/groups/<id:group_id>", methods=["PATCH"])
@blueprint.doc(summary="Change a group", **KEYED)
@errors(blueprint, 400, 401, 403, 404, 413, 422, 503)
@blueprint.arguments(GroupChangeSchema)
@blueprint.response(200, GroupSchema)
def change_group(body: dict[str, Any], group_id: str) -> With:
    if access().group_id != group_id:
        raise Missing
    if "timezone" in body:
        groups.change_zone(access(), body["timezone"])
    return group_of(overview.read_group(access()))


@blueprint.route(SESSION)
@blueprint.doc(summary="A session with its games, standings and settlement", **KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, SessionStateSchema)
def session(session_id: str) -> With:
    return session_of(session_views.read_session(access(), session_id))


@blueprint.route(f"{SESSION}/close", methods=["POST"])
@blueprint.doc(summary="End a session", **KEYED)
@errors(blueprint, 401, 403, 404)
@blueprint.response(200, SessionStateSchema)
def close_session(session_id: str) -> With:
    sessions.close_session(access(), session_id)
    return session_of(session_views.read_session(access(), session_id))
