"""Calls without a key about plays: the choice of a player, and the analysis of a whole game."""

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Annotated, NoReturn, TypedDict

from marshmallow import ValidationError, fields
from marshmallow.validate import Length, OneOf

from ..languages import gettext, lazy_gettext
from ..messages.error_texts import error_text
from ..rules.cards import Cards, RulesError, Unreadable
from ..rules.log.entries import read_suited
from ..rules.log.record import MOST_ENTRIES, LogFull, Record, accept, append, replay
from ..rules.playing.knowledge import NothingDealt
from ..rules.playing.players import DEALS_DEFAULT, MOST_DEALS, Level, NoPlayers, choose
from ..rules.ruleset import GameOver, IllegalPlay, Ruleset
from ..rules.seating import ImpossiblePlayers, NoSuchSeat, check_seat
from ..services.log_analysis import analysed
from ..services.refusals import Refusal
from ..shapes import Values
from .analysis_answers import (
    MOST_PLAYS,
    PLAYS_DEFAULT,
    AnalysisSchema,
    ChoiceSchema,
    analysis_of,
    choice_of,
)
from .bodies import (
    WRONG_TYPE,
    BodyParser,
    Switches,
    Teams,
    WholeNumber,
    list_field,
    schema_of,
    text_field,
    within,
)
from .openapi import calls, errors
from .play_calls import LogEntryBody, event_field, field_of, read_entry
from .problems import FieldError, Problem, answer_refusal, refuse, wrong_fields
from .referee_calls import GAME_KEY, find_ruleset

LONGEST_SEED = 64
MOST_HAND = 60
"""More cards than any hand has."""
MOST_REPLAYED = 3000
"""The largest number of plays that the corrections of a log may repeat, in all."""

blueprint = calls("api_players", "What a player would play, and what plays were worth.")
blueprint.ARGUMENTS_PARSER = BodyParser()
blueprint.errorhandler(Refusal)(answer_refusal)


class HouseRulesField(fields.Field[Mapping[str, bool]]):
    """The house rules: an object of switches, as for a session, or a list of those that are on."""

    def _deserialize(
        self, value: object, attr: str | None, data: Mapping[str, object] | None, **_: object
    ) -> Mapping[str, bool]:
        if isinstance(value, list):
            names = _NAMES.deserialize(value, attr, data)
            return dict.fromkeys(map(str, names), True)
        switches: Mapping[str, bool] = Switches.deserialize(value, attr, data)
        return switches


_NAMES = list_field(text_field())
_HOUSE = {
    "anyOf": [
        {"type": "array", "items": {"type": "string"}},
        {"type": "object", "additionalProperties": {"type": "boolean"}},
    ],
    "description": "House rules that are on, or switches as for a session.",
}
_LOG = {
    "description": "The entries of a followed game in order, without `key` and `after`.",
}
_SEED = {"description": "Any text: the same one gives the same answer."}
_HAND = {"description": "The whole hand of the seat whose turn it is after the log."}
_DEALS = {"description": "How often the unseen cards are dealt at most."}
_FROM = {"description": "The number of the first play of the answer, from 0."}


def check_seed(text: str) -> None:
    """Raise :class:`ValidationError` for a seed that is too long, or no text that can be sent."""
    if len(text) > LONGEST_SEED:
        message = gettext("A seed has at most %(most)d characters.", most=LONGEST_SEED)
        raise ValidationError(message)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValidationError(gettext("This is no text.")) from None


class GameLogBody(TypedDict):
    """A game that was followed, as a session has it, with its log."""

    players: Annotated[int, WholeNumber(required=True, validate=within(1, 8))]
    dealer: Annotated[int, WholeNumber(load_default=0)]
    teams: Teams
    house: Annotated[
        Mapping[str, bool],
        HouseRulesField(load_default=dict, error_messages=WRONG_TYPE, metadata=_HOUSE),
    ]
    log: Annotated[
        list[LogEntryBody],
        fields.List(
            fields.Nested(schema_of(LogEntryBody), error_messages=WRONG_TYPE),
            required=True,
            validate=Length(max=MOST_ENTRIES, error=lazy_gettext("At most {max} entries.")),
            error_messages=WRONG_TYPE,
            metadata=_LOG,
        ),
    ]
    seed: Annotated[str, text_field(load_default="", validate=check_seed, metadata=_SEED)]


class StandingGameBody(GameLogBody):
    """A game that goes on, with the hand of the seat whose turn it is."""

    hand: Annotated[
        list[str],
        list_field(
            text_field(),
            required=True,
            validate=Length(max=MOST_HAND, error=lazy_gettext("At most {max} cards.")),
            metadata=_HAND,
        ),
    ]
    level: Annotated[
        str,
        text_field(
            load_default=Level.GOOD.value,
            validate=OneOf(
                [*Level],
                error=lazy_gettext("This must be one of: {choices}."),
            ),
        ),
    ]
    deals: Annotated[
        int,
        WholeNumber(load_default=DEALS_DEFAULT, validate=within(1, MOST_DEALS), metadata=_DEALS),
    ]


class WholeGameBody(GameLogBody):
    """A whole game, and the plays that the answer is about: ``limit`` of them, and the first."""

    first: Annotated[
        int,
        WholeNumber(
            load_default=0, data_key="from", validate=within(0, MOST_ENTRIES), metadata=_FROM
        ),
    ]
    limit: Annotated[int, WholeNumber(load_default=PLAYS_DEFAULT, validate=within(1, MOST_PLAYS))]


@blueprint.route("/<game>/player", methods=["POST"], parameters=[GAME_KEY])
@blueprint.doc(operationId="choosePlay", summary="What would a player play?")
@errors(blueprint, 400, 404, 409, 413, 422, 501)
@blueprint.arguments(schema_of(StandingGameBody))
@blueprint.response(200, ChoiceSchema, description="The chosen play.")
def post_player(body: StandingGameBody, game: str) -> Values:
    record = _record_of(find_ruleset(game, body["house"]), body)
    hand, level = _read_hand(body["hand"]), Level(body["level"])
    try:
        choice = choose(record, hand, level, body["seed"], body["deals"])
    except (NothingDealt, GameOver) as error:
        raise Problem(409, error_text(error)) from error
    except NoPlayers as error:
        _refuse_unplayed(error)
    except RulesError as error:
        refuse("hand", error)
    return choice_of(record, choice, body["seed"], level)


@blueprint.route("/<game>/analysis", methods=["POST"], parameters=[GAME_KEY])
@blueprint.doc(operationId="analyseLog", summary="What did each play of a finished game cost?")
@errors(blueprint, 400, 404, 409, 413, 422, 501, 503)
@blueprint.arguments(schema_of(WholeGameBody))
@blueprint.response(200, AnalysisSchema, description="The plays that were looked at.")
def post_analysis(body: WholeGameBody, game: str) -> Values:
    record = _record_of(find_ruleset(game, body["house"]), body)
    if not record.over:
        raise Problem(409, gettext("This game is not over: its hands are not known yet."))
    try:
        found = analysed(record, body["seed"], body["first"] + body["limit"])
    except NoPlayers as error:
        _refuse_unplayed(error)
    return analysis_of(record, found.before, found.plays, body["first"], done=found.done)


def _refuse_unplayed(error: NoPlayers) -> NoReturn:
    raise Problem(501, gettext("Referee does not play this game yet.")) from error


def _read_hand(texts: Sequence[str]) -> Cards:
    """Return the cards of a hand; 400 for one that cannot be read, 422 without its suit."""
    cards = []
    for place, text in enumerate(texts):
        try:
            cards.append(read_suited(text.strip()))
        except RulesError as error:
            status = 400 if isinstance(error, Unreadable) else 422
            field = FieldError(f"hand.{place}", error_text(error))
            raise wrong_fields(status, [field]) from error
    return tuple(cards)


def _record_of(rules: Ruleset, body: GameLogBody) -> Record:
    """Return the record of the game in a body; a problem that names the field for what cannot
    be."""
    players = body["players"]
    try:
        record = replay(rules, players, body["dealer"], (), body["teams"])
        check_seat(body["dealer"], players)
        if not rules.seating.deals_to(players):
            raise ImpossiblePlayers(players, rules.seating.numbers)
    except RulesError as error:
        refuse("dealer" if isinstance(error, NoSuchSeat) else error.field, error)
    replayed = 0
    for number, entry_body in enumerate(body["log"]):
        longer = _with_entry(record, entry_body, f"log.{number}")
        replayed += _changed(record, longer)
        record = longer
        if replayed > MOST_REPLAYED:
            refuse(f"log.{number}", LogFull())
    return record


def _with_entry(record: Record, body: LogEntryBody, field: str) -> Record:
    """Return the record with one more entry; a problem that names the ``field`` if it cannot
    be."""
    try:
        entry = read_entry(body)
    except Problem as problem:
        wrong = [FieldError(_within(field, name), text) for name, text in problem.errors]
        raise wrong_fields(problem.status, wrong) from problem
    try:
        return append(record, accept(record, entry))
    except RulesError as error:
        reason = error.verdict.reason.value if isinstance(error, IllegalPlay) else error.reason
        name = _within(field, field_of(error, body) or error.field or event_field(body))
        raise wrong_fields(422, [FieldError(name, error_text(error))], reason) from error


def _within(field: str, name: str) -> str:
    return f"{field}.{name}" if name else field


def _changed(record: Record, longer: Record) -> int:
    """Return the number of plays that an entry has changed or added."""
    same = sum(map(is_, record.events, longer.events))
    return len(longer.events) - same
