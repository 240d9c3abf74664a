"""Pages of a session: overview, board for a large screen, result as a picture."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from flask import abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...languages import gettext, in_sentences
from ...messages.error_texts import error_text
from ...messages.irregular_plays import settled_irregularity_texts
from ...messages.session_results import (
    course_text,
    dues_by_payee,
    ended_early_text,
    in_question_text,
    night_winner_text,
    session_heading,
    won_text,
)
from ...messages.table_events import last_sweep_text
from ...rules.standings import deals_even_out
from ...services import followed_games, game_changes, session_views, sessions
from ...services.access import Access
from ...services.game_findings import latest_of_session
from ...services.group_missed_plays import from_game_on
from ...services.names import GameId
from ...services.refusals import (
    ContinuedAlready,
    GameUnfinished,
    HiddenCharacter,
    NotAccessible,
    SessionWon,
)
from ...services.session_views import SessionView
from ...services.stored_game import irregular_records
from ...words.score_names import sides_text
from ..badges import initials, styles_of
from ..forms import done, is_poll, leave, read_key, show
from ..requests import InvalidInput, is_number
from ..secret_links import SessionInUrl
from ..table.dispute_links import address_of_session
from . import blueprint
from .game_list import draw_chart, list_scores
from .session_parts import (
    StakeForm,
    deal_batches,
    game_links,
    moments,
    night_lines,
    people_facts,
    podium_class,
    shortened,
    side_lines,
)


@blueprint.get("")
def page(place: SessionInUrl) -> Response:
    return show_session(place)


@blueprint.post("/games")
def begin(place: SessionInUrl) -> Response:
    """Begin the next game; a second tap finds it begun. Where somebody has won meanwhile the page
    asks first."""
    opened = place.editing()
    force = bool(request.form.get("force"))
    try:
        begun = game_changes.begin_game(opened, place.session_id, force=force).game_id
    except GameUnfinished:
        return redirect(url_for(".page"), 303)
    except SessionWon:
        return redirect(url_for(".page", asked=1), 303)
    before = GameId(place.session_id, begun.number - 1)
    followed = before.number and followed_games.read_followed(opened, before).record.events
    return redirect(url_for("table.page" if followed else "counter.page", number=begun.number), 303)


@blueprint.post("/rematch")
def rematch(place: SessionInUrl) -> Response:
    """Start another session with the same people and rules, and the next dealer."""
    opened = place.editing()
    dealer = session_views.read_session(opened, place.session_id).next_dealer
    started = sessions.start_rematch(opened, place.session_id, dealer, read_key())
    return redirect(url_for(".page", session_id=started.session_id), 303)


@blueprint.post("/close")
def close(place: SessionInUrl) -> Response:
    sessions.close_session(place.editing(), place.session_id)
    return leave(url_for(".page"))  # drawn from its top: who won, and who pays


@blueprint.post("/reopen")
def reopen(place: SessionInUrl) -> Response:
    """Take a session up again; where the evening goes on elsewhere, the page says so instead."""
    with suppress(ContinuedAlready):
        sessions.reopen_session(place.editing(), place.session_id)
    return leave(url_for(".page"))


@blueprint.post("/ending")
def end_with(place: SessionInUrl) -> Response:
    """Set which games count where somebody had won before the last one: those up to ``number``, or
    all."""
    opened = place.editing()
    text = request.form.get("number", "")
    if text and not is_number(text):
        abort(400)
    sessions.end_with(opened, place.session_id, int(text) if text else None)
    return done(lambda: show_session(place))


@blueprint.post("/settlement")
def settle(place: SessionInUrl) -> Response:
    """Set how people settle, now and in later sessions."""
    opened = place.editing()
    sessions.choose_settlement(opened, place.session_id, request.form.get("settlement", ""))
    return done(lambda: show_session(place))


@blueprint.post("/stake")
def stake(place: SessionInUrl) -> Response:
    opened = place.editing()
    form = StakeForm(request.form)
    try:
        sessions.set_stake(opened, place.session_id, form.hundredths(), form.unit())
    except (InvalidInput, HiddenCharacter) as error:
        sentence = str(error) if isinstance(error, InvalidInput) else error_text(error)
        response = show_session(place, stake_form=form, error=sentence)
        response.status_code = 200 if is_poll() else 422  # a script draws what it gets
        return response
    return done(lambda: show_session(place))


def next_page(session_view: SessionView) -> str:
    """Return the URL where a session goes on: the page of the unfinished game, else of the session,
    where the next one is begun."""
    game = session_view.unfinished
    url = partial(url_for, group_id=session_view.group_id, session_id=session_view.id)
    if game is None:
        return url("session.page")
    page = "sheet.page" if game.counting else "table.page" if game.seq else "counter.page"
    return url(page, number=game.number)


def _asked_over(session_view: SessionView, *, may_write: bool) -> str | None:
    """Return the question whether to play on; None where it is not asked, or is answered."""
    asks = "asked" in request.args and may_write and session_view.may_play_on
    return error_text(SessionWon()) if asks else None


def _is_uneven(session_view: SessionView) -> bool:
    """Return whether a session that goes on has another number of deals for some."""
    planned = session_view.games_planned or 0
    evens_out = deals_even_out(planned, len(session_view.players))
    return planned > 1 and not evens_out and not session_view.over


def _head(session_view: SessionView) -> dict[str, object]:
    """Return what the page says before the games, and which of its parts are there."""
    players = in_sentences(session_view.players)
    unfinished, finished = session_view.unfinished, session_view.finished
    settled = session_view.over and bool(finished)
    night, won = session_view.night, won_text(session_view)
    return {
        "ended": ended_early_text(session_view),
        "won": "" if night else won,
        "course": course_text(session_view) or (won if night else ""),
        "question": in_question_text(session_view),
        "unfinished": unfinished,
        "number": len(session_view.games) + 1,
        "dealer": players[unfinished.dealer] if unfinished else None,
        "next_dealer": players[session_view.next_dealer],
        "settled": settled,
        "in_short": session_view.standings
        if settled and not night and len(session_view.sides) == 2
        else (),
        "leading": session_view.leading if finished else (),
        "adds_members": session_view.teams and not session_view.rules.sheet.by_side,
        "may_change": not session_view.games and not session_view.over,
        "dues": dues_by_payee(session_view),
        "parts": night.parts if night else (),
    }


def show_session(place: SessionInUrl, **more: object) -> Response:
    opened = place.access()

    def facts() -> dict[str, object]:
        session_view = session_views.read_session(opened, place.session_id)
        sides, styles = sides_text(session_view.sides, session_view.players), styles_of(opened)
        asked_over = _asked_over(session_view, may_write=opened.may_write)
        goes_on = not session_view.set_aside and (
            not session_view.over or session_view.unfinished is not None
        )
        return {
            **_head(session_view),
            "session_view": session_view,
            "names": sides,
            "styles": styles,
            "podium_class": podium_class,
            "batches": deal_batches(session_view),
            "picture_name": picture_name(session_view),
            "asked_over": asked_over,
            "may_write": opened.may_write,
            "dispute": address_of_session(session_view),
            "chart": draw_chart(session_view, sides, styles),
            "score_list": list_scores(session_view),
            "moments": moments(opened, session_view),
            "missed": _missed_address(session_view),
            "afterwards": latest_of_session(opened, place.session_id)
            if any(game.seq for game in session_view.finished)
            else None,
            "uneven": _is_uneven(session_view),
            "steps": game_links(session_view, may_write=opened.may_write),
            "shows_next": goes_on or asked_over,
            "irregular": _irregular_games(opened, session_view),
            "key": secrets.token_urlsafe(12),
            **people_facts(opened, session_view),
            **more,
        }

    return show(opened, "session", facts)


class IrregularGame(NamedTuple):
    """A game with irregular plays: its heading, the URL of its table, and a sentence for each of
    them."""

    heading: str
    address: str
    texts: Sequence[str]


def _irregular_games(opened: Access, session_view: SessionView) -> list[IrregularGame]:
    """Return the games with irregular plays of a session, or of all parts of its night."""
    parts = {part.id: part for part in _parts_of(session_view)}
    numbers = {id_: gettext("Part %(number)d", number=at) for at, id_ in enumerate(parts, 1)}
    games = []
    for (session_id, number, _), record in irregular_records(opened, [*parts]):
        game = gettext("Game %(number)d", number=number)
        texts = settled_irregularity_texts(record, in_sentences(parts[session_id].players))
        games.append(
            IrregularGame(
                f"{numbers[session_id]} · {game}" if len(parts) > 1 else game,
                url_for("table.page", session_id=session_id, number=number),
                texts,
            )
        )
    return games


def _parts_of(session_view: SessionView) -> Sequence[SessionView]:
    """Return the parts of a session's night, in order; the session alone without one."""
    return session_view.night.parts if session_view.night else (session_view,)


def _missed_address(session_view: SessionView) -> str | None:
    """Return the URL of what was missed in the last followed game and before; None where no game
    of the session, or of its night, was followed to its end."""
    followed = [
        (part.id, game.number)
        for part in _parts_of(session_view)
        for game in part.finished
        if game.seq
    ]
    if not followed or session_view.set_aside:
        return None
    place = from_game_on(*followed[-1])
    return url_for(
        "missed.older",
        session_id=place.game_id.session_id,
        number=place.game_id.number,
        which=place.which,
    )


@blueprint.get("/board")
def board(place: SessionInUrl) -> Response:
    """Show who leads, the running game and its last sweep; of a night the latest part."""
    opened = place.access()

    def facts() -> dict[str, object]:
        session_view = session_views.read_session(opened, place.session_id)
        if session_view.night and session_view.continued_by:
            latest = session_view.night.parts[-1].id
            abort(redirect(url_for(".board", session_id=latest), 303))
        game = _latest_game(opened, session_view)
        names = in_sentences(session_view.players)
        rows = game.sheet.rows if game and not game.finished else ()
        sides, styles = sides_text(session_view.sides, session_view.players), styles_of(opened)
        return {
            "session_view": session_view,
            "game": game,
            "styles": styles,
            "podium_class": podium_class,
            "chart": draw_chart(session_view, sides, styles),
            "moments": moments(opened, session_view),
            "lines": side_lines(session_view, [row.markers for row in rows]),
            "night": night_lines(session_view),
            "last_sweep": last_sweep_text(game, names) if game else "",
            "dealer": names[game.dealer] if game else "",
            "dues": dues_by_payee(session_view),
        }

    return show(opened, "session/board", facts)


def _latest_game(opened: Access, session_view: SessionView) -> followed_games.GameView | None:
    if not session_view.games:
        return None
    number = (session_view.unfinished or session_view.games[-1]).number
    return followed_games.read_game(opened, GameId(session_view.id, number))


MOST_LINES = 8
"""Lines of the standings that have room in the picture."""
LONGEST_NAME, LONGEST_HEADING = 24, 40
"""Letters that have room in a line of the picture; a pair has two names in it."""


def picture_name(session_view: SessionView) -> str:
    """Return the name of the file of the result as a picture: "krypkasino-2026-11-29.png"."""
    return f"{session_view.rules.key}-{session_view.date.isoformat()}.png"


@blueprint.get("/result.svg")
def result_picture(place: SessionInUrl) -> Response:
    """Draw who won, or leads, as a picture of 1200 x 630 to be sent."""
    opened = place.access()
    if not opened.version:
        raise NotAccessible
    session_view = session_views.read_session(opened, place.session_id)
    members = max(map(len, session_view.sides.values()))
    lines = night_lines(session_view, LONGEST_NAME) or side_lines(
        session_view, longest=LONGEST_NAME // members
    )
    night = session_view.night
    if night is None:
        heading = session_heading(session_view)
    elif night.over:
        heading = night_winner_text(night)
    else:
        heading = gettext("The whole evening")
    drawn = render_template(
        "session/board/picture.html",
        session_view=session_view,
        styles=styles_of(opened),
        initials=initials,
        lines=lines[:MOST_LINES],
        heading=shortened(heading, LONGEST_HEADING),
    )
    response = make_response(drawn)
    response.content_type = "image/svg+xml"
    return response
