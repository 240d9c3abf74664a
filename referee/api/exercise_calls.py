"""Calls without a key about exercises: their kinds, an exercise of a seed, and an answer to it."""

import json
from typing import Annotated, TypedDict

from flask import request
from marshmallow import ValidationError, fields

from ..languages import gettext
from ..messages.error_texts import error_text
from ..rules.exercises.exercise import (
    LEVELS,
    Exercise,
    UnknownExerciseType,
    UnreadableAnswer,
    read_value,
    seed_at,
    seed_number,
)
from ..rules.exercises.registry import make
from ..shapes import Values
from .bodies import WRONG_TYPE, BodyParser, NumberInQuery, schema_of, text_field, within
from .exercise_answers import (
    ANSWER_SCHEMA,
    ExerciseKindsSchema,
    ExerciseSchema,
    JudgedAnswerSchema,
    exercise_of,
    judged_of,
    kinds_of,
)
from .openapi import calls, errors
from .player_calls import LONGEST_SEED, check_seed
from .problems import FieldError, Problem, wrong_fields
from .referee_calls import GAME_KEY, find_ruleset, query_parameters, whole_number

_MOST_DIGITS = 15
"""The digits of a seed that is a number in JSON too; longer ones are texts."""

blueprint = calls("api_exercises", "Exercises as data.")
blueprint.ARGUMENTS_PARSER = BodyParser()


class ExerciseQuery(TypedDict):
    """The level and the seed of an exercise."""

    level: Annotated[
        int, NumberInQuery(load_default=LEVELS[0], validate=within(LEVELS[0], LEVELS[-1]))
    ]
    seed: Annotated[str, text_field(load_default="", validate=check_seed)]


class AnswerInBody(fields.Field[object]):
    """An answer: a list of texts, a whole number, or a text."""

    def _deserialize(self, value: object, *_: object, **__: object) -> object:
        is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
        if is_list or isinstance(value, str) or type(value) is int:
            return value
        raise ValidationError(gettext("This has the wrong shape."))


class ExerciseReplyBody(TypedDict):
    """An answer to an exercise: cards, a number, or a value, as its type says."""

    answer: Annotated[
        object,
        AnswerInBody(required=True, error_messages=WRONG_TYPE, metadata=ANSWER_SCHEMA),
    ]


_QUERY = {
    "level": (
        whole_number(LEVELS[0], maximum=LEVELS[-1]) | {"default": LEVELS[0]},
        "From 1, where a first look is often right, to 5.",
    ),
    "seed": (
        {"type": "string", "maxLength": LONGEST_SEED},
        "Any text: the same one gives the same exercise.",
    ),
}
_QUERY_SCHEMA = schema_of(ExerciseQuery)
_KIND = {
    "in": "path",
    "name": "kind",
    "required": True,
    "schema": {"type": "string"},
    "description": "A kind of exercises, or a house rule that has some.",
}


@blueprint.route("/<game>/exercises", parameters=[GAME_KEY])
@blueprint.doc(operationId="listExercises", summary="The kinds of exercises of a game")
@errors(blueprint, 404)
@blueprint.response(200, ExerciseKindsSchema, description="The first to learn first.")
def exercise_kinds(game: str) -> Values:
    return kinds_of(find_ruleset(game, {}))


@blueprint.route("/<game>/exercises/<kind>", parameters=[GAME_KEY, _KIND])
@blueprint.doc(
    operationId="readExercise", summary="An exercise", parameters=query_parameters(_QUERY)
)
@errors(blueprint, 404, 422)
@blueprint.response(200, ExerciseSchema, description="A position with a question.")
def get_exercise(game: str, kind: str) -> Values:
    return exercise_of(*_exercise(game, kind))


@blueprint.route("/<game>/exercises/<kind>", methods=["POST"], parameters=[GAME_KEY, _KIND])
@blueprint.doc(
    operationId="judgeAnswer", summary="Is an answer right?", parameters=query_parameters(_QUERY)
)
@errors(blueprint, 400, 404, 413, 422)
@blueprint.arguments(schema_of(ExerciseReplyBody))
@blueprint.response(200, JudgedAnswerSchema, description="The judgement, with every right answer.")
def post_answer(body: ExerciseReplyBody, game: str, kind: str) -> Values:
    exercise, _ = _exercise(game, kind)
    try:
        return judged_of(exercise, read_value(exercise, body["answer"]))
    except UnreadableAnswer as error:
        raise wrong_fields(422, [FieldError("answer", _wrong_answer(exercise))]) from error


def _exercise(game: str, kind: str) -> tuple[Exercise, int | str]:
    """Return the exercise that a request names, and its seed as it is sent back; 404 for a game or
    a kind that does not exist, 422 for another level or seed."""
    find_ruleset(game, {})
    query: ExerciseQuery = BodyParser().parse(_QUERY_SCHEMA, request, location="query")
    text = query["seed"] or "0"
    try:
        exercise = make(game, kind, seed_at(query["level"], seed_number(text)))
    except UnknownExerciseType as error:
        raise Problem(404, error_text(error)) from error
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
    return exercise, int(text) if is_number and str(int(text)) == text else text


def _wrong_answer(exercise: Exercise) -> str:
    """Return a sentence on what an answer must be."""
    match exercise.asks:
        case ("number",):
            return gettext("The answer must be a whole number.")
        case ("choice",):
            values = ", ".join(exercise.choices)
            return gettext("The answer must be one of: %(values)s.", values=values)
    cards = json.dumps([*exercise.choices])
    return gettext("The answer must be a list of some of these cards: %(cards)s.", cards=cards)
