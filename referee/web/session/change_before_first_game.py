"""Page that changes a session before its first game, in the form that starts one."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from ...services import groups, session_views, sessions
from ...services.group_edits import read_presets
from ...services.sessions import SessionPlan
from ..permissions import editing
from ..session_or_game_in_url import SESSION
from .preset_choices import preset_choices
from .start_form import StartForm
from .start_form_page import answer_sent_form, start_form_page

blueprint = Blueprint("change_before_first_game", __name__, url_prefix=SESSION)


@blueprint.get("/change")
def change(group_id: str, session_id: str) -> str:
    """Draw the form that changes a session before its first game: for a rematch, say, with somebody
    else."""
    access = editing(group_id)
    session_view = session_views.read_session(access, session_id)
    plan, rules = session_view.plan, session_view.rules
    presets = preset_choices(rules.key, read_presets(access))
    form = StartForm.like(plan, rules, presets, str(session_view.first_dealer))
    group = groups.read_group(access)
    return start_form_page(
        rules, form, groups.known_names(access), group=group, changing=session_id
    )


@blueprint.post("/change")
def save_change(group_id: str, session_id: str) -> Response:
    access = editing(group_id)

    def save(plan: SessionPlan, _form: StartForm) -> Response:
        sessions.change_session(access, session_id, plan)
        page = url_for("sessions.page", group_id=group_id, session_id=session_id)
        return redirect(page, 303)

    return answer_sent_form(access, save, session_id)
