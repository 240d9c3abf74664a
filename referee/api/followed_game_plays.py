"""Call that enters a play, or another entry, of a followed game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from flask import Response

from ..json_answers.followed_state_parts import Values
from ..json_answers.whole_game_state import GameStateSchema, followed_of
from ..messages.error_texts import error_text
from ..rules.cards import TooManyCards
from ..rules.deck_check_and_possible_suits import TooManyCopies
from ..rules.error_bases import RulesError
from ..rules.game_engine_errors import DrawnAgain, GameOver, IllegalPlay, NoSuchTop, SeveralOptions
from ..rules.games.krypkasino.ruling import CaptureOptions
from ..rules.log.accept_entry import NoCardLeft, NotDealt, NotLatest
from ..rules.log.effective_entries import NoSuchEntry
from ..rules.question_field_readers import NotInThisGame
from ..rules.seating import NoSuchSeat
from ..rules.table_and_builds import ImpossibleBuild, NoBuildsHere, OwnerMissing
from ..services import followed_games
from ..services.ids import GameId
from ..services.refusals import Conflict, GameFinished
from .authorization import access
from .entry_in_body import EntryBody, EntrySchema, event_field, read_entry
from .game_state import blueprint, state_of
from .key_required import GAME, KEYED
from .openapi import errors
from .problems import FieldError, Problem
from .rules_errors_as_problems import answer_rules


@blueprint.route(f"{GAME}/plays", methods=["POST"])
@blueprint.doc(summary="An entry of a game that is followed play by play", **KEYED)
@errors(blueprint, 400, 401, 403, 404, 409, 413, 422)
@blueprint.arguments(EntrySchema)
@blueprint.response(201, GameStateSchema, description="The state after the entry.")
def play(body: EntryBody, game_id: GameId) -> Response | Values:
    entry = read_entry(body)
    try:
        followed = followed_games.enter(
            access(), game_id, entry, key=body["key"], seen=body["after"]
        )
    except GameFinished as error:
        state = state_of(game_id)
        if body["turn"] is None or any(cast("Sequence[int]", state["cards_left_in_hands"])):
            raise Problem(409, error_text(error), state=state) from error
        return _refuse(GameOver(), "turn")  # a turn after the last
    except (Conflict, NotLatest) as error:
        state = state_of(game_id)
        raise Problem(409, error_text(error), state=state) from error
    except RulesError as error:
        return _refuse(error, _field_of(error, body))
    return followed_of(followed)


_ABOUT_THE_EVENT = (
    GameOver,
    NotDealt,
    TooManyCards,
    TooManyCopies,
    NoSuchTop,
    ImpossibleBuild,
    NoBuildsHere,
    OwnerMissing,
    NotInThisGame,
)


def _field_of(error: RulesError, body: EntryBody) -> str | None:
    """Return the field that an error is about, None where that does not depend on the entry."""
    field = event_field(body)
    if isinstance(error, NoSuchEntry) and body["before"] is not None:
        return "before"
    if isinstance(error, _ABOUT_THE_EVENT) or (field == "turn" and isinstance(error, NoCardLeft)):
        return field
    return field if isinstance(error, NoSuchSeat) and body["seat"] is None else None


def _refuse(error: RulesError, field: str | None) -> Response:
    """Return the problem for an entry that the rules refuse: with the referee's verdict, or with
    the options to choose from."""
    if isinstance(error, IllegalPlay):
        reason = error.verdict.reason.value
        return Problem(422, error_text(error), reason=reason, verdict=error.verdict).response()
    if isinstance(error, SeveralOptions):
        assert isinstance(error.options, CaptureOptions)  # other games are not said card by card
        options = error.options.outcomes
        return Problem(422, error_text(error), reason="choose", options=options).response()
    if isinstance(error, DrawnAgain):
        detail = error_text(error)
        return Problem(422, detail, [FieldError("table", detail)], "redeal").response()
    return answer_rules(error, field)
