"""Page of the form that starts or changes a session, and the plan that a sent form makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from ...messages.error_texts import error_text
from ...rules.error_bases import RulesError
from ...rules.games import listed
from ...rules.ruleset import Ruleset
from ...services import groups
from ...services.access import Access
from ...services.group_edits import keep_preset, read_presets
from ...services.names import clean_name
from ...services.refusals import Invalid, Refusal, SessionHasBegun
from ...services.sessions import SessionPlan
from ..invalid_input_error import InvalidInput
from ..ruleset_of_game_in_url import find_ruleset
from .preset_choices import own_key, preset_choices
from .start_form import BY_LOT, StartForm, asks_for_pairs, targets, usual_target, with_house


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
    :class:`InvalidInput`, :class:`~referee.services.refusals.Invalid` or a
    :class:`~referee.rules.error_bases.RulesError`."""
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
        with_it.seating.numbers,
        usual if usual != usual_target(rules) else None,
        pairs=with_it.seating.pairs_only > rules.seating.pairs_only,
        excludes=rules.house_rules.exclusions()[name],
    )
