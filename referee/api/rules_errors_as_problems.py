"""Errors of the rules as problems."""

from __future__ import annotations

from typing import NoReturn

from flask import Response

from ..messages.error_texts import error_text
from ..rules.deck_check_and_possible_suits import TooManyCopies
from ..rules.error_bases import RulesError
from ..rules.game_engine_errors import GameOver, WrongTable
from ..rules.games import UnknownGame
from ..rules.house_rules_base import ExcludedHouseRules, UnknownHouseRule
from ..rules.log.accept_entry import AlreadyDealt, NoCardLeft, NotDealt, OutOfTurn, SameTable
from ..rules.log.effective_entries import NoSuchEntry
from ..rules.preset_type import UnknownPreset
from ..rules.question_field_readers import BadQuestion
from ..rules.seating import ImpossiblePlayers, ImpossibleTeams, NoSuchSeat, NotTwoSides
from .problems import FieldError, wrong_fields


def refuse(field: str, error: RulesError) -> NoReturn:
    """Raise the problem (422) that a field's value is impossible."""
    raise wrong_fields(422, [FieldError(field, error_text(error))]) from error


def refuse_question(error: BadQuestion) -> NoReturn:
    """Raise the problem of a refused question: 400 if something cannot be read, else 422."""
    fields = [FieldError(fault.field, error_text(fault.error)) for fault in error.faults]
    raise wrong_fields(400 if error.unreadable else 422, fields) from error


_FIELDS: dict[type[RulesError], str] = {
    UnknownGame: "game",
    ImpossiblePlayers: "players",
    ImpossibleTeams: "teams",
    UnknownHouseRule: "house",
    UnknownPreset: "preset",
    ExcludedHouseRules: "house",
    NotTwoSides: "players",
    NoSuchSeat: "seat",
    NoCardLeft: "seat",
    OutOfTurn: "seat",
    WrongTable: "table",
    AlreadyDealt: "table",
    SameTable: "table_is",
    NotDealt: "card",
    GameOver: "card",
    TooManyCopies: "card",
    NoSuchEntry: "replace",
}


def answer_rules(error: RulesError, field: str | None = None) -> Response:
    """Return the problem (422) of an error of the rules. ``field`` names the wrong field where the
    kind of error does not."""
    name = field or getattr(error, "field", "") or _FIELDS.get(type(error), "")
    return wrong_fields(422, [FieldError(name, error_text(error))]).response()
