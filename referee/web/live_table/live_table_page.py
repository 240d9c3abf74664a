"""The live table: a game followed play by play, on the phone that lies on the table."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response

from ...messages.error_texts import error_text
from ...messages.table_events import faster_text
from ...rules.error_bases import RulesError
from ...rules.games.casino.followed.play_choices import Choices
from ...rules.log.entries import Entry
from ...rules.log.repairs_after_correction import suggest_repairs
from ...services.followed_games import FollowedGame
from ...services.refusals import Conflict, GameFinished
from ...words.numbers_and_lists import in_sentences
from ..polled_pages import show
from ..requests_from_scripts import is_poll
from ..session_or_game_in_url import GAME, GameInUrl, session_blueprint
from .dispute_links import address_of_game
from .entry_question import ask_about
from .template_variables import read_table_game, table_facts

blueprint = session_blueprint("follow", f"{GAME}/table")


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
        return table_facts(opened, table) | reply | {"dispute": dispute, "mended": mended}

    refused = bool(error or sentence or steps)
    response = show(opened, "follow", facts, always=refused)
    if refused and not dealt and not is_poll():
        response.status_code = 409 if isinstance(error, Conflict) else 422
    return response
