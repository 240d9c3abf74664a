"""Pages that start a new group with its first session, or one more session of a group."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, make_response, request, url_for
from werkzeug.wrappers import Response

from ...rules.error_bases import RulesError
from ...rules.games import RULESETS, listed
from ...rules.named_rules_as_text import read_named_rules
from ...services import group_edits, groups, session_views, sessions
from ...services.access import Access
from ...services.group_edits import read_presets
from ...services.refusals import Invalid
from ...services.sessions import SessionPlan, StartedSession
from ..invalid_input_error import InvalidInput
from ..permissions import editing, known_access
from ..remember_group_on_phone import admitted
from ..ruleset_of_game_in_url import find_ruleset
from ..time_zone_cookie import phone_zone
from .preset_choices import preset_choices
from .start_form import StartForm
from .start_form_page import answer_sent_form, planned_session, start_form_page

blueprint = Blueprint("start", __name__)

NEW = "new"
"""Value of the field ``into`` that asks for another group."""


@blueprint.get("/<game>/new")
def new_group(game: str) -> str:
    """Show the form for a session with people whom this phone has no link for yet."""
    rules = find_ruleset(game)
    plan, error = _with_sent_rules(None)
    form = StartForm.like(plan, rules, preset_choices(game))
    return start_form_page(rules, form, _known_names(), error=error)


def _with_sent_rules(
    plan: SessionPlan | None,
) -> tuple[SessionPlan | None, RulesError | None]:
    """Return a plan with the named house rules in the query, if there are some, and the error if
    they cannot be read."""
    text = request.args.get("rules")
    if not text:
        return plan, None
    try:
        named = read_named_rules(text)
    except RulesError as error:
        return plan, error
    like = plan or SessionPlan(named.game, ("", ""))
    return replace(
        like,
        game=named.game,
        house_rules=named.house_rules,
        games_planned=None if plan is None or plan.game != named.game else plan.games_planned,
        target=named.target,
    ), None


@blueprint.post("/<game>/new")
def start_group(game: str) -> Response:
    rules = find_ruleset(game)
    form = StartForm.of(request.form, rules, preset_choices(game))
    try:
        if plan := planned_session(form, rules):
            plan.check()
            into = request.form.get("into", "")
            if into not in ("", NEW):
                return _start_there(editing(into), plan, form)
            if not into and (there := _known_group(plan, form)):
                return make_response(start_form_page(rules, form, _known_names(), there=there))
            return _go(sessions.start_group(plan, key=form.key_for(plan), timezone=phone_zone()))
    except (InvalidInput, Invalid, RulesError) as error:
        return make_response(start_form_page(rules, form, _known_names(), error=error), 422)
    return make_response(start_form_page(rules, form, _known_names()))


def _known_group(plan: SessionPlan, form: StartForm) -> groups.GroupName | None:
    """Return the group of this phone that has these people already; None if there is none, or for a
    form that is sent again."""
    if sessions.is_started(form.key_for(plan)):
        return None
    there = group_edits.group_of(known_access(), plan.players)
    return groups.read_name(there) if there else None


def _start_there(access: Access, plan: SessionPlan, form: StartForm) -> Response:
    """Start another session in a known group, with the names that people have there."""
    key = form.key_for(plan)
    there = replace(plan, players=group_edits.as_written_there(access, plan.players))
    return _go(sessions.start_session(access, there, key))


@blueprint.get("/g/<id:group_id>/new")
def new_session(group_id: str) -> str:
    """Draw the form of another session in a group, filled in like an earlier one, or like the last;
    of the game in the query, or of the same."""
    access = editing(group_id)
    group = groups.read_group(access)
    chosen = request.args.get("like") or next((s.id for s in group.sessions), None)
    session_ids = [s.id for s in group.sessions]
    session_view = session_views.read_session(access, chosen) if chosen in session_ids else None
    plan, error = _with_sent_rules(session_view.plan if session_view else None)
    games = [request.args.get("game", ""), plan.game if plan else "", *listed()]
    rules = find_ruleset(next(game for game in games if game in RULESETS))
    form = StartForm.like(plan, rules, preset_choices(rules.key, read_presets(access)))
    return start_form_page(rules, form, groups.known_names(access), group, error)


@blueprint.post("/g/<id:group_id>/new")
def start_session(group_id: str) -> Response:
    access = editing(group_id)

    def start(plan: SessionPlan, form: StartForm) -> Response:
        return _go(sessions.start_session(access, plan, form.key_for(plan)))

    return answer_sent_form(access, start)


def _go(started: StartedSession) -> Response:
    page = url_for("sessions.page", group_id=started.group_id, session_id=started.session_id)
    return admitted(page, started.group_id, started.edit_key)


def _known_names() -> list[str]:
    """Return the names of the people in the groups that this phone knows."""
    names: dict[str, None] = {}
    for access in known_access():
        names |= dict.fromkeys(groups.known_names(access))
    return list(names)
