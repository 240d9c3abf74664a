"""The score sheet of a game, filled in on one phone or on several at the same time."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from .. import messages
from ..rules.scoring import NoSuchSeat, Row
from ..services import evenings, games, sheets
from ..services.refusals import Missing, Stale, Unbalanced
from .access import access, editing
from .live import done, is_live, show
from .session_forms import RowForm
from .templates import render

blueprint = Blueprint(
    "sheets", __name__, url_prefix="/g/<id:group_id>/<id:session_id>/<number:number>/sheet"
)


@blueprint.get("")
def page(group_id: str, session_id: str, number: int) -> Response:
    return _show(group_id, session_id, number)


@blueprint.post("/<number:seat>")
def put_row(group_id: str, session_id: str, number: int, seat: int) -> Response:
    """Save a player's row; what does not fit comes back as it was typed."""
    opened = editing(group_id)
    sheet = sheets.read_sheet(opened, session_id, number)
    if seat >= len(sheet.rows):
        raise Missing
    form = RowForm.of(sheet.rules, request.form, sheet.rows[seat])
    if not form.fits:
        return _show(group_id, session_id, number, 422, wrong={seat: form})
    try:
        sheets.put_row(opened, session_id, number, seat, form.row(), form.version)
    except Stale as stale:
        return _show(group_id, session_id, number, 412, stale=stale)
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


def stepper(
    seat: int,
    name: str,
    label: str,
    player: str,
    form: RowForm | None,
    number: int | None,
    note: str = "",
) -> Markup:
    """A number with − and +, and a ``note`` below its label; a form that did not fit shows what
    was typed."""
    value: object = number
    if form is not None:
        value = request.form.get(name, "")
    drawn = render(
        "sheet/_stepper.html",
        id=f"{name}-{seat}",
        name=name,
        label=label,
        player=player,
        value="" if value is None else value,
        note=note,
        wrong=form is not None and form[name].errors,
    )
    return Markup(drawn)  # noqa: S704 - a template of ours, autoescaped


def _done(group_id: str, session_id: str, number: int) -> Response:
    address = url_for(".page", group_id=group_id, session_id=session_id, number=number)
    return done(address, lambda: _show(group_id, session_id, number))


def _show(
    group_id: str,
    session_id: str,
    number: int,
    status: int = 200,
    *,
    wrong: dict[int, RowForm] | None = None,
    stale: Stale | None = None,
) -> Response:
    opened = access(group_id)

    def facts() -> dict[str, Any]:
        return {
            "group_id": group_id,
            "evening": evenings.read_evening(opened, session_id),
            "game": games.read_game(opened, session_id, number),
            "may_write": opened.may_write,
            "wrong": wrong or {},
            "stale": stale,
            "say": messages,
        }

    response = show(opened, "sheet", facts, always=status != 200)
    # A script draws the answer whatever it says; its status is for those without one.
    response.status_code = status if status != 200 and not is_live() else response.status_code
    return response
