"""Forms that change a session: its rules, its people, its end."""

from collections.abc import Sequence

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from ...languages import gettext
from ...messages.error_texts import error_text
from ...messages.session_results import entered_so_far_text
from ...rules.cards import RulesError
from ...rules.session_end import LEAST_TARGET, MOST_GAMES, MOST_TARGET
from ...services import followed_games, game_changes, nights, session_views, sessions
from ...services.access import Access
from ...services.game_changes import RuleChange
from ...services.names import GameId
from ...services.refusals import ContinuedAlready, Invalid, Refusal
from ...services.session_views import SessionView
from ..forms import is_poll, read_key, request_key
from ..requests import InvalidInput, read_whole
from ..secret_links import SessionInUrl
from . import blueprint
from .session_page import show_session
from .session_parts import PeopleForm


@blueprint.get("/rules")
def rules(place: SessionInUrl) -> str:
    session_view = session_views.read_session(place.editing(), place.session_id)
    return _page(session_view, session_view.rules.house_rules.on, MultiDict())


@blueprint.post("/rules")
def save_rules(place: SessionInUrl) -> Response:
    """Change what the next game is played by, and score those that were ticked by it too."""
    opened = place.editing()
    session_view = session_views.read_session(opened, place.session_id)
    try:
        game_changes.change_rules(opened, place.session_id, _change(session_view, request.form))
    except (InvalidInput, Invalid, RulesError) as error:
        sentence = error_text(error) if isinstance(error, RulesError | Refusal) else str(error)
        house = request.form.getlist("house")
        return make_response(_page(session_view, house, request.form, sentence), 422)
    return redirect(url_for("session.page"), 303)


def _change(session_view: SessionView, form: MultiDict[str, str]) -> RuleChange:
    """Return the change that a form asks for. Raises :class:`InvalidInput`."""
    to_target = _to_target(session_view, form)
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


def _to_target(session_view: SessionView, form: MultiDict[str, str]) -> bool:
    """Return whether a form asks for a number of points, or else of games; the present kind of
    length without a choice."""
    present = "games" if session_view.target is None else "points"
    return form.get("kind", present) == "points"


def _page(
    session_view: SessionView,
    house: Sequence[str],
    form: MultiDict[str, str],
    error: str | None = None,
) -> str:
    return render_template(
        "session/change_rules.html",
        session_view=session_view,
        on=house,
        length=form.get("length", session_view.target or session_view.games_planned),
        to_target=_to_target(session_view, form),
        again=form.getlist("again"),
        error=error,
    )


@blueprint.post("/people")
def change_people(place: SessionInUrl) -> Response:
    """Go on with those who are here now, after a question where an unfinished game would be lost.

    Whoever taps after another phone sees what that one did.
    """
    opened = place.editing()
    form = PeopleForm.read(request.form)
    if not (form.joins or form.leaves):
        text = gettext("Nobody has come or gone: tick who is here now, or write a new name.")
        return _with_people(place, 422, form, people_error=text)
    lost = "" if request.form.get("drop") else _lost_text(opened, place.session_id)
    if lost:
        return _with_people(place, 409, form, lost=lost)
    key = request_key(read_key(), [form.joins, form.leaves])
    try:
        part = nights.change_people(
            opened, place.session_id, joins=form.joins, leaves=form.leaves, key=key
        )
    except ContinuedAlready:
        return redirect(url_for("session.page"), 303)
    except (Invalid, RulesError) as error:
        return _with_people(place, 422, form, people_error=error_text(error))
    return redirect(url_for("session.page", session_id=part.session_id), 303)


def _with_people(place: SessionInUrl, status: int, form: PeopleForm, **more: object) -> Response:
    """Return the page of the session with what was ticked and typed."""
    response = show_session(place, people=form, **more)
    response.status_code = 200 if is_poll() else status  # a script draws what it gets
    return response


def _lost_text(opened: Access, session_id: str) -> str:
    """Return what has been entered of the unfinished game; empty where nothing would be lost."""
    session_view = session_views.read_session(opened, session_id)
    if session_view.unfinished is None or session_view.continued_by is not None:
        return ""
    game = followed_games.read_game(opened, GameId(session_id, session_view.unfinished.number))
    return entered_so_far_text(game)


@blueprint.post("/back")
def take_back(place: SessionInUrl) -> Response:
    """Continue with the people of before, where nobody has played with others yet."""
    before = nights.take_back(place.editing(), place.session_id)
    return redirect(url_for("session.page", session_id=before), 303)


@blueprint.post("/aside")
def set_aside(place: SessionInUrl) -> Response:
    """Let the session count nowhere, or count again."""
    aside = request.form.get("aside") == "1"
    sessions.set_aside(place.editing(), place.session_id, aside=aside)
    return redirect(url_for("session.page"), 303)


@blueprint.post("/delete")
def delete(place: SessionInUrl) -> Response:
    """Delete a session that is set aside."""
    sessions.delete_session(place.editing(), place.session_id)
    return redirect(url_for("group.page", group_id=place.group_id), 303)
