"""Correcting a followed game: an entry that says something wrong, a table that drifted apart."""

from __future__ import annotations

import dataclasses
from typing import Any

from flask import make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from .. import messages
from ..rules.cards import RulesError
from ..rules.entries import Entry, Insert, Played, Replace, Shows
from ..rules.explain import explain, forgotten
from ..rules.mending import choices
from ..rules.record import Kind, Record
from ..rules.timeline import NoSuchEntry
from ..services import live
from ..services.refusals import Conflict, Missing
from .follow import Ask, ask_about, table_facts
from .follow_forms import read_entry, read_key, read_number, read_table
from .places import GAME, GamePlace, placed_blueprint
from .templates import render

blueprint = placed_blueprint("correct", f"{GAME}/table")


@blueprint.get("/entry/<number:seq>")
def entry(place: GamePlace, seq: int) -> Response:
    """What an entry says, to be said otherwise."""
    return _entry(place, seq)


@blueprint.post("/entry/<number:seq>")
def replace(place: GamePlace, seq: int) -> Response:
    opened = place.editing()
    said: Entry | None = None
    try:
        said = read_entry()
        if not isinstance(said, Replace):
            said = Replace(seq, said)  # type: ignore[arg-type]  # this form undoes nothing
        live.enter(opened, place.game_id, said, key=read_key(), seen=read_number("after"))
    except (RulesError, Conflict) as error:
        return _entry(place, seq, said, error)
    return _to_table()


def _entry(
    place: GamePlace,
    seq: int,
    said: Entry | None = None,
    error: Exception | None = None,
) -> Response:
    facts = table_facts(place.editing(), place.game_id)
    record: Record = facts["record"]
    try:
        index = record.index(seq)
    except NoSuchEntry:
        raise Missing from None
    step = record.steps[index]
    told, ask = "", None
    if isinstance(error, Conflict):
        told = messages.error_text(error)
    elif isinstance(error, RulesError):
        ask = ask_about(record, said, error) if said else None
        decided = ask and (ask.ruling or ask.verdict)
        ask, told = (ask, "") if decided else (None, messages.error_text(error))
    typed = said.by if isinstance(said, Replace) else None
    now = typed if typed is not None and type(typed) is type(step.entry) else step.entry
    page = render(
        "follow/entry.html",
        **facts,
        index=index,
        step=step,
        now=now,
        current=_as_it_stands(record, index),
        ask=ask,
        choice=None if error else _choice(record, index),
        told=told,
        action=url_for(".replace", seq=seq),
    )
    return make_response(page, 422 if error else 200)


def _choice(record: Record, index: int) -> Ask | None:
    """What the card of a play that does not fit any more can take now, one tap each."""
    step = record.steps[index]
    if all(found.kind is not Kind.DOES_NOT_FIT for found in step.irregularities):
        return None
    stands, ruling = _as_it_stands(record, index), choices(record, index)
    return dataclasses.replace(stands, ruling=ruling) if stands and ruling else None


def _as_it_stands(record: Record, index: int) -> Ask | None:
    """A play as it was entered, with the table it was played on."""
    step = record.steps[index]
    if not isinstance(step.entry, Played) or step.before is None:
        return None
    return Ask(said=step.entry, table=step.before.table, replace=step.seq)


@blueprint.get("/entry/<number:seq>/before")
def forgotten_play(place: GamePlace, seq: int) -> Response:
    """A play is missing before an entry: which one?"""
    return _forgotten_play(place, seq)


@blueprint.post("/entry/<number:seq>/before")
def insert(place: GamePlace, seq: int) -> Response:
    opened = place.editing()
    said: Entry | None = None
    try:
        said = read_entry()
        if not isinstance(said, Insert):
            raise NoSuchEntry(seq)  # no page of ours
        live.enter(opened, place.game_id, said, key=read_key(), seen=read_number("after"))
    except (RulesError, Conflict) as error:
        return _forgotten_play(place, seq, said, error)
    return _to_table()


def _forgotten_play(
    place: GamePlace,
    seq: int,
    said: Entry | None = None,
    error: RulesError | Conflict | None = None,
) -> Response:
    facts = table_facts(place.editing(), place.game_id)
    record: Record = facts["record"]
    try:
        index = record.index(seq)
    except NoSuchEntry:
        raise Missing from None
    step = record.steps[index]
    if step.before is None or record.over:
        raise Missing
    ask = ask_about(record, said, error) if said and isinstance(error, RulesError) else None
    decided = ask and (ask.ruling or ask.verdict)
    page = render(
        "follow/insert.html",
        **facts,
        index=index,
        step=step,
        before=step.before,
        ask=ask if decided else None,
        told="" if decided or not error else messages.error_text(error),
        action=url_for(".insert", seq=seq),
    )
    return make_response(page, 422 if error else 200)


@blueprint.get("/shows")
def shows(place: GamePlace) -> Response:
    """The table shows something else than the phone."""
    return _shows(place)


@blueprint.post("/shows")
def correct_table(place: GamePlace) -> Response:
    """Name the entries that would explain what lies there, or go on from it."""
    opened = place.editing()
    try:
        table = read_table()
        if request.form.get("accept") == "1":
            seen = read_number("after")
            live.enter(opened, place.game_id, Shows(table), key=read_key(), seen=seen)
            return _to_table()
        record: Record = table_facts(opened, place.game_id)["record"]
        found = explain(record, table)
    except (RulesError, Conflict) as error:
        return _shows(place, told=messages.error_text(error))
    more = {"found": found, "forgotten": forgotten(record, table)}
    return _shows(place, table=tuple(sorted(table)), **more)


def _shows(place: GamePlace, **more: Any) -> Response:
    facts = table_facts(place.editing(), place.game_id)
    record: Record = facts["record"]
    if record.position is None or record.over:
        raise Missing
    same = more.get("table") == record.position.table
    page = render("follow/shows.html", **facts, **more, same=same)
    return make_response(page, 422 if "told" in more else 200)


def _to_table() -> Response:
    return redirect(url_for("follow.page"), 303)
