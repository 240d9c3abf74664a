"""Pages that start a group, a session or one game to score."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...languages import gettext
from ...messages.error_texts import error_text
from ...rules.cards import RulesError
from ...rules.games import RULESETS, listed
from ...rules.games.ask import read_named_rules
from ...rules.ruleset import Ruleset
from ...rules.seating import Teams
from ...rules.session_end import AgreedGames
from ...services import game_changes, group_edits, groups, session_views, sessions
from ...services.access import Access
from ...services.group_edits import keep_preset, read_presets
from ...services.names import clean_name
from ...services.refusals import GameUnfinished, Invalid, Refusal, SessionHasBegun
from ...services.sessions import SessionPlan, StartedSession
from ..forms import request_key
from ..home import note_game
from ..preferences import phone_zone
from ..requests import InvalidInput, find_ruleset
from ..secret_links import SESSION, admitted, editing, known_access, opened_with
from .start_form import (
    BY_LOT,
    StartForm,
    asks_for_pairs,
    own_key,
    preset_choices,
    targets,
    usual_target,
    with_house,
)


def answer_sent_form(
    access: Access, act: Callable[[SessionPlan, StartForm], Response], changing: str | None = None
) -> Response:
    """Return the response to a form that somebody of a group sent: of ``act``, or the form again if
    it is not complete or something is wrong with it."""
    rules = find_ruleset(request.form.get("switch") or request.form.get("game", ""))
    presets = preset_choices(rules.key, read_presets(access))
    form = StartForm.of(request.form, rules, presets)
    error: Exception | None = None
    try:
        if "keep" in request.form:
            _keep(access, form, rules)
        elif plan := planned_session(form, rules):
            return act(plan, form)
    except (InvalidInput, Invalid, RulesError, SessionHasBegun) as refusal:
        error = refusal
    group, names = groups.read_group(access), groups.known_names(access)
    drawn = start_form_page(rules, form, names, group, error, changing)
    return make_response(drawn, 422 if error else 200)


def _keep(access: Access, form: StartForm, rules: Ruleset) -> None:
    """Keep the house rules of a form for its group, and choose them in the form. Raises
    :class:`InvalidInput`, :class:`.Invalid` or a :class:`.RulesError`."""
    named = form.named_rules(rules)
    keep_preset(access, named)
    form.presets = preset_choices(rules.key, read_presets(access))
    form.preset.data, form.keep_as.data = own_key(clean_name(named.name)), ""


def planned_session(form: StartForm, rules: Ruleset) -> SessionPlan | None:
    """Return the plan of the session; None if the form only moves somebody to another seat, goes to
    the next place after Enter in a field, switches to another game or chooses a preset."""
    if step := request.form.get("move"):
        form.move(step)
        return None
    if {"next", "switch", "choose"} & {*request.form}:
        return None
    return form.plan(rules)


def start_form_page(
    rules: Ruleset,
    form: StartForm,
    known_names: list[str],
    group: groups.GroupView | None = None,
    error: Exception | None = None,
    changing: str | None = None,
    there: groups.GroupName | None = None,
) -> str:
    """Return the page of the form. ``changing`` is the session that is not to be started but
    changed, ``there`` a group that has these people already."""
    sentence = None
    if isinstance(error, RulesError | Refusal):
        sentence = error_text(error)
    elif error is not None:
        sentence = str(error)
    facts: dict[str, object] = {
        "game": rules.key,
        "games": listed() if rules.key in listed() else (*listed(), rules.key),
        "rules": rules,
        "form": form,
        "known_names": known_names,
        "group": group,
        "error": sentence,
        "changing": changing,
        "there": there,
        "by_lot": BY_LOT,
        "next_place": form.next_place if "next" in request.form else None,
        "team_choices": _team_choices(rules),
        "asks_for_pairs": asks_for_pairs(rules),
        "targets": targets(rules, usual_target(rules, form.names_of_house), form.presets),
        "usual": usual_target(rules),
        "house_rules": [_house_rule(rules, name) for name in rules.house_rules.names()],
    }
    return render_template("start/page.html", **facts)


def _team_choices(rules: Ruleset) -> dict[int, set[str]]:
    """Return into how many teams each number of players may split, where they need not."""
    return {
        players: {str(len(set(teams))) for teams in choices}
        for players in rules.seating.deal_plans
        if players not in rules.seating.pairs_only
        and (choices := rules.seating.team_choices(players))
    }


class HouseRule(NamedTuple):
    """A switch, and what it changes for the form: how many ``players`` can play by it, the number
    of points that is ``usual`` then, if that is another one, whether it makes ``pairs``, and the
    switches that it ``excludes``."""

    name: str
    players: tuple[int, ...]
    usual: int | None
    pairs: bool
    excludes: tuple[str, ...]


def _house_rule(rules: Ruleset, name: str) -> HouseRule:
    with_it = with_house(rules, [name])
    usual = usual_target(rules, [name])
    return HouseRule(
        name,
        with_it.seating.counted_numbers,
        usual if usual != usual_target(rules) else None,
        pairs=with_it.seating.pairs_only > rules.seating.pairs_only,
        excludes=rules.house_rules.exclusions()[name],
    )


blueprint = Blueprint("start", __name__)
blueprint.after_request(note_game)

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
    page = url_for("session.page", group_id=started.group_id, session_id=started.session_id)
    return admitted(page, started.group_id, started.edit_key)


def _known_names() -> list[str]:
    """Return the names of the people in the groups that this phone knows."""
    names: dict[str, None] = {}
    for access in known_access():
        names |= dict.fromkeys(groups.known_names(access))
    return list(names)


@blueprint.get(f"{SESSION}/change")
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


@blueprint.post(f"{SESSION}/change")
def save_change(group_id: str, session_id: str) -> Response:
    access = editing(group_id)

    def save(plan: SessionPlan, _form: StartForm) -> Response:
        sessions.change_session(access, session_id, plan)
        page = url_for("session.page", group_id=group_id, session_id=session_id)
        return redirect(page, 303)

    return answer_sent_form(access, save, session_id)


class PlayerCount(NamedTuple):
    """A button of *Score one game*: a number of players, and their teams. ``teams`` is None where
    everybody is alone, which ``names_teams`` says where so many can also be partners, or must."""

    players: int
    teams: Teams | None
    names_teams: bool

    @property
    def value(self) -> str:
        return f"{self.players}-{len(set(self.teams))}" if self.teams else str(self.players)


@blueprint.get("/<game>/score")
def how_many(game: str) -> str:
    """Score one game: nothing to set up but the number of players."""
    ways = _ways(find_ruleset(game))
    return render_template(
        "start/score_one_game.html", game=game, ways=ways, key=secrets.token_urlsafe(12)
    )


@blueprint.post("/<game>/score")
def score_one(game: str) -> Response:
    """Start a session of one game with players who have no names yet."""
    rules = find_ruleset(game)
    text = request.form.get("players", "")
    way = next((way for way in _ways(rules) if way.value == text), None)
    if way is None:
        return make_response(how_many(game), 422)
    names = [gettext("Player %(number)d", number=seat) for seat in range(1, way.players + 1)]
    agreed = isinstance(rules.session, AgreedGames)
    planned, ends_with = (1, None) if agreed else (None, 1)
    plan = SessionPlan(game, names, way.teams, games_planned=planned, ends_with=ends_with)
    key = request_key(request.form.get("key", ""), plan)
    started = sessions.start_group(plan, gettext("A single game"), key, timezone=phone_zone())
    assert started.edit_key is not None
    opened = opened_with(started.edit_key)
    if not session_views.read_session(opened, started.session_id).games:
        with suppress(GameUnfinished):  # a second tap has begun it meanwhile
            game_changes.begin_game(opened, started.session_id)
    page = url_for("sheet.page", group_id=started.group_id, session_id=started.session_id, number=1)
    return admitted(page, started.group_id, started.edit_key)


def _ways(rules: Ruleset) -> list[PlayerCount]:
    """Return the numbers of players for one game. Partners are asked about only where their piles
    are counted as one; elsewhere they change nothing on the sheet."""
    ways = []
    for players in (*rules.seating.deal_plans, *rules.seating.only_counted):
        teams = rules.seating.team_choices(players) if rules.sheet.by_side else ()
        alone = () if teams and players in rules.seating.pairs_only else (None,)
        ways += [
            PlayerCount(players, choice, names_teams=bool(teams)) for choice in (*alone, *teams)
        ]
    return ways
