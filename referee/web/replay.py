"""A followed game step by step, and as text."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, make_response, url_for
from werkzeug.wrappers import Response

from ..rules.cards import Card
from ..rules.entries import Played
from ..rules.notation import NOTHING, write_cards
from ..rules.question import Question
from ..rules.record import Record, Step
from ..rules.verdict import Ruling, consult
from ..services import transcripts
from .access import access
from .follow import table_facts
from .templates import render

blueprint = Blueprint(
    "replay", __name__, url_prefix="/g/<id:group_id>/<id:session_id>/<number:number>/table"
)


@blueprint.get("/replay/<number:index>")
def step(group_id: str, session_id: str, number: int, index: int) -> str:
    """One entry that stands: what lay there, what was played, and was that right?"""
    facts = table_facts(access(group_id), session_id, number)
    record: Record = facts["record"]
    if index >= len(record.steps):
        abort(404)
    found = record.steps[index]
    return render("follow/replay.html", **facts, **_step_facts(record, index), step=found)


@blueprint.get("/log.txt")
def as_text(group_id: str, session_id: str, number: int) -> Response:
    response = make_response(transcripts.export_game(access(group_id), session_id, number))
    response.content_type = "text/plain; charset=utf-8"
    name = f"referee-{session_id}-{number}.txt"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _step_facts(record: Record, index: int) -> dict[str, Any]:
    found = record.steps[index]
    ruling = _ruling(record, index)
    return {
        "index": index,
        "ruling": ruling,
        "hand": record.hand(index),
        "groups": _groups(ruling, found),
        "dispute": _dispute(record, index),
    }


def _question(record: Record, index: int) -> Question | None:
    """The position of a play, as the referee is asked about it; with the hand, once it is known."""
    found = record.steps[index]
    if not isinstance(found.entry, Played) or found.before is None or not found.sure:
        return None
    before = found.before
    deals_again = before.deal < record.rules.deal_plan(record.players).deals
    return Question(
        table=before.table,
        played=found.entry.card,
        hand=record.hand(index),
        captured=found.entry.captured,
        last_of_deal=sum(before.in_hands) == 1 and deals_again,
    )


def _ruling(record: Record, index: int) -> Ruling | None:
    question = _question(record, index)
    return consult(record.rules, question) if question else None


def _groups(ruling: Ruling | None, found: Step) -> tuple[tuple[Card, ...], ...]:
    """How the captured cards make the value; in one heap, if they do not."""
    captured = found.entry.captured if isinstance(found.entry, Played) else None
    if not captured:
        return ()
    outcomes = ruling.play.outcomes if ruling and ruling.play else ()
    for outcome in outcomes:
        if outcome.option.captured == captured:
            return outcome.option.groups
    return (captured,)


def _dispute(record: Record, index: int) -> str | None:
    """The address of the referee with this position."""
    question = _question(record, index)
    if question is None or question.played is None:
        return None
    switches = record.rules.house.switches()
    query = {
        "table": write_cards(question.table),
        "played": write_cards([question.played]),
        "hand": write_cards(question.hand or ()),
        "captured": write_cards(question.captured or ()) or NOTHING,
        "last_of_deal": "1" if question.last_of_deal else "",
        "house": " ".join(
            name for name in record.rules.house.names_during_play() if switches[name]
        ),
    }
    given = {name: text for name, text in query.items() if text}
    return f"{url_for('referee.page', game=record.rules.key)}?{urlencode(given)}"
