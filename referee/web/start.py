"""Start: a session with new people, one more with the same, or a single game."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from ..languages import gettext
from ..messages import error_text
from ..rules.cards import RulesError
from ..rules.games import RULESETS, ruleset
from ..rules.ruleset import Ruleset
from ..services import games, overview, pace, session_views, sessions
from ..services.refusals import Impossible, TooFast
from ..services.sessions import Plan, Started
from .access import editing, edits, known_access
from .forms import Mistyped
from .keyring import remember
from .rulesets import find_ruleset
from .start_form import BY_LOT, StartForm, request_key
from .templates import render

blueprint = Blueprint("start", __name__)


@blueprint.get("/<game>/new")
def new_group(game: str) -> str:
    """A session with people whom this phone has no link for yet."""
    return _page(find_ruleset(game), StartForm.like(None), _known_names())


@blueprint.post("/<game>/new")
def start_group(game: str) -> Response:
    rules = find_ruleset(game)
    form = StartForm.of(request.form)
    try:
        if plan := _plan(form, rules):
            plan.check()
            pace.one_more_group(request.remote_addr)
            return _go(sessions.start_group(plan, key=form.key_for(plan)))
    except TooFast as error:
        page = _page(rules, form, _known_names(), error=error)
        return make_response(page, 503, {"Retry-After": str(error.seconds)})
    except (Mistyped, Impossible, RulesError) as error:
        return make_response(_page(rules, form, _known_names(), error=error), 422)
    return make_response(_page(rules, form, _known_names()))


@blueprint.get("/g/<id:group_id>/new")
def new_session(group_id: str) -> str:
    """One more session: the form is filled in like an earlier one, or like the last."""
    access = editing(group_id)
    group = overview.read_group(access)
    chosen = request.args.get("like") or next((s.id for s in group.sessions), None)
    known = [s.id for s in group.sessions]
    session_view = session_views.read_session(access, chosen) if chosen in known else None
    form = StartForm.like(session_view.plan if session_view else None)
    rules = find_ruleset(session_view.rules.key if session_view else next(iter(RULESETS)))
    return _page(rules, form, overview.known_names(access), group=group)


@blueprint.post("/g/<id:group_id>/new")
def start_session(group_id: str) -> Response:
    access = editing(group_id)
    group = overview.read_group(access)
    rules = find_ruleset(request.form.get("game", ""))
    form = StartForm.of(request.form)
    error: Exception | None = None
    try:
        if plan := _plan(form, rules):
            return _go(sessions.start_session(access, plan, form.key_for(plan)))
    except (Mistyped, Impossible, RulesError) as found:
        error = found
    known = overview.known_names(access)
    return make_response(_page(rules, form, known, group, error), 422 if error else 200)


@blueprint.get("/<game>/score")
def how_many(game: str) -> str:
    """Score one game: nothing to set up but the number of players."""
    rules = find_ruleset(game)
    return render("start/score.html", game=game, rules=rules, key=secrets.token_urlsafe(12))


@blueprint.post("/<game>/score")
def score_one(game: str) -> Response:
    """A session of one game with players who have no names yet."""
    rules = find_ruleset(game)
    text = request.form.get("players", "")
    if text not in map(str, rules.seating.deal_plans):
        return make_response(how_many(game), 422)
    names = [gettext("Player %(number)d", number=seat) for seat in range(1, int(text) + 1)]
    plan = Plan(game, names, games_planned=1)
    key = request_key(request.form.get("key", ""), plan)
    pace.one_more_group(request.remote_addr)
    started = sessions.start_group(plan, gettext("A single game"), key)
    assert started.edit_key is not None
    opened = edits(started.group_id)
    if not session_views.read_session(opened, started.session_id).games:
        games.begin_game(opened, started.session_id)
    page = url_for(
        "sheets.page", group_id=started.group_id, session_id=started.session_id, number=1
    )
    response = redirect(page, 303)
    remember(response, started.group_id, started.edit_key)
    return response


def _plan(form: StartForm, rules: Ruleset) -> Plan | None:
    """What the form asks for; None if it only moves somebody to another seat, or goes to the next
    place after Enter in a field."""
    if step := request.form.get("move"):
        form.move(step)
        return None
    if "next" in request.form:
        return None
    return form.plan(rules.key, rules)


def _go(started: Started) -> Response:
    page = url_for("sessions.page", group_id=started.group_id, session_id=started.session_id)
    response = redirect(page, 303)
    if started.edit_key is not None:
        remember(response, started.group_id, started.edit_key)
    return response


def _known_names() -> list[str]:
    """The people of the groups that this phone knows."""
    found: dict[str, None] = {}
    for access in known_access():
        found |= dict.fromkeys(overview.known_names(access))
    return list(found)


def _page(
    rules: Ruleset,
    form: StartForm,
    known: list[str],
    group: overview.GroupView | None = None,
    error: Exception | None = None,
) -> str:
    sentence = None
    if isinstance(error, RulesError | Impossible | TooFast):
        sentence = error_text(error)
    elif error is not None:
        sentence = str(error)
    choices = {
        number: {str(len(set(teams))): len(teams) // len(set(teams)) for teams in found}
        for number in rules.seating.deal_plans
        if (found := rules.seating.team_choices(number))
    }
    house_rules = RULESETS[rules.key].house_rules.names()
    facts: dict[str, Any] = {
        "game": rules.key,
        "rules": rules,
        "house_rules": house_rules,
        "house_players": {
            name: list(ruleset(rules.key, [name]).seating.deal_plans) for name in house_rules
        },
        "form": form,
        "known": known,
        "group": group,
        "error": sentence,
        "team_choices": choices,
        "by_lot": BY_LOT,
        "next_place": form.next_place if "next" in request.form else None,
    }
    return render("start/page.html", **facts)
