"""Forms of the live table that enter a play or another entry."""

from collections.abc import Callable
from typing import NamedTuple

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from ...messages.error_texts import error_text
from ...messages.photo_texts import pile_photo_texts
from ...photo import available
from ...rules.cards import Card, Cards, RulesError
from ...rules.games.casino.followed.disputes import added
from ...rules.log.entries import (
    Agreed,
    Entry,
    Insert,
    Replace,
    StepBack,
    Undo,
    agreement_text,
    played_by,
    read_shows,
    read_suited,
    read_suited_cards,
    settled_play,
)
from ...rules.log.record import NoCardLeft, OutOfTurn
from ...rules.notation import (
    NOTHING,
    UnreadableCard,
    read_cards_and_tops,
    read_settled_play,
    words_of,
    write_settled_play,
)
from ...rules.plays import (
    CardOnly,
    Dealt,
    Event,
    HandsCounted,
    Play,
    Played,
    TableShown,
    TopRevealed,
    as_play,
)
from ...rules.question_fields import NotOneCard, UnreadableNumber
from ...rules.ruleset import IllegalPlay, SeveralOptions
from ...rules.seating import NoSuchSeat
from ...services import followed_games, sheet_entry
from ...services.access import Access
from ...services.followed_games import FollowedGame
from ...services.refusals import (
    Conflict,
    GameFinished,
    NotAccessible,
    SheetRefused,
)
from ...words.card_names import row_text
from ..forms import is_poll, leave, read_key
from ..photo_forms import REFUSED, reading_of, refusal_text
from ..secret_links import GameInUrl
from . import blueprint
from .build_table import builds_of, read_tapped
from .table_page import show_live_table

_LONGEST_COUNT = 3
"""Digits of a number of cards."""


def read_number(name: str) -> int:
    """Return a number that a page has put into the form; without one the request ends in 400."""
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        abort(400)
    return int(text)


def read_entry() -> Entry:
    """Return the entry in a form. Raises what reading cards raises."""
    if "undo" in request.form:
        return Undo(read_number("undo"))
    if "before" in request.form:
        return Insert(read_number("before"), _read_play())
    happening = _read_happening()
    if "replace" in request.form:
        return Replace(read_number("replace"), happening)
    return happening


def _read_happening() -> Event:
    form = request.form
    if "dealt" in form:
        return Dealt(read_suited_cards(form["dealt"]))
    if "shows" in form:
        return read_table()
    if "top" in form:
        return read_top(form["top"])
    if "hands" in form:
        return HandsCounted(tuple(map(_read_count, " ".join(form.getlist("hands")).split())))
    return _read_play()


def _read_count(text: str) -> int:
    """Return a number of cards. Raises :class:`UnreadableNumber`."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_COUNT):
        raise UnreadableNumber(text)
    return int(text)


def _read_play() -> Played:
    """Return the play in a form, by the named seat or, without one, by the seat to play. A seat
    field that was emptied was a slip: the seat to play has played, and nothing is to stand."""
    form = request.form
    return Played(
        _read_turn(),
        seat=read_number("seat") if form.get("seat") else None,
        as_played=form.get("as_played") == "1" and form.get("seat") != "",
        out_of_turn=form.get("out_of_turn") == "1" and form.get("seat") != "",
        wrong_hand=form.get("wrong_hand") == "1" and form.get("seat") != "",
    )


def _read_turn() -> Play | CardOnly:
    """Return a whole play, or a card with what it captured; the card alone where no form field says
    that."""
    if "turn" in request.form:
        return settled_play(read_settled_play(request.form["turn"]))
    card, captured = _read_card(), _read_captured()
    return CardOnly(card) if captured is None else as_play(card, captured)


def read_table() -> TableShown:
    """Return the table in a form: ticked cards, and those entered beside them. A build that is
    entered without a seat may get its owner from another field."""
    ticked = " ".join(request.form.getlist("lies"))
    shown = read_shows(f"{ticked} {request.form.get('shows', '')}")
    if not request.form.get("owner"):
        return shown
    owner = read_number("owner")
    builds = (
        build if build.owner is not None else build._replace(owner=owner) for build in shown.builds
    )
    return TableShown(shown.table, tuple(builds))


def read_top(text: str) -> TopRevealed:
    """Return the revealed top of a pile, written ``5H^1``. Raises :class:`UnreadableCard`."""
    tops, others = read_cards_and_tops([text.strip()])
    if others or not tops:
        raise UnreadableCard(text)
    return TopRevealed(tops[0])


def _read_card() -> Card:
    form = request.form
    text = form.get("card") or form.get("rank", "") + form.get("suit", "")
    if len(words_of(text)) != 1:
        raise NotOneCard(text)
    return read_suited(text.strip())


def _read_captured() -> Cards | None:
    """Return the cards of the chosen option, or those that were ticked; None leaves it to the
    rules."""
    form = request.form
    if "option" in form:
        text = form["option"]
        return read_suited_cards("" if text == NOTHING else text)
    if form.get("claim") == "1":
        return read_suited_cards(" ".join(form.getlist("captured")))
    return None


class RefusedEntry(NamedTuple):
    """An entry that was refused: as much of it as could be read, and why."""

    entry: Entry | None
    error: RulesError | Conflict


def try_to_enter(place: GameInUrl, read: Callable[[], Entry]) -> RefusedEntry | None:
    """Put what a form says into the log. Return the entry if it is refused, None otherwise.

    A correction is judged after the plays that came since its page was drawn, such as those that
    waited on the same phone for the network.
    """
    opened, entry = place.editing(), None
    try:
        entry = read()
        seen = read_number("after")
        if isinstance(entry, Replace | Insert):
            seen = _after_later_plays(opened, place, seen)
        enter_with_taps(opened, place, entry, seen)
    except (RulesError, Conflict) as error:
        return RefusedEntry(entry, error)
    return None


def _after_later_plays(opened: Access, place: GameInUrl, seen: int) -> int:
    """Return the number of entries in the log if all after the first ``seen`` are new events, which
    leave the earlier ones as they were; otherwise ``seen``."""
    entries = followed_games.read_followed(opened, place.game_id).record.entries
    later = entries[seen:]
    are_new = not any(isinstance(entry, Undo | StepBack | Replace | Insert) for entry in later)
    return max(seen, len(entries)) if are_new else seen


def enter_with_taps(opened: Access, place: GameInUrl, entry: Entry, seen: int) -> FollowedGame:
    """Put an entry into the log, with what was tapped if it is a card alone. ``seen`` is the number
    of entries that the sender has seen. Raises what reading taps does, and
    :func:`~referee.services.followed_games.enter`."""
    key, played = read_key(), played_by(entry)
    tapped = read_tapped() if played and isinstance(played.play, CardOnly) else None
    return followed_games.enter(opened, place.game_id, entry, key=key, seen=seen, tapped=tapped)


@blueprint.post("")
def enter(place: GameInUrl) -> Response:
    """Put an entry into the log; where something is left open, ask."""
    return _enter(place, read_entry)


@blueprint.post("/first")
def read_first_table(place: GameInUrl) -> Response:
    """Fill in the first cards on the table from a photo; whoever has looked at them enters them."""
    rules = sheet_entry.read_sheet(place.editing(), place.game_id).rules
    if not available():
        raise NotAccessible
    try:
        reading = reading_of("photo", rules)
    except REFUSED as error:
        return show_live_table(place, sentence=refusal_text(error))
    cards = row_text(seen.card for seen in reading.cards)
    return show_live_table(place, sentence=" ".join(pile_photo_texts(reading)), dealt=cards)


@blueprint.post("/back")
def step_back(place: GameInUrl) -> Response:
    """Undo everything from an entry on."""
    return _enter(place, lambda: StepBack(read_number("seq")))


def _enter(place: GameInUrl, read: Callable[[], Entry]) -> Response:
    opened, entry = place.editing(), None
    try:
        entry = read()
        followed = enter_with_taps(opened, place, entry, read_number("after"))
    except (SeveralOptions, IllegalPlay, OutOfTurn, NoCardLeft) as error:
        return show_live_table(place, error=error, entry=entry)
    except RulesError as error:
        return show_live_table(place, sentence=error_text(error))
    except Conflict as error:
        return show_live_table(place, error=error, entry=entry)
    return _done(place, followed)


def _done(place: GameInUrl, followed: FollowedGame | None = None) -> Response:
    """Return the response to a change: the table for a script, a redirect to it for others."""
    return show_live_table(place, followed) if is_poll() else leave(url_for("table.page"))


@blueprint.post("/begin")
def begin(place: GameInUrl) -> Response:
    """Begin a turn with what was tapped on the table, before a card from the hand is played."""
    record = followed_games.read_followed(place.editing(), place.game_id).record
    try:
        steps = builds_of(record).begin(record.state, read_tapped())
    except RulesError as error:
        return show_live_table(place, sentence=error_text(error))
    if len(steps.possible) != 1:
        return show_live_table(place, steps=steps)
    begun = write_settled_play(steps.possible[0].play)
    return redirect(url_for("table.page", begun=begun, at=record.seq), 303)


@blueprint.post("/more")
def add_to_last_turn(place: GameInUrl) -> Response:
    """Add a build of tapped table cards to the last turn."""
    record = followed_games.read_followed(place.editing(), place.game_id).record
    try:
        last, steps = added(builds_of(record), record.events, read_tapped().used)
    except RulesError as error:
        return show_live_table(place, sentence=error_text(error))
    played = last.played
    if not steps.choices:
        return show_live_table(place, steps=steps)
    if len(steps.possible) != 1:
        return show_live_table(
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
        sheet_entry.close_claimed(opened, place.game_id, read_number("seat"))
    except NoSuchSeat:
        raise NotAccessible from None
    except GameFinished:
        return _done(place)
    except SheetRefused as error:
        return show_live_table(place, sentence=error_text(error))
    return leave(url_for("session.page"))


@blueprint.post("/agree")
def agree(place: GameInUrl) -> Response:
    """Keep what the table agrees on about an irregular play; without words it stands.

    It does not matter what was played meanwhile.
    """
    opened, key = place.editing(), read_key()
    seen = followed_games.read_followed(opened, place.game_id).record.seq
    entry = Agreed(read_number("seq"), agreement_text(request.form.get("agreed", "")))
    try:
        followed = followed_games.enter(opened, place.game_id, entry, key=key, seen=seen)
    except Conflict as error:
        return show_live_table(place, error=error)
    except RulesError as error:
        return show_live_table(place, sentence=error_text(error))
    return _done(place, followed)


@blueprint.post("/mend")
def mend_later_plays(place: GameInUrl) -> Response:
    """Enter the later plays that do not fit any more as the page has proposed."""
    opened = place.editing()
    key, after = read_key(), read_number("after")
    try:
        followed = followed_games.mend_later_plays(opened, place.game_id, key=key, seen=after)
    except Conflict as error:
        return show_live_table(place, error=error)
    return _done(place, followed)
