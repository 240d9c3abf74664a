"""Pages of the live table about what was entered: corrections, a table that differs, the replay."""

import dataclasses
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial, singledispatch
from types import MappingProxyType
from typing import NamedTuple

from flask import abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...languages import gettext, in_sentences
from ...messages.error_texts import error_text
from ...messages.irregular_plays import photo_differs_text
from ...messages.photo_texts import pile_photo_texts
from ...messages.verdict_lines import named_verdict_line
from ...photo import available
from ...rules.cards import Card, Cards, RulesError
from ...rules.games.casino.followed.disputes import question_texts
from ...rules.games.casino.followed.followed_game import BuildGameEngine, engine_with_builds
from ...rules.games.casino.followed.state import build_game_state
from ...rules.games.krypkasino.captures import capture_rules
from ...rules.games.krypkasino.followed_game import CaptureGameEngine, capture_state
from ...rules.games.krypkasino.question import Question, consult
from ...rules.games.krypkasino.verdict import Ruling
from ...rules.log.corrections import (
    NextPlays,
    choices,
    differences,
    explain,
    forgotten,
    next_plays,
    table_of,
)
from ...rules.log.entries import Entry, Insert, NoSuchEntry, Replace
from ...rules.log.record import Record
from ...rules.notation import read_cards, write_cards
from ...rules.plays import (
    CardOnly,
    Event,
    IrregularityKind,
    Played,
    TableShown,
    with_mover_as_owner,
)
from ...rules.ruleset import AppliedEvent, PlayVerdict
from ...services import exports
from ...services.refusals import Conflict, GameFinished, NotAccessible
from ..drawing import piles_in
from ..photo_forms import REFUSED, reading_of, refusal_text
from ..secret_links import GameInUrl
from . import blueprint
from .build_table import pieces_of
from .dispute_links import fields_of, referee_address
from .entry_forms import RefusedEntry, read_entry, read_table, try_to_enter
from .table_page import EntryQuestion, ask_about, read_table_game, table_facts, write_shown


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
        "table/correct_entry.html",
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
    step = record.events[index]
    if not isinstance(step.event, Played) or step.before is None:
        return None
    return EntryQuestion(
        played=step.event,
        table=step.before.table,
        seat=step.seat,
        replace=step.seq,
        by_card=record.engine.BY_CARD,
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
    if before is None or not shown.record.takes_insertions:
        raise NotAccessible
    page = render_template(
        "table/insert_play.html", **shown.facts, before=before, action=url_for(".insert", seq=seq)
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
    if isinstance(error, Conflict) and not isinstance(error, GameFinished):
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
    return redirect(url_for("table.page"), 303)


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
        different = differences(self.record, self.shown)
        return photo_differs_text(different) if different else ""

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


@blueprint.get("/shows")
def shown_table(place: GameInUrl) -> Response:
    """Draw the page for a table that differs from the log."""
    return _page(place)


@blueprint.post("/shows")
def correct_table(place: GameInUrl) -> Response:
    """Name the entries that would explain what lies there, or go on from it."""
    if request.form.get("accept") == "1":
        refused = try_to_enter(place, read_table)
        return (
            _page(place, refusal=error_text(refused.error))
            if refused
            else redirect(url_for("table.page"), 303)
        )
    record = read_table_game(place.editing(), place.game_id).game.record
    try:
        shown = record.engine.normalize_table(read_table())
        explanations = explain(record, shown)
    except RulesError as error:
        return _page(place, refusal=error_text(error))
    return _page(place, shown=shown, explanations=explanations, forgotten=forgotten(record, shown))


@blueprint.post("/shows/photo")
def read_photo(place: GameInUrl) -> Response:
    """Say how the cards of a photo differ from the log, and which plays would explain it. Cards
    that somebody has looked at are ``seen``, and come without their photo."""
    record = read_table_game(place.editing(), place.game_id).game.record
    if not available() or record.state is None:
        raise NotAccessible
    try:
        if seen := request.form.get("seen", ""):
            photo = TablePhoto(record, read_cards(seen[:LONGEST]))
        else:
            reading = reading_of("photo", record.rules)
            cards = tuple(each.card for each in reading.cards)
            photo = TablePhoto(record, cards, tuple(pile_photo_texts(reading)))
        if not photo.cards:
            return _page(place, refusal=" ".join(photo.texts))
        shown = record.engine.normalize_table(photo.shown)
        explanations = explain(record, shown)
    except RulesError as error:
        return _page(place, refusal=error_text(error))
    except REFUSED as error:
        return _page(place, refusal=refusal_text(error))
    if photo.next.plays:
        explanations = tuple(entry for entry in explanations if isinstance(entry, Replace))
    over = () if photo.next.plays else forgotten(record, shown)
    return _page(place, shown=shown, explanations=explanations, forgotten=over, photo=photo)


def _page(place: GameInUrl, **more: object) -> Response:
    opened = place.editing()
    table = read_table_game(opened, place.game_id)
    record = table.game.record
    if record.state is None or record.over:
        raise NotAccessible
    same = more.get("shown") == (record.state.table, record.state.builds)
    facts = table_facts(opened, table) | more
    page = render_template("table/table_differs.html", **facts, same=same)
    return make_response(page, 422 if "refusal" in more else 200)


@blueprint.get("/replay/<number:index>")
def replay(place: GameInUrl, index: int) -> str:
    """Draw an entry that stands: the position before it, the play, and the verdict on it."""
    opened = place.access()
    table = read_table_game(opened, place.game_id)
    record = table.game.record
    if index >= len(record.events):
        abort(404)
    judged = judged_step(record.rules.engine, record, index)
    here = url_for(".replay", index=index)
    fields = judged.question_fields
    dispute = referee_address(record.rules, fields, here) if fields else None
    step, verdict = record.events[index], judged.verdict
    missed = [each for each in record.irregularities if each.missed_at == step.seq]
    line = None
    if verdict and (verdict.legal is False or not missed):  # what came to light comes next
        names = in_sentences(table.session_view.players)
        line = named_verdict_line(verdict, None if step.seat is None else names[step.seat])
    return render_template(
        "table/replay.html",
        **table_facts(opened, table),
        index=index,
        step=step,
        hand=record.hand(index),
        missed=missed,
        judged=judged,
        line=line,
        irregularities=[
            each
            for each in step.irregularities
            if each in record.irregularities and not (verdict and each.kind in _OF_VERDICTS)
        ],
        dispute=dispute,
        piles_in=partial(piles_in, engine_with_builds(record.rules)),
    )


@blueprint.get("/log.txt")
def log_text(place: GameInUrl) -> Response:
    response = make_response(exports.export_game(place.access(), place.game_id))
    response.content_type = "text/plain; charset=utf-8"
    name = f"referee-{place.session_id}-{place.number}.txt"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


_OF_VERDICTS = (IrregularityKind.ILLEGAL_CAPTURE, IrregularityKind.ILLEGAL_TURN)
"""The kinds that the verdict on a play says already."""


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
    applied, question = record.events[index], _question_of_replay(record, index)
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


def _question_of_replay(record: Record, index: int) -> Question | None:
    """Return the question for the referee about a play, with the hand once it is known; None for an
    event that is no certain play."""
    applied, before = record.events[index], record.events[index].before
    if not isinstance(applied.event, Played) or before is None or not applied.is_certain:
        return None
    return Question(
        table=before.table,
        played=applied.event.card,
        hand=record.hand(index),
        captured=applied.event.captured,
        last_of_deal=record.rules.seating.ends_deal(
            before.in_hands, before.deal, capture_state(before).surplus
        ),
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
