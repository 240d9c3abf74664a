"""The score sheet of a game, filled in on one phone or on several at the same time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from .. import messages
from ..rules.scoring import NoSuchSeat, Row
from ..services import games, session_views, sheets
from ..services.refusals import Missing, Stale, Unbalanced
from .access import access, editing
from .polling import done, is_poll, show
from .session_forms import RowForm

blueprint = Blueprint(
    "sheets", __name__, url_prefix="/g/<id:group_id>/<id:session_id>/<number:number>/sheet"
)


@blueprint.get("")
def page(group_id: str, session_id: str, number: int) -> Response:
    return _show(group_id, session_id, number)


@blueprint.post("")
def put_rows(group_id: str, session_id: str, number: int) -> Response:
    """Save whatever was typed: Enter in a field of a phone without scripts."""
    return _save(group_id, session_id, number)


@blueprint.post("/<number:seat>")
def put_row(group_id: str, session_id: str, number: int, seat: int) -> Response:
    """Save a player's row."""
    return _save(group_id, session_id, number, seat)


def _save(group_id: str, session_id: str, number: int, only: int | None = None) -> Response:
    """Save the rows in which something was typed, or ``only`` one of them; what does not fit, and
    what was typed in the others, comes back as it was typed."""
    opened = editing(group_id)
    sheet = sheets.read_sheet(opened, session_id, number)
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
            sheets.put_row(opened, session_id, number, seat, row, version)
        except Stale as stale:
            return _show(group_id, session_id, number, 412, typed=typed, wrong=wrong, stale=stale)
    if typed:
        status = 422 if wrong else 200
        return _show(group_id, session_id, number, status, typed=typed, wrong=wrong)
    return _done(group_id, session_id, number)


@blueprint.post("/rest")
def take_rest(group_id: str, session_id: str, number: int) -> Response:
    """Enter what only one player can still have."""
    opened = editing(group_id)
    sheet = sheets.read_sheet(opened, session_id, number)
    rest = sheet.check.rest
    if rest is not None:
        seat = sheet.check.uncounted[0]
        row = Row(sheet.rows[seat].markers, rest)
        sheets.put_row(opened, session_id, number, seat, row, sheet.versions[seat])
    return _done(group_id, session_id, number)


@blueprint.post("/last-capturer")
def set_last_capturer(group_id: str, session_id: str, number: int) -> Response:
    opened = editing(group_id)
    text = request.form.get("seat", "")
    seat = int(text) if text.isdecimal() and len(text) <= 2 else None
    try:
        if games.read_game(opened, session_id, number).finished:
            sheets.close_game(opened, session_id, number, seat)
        else:
            sheets.set_last_capturer(opened, session_id, number, seat)
    except NoSuchSeat:
        raise Missing from None
    return _done(group_id, session_id, number)


@blueprint.post("/close")
def close(group_id: str, session_id: str, number: int) -> Response:
    """Finish the game, and go on to the standings; a sheet that does not add up only on
    purpose."""
    opened = editing(group_id)
    accepted = request.form.get("accept") == "1"
    try:
        sheets.close_game(opened, session_id, number, accept_imbalance=accepted)
    except Unbalanced:
        return _show(group_id, session_id, number, 422)
    return redirect(url_for("sessions.page", group_id=group_id, session_id=session_id), 303)


def _done(group_id: str, session_id: str, number: int) -> Response:
    address = url_for(".page", group_id=group_id, session_id=session_id, number=number)
    return done(address, lambda: _show(group_id, session_id, number))


def _show(
    group_id: str,
    session_id: str,
    number: int,
    status: int = 200,
    *,
    typed: dict[int, RowForm] | None = None,
    wrong: Collection[int] = (),
    stale: Stale | None = None,
) -> Response:
    opened = access(group_id)

    def facts() -> dict[str, Any]:
        game = games.read_game(opened, session_id, number)
        return {
            "group_id": group_id,
            "session_view": session_views.read_session(opened, session_id),
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
