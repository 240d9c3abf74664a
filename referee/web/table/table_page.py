"""The live table: a game followed play by play, on the phone that lies on the table."""

import secrets
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from flask import request
from werkzeug.wrappers import Response

from ...languages import in_sentences
from ...messages.error_texts import error_text
from ...messages.table_events import captured_text, faster_text
from ...rules.cards import Card, Cards, Rank, RulesError, difference
from ...rules.games.casino.followed.play_choices import Choices, choices_among
from ...rules.games.krypkasino.verdict import CaptureOptions, capture_options
from ...rules.log.corrections import suggest_repairs
from ...rules.log.entries import Entry, Insert, NoSuchEntry, Replace, played_by
from ...rules.log.record import NoCardLeft, OutOfTurn, Record
from ...rules.notation import write_cards, write_settled_play, write_table
from ...rules.plays import Build, CardOnly, Irregularity, IrregularityKind, Played, Table
from ...rules.ruleset import AppliedEvent, IllegalPlay, Options, PlayVerdict, SeveralOptions
from ...rules.seating import NOT_DEALT
from ...services import followed_games, session_views
from ...services.access import Access
from ...services.followed_games import FollowedGame, FollowedView
from ...services.names import GameId
from ...services.refusals import Cause, Conflict, GameFinished, NotAccessible
from ...services.session_views import SessionView
from ..badges import signs_of, styles_of
from ..drawing import TappablePiece
from ..forms import is_poll, show
from ..photo_forms import deck_letters
from ..secret_links import GameInUrl
from . import blueprint
from .build_table import live_table_of, pieces_of
from .dispute_links import address_of_game

_FOR_THE_LOG = (IrregularityKind.DOES_NOT_FIT, IrregularityKind.TABLE_CORRECTED)
"""The kinds that have to be put right in the log, and leave nothing to agree on."""


class IrregularityView(NamedTuple):
    """An irregular play as the table talks about it.

    ``number`` is that of the play, ``hand`` the hand that it was made from, where a later
    card brought it to light. ``agreed`` is what the table has agreed on: empty if it stands, None
    if nothing was said. ``may_agree``: there is something to agree on, once for each play.
    """

    irregularity: Irregularity
    number: int
    hand: Cards | None
    agreed: str | None
    may_agree: bool

    @property
    def can_mend(self) -> bool:
        """The entry itself is put right, since it does not fit in the log."""
        return self.irregularity.kind is IrregularityKind.DOES_NOT_FIT


def irregularity_views(record: Record) -> list[IrregularityView]:
    """Return the irregular plays of a game in the order in which they came to light."""
    agreements = record.timeline.agreements
    last_of_play = {each.play: each for each in record.irregularities}
    views = []
    for irregularity in record.irregularities:
        number = record.index(irregularity.play)
        hand = record.hand(number) if irregularity.missed_at is not None else None
        is_last = last_of_play[irregularity.play] is irregularity
        may_agree = is_last and irregularity.kind not in _FOR_THE_LOG
        agreed = agreements.get(irregularity.play) if may_agree else None
        views.append(IrregularityView(irregularity, number, hand, agreed, may_agree))
    return views


class IrregularityMark(NamedTuple):
    """The sign of a play at which something is irregular.

    ``leads_to`` is the number of the play that it leads to, None for the marked play itself.
    """

    irregularity: Irregularity
    leads_to: int | None


def marks(record: Record) -> dict[int, IrregularityMark]:
    """Return the marks by the number of the play. An irregularity that a later card brings to light
    has a mark at both plays, and each leads to the other."""
    marked: dict[int, IrregularityMark] = {}
    for each in record.irregularities:
        if each.missed_at is not None:
            marked.setdefault(each.missed_at, IrregularityMark(each, record.index(each.seq)))
        leads_to = None if each.play == each.seq else record.index(each.play)
        marked.setdefault(each.seq, IrregularityMark(each, leads_to))
    return marked


class TableGame(NamedTuple):
    """A game that can be followed, and its session."""

    game: FollowedView
    session_view: SessionView


def read_table_game(opened: Access, game_id: GameId, game: FollowedView | None = None) -> TableGame:
    """Return a ``game`` that was read already, or is read now, with its session. Raises
    :class:`NotAccessible` for a game that cannot be followed."""
    game = game or followed_games.read_followed(opened, game_id)
    if game.sheet.rules.engine is None:
        raise NotAccessible
    if game.plan is NOT_DEALT:
        raise Conflict(Cause.NOT_DEALT)
    return TableGame(game, session_views.read_session(opened, game_id.session_id))


def table_facts(opened: Access, table: TableGame) -> dict[str, object]:
    """Return the template's variables of all pages of the live table."""
    game, session_view = table
    names, styles = in_sentences(session_view.players), styles_of(opened)
    live_table = live_table_of(game.record, names, game.sheet.rules.sheet)
    return {
        "session_view": session_view,
        "styles": styles,
        "signs": signs_of([styles[name] for name in session_view.players]),
        "live_table": live_table,
        "so_far": live_table.points if live_table else captured_text(game.record, names),
        "game": game,
        "record": game.record,
        "may_write": opened.may_write,
        "key": secrets.token_urlsafe(12),
        "announced": announced_in(game.record),
        "corrected": corrected_in(game.record),
        "ranks": sorted(game.sheet.rules.deck.ranks),
        "seen_cards": seen_cards(game.record),
        "next_seats": next_seats(game.record),
        "empty_hand": empty_hand(game.record),
        "marks": marks(game.record),
        "irregular_plays": irregularity_views(game.record),
        "write_cards": write_cards,
        "write_turn": write_settled_play,
        "write_shown": write_shown,
    }


def write_shown(cards: Cards, builds: tuple[Build, ...] = ()) -> str:
    """Return the text of a table, as it is entered."""
    return write_table(Table(cards, builds))


def announced_in(record: Record) -> tuple[Rank, ...]:
    """Return the ranks that people are warned of, since they would sweep."""
    return record.engine.announced_sweeps(record.events)


def corrected_in(record: Record) -> AppliedEvent | None:
    """Return the earlier event that the latest entry corrected or inserted; None where that entry
    did neither."""
    latest = record.entries[-1] if record.entries else None
    if not isinstance(latest, Replace | Insert):
        return None
    seq = latest.seq if isinstance(latest, Replace) else record.seq
    return next((event for event in record.events[:-1] if event.seq == seq), None)


def captured_cards(record: Record) -> str:
    """Return the cards that a camera cannot see on the table, since they were captured."""
    state = record.state
    if state is None:
        return ""
    return write_cards(difference(sorted(state.shown), Table(state.table, state.builds).cards))


def seen_cards(record: Record) -> str:
    """Return the cards that nobody can hold any more, each as often as it was seen."""
    return write_cards(record.state.shown if record.state else ())


MOST_TURNS = 12
"""Number of waiting plays that are listed by name at most."""


def next_seats(record: Record) -> list[int]:
    """Return the seats that play next, in order."""
    return list(islice(record.turns_to_come(), MOST_TURNS))


class EmptyHand(NamedTuple):
    """The numbers of cards in the ``hands`` once the seat whose turn it is has none. ``ends``: the
    deal is at its end then; ``is_last``: so is the game."""

    hands: str
    ends: bool
    is_last: bool


def empty_hand(record: Record) -> EmptyHand | None:
    """Return what a hand that is empty before its time is entered as; None where nobody plays, or
    where wrong deals are not followed."""
    state = record.state
    held = record.engine.held(state) if state else None
    if state is None or state.turn is None or held is None:
        return None
    hands = [0 if seat == state.turn else cards for seat, cards in enumerate(state.in_hands)]
    ends = not any(hands)
    left = record.rules.seating.left_to_deal(record.players, held.deal, held.surplus)
    return EmptyHand(" ".join(map(str, hands)), ends, is_last=ends and not left)


class TableCard(NamedTuple):
    """A card of the table; ``taken``: the entered play captures it."""

    card: Card
    taken: bool


@dataclass(frozen=True)
class EntryQuestion:
    """A question that must be answered before a play can be entered: which option was meant, or
    that the play stands although it is irregular; after a refusal it may be both. ``played`` is the
    entered play of ``seat`` on ``table``; it is to ``replace`` an entry, or was forgotten
    ``before`` one. ``by_card``: an option is said by what it captures, not as a whole play.
    ``turn`` is the seat whose turn it was, if another one played; ``no_card``: by the deals the
    hand of that one was empty."""

    played: Played
    table: Cards
    seat: int | None
    by_card: bool
    replace: int | None = None
    before: int | None = None
    options: Options | None = None
    verdict: PlayVerdict | None = None
    turn: int | None = None
    no_card: bool = False
    items: tuple[TappablePiece, ...] = ()

    @property
    def captures(self) -> CaptureOptions | None:
        return capture_options(self.options) if self.by_card and self.options else None

    @property
    def choices(self) -> Choices | None:
        return None if self.by_card or self.options is None else choices_among(self.options)

    @property
    def play_text(self) -> str:
        """The whole play in the notation, "" where it is not clear."""
        play = self.played.play
        return "" if isinstance(play, CardOnly) else write_settled_play(play)

    @property
    def picks(self) -> list[TableCard]:
        """The table, each card with whether the entered play captures it."""
        taken = Counter(self.played.captured or ())
        picks = []
        for card in self.table:
            picks.append(TableCard(card, taken[card] > 0))
            taken[card] -= 1
        return picks


def ask_about(record: Record, entry: Entry, error: RulesError) -> EntryQuestion | None:
    """Return the question that a refused play leads to; None where no card was played."""
    if isinstance(error, IllegalPlay | OutOfTurn | NoCardLeft):
        played: Played | None = error.played
    else:
        played = played_by(entry)
    if played is None or not played.plays_a_card:
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
    seat = state.turn if played.seat is None else played.seat
    by_card = record.engine.BY_CARD
    options = error.options if isinstance(error, SeveralOptions) else None
    if isinstance(error, IllegalPlay) and by_card:
        options = record.engine.options(state, played.card)
    return EntryQuestion(
        played=played,
        items=pieces_of(record, state, seat),
        table=state.table,
        seat=seat,
        replace=replaced,
        before=following,
        options=options,
        by_card=by_card,
        verdict=error.verdict if isinstance(error, IllegalPlay) else None,
        turn=error.turn if isinstance(error, OutOfTurn | NoCardLeft) else None,
        no_card=isinstance(error, NoCardLeft),
    )


@blueprint.get("")
def page(place: GameInUrl) -> Response:
    return show_live_table(place)


def show_live_table(
    place: GameInUrl,
    followed: FollowedGame | None = None,
    *,
    error: Exception | None = None,
    entry: Entry | None = None,
    sentence: str = "",
    steps: Choices | None = None,
    dealt: str | None = None,
) -> Response:
    """Return the live table, as it stands once ``followed`` was changed. After a refusal it says
    why: an ``error`` on an ``entry``, or a ``sentence``; ``steps`` are the plays that taps can
    mean, ``dealt`` the text for the first cards."""
    opened = followed.access if followed else place.access()

    def facts() -> dict[str, object]:
        table = read_table_game(opened, place.game_id, followed.game if followed else None)
        record, names = table.game.record, in_sentences(table.session_view.players)
        refusal = sentence
        if isinstance(error, Conflict) and not isinstance(error, GameFinished) and entry:
            refusal = faster_text(entry, record, names)
        elif isinstance(error, Conflict):
            refusal = error_text(error)
        ask = ask_about(record, entry, error) if entry and isinstance(error, RulesError) else None
        if ask is None and isinstance(error, RulesError):
            refusal = error_text(error)
        may_mend = opened.may_write and table.game.takes_entries
        mended = [repair.entry for repair in suggest_repairs(record)] if may_mend else ()
        dispute = address_of_game(table.game, table.session_view.teams)
        typed = request.form.get("dealt", "") if dealt is None else dealt
        reply = {"ask": ask, "steps": steps, "refusal": refusal, "dealt": typed}
        by_camera = followed_games.entries_by_camera(opened, place.game_id, record)
        around = {"dispute": dispute, "mended": mended, "by_camera": by_camera} | {
            "letters": deck_letters() or ""
        }
        return table_facts(opened, table) | reply | around

    refused = bool(error or sentence or steps)
    response = show(opened, "table", facts, always=refused)
    if refused and not dealt and not is_poll():
        response.status_code = 409 if isinstance(error, Conflict) else 422
    return response
