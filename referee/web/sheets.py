"""The score sheet of a game, filled in on one phone or on several at the same time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from .. import messages
from ..rules.scoring import Row
from ..rules.seating import NoSuchSeat
from ..services import games, session_views, sheets
from ..services.refusals import Missing, Stale, Unbalanced
from .places import GAME, GamePlace, placed_blueprint
from .polling import done, is_poll, show
from .sheet_form import RowForm

blueprint = placed_blueprint("sheets", f"{GAME}/sheet")


@blueprint.get("")
def page(place: GamePlace) -> Response:
    return _show(place)


@blueprint.post("")
def put_rows(place: GamePlace) -> Response:
    """Save whatever was typed: Enter in a field of a phone without scripts."""
    return _save(place)


@blueprint.post("/<number:seat>")
def put_row(place: GamePlace, seat: int) -> Response:
    """Save a player's row."""
    return _save(place, seat)


def _save(place: GamePlace, only: int | None = None) -> Response:
    """Save the rows in which something was typed, or ``only`` one of them; what does not fit, and
    what was typed in the others, comes back as it was typed."""
    opened = place.editing()
    sheet = sheets.read_sheet(opened, place.game_id)
    if only is not None and only >= len(sheet.rows):
        raise Missing
    forms = [
        RowForm.of(sheet.rules, request.form, seat, row) for seat, row in enumerate(sheet.rows)
    ]
    typed = {seat: form for seat, form in enumerate(forms) if form.touched}
    wrong: set[int] = set()
    for seat in typed.copy() if only is None else (only,):
        if not forms[seat].fits:
            typed[seat] = forms[seat]
            wrong.add(seat)
            continue
        typed.pop(seat, None)
        try:
            row, version = forms[seat].row(), forms[seat].version
            sheets.put_row(opened, place.game_id, seat, row, version)
        except Stale as stale:
            return _show(place, 412, typed=typed, wrong=wrong, stale=stale)
    if typed:
        status = 422 if wrong else 200
        return _show(place, status, typed=typed, wrong=wrong)
    return done(lambda: _show(place))


@blueprint.post("/rest")
def take_rest(place: GamePlace) -> Response:
    """Enter what only one player can still have."""
    opened = place.editing()
    sheet = sheets.read_sheet(opened, place.game_id)
    rest = sheet.check.rest
    if rest is not None:
        seat = sheet.check.uncounted[0]
        row = Row(sheet.rows[seat].markers, rest)
        sheets.put_row(opened, place.game_id, seat, row, sheet.versions[seat])
    return done(lambda: _show(place))


@blueprint.post("/last-capturer")
def set_last_capturer(place: GamePlace) -> Response:
    opened = place.editing()
    text = request.form.get("seat", "")
    seat = int(text) if text.isdecimal() and len(text) <= 2 else None
    try:
        if games.read_game(opened, place.game_id).finished:
            sheets.close_game(opened, place.game_id, seat)
        else:
            sheets.set_last_capturer(opened, place.game_id, seat)
    except NoSuchSeat:
        raise Missing from None
    return done(lambda: _show(place))


@blueprint.post("/close")
def close(place: GamePlace) -> Response:
    """Finish the game, and go on to the standings; a sheet that does not add up only on
    purpose."""
    opened = place.editing()
    accepted = request.form.get("accept") == "1"
    try:
        sheets.close_game(opened, place.game_id, accept_imbalance=accepted)
    except Unbalanced:
        return _show(place, 422)
    return redirect(url_for("sessions.page"), 303)


def _show(
    place: GamePlace,
    status: int = 200,
    *,
    typed: dict[int, RowForm] | None = None,
    wrong: Collection[int] = (),
    stale: Stale | None = None,
) -> Response:
    opened = place.access()

    def facts() -> dict[str, Any]:
        game = games.read_game(opened, place.game_id)
        return {
            "session_view": session_views.read_session(opened, place.session_id),
            "game": game,
            "may_write": opened.may_write,
            "forms": _forms(game.sheet, typed or {}, stale),
            "wrong": wrong,
            "stale": stale,
            "say": messages,
        }

    response = show(opened, "sheet", facts, always=status != 200)
    # A script draws the answer whatever it says; its status is for those without one.
    response.status_code = status if status != 200 and not is_poll() else response.status_code
    return response


def _forms(
    sheet: sheets.SheetState, typed: dict[int, RowForm], stale: Stale | None
) -> list[RowForm]:
    """The rows as they are drawn: as they stand, as they were typed, or as they may not stand."""
    forms = [
        typed.get(seat) or RowForm.showing(sheet.rules, seat, row, sheet.versions[seat])
        for seat, row in enumerate(sheet.rows)
    ]
    if stale is not None:
        forms[stale.seat] = RowForm.showing(sheet.rules, stale.seat, stale.yours, stale.version)
    return forms
