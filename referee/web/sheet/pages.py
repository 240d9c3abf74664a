"""The score sheet of a game, filled in on one phone or on several at the same time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask import request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from ... import messages
from ...photo import available
from ...rules.items import MARKERS
from ...rules.seating import NoSuchSeat
from ...rules.sheet import Row
from ...services import games, session_views, sheets
from ...services.links import Access
from ...services.photos import PhotosBusy
from ...services.refusals import (
    AceTwice,
    ClaimTooLow,
    GameFinished,
    Incomplete,
    Invalid,
    Missing,
    MustCount,
    OneForAll,
    Stale,
    Unbalanced,
    WhichAces,
)
from ...services.sheets import SheetState
from ..photos import REFUSED, refusal_text, status_of
from ..places import GAME, GamePlace, placed_blueprint
from ..polling import done, is_poll, leave, show
from .form import RowForm
from .photos import PileNote, read_pile_photo
from .piles import Pile, piles_of
from .view import SheetView

blueprint = placed_blueprint("sheets", f"{GAME}/sheet")

TRIES = 5
"""How often a row is merged into what others save at the same moment."""


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
    if only is not None and only not in sheet.check.piles:
        raise Missing
    forms = _sent_rows(place, sheet, request.form)
    typed = {seat: form for seat, form in forms.items() if form.touched}
    wrong: set[int] = set()
    for seat in typed.copy() if only is None else (only,):
        if not forms[seat].fits:
            typed[seat] = forms[seat]
            wrong.add(seat)
            continue
        typed.pop(seat, None)
        try:
            version = _put(opened, place, seat, forms[seat])
        except Stale as stale:
            return _show(place, 412, Answer(typed=typed, wrong=wrong, stale=stale))
        except (AceTwice, Incomplete, MustCount, OneForAll, WhichAces) as error:
            typed[seat] = forms[seat]
            return _show(place, 422, Answer(typed=typed, wrong=(seat,), refused=error))
    if typed:
        status = 422 if wrong else 200
        return _show(place, status, Answer(typed=typed, wrong=wrong))
    response = done(lambda: _show(place))
    if response.status_code == 204:  # what was typed after it replaces this version
        response.set_etag(str(version))
    return response


def _sent_rows(
    place: GamePlace, sheet: SheetState, sent: MultiDict[str, str]
) -> dict[int, RowForm]:
    """The rows as they were sent; taps go on from what is left of two piles."""
    teams = session_views.read_session(place.access(), place.session_id).teams
    left = sheets.filled(sheet, teams)
    return {
        seat: RowForm.of(sheet, sent, seat, sheet.rows[seat], left.rows[seat].counted)
        for seat in sheet.check.piles
    }


@blueprint.post("/<number:seat>/photo")
def read_pile(place: GamePlace, seat: int) -> Response:
    """Fill in what a photo of a player's pile shows. Nothing is saved before somebody does so."""
    sheet = sheets.read_sheet(place.editing(), place.game_id)
    if seat not in sheet.check.piles or not available():
        raise Missing
    sent, status, retry_after = request.form.copy(), 200, None
    try:
        note = read_pile_photo(sheet.rules, sent, seat)
    except REFUSED as error:
        note, status = PileNote(seat, refused=refusal_text(error)), status_of(error)
        retry_after = error.seconds if isinstance(error, PhotosBusy) else None
    forms = _sent_rows(place, sheet, sent)
    typed = {at: form for at, form in forms.items() if form.touched or at == seat}
    wrong = [at for at, form in typed.items() if not form.fits]
    response = _show(place, status, Answer(typed=typed, wrong=wrong, note=note))
    response.retry_after = retry_after
    return response


def _put(opened: Access, place: GamePlace, seat: int, form: RowForm) -> int:
    """Save a row, and return its version. Where a tap elsewhere may change it, a sweep or who has
    the only card of a kind, it is changed only where somebody typed here. Raises
    :class:`~referee.services.refusals.Stale`."""
    row, version = form.row(), form.version
    for _ in range(TRIES):
        try:
            return sheets.put_row(opened, place.game_id, seat, row, version).versions[seat]
        except Stale as stale:
            seen = form.version >= 0
            may_merge = stale.sheet.choices or (seen and form.theirs(stale.current) <= {MARKERS})
            merged = form.merged(stale.current) if may_merge else None
            if merged is None:
                raise
            row, version = merged, stale.version
    return sheets.put_row(opened, place.game_id, seat, row, version).versions[seat]


@blueprint.post("/rest")
def take_rest(place: GamePlace) -> Response:
    """Enter what only one player can still have."""
    opened = place.editing()
    sheet = sheets.read_sheet(opened, place.game_id)
    rest = sheet.check.rest
    if rest is not None:
        seat = sheet.check.uncounted[0]
        row = sheet.rows[seat]
        if isinstance(rest, Mapping) and isinstance(row.counted, Mapping):
            rest = {**row.counted, **rest}  # what there is but one of stays where it is
        row = Row(row.markers, rest)
        sheets.put_row(opened, place.game_id, seat, row, sheet.versions[seat])
    return done(lambda: _show(place))


@blueprint.post("/holder/<field>")
def set_holder(place: GamePlace, field: str) -> Response:
    """Who has what there is but one of, or has it not after all: ``without``."""
    opened = place.editing()
    holds = "without" not in request.form
    seat = _read_seat("seat" if holds else "without")
    try:
        if seat is not None:
            sheets.set_holder(opened, place.game_id, field, seat, holds=holds)
    except NoSuchSeat:
        raise Missing from None
    except WhichAces as error:
        return _show(place, 422, Answer(refused=error))
    return done(lambda: _show(place))


@blueprint.post("/last-capturer")
def set_last_capturer(place: GamePlace) -> Response:
    opened = place.editing()
    seat = _read_seat()
    try:
        if games.read_game(opened, place.game_id).finished:
            sheets.close_game(opened, place.game_id, seat)
        else:
            sheets.set_last_capturer(opened, place.game_id, seat)
    except NoSuchSeat:
        raise Missing from None
    return done(lambda: _show(place))


def _read_seat(name: str = "seat") -> int | None:
    text = request.form.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= 2 else None


@blueprint.post("/close")
def close(place: GamePlace) -> Response:
    """Finish the game, and go on to the standings; a sheet that does not add up only on
    purpose."""
    opened = place.editing()
    accepted = request.form.get("accept") == "1"
    try:
        sheets.close_game(opened, place.game_id, accept_imbalance=accepted, fill_in=True)
    except Unbalanced:
        return _show(place, 422)
    except (MustCount, WhichAces) as error:
        return _show(place, 422, Answer(refused=error))
    return leave(url_for("sessions.page"))


@blueprint.post("/claim")
def claim(place: GamePlace) -> Response:
    """Somebody claims the target: the game ends if it is so, else the sheet says why not."""
    opened = place.editing()
    seat = _read_seat()
    if seat is None:
        return done(lambda: _show(place))
    try:
        sheets.close_claimed(opened, place.game_id, seat)
    except NoSuchSeat:
        raise Missing from None
    except GameFinished:
        return done(lambda: _show(place))
    except (ClaimTooLow, Incomplete, MustCount) as error:
        return _show(place, 422, Answer(claim_refused=error))
    return leave(url_for("sessions.page"))


@dataclass(frozen=True)
class Answer:
    """Things that the page shows besides the sheet: rows that were ``typed`` and not saved,
    which of them are ``wrong``, and what became of an entry or a photo."""

    typed: Mapping[int, RowForm] = field(default_factory=dict)
    wrong: Collection[int] = ()
    stale: Stale | None = None
    refused: Invalid | None = None
    claim_refused: Invalid | None = None
    note: PileNote | None = None


def _show(place: GamePlace, status: int = 200, answer: Answer = Answer()) -> Response:
    opened = place.access()

    def facts() -> dict[str, Any]:
        game = games.read_game(opened, place.game_id)
        session_view = session_views.read_session(opened, place.session_id)
        piles = piles_of(session_view, game.sheet)
        stored = game.sheet
        if not game.finished:
            game = replace(game, sheet=sheets.filled(stored, session_view.teams))
        return {
            "session_view": session_view,
            "game": game,
            "view": SheetView(session_view, game, piles, isinstance(answer.refused, WhichAces)),
            "may_write": opened.may_write,
            "forms": _forms(stored, piles, answer.typed, answer.stale),
            "wrong": answer.wrong,
            "stale": answer.stale,
            "note": answer.note,
            "say": messages,
            "refused": answer.refused and messages.error_text(answer.refused),
            "claim_refused": answer.claim_refused and messages.error_text(answer.claim_refused),
        }

    response = show(opened, "sheet", facts, always=status != 200)
    # A script draws the answer whatever it says; its status is for those without one.
    response.status_code = status if status != 200 and not is_poll() else response.status_code
    return response


def _forms(
    sheet: SheetState, piles: Collection[Pile], typed: Mapping[int, RowForm], stale: Stale | None
) -> dict[int, RowForm]:
    """The rows as they are drawn: as they stand, as they were typed, or as they may not stand."""
    forms = {
        seat: typed.get(seat)
        or RowForm.showing(sheet, seat, sheet.rows[seat], sheet.versions[seat])
        for seat in (pile.seat for pile in piles)
    }
    if stale is not None:
        forms[stale.seat] = RowForm.showing(sheet, stale.seat, stale.yours, stale.version)
    return forms
