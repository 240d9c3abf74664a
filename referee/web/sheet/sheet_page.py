"""Page of a game's score sheet, filled in on one phone or on several at a time."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from flask import request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from ...messages.error_texts import error_text
from ...photo import PhotoReading, available
from ...rules.ruleset import Ruleset
from ...rules.seating import NoSuchSeat
from ...services import followed_games, session_views, sheet_entry
from ...services.access import Access
from ...services.photo_reader import PhotosBusy
from ...services.refusals import (
    GameFinished,
    Invalid,
    MustCount,
    NotAccessible,
    RowChangedMeanwhile,
    SheetRefused,
    SheetUnbalanced,
    WhichAces,
)
from ...services.sheets import SheetState
from ...words.card_names import row_text
from ..badges import styles_of
from ..forms import done, is_poll, leave, show
from ..photo_forms import REFUSED, reading_of, refusal_text, status_of
from ..secret_links import GAME, GameInUrl, session_blueprint
from .row_form import RowForm, sent_rows
from .sheet_view import SheetView, piles_of


@dataclass(frozen=True)
class PileNote:
    """The outcome of a photo of a seat's pile: its reading, or why it was refused."""

    seat: int
    reading: PhotoReading | None = None
    refused: str = ""


def read_pile_photo(rules: Ruleset, sent: MultiDict[str, str], seat: int) -> PileNote:
    """Return the reading of the sent photo, and write its cards into the row's field in ``sent``:
    in place of the cards there, or after them with the field ``another``. Raises as
    :func:`~referee.web.photo_forms.reading_of` does."""
    reading = reading_of(f"{seat}-photo", rules)
    if reading.cards:
        before = sent.get(f"{seat}-pile", "") if f"{seat}-another" in sent else ""
        cards = row_text(seen.card for seen in reading.cards)
        sent[f"{seat}-pile"] = f"{before} {cards}".strip()
    return PileNote(seat, reading)


blueprint = session_blueprint("sheet", f"{GAME}/sheet")
_ADJUST = "adjust"
"""The query of a sheet that asks for penalties and bonuses in every row."""


@blueprint.url_defaults
def _ask_on(_endpoint: str, values: dict[str, object]) -> None:
    """Let all forms and links of a sheet that asks for penalties lead to one that does."""
    if request.blueprint == blueprint.name and _ADJUST in request.args:
        values.setdefault(_ADJUST, 1)


@blueprint.get("")
def page(place: GameInUrl) -> Response:
    return _show(place)


@blueprint.post("")
def put_rows(place: GameInUrl) -> Response:
    """Save all typed rows. Browsers without scripts send this on Enter in a field."""
    return _save(place)


@blueprint.post("/<number:seat>")
def put_row(place: GameInUrl, seat: int) -> Response:
    """Save a player's row."""
    return _save(place, seat)


def _save(place: GameInUrl, only_seat: int | None = None) -> Response:
    """Save the rows in which something was typed, or only that of a seat. What cannot be entered,
    and what was typed in other rows, comes back in the form."""
    opened = place.editing()
    sheet = sheet_entry.read_sheet(opened, place.game_id)
    if only_seat is not None and only_seat not in sheet.piles:
        raise NotAccessible
    forms = sent_rows(sheet, request.form)
    typed = {seat: form for seat, form in forms.items() if form.touched}
    wrong: set[int] = set()
    for seat in typed.copy() if only_seat is None else (only_seat,):
        form = forms[seat]
        if not form.fits:
            typed[seat] = form
            wrong.add(seat)
            continue
        typed.pop(seat, None)
        try:
            sheet = sheet_entry.put_row(opened, place.game_id, seat, form.typed, form.version)
        except RowChangedMeanwhile as stale:
            return _show(place, 412, PageState(typed=typed, wrong=wrong, stale=stale))
        except SheetRefused as error:
            typed[seat] = form
            return _show(place, 422, PageState(typed=typed, wrong=(seat,), refused=error))
    answer = PageState(typed=typed, wrong=wrong, saved=sheet)
    if typed:
        return _show(place, 422 if wrong else 200, answer, opened)
    response = done(lambda: _show(place, answer=answer, opened=opened))
    if only_seat is not None and response.status_code == 204:
        # What is typed after this replaces this version.
        response.set_etag(str(sheet.versions[only_seat]))
    return response


@blueprint.post("/<number:seat>/photo")
def read_pile(place: GameInUrl, seat: int) -> Response:
    """Fill in what a photo of a player's pile shows, without saving it."""
    sheet = sheet_entry.read_sheet(place.editing(), place.game_id)
    if seat not in sheet.piles or not available():
        raise NotAccessible
    sent, status, retry_after = request.form.copy(), 200, None
    try:
        note = read_pile_photo(sheet.rules, sent, seat)
    except REFUSED as error:
        note, status = PileNote(seat, refused=refusal_text(error)), status_of(error)
        retry_after = error.seconds if isinstance(error, PhotosBusy) else None
    forms = sent_rows(sheet, sent)
    typed = {at: form for at, form in forms.items() if form.touched or at == seat}
    wrong = [at for at, form in typed.items() if not form.fits]
    response = _show(place, status, PageState(typed=typed, wrong=wrong, note=note))
    response.retry_after = retry_after
    return response


@blueprint.post("/rest")
def take_rest(place: GameInUrl) -> Response:
    """Enter the counts that only one player can still have."""
    opened = place.editing()
    sheet = sheet_entry.read_sheet(opened, place.game_id)
    rest = sheet.check.rest
    if rest is not None:
        seat = sheet.check.uncounted[0]
        row = sheet.rows[seat]
        if isinstance(rest, Mapping) and isinstance(row.counted, Mapping):
            rest = {**row.counted, **rest}  # what there is but one of stays where it is
        row = replace(row, counted=rest, cards=None)
        sheet_entry.put_row(opened, place.game_id, seat, row, sheet.versions[seat])
    return done(lambda: _show(place))


@blueprint.post("/holder/<field>")
def set_holder(place: GameInUrl, field: str) -> Response:
    """Set who has a card of which there is one; with ``without`` in the form, that a player does
    not have it."""
    opened = place.editing()
    holds = "without" not in request.form
    seat = _read_seat("seat" if holds else "without")
    try:
        if seat is not None:
            sheet_entry.set_holder(opened, place.game_id, field, seat, holds=holds)
    except NoSuchSeat:
        raise NotAccessible from None
    except WhichAces as error:
        return _show(place, 422, PageState(refused=error))
    return done(lambda: _show(place))


@blueprint.post("/last-capturer")
def set_last_capturer(place: GameInUrl) -> Response:
    opened = place.editing()
    seat = _read_seat()
    try:
        if sheet_entry.read_sheet(opened, place.game_id).finished:
            sheet_entry.close_game(opened, place.game_id, seat)
        else:
            sheet_entry.set_last_capturer(opened, place.game_id, seat)
    except NoSuchSeat:
        raise NotAccessible from None
    return done(lambda: _show(place))


def _read_seat(name: str = "seat") -> int | None:
    """Return the seat in a field of the form, None without a valid one."""
    text = request.form.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= 2 else None


@blueprint.post("/close")
def close(place: GameInUrl) -> Response:
    """Finish the game, and go on to the standings. A sheet that does not add up needs
    ``accept``."""
    opened = place.editing()
    accepted = request.form.get("accept") == "1"
    try:
        sheet_entry.close_game(opened, place.game_id, accept_imbalance=accepted, fill_in=True)
    except SheetUnbalanced:
        return _show(place, 422)
    except (MustCount, WhichAces) as error:
        return _show(place, 422, PageState(refused=error))
    return leave(url_for("session.page"))


@blueprint.post("/claim")
def claim(place: GameInUrl) -> Response:
    """Finish the game on a player's claim to have reached the target; show why not if the claim is
    wrong."""
    opened = place.editing()
    seat = _read_seat()
    if seat is None:
        return done(lambda: _show(place))
    try:
        sheet_entry.close_claimed(opened, place.game_id, seat)
    except NoSuchSeat:
        raise NotAccessible from None
    except GameFinished:
        return done(lambda: _show(place))
    except SheetRefused as error:
        return _show(place, 422, PageState(claim_refused=error))
    return leave(url_for("session.page"))


@dataclass(frozen=True)
class PageState:
    """State of the page beside the saved sheet: ``typed`` rows that are not saved, which of them
    are ``wrong``, and the outcome of an entry or photo. ``saved`` is the sheet after an entry."""

    typed: Mapping[int, RowForm] = field(default_factory=dict)
    wrong: Collection[int] = ()
    stale: RowChangedMeanwhile | None = None
    refused: Invalid | None = None
    claim_refused: Invalid | None = None
    note: PileNote | None = None
    saved: SheetState | None = None


def _show(
    place: GameInUrl,
    status: int = 200,
    answer: PageState = PageState(),
    opened: Access | None = None,
) -> Response:
    """Return the page. Where a sheet was just ``saved`` with the access ``opened``, it is drawn
    without reading it again; anything else is read later and may be newer, and then phones poll
    again."""
    if opened is None or answer.saved is None:
        opened = place.access()
    else:
        opened = opened.after(answer.saved.version)

    def facts() -> dict[str, object]:
        game = followed_games.read_game(opened, place.game_id, answer.saved)
        session_view = session_views.read_session(opened, place.session_id)
        return {
            "session_view": session_view,
            "styles": styles_of(opened),
            "game": game,
            "view": SheetView(
                session_view,
                game,
                piles_of(session_view.players, game.sheet.rules, game.sheet.teams),
                answer.typed,
                answer.stale,
                asks_aces=isinstance(answer.refused, WhichAces),
            ),
            "may_write": opened.may_write,
            "wrong": answer.wrong,
            "stale": answer.stale,
            "note": answer.note,
            "asks_adjustment": _ADJUST in request.args,
            "refused": answer.refused and error_text(answer.refused),
            "claim_refused": answer.claim_refused and error_text(answer.claim_refused),
        }

    response = show(opened, "sheet", facts, always=status != 200)
    # A script draws the answer whatever it says; its status is for those without one.
    response.status_code = status if status != 200 and not is_poll() else response.status_code
    return response
