"""Correcting a followed game: an entry that says something wrong, a table that drifted apart."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from .. import messages
from ..rules.cards import RulesError
from ..rules.entries import Entry, Played, Replace, Shows
from ..rules.explain import explain, forgotten
from ..rules.record import Record
from ..rules.timeline import NoSuchEntry
from ..services import live
from ..services.refusals import Conflict, Missing
from .access import editing
from .follow import Ask, ask_about, table_facts
from .follow_forms import read_entry, read_key, read_number, read_table
from .templates import render

blueprint = Blueprint(
    "correct", __name__, url_prefix="/g/<id:group_id>/<id:session_id>/<number:number>/table"
)


@blueprint.get("/entry/<number:seq>")
def entry(group_id: str, session_id: str, number: int, seq: int) -> Response:
    """What an entry says, to be said otherwise."""
    return _entry(group_id, session_id, number, seq)


@blueprint.post("/entry/<number:seq>")
def replace(group_id: str, session_id: str, number: int, seq: int) -> Response:
    opened = editing(group_id)
    said: Entry | None = None
    try:
        said = read_entry()
        if not isinstance(said, Replace):
            said = Replace(seq, said)  # type: ignore[arg-type]  # this form undoes nothing
        live.enter(opened, session_id, number, said, key=read_key(), seen=read_number("after"))
    except (RulesError, Conflict) as error:
        return _entry(group_id, session_id, number, seq, said, error)
    return _to_table(group_id, session_id, number)


def _entry(
    group_id: str,
    session_id: str,
    number: int,
    seq: int,
    said: Entry | None = None,
    error: Exception | None = None,
) -> Response:
    facts = table_facts(editing(group_id), session_id, number)
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
        told=told,
        action=url_for(
            ".replace", group_id=group_id, session_id=session_id, number=number, seq=seq
        ),
    )
    return make_response(page, 422 if error else 200)


def _as_it_stands(record: Record, index: int) -> Ask | None:
    """A play as it was entered, with the table it was played on."""
    step = record.steps[index]
    if not isinstance(step.entry, Played) or step.before is None:
        return None
    return Ask(said=step.entry, table=step.before.table, replace=step.seq)


@blueprint.get("/shows")
def shows(group_id: str, session_id: str, number: int) -> Response:
    """The table shows something else than the phone."""
    return _shows(group_id, session_id, number)


@blueprint.post("/shows")
def correct_table(group_id: str, session_id: str, number: int) -> Response:
    """Name the entries that would explain what lies there, or go on from it."""
    opened = editing(group_id)
    try:
        table = read_table()
        if request.form.get("accept") == "1":
            seen = read_number("after")
            live.enter(opened, session_id, number, Shows(table), key=read_key(), seen=seen)
            return _to_table(group_id, session_id, number)
        record: Record = table_facts(opened, session_id, number)["record"]
        found = explain(record, table)
    except (RulesError, Conflict) as error:
        return _shows(group_id, session_id, number, told=messages.error_text(error))
    more = {"found": found, "forgotten": forgotten(record, table)}
    return _shows(group_id, session_id, number, table=tuple(sorted(table)), **more)


def _shows(group_id: str, session_id: str, number: int, **more: Any) -> Response:
    facts = table_facts(editing(group_id), session_id, number)
    record: Record = facts["record"]
    if record.position is None or record.over:
        raise Missing
    same = more.get("table") == record.position.table
    page = render("follow/shows.html", **facts, **more, same=same)
    return make_response(page, 422 if "told" in more else 200)


def _to_table(group_id: str, session_id: str, number: int) -> Response:
    address = url_for("follow.page", group_id=group_id, session_id=session_id, number=number)
    return redirect(address, 303)
