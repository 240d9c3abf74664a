"""A followed game step by step, and as text."""

from __future__ import annotations

from typing import Any

from flask import abort, make_response, url_for
from werkzeug.wrappers import Response

from ...rules.cards import Card
from ...rules.games.krypkasino.capturing import capture_rules
from ...rules.games.krypkasino.question import Question
from ...rules.games.krypkasino.ruling import Ruling, consult
from ...rules.log.record import Record
from ...rules.steps import Entered, Played
from ...services import transcripts
from ..places import GAME, GamePlace, placed_blueprint
from ..templates import render
from .disputes import fields_of, referee_address
from .pages import table_facts

blueprint = placed_blueprint("replay", f"{GAME}/table")


@blueprint.get("/replay/<number:index>")
def step(place: GamePlace, index: int) -> str:
    """One entry that stands: what lay there, what was played, and was that right?"""
    facts = table_facts(place.access(), place.game_id)
    record: Record = facts["record"]
    if index >= len(record.steps):
        abort(404)
    found = record.steps[index]
    question = _question(record, index)
    here = url_for(".step", index=index)
    dispute = referee_address(record.rules, fields_of(question), here) if question else None
    return render(
        "follow/replay.html", **facts, **_step_facts(record, index), step=found, dispute=dispute
    )


@blueprint.get("/log.txt")
def as_text(place: GamePlace) -> Response:
    response = make_response(transcripts.export_game(place.access(), place.game_id))
    response.content_type = "text/plain; charset=utf-8"
    name = f"referee-{place.session_id}-{place.number}.txt"
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
    }


def _question(record: Record, index: int) -> Question | None:
    """The position of a play, as the referee is asked about it; with the hand, once it is known."""
    found = record.steps[index]
    if not isinstance(found.entry, Played) or found.before is None or not found.sure:
        return None
    return Question(
        table=found.before.table,
        played=found.entry.card,
        hand=record.hand(index),
        captured=found.entry.captured,
        last_of_deal=record.rules.seating.ends_deal(found.before.in_hands, found.before.deal),
    )


def _ruling(record: Record, index: int) -> Ruling | None:
    question = _question(record, index)
    return consult(capture_rules(record.rules), question) if question else None


def _groups(ruling: Ruling | None, found: Entered) -> tuple[tuple[Card, ...], ...]:
    """How the captured cards make the value; in one heap, if they do not."""
    captured = found.entry.captured if isinstance(found.entry, Played) else None
    if not captured:
        return ()
    outcomes = ruling.play.outcomes if ruling and ruling.play else ()
    for outcome in outcomes:
        if outcome.option.captured == captured:
            return outcome.option.groups
    return (captured,)
