"""Page that changes the rules of a session after its first game."""

from __future__ import annotations

from collections.abc import Sequence

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from ...languages import gettext
from ...messages.error_texts import error_text
from ...rules.error_bases import RulesError
from ...rules.session_end import LEAST_TARGET, MOST_GAMES, MOST_TARGET
from ...services import game_changes, session_views
from ...services.game_changes import RuleChange
from ...services.refusals import Invalid, Refusal
from ...services.session_views import SessionView
from ..invalid_input_error import InvalidInput
from ..number_input import read_whole
from ..session_or_game_in_url import SESSION, SessionInUrl, session_blueprint

blueprint = session_blueprint("session_rules", SESSION)


@blueprint.get("/rules")
def page(place: SessionInUrl) -> str:
    session_view = session_views.read_session(place.editing(), place.session_id)
    length = session_view.target or session_view.games_planned
    return _page(session_view, session_view.rules.house_rules.on, str(length), ())


@blueprint.post("/rules")
def save(place: SessionInUrl) -> Response:
    """Change what the next game is played by, and score those that were ticked by it too."""
    opened = place.editing()
    session_view = session_views.read_session(opened, place.session_id)
    house, again = request.form.getlist("house"), request.form.getlist("again")
    try:
        game_changes.change_rules(opened, place.session_id, _change(session_view, request.form))
    except (InvalidInput, Invalid, RulesError) as error:
        sentence = error_text(error) if isinstance(error, RulesError | Refusal) else str(error)
        length = request.form.get("length", "")
        return make_response(_page(session_view, house, length, again, sentence), 422)
    return redirect(url_for("sessions.page"), 303)


def _change(session_view: SessionView, form: MultiDict[str, str]) -> RuleChange:
    """Return the change that a form asks for. Raises :class:`InvalidInput`."""
    to_target = session_view.target is not None
    least, most = (LEAST_TARGET, MOST_TARGET) if to_target else (1, MOST_GAMES)
    number = read_whole(form.get("length", "").strip())
    if number is None or not least <= number <= most:
        raise InvalidInput(
            gettext("This number must be from %(least)d to %(most)d.", least=least, most=most)
        )
    games = {game.number for game in session_view.games}
    again = [number for text in form.getlist("again") if (number := read_whole(text)) in games]
    return RuleChange(
        form.getlist("house"),
        games_planned=None if to_target else number,
        target=number if to_target else None,
        games=[number for number in again if number],
    )


def _page(
    session_view: SessionView,
    house: Sequence[str],
    length: str,
    again: Sequence[str],
    error: str | None = None,
) -> str:
    return render_template(
        "session/change_rules.html",
        session_view=session_view,
        on=house,
        length=length,
        again=again,
        error=error,
    )
