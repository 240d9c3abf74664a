"""Counter of sweeps and deals of a game that is not followed, and its discarding."""

import secrets

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from ...rules.scoring import score
from ...rules.sheet_plan import RowCounts
from ...services import followed_games, game_changes, session_views, sheet_entry
from ..badges import styles_of
from ..forms import done, is_outbox, is_poll, read_key, show
from ..secret_links import GAME, GameInUrl, session_blueprint
from ..table.dispute_links import address_of_game
from .sheet_view import piles_of

blueprint = session_blueprint("counter", GAME)


@blueprint.get("")
def page(place: GameInUrl) -> Response:
    return _show(place)


@blueprint.post("/sweeps")
def count_sweep(place: GameInUrl) -> Response:
    """Count a sweep. The field ``sweep`` is a seat, with ``x2`` for a double sweep."""
    opened = place.editing()
    seat, double = _read_sweep()
    doubly_counted = sheet_entry.count_sweep(opened, place.game_id, seat, read_key(), double=double)
    if doubly_counted and (is_poll() or not is_outbox()):
        return _show(place, doubly_counted=seat)
    return done(lambda: _show(place))


@blueprint.post("/sweeps/undo")
def take_back_sweep(place: GameInUrl) -> Response:
    """Take a sweep back, the last one or the one in the field ``sweep``, even if it has not
    arrived."""
    opened = place.editing()
    seat, double = _read_sweep() if "sweep" in request.form else (None, False)
    sheet_entry.take_back_sweep(opened, place.game_id, read_key(), seat, double=double)
    return done(lambda: _show(place))


def _read_sweep() -> tuple[int, bool]:
    """Return the seat in the field ``sweep``, and whether it is a double sweep."""
    seat, _, double = request.form.get("sweep", "").partition("x")
    if not (seat.isdecimal() and len(seat) <= 2 and double in ("", "2")):
        abort(400)
    return int(seat), bool(double)


@blueprint.post("/deal")
def set_deal(place: GameInUrl) -> Response:
    opened = place.editing()
    text = request.form.get("deal", "")
    if not (text.isdecimal() and len(text) <= 3):
        abort(400)
    sheet_entry.set_deal(opened, place.game_id, int(text))
    return done(lambda: _show(place))


def _show(place: GameInUrl, doubly_counted: int | None = None) -> Response:
    """Return the page. ``doubly_counted`` is the seat of a sweep that another phone has just
    counted too."""
    opened = place.access()

    def facts() -> dict[str, object]:
        game = followed_games.read_game(opened, place.game_id)
        if is_poll() and game.record.seq and not (opened.may_write or game.finished):
            abort(redirect(url_for("table.page"), 303))  # who looks on sees more there
        sheet = game.sheet
        session_view = session_views.read_session(opened, place.session_id)
        sweeps_only = [RowCounts(row.markers, {}) for row in sheet.rows]
        scores = score(sheet.rules, sweeps_only, session_view.teams).scores
        piles = piles_of(session_view.players, sheet.rules, sheet.teams)
        called = {seat: pile.called for pile in piles for seat in pile.seats}
        return {
            "session_view": session_view,
            "styles": styles_of(opened),
            "game": game,
            "piles": piles,
            "called": called,
            "dispute": address_of_game(game, session_view.teams),
            "may_write": opened.may_write,
            "running": [sum((scored.items or {}).values()) for scored in scores],
            "twice": None if doubly_counted is None else called[doubly_counted],
            "key": secrets.token_urlsafe(12),
        }

    return show(opened, "counter", facts, always=doubly_counted is not None)


@blueprint.post("/discard")
def discard(place: GameInUrl) -> Response:
    game_changes.discard_game(place.editing(), place.game_id)
    return redirect(url_for("session.page"), 303)
