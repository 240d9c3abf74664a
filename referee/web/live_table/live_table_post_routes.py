"""Actions on the live table: a play entered or taken back, a claim, an agreement, later plays
mended. Each shows the table again, with the reason where it was refused."""

from __future__ import annotations

from collections.abc import Callable

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from ...messages.error_texts import error_text
from ...messages.photo_texts import pile_photo_texts
from ...photo import available
from ...rules.error_bases import RulesError
from ...rules.game_engine_errors import IllegalPlay, SeveralOptions
from ...rules.games.casino.followed.build_added_to_last_play import added
from ...rules.log.accept_entry import OutOfTurn
from ...rules.log.entries import Agreed, Entry, Replace, StepBack, agreement_text
from ...rules.play_notation import write_settled_play
from ...rules.seating import NoSuchSeat
from ...services import followed_games, sheet_entry
from ...services.followed_games import FollowedGame
from ...services.refusals import (
    ClaimTooLow,
    Conflict,
    GameFinished,
    MustCount,
    NotAccessible,
    SheetIncomplete,
)
from ...words.card_names import row_text
from ..form_key import read_key
from ..photo_upload_in_form import REFUSED, reading_of, refusal_text
from ..requests_from_scripts import is_poll
from ..responses_to_changes import leave
from ..session_or_game_in_url import GAME, GameInUrl, session_blueprint
from .enter_into_log import enter_with_taps
from .live_table_page import show_live_table
from .live_table_with_builds import builds_of, read_tapped
from .read_entry_from_form import read_entry, read_number

blueprint = session_blueprint("table_actions", f"{GAME}/table")


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
    except (SeveralOptions, IllegalPlay, OutOfTurn) as error:
        return show_live_table(place, error=error, entry=entry)
    except RulesError as error:
        return show_live_table(place, sentence=error_text(error))
    except Conflict as error:
        return show_live_table(place, error=error, entry=entry)
    return _done(place, followed)


def _done(place: GameInUrl, followed: FollowedGame | None = None) -> Response:
    """Return the response to a change: the table for a script, a redirect to it for others."""
    return show_live_table(place, followed) if is_poll() else leave(url_for("follow.page"))


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
    return redirect(url_for("follow.page", begun=begun, at=record.seq), 303)


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
    except (ClaimTooLow, SheetIncomplete, MustCount) as error:
        return show_live_table(place, sentence=error_text(error))
    return leave(url_for("sessions.page"))


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
