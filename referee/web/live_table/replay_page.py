"""A followed game step by step, and as text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial, singledispatch
from types import MappingProxyType
from typing import NamedTuple

from flask import abort, make_response, render_template, url_for
from werkzeug.wrappers import Response

from ...rules.applied_event import AppliedEvent
from ...rules.cards import Card, Cards
from ...rules.events import Played
from ...rules.games.casino.followed.dispute_question import question_texts
from ...rules.games.casino.followed.followed_game import BuildGameEngine
from ...rules.games.casino.followed.game_state import build_game_state
from ...rules.games.krypkasino.card_values_and_points_type import capture_rules
from ...rules.games.krypkasino.followed_game import CaptureGameEngine
from ...rules.games.krypkasino.question import Question
from ...rules.games.krypkasino.rule_on_question import consult
from ...rules.games.krypkasino.ruling import Ruling
from ...rules.log.record import Record
from ...rules.play_verdict_interface import PlayVerdict
from ...rules.plays import CardOnly, with_mover_as_owner
from ...services import exports
from ..session_or_game_in_url import GAME, GameInUrl, session_blueprint
from .dispute_links import fields_of, referee_address
from .live_table_with_builds import piles_in
from .template_variables import read_table_game, table_facts

blueprint = session_blueprint("replay", f"{GAME}/table")


@blueprint.get("/replay/<number:index>")
def step(place: GameInUrl, index: int) -> str:
    """Draw an entry that stands: the position before it, the play, and the verdict on it."""
    opened = place.access()
    table = read_table_game(opened, place.game_id)
    record = table.game.record
    if index >= len(record.events):
        abort(404)
    judged = judged_step(record.rules.engine, record, index)
    here = url_for(".step", index=index)
    fields = judged.question_fields
    dispute = referee_address(record.rules, fields, here) if fields else None
    return render_template(
        "follow/replay.html",
        **table_facts(opened, table),
        index=index,
        step=record.events[index],
        hand=record.hand(index),
        shown=[
            each for each in record.irregularities if each.missed_at == record.events[index].seq
        ],
        judged=judged,
        dispute=dispute,
        piles_in=partial(piles_in, record.rules.engine),
    )


@blueprint.get("/log.txt")
def as_text(place: GameInUrl) -> Response:
    response = make_response(exports.export_game(place.access(), place.game_id))
    response.content_type = "text/plain; charset=utf-8"
    name = f"referee-{place.session_id}-{place.number}.txt"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


class JudgedStep(NamedTuple):
    """The verdict on a play, the captured sets, and the fields of the question to the referee."""

    verdict: PlayVerdict | None = None
    groups: tuple[Cards, ...] = ()
    question_fields: Mapping[str, str] = MappingProxyType({})


@singledispatch
def judged_step(_engine: object, _record: Record, _index: int) -> JudgedStep:
    """Return the verdict on the event at ``_index``, as this kind of game judges it."""
    return JudgedStep()


@judged_step.register
def _(_engine: CaptureGameEngine, record: Record, index: int) -> JudgedStep:
    applied, question = record.events[index], _question(record, index)
    ruling = consult(capture_rules(record.rules), question) if question else None
    return JudgedStep(
        ruling.verdict if ruling else None,
        _groups(ruling, applied),
        fields_of(question) if question else {},
    )


@judged_step.register
def _(engine: BuildGameEngine, record: Record, index: int) -> JudgedStep:
    applied = record.events[index]
    if not isinstance(applied.event, Played) or applied.before is None or applied.seat is None:
        return JudgedStep()
    play, before = applied.event.play, build_game_state(applied.before)
    if isinstance(play, CardOnly):
        return JudgedStep()
    hand = record.hand(index)
    taken = tuple((card,) for card in applied.event.captured or ())
    verdict = applied.verdict
    if verdict and verdict.legal is None and hand is not None:
        verdict = engine.judge(before, applied.seat, with_mover_as_owner(play, applied.seat), hand)
    return JudgedStep(verdict, taken, question_texts(engine, before, applied.seat, play, hand))


def _question(record: Record, index: int) -> Question | None:
    """Return the question for the referee about a play, with the hand once it is known; None for an
    event that is no certain play."""
    applied = record.events[index]
    if not isinstance(applied.event, Played) or applied.before is None or not applied.is_certain:
        return None
    return Question(
        table=applied.before.table,
        played=applied.event.card,
        hand=record.hand(index),
        captured=applied.event.captured,
        last_of_deal=record.rules.seating.ends_deal(applied.before.in_hands, applied.before.deal),
    )


def _groups(ruling: Ruling | None, applied: AppliedEvent) -> tuple[tuple[Card, ...], ...]:
    """Return the captured cards as sets that make the value; as one set if they make none."""
    captured = applied.event.captured if isinstance(applied.event, Played) else None
    if not captured:
        return ()
    outcomes = ruling.play.outcomes if ruling and ruling.play else ()
    for outcome in outcomes:
        if outcome.option.captured == captured:
            return outcome.option.sets
    return (captured,)
