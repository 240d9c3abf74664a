"""Calls about groups and sessions."""

from flask import Response, url_for

from ..languages import gettext
from ..rules.games import find_preset
from ..rules.seating import NoSuchSeat
from ..services import game_changes, group_edits, groups, nights, session_views, sessions
from ..services.access import view_key
from ..services.game_changes import RuleChange
from ..services.nights import PartPlan
from ..services.refusals import NotAccessible
from ..services.sessions import SessionPlan, StartedSession
from ..shapes import Values
from .authorization import KEYED, SESSION, access, authorize, keyed_blueprint
from .bodies import GroupChangeBody, SessionBody, SessionChangeBody, schema_of
from .openapi import errors
from .problems import FieldError, answer_rules, wrong_fields
from .referee_calls import switched_on
from .session_answers import (
    GroupSchema,
    SessionStartedSchema,
    SessionStateSchema,
    group_of,
    session_of,
)

blueprint = keyed_blueprint("api_sessions", "Groups and sessions.", public_view="start")


@blueprint.route("/sessions", methods=["POST"])
@blueprint.doc(operationId="startSession", summary="Start a session", security=[{}, {"key": []}])
@errors(blueprint, 400, 401, 403, 404, 409, 413, 422, 503)
@blueprint.arguments(schema_of(SessionBody))
@blueprint.response(201, SessionStartedSchema, description="With its keys, if its group is new.")
def start(body: SessionBody) -> Response | dict[str, str]:
    if body["group_id"] is not None:
        authorize()
        if access().group_id != body["group_id"]:
            raise NotAccessible
    elif body["continues"] is not None:
        message = gettext("Say which group it is in: group_id.")
        raise wrong_fields(422, [FieldError("continues", message)])
    try:
        started = _start(body)
    except NoSuchSeat as error:
        return answer_rules(error, "first_dealer")
    answer = {"id": started.session_id, "group_id": started.group_id}
    if started.edit_key is not None:
        for name, opens in (("edit", started.edit_key), ("view", view_key(started.edit_key))):
            answer[f"{name}_key"] = opens
            answer[f"{name}_url"] = url_for("secret_links.open_link", key=opens, _external=True)
    return answer


def _start(body: SessionBody) -> StartedSession:
    """Start the session in a body, in a new group, in the key's group, or as the next part of a
    session. Raises what the services raise."""
    key, before = body["key"], body["continues"]
    house, preset_target = _house_rules(body)
    says_length = body["target"] is not None or body["games_planned"] is not None
    target = body["target"] if says_length else preset_target
    if before is not None:
        if not (before.isascii() and before.isprintable()):  # no database is asked for any text
            raise NotAccessible
        part_plan = PartPlan(
            body["game"],
            body["players"],
            body["teams"],
            house,
            body["games_planned"],
            body.get("first_dealer"),
            target,
        )
        return nights.continue_session(access(), before, part_plan, key)
    plan = SessionPlan(
        body["game"],
        body["players"],
        body["teams"],
        house or [],
        body["games_planned"],
        body.get("first_dealer", 0),
        target,
    )
    if body["group_id"] is not None:
        return sessions.start_session(access(), plan, key)
    plan.check()
    return sessions.start_group(plan, body["group_name"], key, timezone=body["timezone"])


def _house_rules(body: SessionBody) -> tuple[list[str] | None, int | None]:
    """Return the house rules that are on in a body, with the target of its preset; None where it
    says nothing of them.

    Raises :class:`.UnknownPreset` or :class:`.UnknownHouseRule`.
    """
    house = switched_on(body["game"], body["house"]) if "house" in body else None
    if body["preset"] is None:
        return house, None
    preset = find_preset(body["game"], body["preset"])
    switches = dict.fromkeys(preset.house_rules, True) | body.get("house", {})
    return [name for name, on in switches.items() if on], preset.target


@blueprint.route("/groups/<id:group_id>")
@blueprint.doc(operationId="readGroup", summary="A group with its sessions and people", **KEYED)
@errors(blueprint, 401, 404)
@blueprint.response(200, GroupSchema)
def group(group_id: str) -> Values:
    if access().group_id != group_id:
        raise NotAccessible
    return group_of(groups.read_group(access()))


@blueprint.route("/groups/<id:group_id>", methods=["PATCH"])
@blueprint.doc(operationId="changeGroup", summary="Change a group", **KEYED)
@errors(blueprint, 400, 401, 403, 404, 413, 422, 503)
@blueprint.arguments(schema_of(GroupChangeBody))
@blueprint.response(200, GroupSchema)
def change_group(body: GroupChangeBody, group_id: str) -> Values:
    if access().group_id != group_id:
        raise NotAccessible
    if "timezone" in body:
        group_edits.change_zone(access(), body["timezone"])
    return group_of(groups.read_group(access()))


@blueprint.route(SESSION)
@blueprint.doc(
    operationId="readSession", summary="A session with its games, standings and settlement", **KEYED
)
@errors(blueprint, 401, 404)
@blueprint.response(200, SessionStateSchema)
def session(session_id: str) -> Values:
    return session_of(session_views.read_session(access(), session_id))


@blueprint.route(SESSION, methods=["PATCH"])
@blueprint.doc(
    operationId="changeSession",
    summary="Set a session aside, or change what it is played by",
    **KEYED,
)
@errors(blueprint, 400, 401, 403, 404, 413, 422, 503)
@blueprint.arguments(schema_of(SessionChangeBody))
@blueprint.response(200, SessionStateSchema)
def change_session(body: SessionChangeBody, session_id: str) -> Values:
    before = session_views.read_session(access(), session_id)
    if body.keys() - {"set_aside"}:
        house = before.rules.house_rules.on
        if "house" in body:
            house = tuple(switched_on(before.rules.key, body["house"]))
        change = RuleChange(
            house, body.get("games_planned"), body.get("target"), body.get("score_again", ())
        )
        game_changes.change_rules(access(), session_id, change)
    if "set_aside" in body:
        sessions.set_aside(access(), session_id, aside=body["set_aside"])
    return session_of(session_views.read_session(access(), session_id))


@blueprint.route(SESSION, methods=["DELETE"])
@blueprint.doc(operationId="deleteSession", summary="Delete a session that is set aside", **KEYED)
@errors(blueprint, 401, 403, 404, 409, 503)
@blueprint.response(204)
def delete_session(session_id: str) -> tuple[str, int]:
    sessions.delete_session(access(), session_id)
    return "", 204


@blueprint.route(f"{SESSION}/close", methods=["POST"])
@blueprint.doc(operationId="closeSession", summary="End a session", **KEYED)
@errors(blueprint, 401, 403, 404)
@blueprint.response(200, SessionStateSchema)
def close_session(session_id: str) -> Values:
    sessions.close_session(access(), session_id)
    return session_of(session_views.read_session(access(), session_id))
