"""The live table: a game followed play by play, on the phone that lies on the table."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from ... import messages, words
from ...photo import available
from ...rules.applied_event import AppliedEvent
from ...rules.card_notation import write_cards
from ...rules.cards import Card, Cards, Rank
from ...rules.error_bases import RulesError
from ...rules.events import Played
from ...rules.game_engine_errors import IllegalPlay, SeveralOptions
from ...rules.games.casino.followed.build_added_to_last_play import added
from ...rules.games.casino.followed.play_choices import Choices
from ...rules.games.krypkasino.capture_rules_type import CaptureRules
from ...rules.games.krypkasino.followed_game import announced_sweeps
from ...rules.games.krypkasino.ruling import CaptureOptions
from ...rules.log.accept_entry import OutOfTurn
from ...rules.log.effective_entries import NoSuchEntry
from ...rules.log.entries import Agreed, Entry, Insert, Replace, StepBack, agreement_text, played_by
from ...rules.log.record import Record
from ...rules.log.repairs_after_correction import suggest_repairs
from ...rules.play_notation import write_settled_play
from ...rules.play_options_interface import Options
from ...rules.play_verdict_interface import PlayVerdict
from ...rules.plays import CardOnly
from ...rules.seating import NoSuchSeat
from ...rules.table_and_builds import Build, Table
from ...rules.table_notation import write_table
from ...services import followed_games, game_views, session_views, sheet_entry_and_closing
from ...services.followed_games import FollowedGame
from ...services.game_views import FollowedView
from ...services.group_keys import Access
from ...services.ids import GameId
from ...services.refusals import (
    ClaimTooLow,
    Conflict,
    GameFinished,
    MustCount,
    NotAccessible,
    SheetIncomplete,
)
from ..form_key import read_key
from ..photo_upload_in_form import REFUSED, reading_of, refusal_text
from ..polled_pages import show
from ..requests_from_scripts import is_poll
from ..responses_to_changes import done, leave
from ..session_or_game_in_url import GAME, GameInUrl, session_blueprint
from ..tappable_position import TappablePiece
from .build_table import builds_of, live_table_of, pieces_of, read_tapped
from .dispute_links import address_of_game
from .entry_forms import read_entry, read_number
from .irregularity_list_and_marks import irregularity_views, marks

blueprint = session_blueprint("follow", f"{GAME}/table")


class TableCard(NamedTuple):
    """A card of the table, and is it said to be taken?"""

    card: Card
    taken: bool


@dataclass(frozen=True)
class EntryQuestion:
    """A question that must be answered before a play can be entered: which option was meant, or
    that the play stands although it is irregular; after a refusal it may be both. ``said`` is the
    entered play of ``seat`` on ``table``; it is to ``replace`` an entry, or was forgotten
    ``before`` one."""

    said: Played
    table: Cards
    seat: int | None
    replace: int | None = None
    before: int | None = None
    options: Options | None = None
    verdict: PlayVerdict | None = None
    turn: int | None = None
    items: tuple[TappablePiece, ...] = ()

    @property
    def captures(self) -> CaptureOptions | None:
        """The options, where each is said by what it captures."""
        return self.options if isinstance(self.options, CaptureOptions) else None

    @property
    def choices(self) -> Choices | None:
        """The options, where each is said by its whole turn."""
        return self.options if isinstance(self.options, Choices) else None

    @property
    def turn_said(self) -> str:
        """The whole turn, where that is clear."""
        said = self.said.play
        return "" if isinstance(said, CardOnly) else write_settled_play(said)

    @property
    def picks(self) -> list[TableCard]:
        """The table, each card with whether it is said to be taken."""
        taken = Counter(self.said.captured or ())
        picks = []
        for card in self.table:
            picks.append(TableCard(card, taken[card] > 0))
            taken[card] -= 1
        return picks


@blueprint.get("")
def page(place: GameInUrl) -> Response:
    return _show(place)


@blueprint.post("")
def enter(place: GameInUrl) -> Response:
    """Put an entry into the log; where something is left open, ask."""
    return _enter(place, read_entry)


@blueprint.post("/first")
def read_first_table(place: GameInUrl) -> Response:
    """Fill in the first cards on the table from a photo; whoever has looked at them enters them."""
    rules = sheet_entry_and_closing.read_sheet(place.editing(), place.game_id).rules
    if not available():
        raise NotAccessible
    try:
        reading = reading_of("photo", rules)
    except REFUSED as error:
        return _show(place, sentence=refusal_text(error))
    cards = words.row_text(seen.card for seen in reading.cards)
    return _show(place, sentence=" ".join(messages.pile_photo_texts(reading)), dealt=cards)


@blueprint.post("/back")
def step_back(place: GameInUrl) -> Response:
    """Undo everything from an entry on."""
    return _enter(place, lambda: StepBack(read_number("seq")))


def _enter(place: GameInUrl, read: Callable[[], Entry]) -> Response:
    opened, entry = place.editing(), None
    try:
        entry = read()
        followed = enter_said(opened, place, entry)
    except (SeveralOptions, IllegalPlay, OutOfTurn) as error:
        return _show(place, error=error, entry=entry)
    except RulesError as error:
        return _show(place, sentence=messages.error_text(error))
    except Conflict as error:
        return _show(place, error=error, entry=entry)
    return done(lambda: _show(place, followed))


def enter_said(opened: Access, place: GameInUrl, entry: Entry) -> FollowedGame:
    """Put an entry into the log, with what was tapped if it is a card alone. Raises what reading
    taps does, and :func:`~referee.services.followed_games.enter`."""
    seen, key, played = read_number("after"), read_key(), played_by(entry)
    tapped = read_tapped() if played and isinstance(played.play, CardOnly) else None
    return followed_games.enter(opened, place.game_id, entry, key=key, seen=seen, tapped=tapped)


@blueprint.post("/begin")
def begin(place: GameInUrl) -> Response:
    """Begin a turn with what was tapped on the table, before a card from the hand is played."""
    record = game_views.read_followed(place.editing(), place.game_id).record
    try:
        steps = builds_of(record).begin(record.state, read_tapped())
    except RulesError as error:
        return _show(place, sentence=messages.error_text(error))
    if len(steps.possible) != 1:
        return _show(place, steps=steps)
    begun = write_settled_play(steps.possible[0].play)
    return redirect(url_for(".page", begun=begun, at=record.seq), 303)


@blueprint.post("/more")
def add_to_last_turn(place: GameInUrl) -> Response:
    """Add a build of tapped table cards to the last turn."""
    record = game_views.read_followed(place.editing(), place.game_id).record
    try:
        last, steps = added(builds_of(record), record.events, read_tapped().used)
    except RulesError as error:
        return _show(place, sentence=messages.error_text(error))
    played = last.played
    if not steps.choices:
        return _show(place, steps=steps)
    if len(steps.possible) != 1:
        return _show(
            place, error=SeveralOptions(played.card, steps), entry=Replace(last.seq, played)
        )
    played = played._replace(play=steps.possible[0].play)
    return _enter(place, lambda: Replace(last.seq, played))


@blueprint.post("/claim")
def claim(place: GameInUrl) -> Response:
    """Finish the game on a player's claim to have reached the target; show why not if the claim is
    wrong."""
    opened = place.editing()
    try:
        sheet_entry_and_closing.close_claimed(opened, place.game_id, read_number("seat"))
    except NoSuchSeat:
        raise NotAccessible from None
    except GameFinished:
        return done(lambda: _show(place))
    except (ClaimTooLow, SheetIncomplete, MustCount) as error:
        return _show(place, sentence=messages.error_text(error))
    return leave(url_for("sessions.page"))


@blueprint.post("/agree")
def agree(place: GameInUrl) -> Response:
    """Keep what the table agrees on about an irregular play; without words it stands.

    It does not matter what was played meanwhile.
    """
    opened, key = place.editing(), read_key()
    seen = game_views.read_followed(opened, place.game_id).record.seq
    entry = Agreed(read_number("seq"), agreement_text(request.form.get("agreed", "")))
    try:
        followed = followed_games.enter(opened, place.game_id, entry, key=key, seen=seen)
    except Conflict as error:
        return _show(place, error=error)
    except RulesError as error:
        return _show(place, sentence=messages.error_text(error))
    return done(lambda: _show(place, followed))


@blueprint.post("/mend")
def mend_later_plays(place: GameInUrl) -> Response:
    """Enter the later plays that do not fit any more as the page has proposed."""
    opened = place.editing()
    key, after = read_key(), read_number("after")
    try:
        followed = followed_games.mend_later_plays(opened, place.game_id, key=key, seen=after)
    except Conflict as error:
        return _show(place, error=error)
    return done(lambda: _show(place, followed))


def _show(
    place: GameInUrl,
    followed: FollowedGame | None = None,
    *,
    error: Exception | None = None,
    entry: Entry | None = None,
    sentence: str = "",
    steps: Choices | None = None,
    dealt: str | None = None,
) -> Response:
    opened = followed.access if followed else place.access()

    def facts() -> dict[str, Any]:
        common = table_facts(opened, place.game_id, followed.game if followed else None)
        record, names = common["record"], words.in_sentences(common["session_view"].players)
        told = sentence
        if isinstance(error, Conflict) and not isinstance(error, GameFinished) and entry:
            told = messages.faster_text(entry, record, names)
        elif isinstance(error, Conflict):
            told = messages.error_text(error)
        ask = ask_about(record, entry, error) if entry and isinstance(error, RulesError) else None
        if ask is None and isinstance(error, RulesError):
            told = messages.error_text(error)
        may_mend = common["may_write"] and common["game"].takes_entries
        mended = [one.entry for one in suggest_repairs(record)] if may_mend else ()
        dispute = address_of_game(common["game"], common["session_view"].teams)
        typed = request.form.get("dealt", "") if dealt is None else dealt
        asked = {"ask": ask, "steps": steps, "told": told, "dealt": typed}
        return common | asked | {"dispute": dispute, "mended": mended}

    refused = bool(error or sentence or steps)
    response = show(opened, "follow", facts, always=refused)
    if refused and not dealt and not is_poll():
        response.status_code = 409 if isinstance(error, Conflict) else 422
    return response


def table_facts(
    opened: Access, game_id: GameId, game: FollowedView | None = None
) -> dict[str, Any]:
    """Return the template's variables of all pages of the live table, for a ``game`` that was read
    already, or is read now."""
    game = game or game_views.read_followed(opened, game_id)
    if game.sheet.rules.engine is None:
        raise NotAccessible
    session_view = session_views.read_session(opened, game_id.session_id)
    names = words.in_sentences(session_view.players)
    live_table = live_table_of(game.record, names, game.sheet.rules.sheet)
    return {
        "session_view": session_view,
        "live_table": live_table,
        "so_far": live_table.points if live_table else messages.captured_text(game.record, names),
        "game": game,
        "record": game.record,
        "may_write": opened.may_write,
        "key": secrets.token_urlsafe(12),
        "announced": announced_in(game.record),
        "corrected": corrected_in(game.record),
        "ranks": sorted(game.sheet.rules.deck.ranks),
        "seen": seen(game.record),
        "turns": turns(game.record),
        "marks": marks(game.record),
        "things": irregularity_views(game.record),
        "write_cards": write_cards,
        "write_turn": write_settled_play,
        "write_shown": write_shown,
    }


def write_shown(cards: Cards, builds: tuple[Build, ...] = ()) -> str:
    """Return the text of a table, as it is entered."""
    return write_table(Table(cards, builds))


def announced_in(record: Record) -> tuple[Rank, ...]:
    """Return the ranks that people are warned of, since they would sweep."""
    rules = record.rules.referee
    return announced_sweeps(rules, record.events) if isinstance(rules, CaptureRules) else ()


def corrected_in(record: Record) -> AppliedEvent | None:
    """Return the earlier event that the latest entry corrected or inserted; None where that entry
    did neither."""
    latest = record.entries[-1] if record.entries else None
    if not isinstance(latest, Replace | Insert):
        return None
    seq = latest.seq if isinstance(latest, Replace) else record.seq
    return next((event for event in record.events[:-1] if event.seq == seq), None)


def seen(record: Record) -> str:
    """Return the cards that nobody can hold any more, each as often as it was seen."""
    return write_cards(record.state.shown if record.state else ())


MOST_TURNS = 12
"""Number of waiting plays that are listed by name at most."""


def turns(record: Record) -> list[int]:
    """Return the seats that play next, in order."""
    return list(islice(record.turns_to_come(), MOST_TURNS))


def ask_about(record: Record, entry: Entry, error: RulesError) -> EntryQuestion | None:
    """Return the question that a refused play leads to; None where no card was played."""
    said = error.played if isinstance(error, IllegalPlay | OutOfTurn) else played_by(entry)
    if said is None or not said.plays_a_card:
        return None
    replaced = entry.seq if isinstance(entry, Replace) else None
    following = entry.before if isinstance(entry, Insert) else None
    state = record.state
    if place := replaced or following:
        try:
            state = record.events[record.index(place)].before
        except NoSuchEntry:
            return None
    if state is None:
        return None
    seat = state.turn if said.seat is None else said.seat
    options = error.options if isinstance(error, SeveralOptions) else None
    if isinstance(error, IllegalPlay) and record.engine.BY_CARD:
        options = record.engine.options(state, said.card)
    return EntryQuestion(
        said=said,
        items=pieces_of(record, state, seat),
        table=state.table,
        seat=seat,
        replace=replaced,
        before=following,
        options=options,
        verdict=error.verdict if isinstance(error, IllegalPlay) else None,
        turn=error.turn if isinstance(error, OutOfTurn) else None,
    )
