"""Correcting a followed game: an entry that says something wrong, a table that drifted apart."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from flask import make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ... import messages
from ...photo import available
from ...rules.card_notation import read_cards, write_cards
from ...rules.cards import Cards
from ...rules.error_bases import RulesError
from ...rules.events import Event, Played, TableShown
from ...rules.irregularities import IrregularityKind
from ...rules.log.effective_entries import NoSuchEntry
from ...rules.log.entries import Entry, Insert, Replace
from ...rules.log.explain_table_mismatch import (
    NextPlays,
    differences,
    explain,
    forgotten,
    next_plays,
    table_of,
)
from ...rules.log.record import Record
from ...rules.log.repairs_after_correction import choices
from ...services.refusals import Conflict, NotAccessible
from ..sent_photo_reading import REFUSED, reading_of, refusal_text
from ..session_in_url import GAME, GameInUrl, session_blueprint
from .build_table import pieces_of
from .entry_forms import read_entry, read_table
from .live_table_page import EntryQuestion, ask_about, enter_said, table_facts, write_shown

blueprint = session_blueprint("correct", f"{GAME}/table")


LONGEST = 400
"""Characters of a text that names the cards on the table."""


@dataclass(frozen=True)
class TablePhoto:
    """The cards of a photo of the table, and what was said of its reading."""

    record: Record
    cards: Cards
    texts: tuple[str, ...] = ()

    @cached_property
    def shown(self) -> TableShown:
        """The table of the photo, with the builds of the log that are there still."""
        return table_of(self.record, self.cards)

    @cached_property
    def next(self) -> NextPlays:
        """The plays that lead there."""
        return next_plays(self.record, self.cards)

    @property
    def differs(self) -> str:
        """The differences of photo and log, as a sentence."""
        found = differences(self.record, self.shown)
        return messages.photo_differs_text(found) if found else ""

    @property
    def lies(self) -> list[str]:
        """The cards of the photo that the log has too, as the page ticks them."""
        state, shown = self.record.state, self.shown
        there = Counter(state.table if state else ())
        both = (Counter(shown.table) & there).elements()
        return write_shown(tuple(both), shown.builds).split()

    @property
    def others(self) -> str:
        """The cards of the photo that the log has not."""
        state = self.record.state
        extra = Counter(self.shown.table) - Counter(state.table if state else ())
        return write_cards(sorted(extra.elements()))


class RefusedEntry(NamedTuple):
    """An entry that was refused: as much of it as could be read, and why."""

    said: Entry | None
    error: RulesError | Conflict


@blueprint.get("/entry/<number:seq>")
def entry(place: GameInUrl, seq: int) -> Response:
    """Draw the page that corrects an entry, filled in with what it says."""
    return _entry(place, seq)


@blueprint.post("/entry/<number:seq>")
def replace(place: GameInUrl, seq: int) -> Response:
    refused = _enter(place, lambda: _read_change(Replace, seq))
    return _entry(place, seq, refused) if refused else _to_table()


def _entry(place: GameInUrl, seq: int, refused: RefusedEntry | None = None) -> Response:
    facts = _entry_facts(place, seq, refused)
    record, index, step = facts["record"], facts["index"], facts["step"]
    said = refused.said if refused else None
    typed = said.by if isinstance(said, Replace) else None
    page = render_template(
        "follow/entry.html",
        **facts,
        now=typed if typed is not None and type(typed) is type(step.event) else step.event,
        current=_as_it_stands(record, index),
        choice=None if refused else _choice(record, index),
        action=url_for(".replace", seq=seq),
    )
    return make_response(page, 422 if refused else 200)


def _choice(record: Record, index: int) -> EntryQuestion | None:
    """Return the options of a play that does not fit any more, None for a play that does or has no
    options."""
    step = record.events[index]
    if all(found.kind is not IrregularityKind.DOES_NOT_FIT for found in step.irregularities):
        return None
    stands, options = _as_it_stands(record, index), choices(record, index)
    return dataclasses.replace(stands, options=options) if stands and options else None


def _as_it_stands(record: Record, index: int) -> EntryQuestion | None:
    """Return a play as it was entered, with the table before it."""
    step = record.events[index]
    if not isinstance(step.event, Played) or step.before is None:
        return None
    return EntryQuestion(
        said=step.event,
        table=step.before.table,
        seat=step.seat,
        replace=step.seq,
        items=pieces_of(record, step.before, step.seat),
    )


@blueprint.get("/entry/<number:seq>/before")
def forgotten_play(place: GameInUrl, seq: int) -> Response:
    """Ask which play is missing before an entry."""
    return _forgotten_play(place, seq)


@blueprint.post("/entry/<number:seq>/before")
def insert(place: GameInUrl, seq: int) -> Response:
    refused = _enter(place, lambda: _read_change(Insert, seq))
    return _forgotten_play(place, seq, refused) if refused else _to_table()


def _forgotten_play(place: GameInUrl, seq: int, refused: RefusedEntry | None = None) -> Response:
    facts = _entry_facts(place, seq, refused)
    before = facts["step"].before
    if before is None or facts["record"].over:
        raise NotAccessible
    page = render_template(
        "follow/insert.html", **facts, before=before, action=url_for(".insert", seq=seq)
    )
    return make_response(page, 422 if refused else 200)


def _read_change(kind: type[Replace | Insert], seq: int) -> Entry:
    """Return the change of an entry in a form. Raises :class:`NoSuchEntry` for an entry of another
    kind, which no page of the app sends, and what reading cards raises."""
    entry = read_entry()
    if kind is Replace and isinstance(entry, Event):
        entry = Replace(seq, entry)
    if not isinstance(entry, kind):
        raise NoSuchEntry(seq)
    return entry


def _enter(place: GameInUrl, read: Callable[[], Entry]) -> RefusedEntry | None:
    """Put what a form says into the log, if that is possible."""
    opened, entry = place.editing(), None
    try:
        entry = read()
        enter_said(opened, place, entry)
    except (RulesError, Conflict) as error:
        return RefusedEntry(entry, error)
    return None


def _entry_facts(place: GameInUrl, seq: int, refused: RefusedEntry | None) -> dict[str, Any]:
    """Return the template's variables of the pages about an entry; after a refusal with the
    question that it leads to, or with its reason."""
    facts = table_facts(place.editing(), place.game_id)
    record: Record = facts["record"]
    try:
        index = record.index(seq)
    except NoSuchEntry:
        raise NotAccessible from None
    ask = _question(record, *refused) if refused else None
    told = messages.error_text(refused.error) if refused and not ask else ""
    return facts | {"index": index, "step": record.events[index], "ask": ask, "told": told}


def _question(
    record: Record, said: Entry | None, error: RulesError | Conflict
) -> EntryQuestion | None:
    if said is None or isinstance(error, Conflict):
        return None
    ask = ask_about(record, said, error)
    return ask if ask and (ask.options or ask.verdict) else None


@blueprint.get("/shows")
def shows(place: GameInUrl) -> Response:
    """Draw the page for a table that differs from the log."""
    return _shows(place)


@blueprint.post("/shows")
def correct_table(place: GameInUrl) -> Response:
    """Name the entries that would explain what lies there, or go on from it."""
    if request.form.get("accept") == "1":
        refused = _enter(place, read_table)
        return _shows(place, told=messages.error_text(refused.error)) if refused else _to_table()
    record: Record = table_facts(place.editing(), place.game_id)["record"]
    try:
        shown = record.engine.normalize_table(read_table())
        found = explain(record, shown)
    except RulesError as error:
        return _shows(place, told=messages.error_text(error))
    return _shows(place, shown=shown, found=found, forgotten=forgotten(record, shown))


@blueprint.post("/shows/photo")
def read_table_photo(place: GameInUrl) -> Response:
    """Say how the cards of a photo differ from the log, and which plays would explain it. Cards
    that somebody has looked at are ``seen``, and come without their photo."""
    record: Record = table_facts(place.editing(), place.game_id)["record"]
    if not available() or record.state is None:
        raise NotAccessible
    try:
        if seen := request.form.get("seen", ""):
            photo = TablePhoto(record, read_cards(seen[:LONGEST]))
        else:
            reading = reading_of("photo", record.rules)
            cards = tuple(one.card for one in reading.cards)
            photo = TablePhoto(record, cards, tuple(messages.pile_photo_texts(reading)))
        if not photo.cards:
            return _shows(place, told=" ".join(photo.texts))
        shown = record.engine.normalize_table(photo.shown)
        found = explain(record, shown)
    except RulesError as error:
        return _shows(place, told=messages.error_text(error))
    except REFUSED as error:
        return _shows(place, told=refusal_text(error))
    if photo.next.plays:
        found = tuple(entry for entry in found if isinstance(entry, Replace))
    over = () if photo.next.plays else forgotten(record, shown)
    return _shows(place, shown=shown, found=found, forgotten=over, photo=photo)


def _shows(place: GameInUrl, **more: Any) -> Response:
    facts = table_facts(place.editing(), place.game_id)
    record: Record = facts["record"]
    if record.state is None or record.over:
        raise NotAccessible
    same = more.get("shown") == (record.state.table, record.state.builds)
    page = render_template("follow/shows.html", **facts, **more, same=same)
    return make_response(page, 422 if "told" in more else 200)


def _to_table() -> Response:
    return redirect(url_for("follow.page"), 303)
