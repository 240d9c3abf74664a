"""Pages that correct an entry of a followed game: replace it, or insert a play before it."""

from __future__ import annotations

import dataclasses

from flask import make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response

from ...languages import gettext
from ...messages.error_texts import error_text
from ...rules.applied_event import AppliedEvent
from ...rules.error_bases import RulesError
from ...rules.events import Event, Played
from ...rules.irregularities import IrregularityKind
from ...rules.log.effective_entries import NoSuchEntry
from ...rules.log.entries import Entry, Insert, Replace
from ...rules.log.record import Record
from ...rules.log.repairs_after_correction import choices
from ...services.refusals import Conflict, NotAccessible
from ..session_or_game_in_url import GAME, GameInUrl, session_blueprint
from .enter_into_log import RefusedEntry, try_to_enter
from .entry_question import EntryQuestion, ask_about
from .live_table_with_builds import pieces_of
from .read_entry_from_form import read_entry
from .template_variables import read_table_game, table_facts

blueprint = session_blueprint("correct", f"{GAME}/table")


@blueprint.get("/entry/<number:seq>")
def entry(place: GameInUrl, seq: int) -> Response:
    """Draw the page that corrects an entry, filled in with what it says."""
    return _entry(place, seq)


@blueprint.post("/entry/<number:seq>")
def replace(place: GameInUrl, seq: int) -> Response:
    refused = try_to_enter(place, lambda: _read_change(Replace, seq))
    return _entry(place, seq, refused) if refused else _to_table()


def _entry(place: GameInUrl, seq: int, refused: RefusedEntry | None = None) -> Response:
    shown = _read_entry(place, seq, refused)
    record, index, step = shown.record, shown.index, shown.step
    entry = refused.entry if refused else None
    typed = entry.by if isinstance(entry, Replace) else None
    page = render_template(
        "follow/correct_entry.html",
        **shown.facts,
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
    if all(each.kind is not IrregularityKind.DOES_NOT_FIT for each in step.irregularities):
        return None
    stands, options = _as_it_stands(record, index), choices(record, index)
    return dataclasses.replace(stands, options=options) if stands and options else None


def _as_it_stands(record: Record, index: int) -> EntryQuestion | None:
    """Return a play as it was entered, with the table before it."""
    step = record.events[index]
    if not isinstance(step.event, Played) or step.before is None:
        return None
    return EntryQuestion(
        played=step.event,
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
    refused = try_to_enter(place, lambda: _read_change(Insert, seq))
    return _forgotten_play(place, seq, refused) if refused else _to_table()


def _forgotten_play(place: GameInUrl, seq: int, refused: RefusedEntry | None = None) -> Response:
    shown = _read_entry(place, seq, refused)
    before = shown.step.before
    if before is None or shown.record.over:
        raise NotAccessible
    page = render_template(
        "follow/insert_play.html", **shown.facts, before=before, action=url_for(".insert", seq=seq)
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


@dataclasses.dataclass(frozen=True)
class _ShownEntry:
    """An event of a record by its ``index``, with the template's variables of a page about it."""

    record: Record
    index: int
    facts: dict[str, object]

    @property
    def step(self) -> AppliedEvent:
        return self.record.events[self.index]


def _read_entry(place: GameInUrl, seq: int, refused: RefusedEntry | None) -> _ShownEntry:
    """Return an entry with its page's variables; after a refusal with the question that it leads
    to, or with its reason."""
    opened = place.editing()
    table = read_table_game(opened, place.game_id)
    record = table.game.record
    try:
        index = record.index(seq)
    except NoSuchEntry:
        raise NotAccessible from None
    ask = _question(record, *refused) if refused else None
    refusal = _refusal_text(refused.error) if refused and not ask else ""
    more = {"index": index, "step": record.events[index], "ask": ask, "refusal": refusal}
    return _ShownEntry(record, index, table_facts(opened, table) | more)


def _refusal_text(error: RulesError | Conflict) -> str:
    """Return why a correction was refused. What came before it may be of the same phone."""
    if isinstance(error, Conflict):
        return gettext(
            "Plays were undone or corrected meanwhile. Look at this one, and enter it again."
        )
    return error_text(error)


def _question(
    record: Record, entry: Entry | None, error: RulesError | Conflict
) -> EntryQuestion | None:
    if entry is None or isinstance(error, Conflict):
        return None
    ask = ask_about(record, entry, error)
    return ask if ask and (ask.options or ask.verdict) else None


def _to_table() -> Response:
    return redirect(url_for("follow.page"), 303)
