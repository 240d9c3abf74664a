"""JSON of exercises: their kinds, a position with its question, and the judgement of an answer."""

from collections.abc import Mapping
from enum import StrEnum

from marshmallow import fields, missing

from ..messages.exercise_texts import exercises_title, texts_of
from ..rules.exercises.exercise import LEVELS, Answer, Exercise, write_value
from ..rules.exercises.registry import kinds
from ..rules.notation import write_top
from ..rules.plays import Top
from ..rules.ruleset import Ruleset
from ..rules.sheet_plan import RowCounts
from ..shapes import (
    Builds,
    Cards,
    CardText,
    Code,
    Items,
    JsonField,
    ListOf,
    MapOf,
    ObjectOf,
    Shape,
    Switch,
    Text,
    Values,
    Whole,
)
from ..words.card_names import without_style


class AnswerType(StrEnum):
    """The type of the answer to an exercise."""

    CARDS = "cards"
    NUMBER = "number"
    ONE_OF = "one_of"


_TYPES = {"pieces": AnswerType.CARDS, "number": AnswerType.NUMBER, "choice": AnswerType.ONE_OF}

ANSWER_SCHEMA = {
    "anyOf": [
        {"type": "array", "items": {"type": "string"}},
        {"type": "integer"},
        {"type": "string"},
    ],
}
"""The schema of an answer: cards, a number, or a value."""


class AnswerField(JsonField, fields.Raw):
    """An answer: a list of cards, a number, or a value."""


class SeedField(JsonField, fields.Raw):
    """A seed: a number, or another text."""


class PlainText(Text):
    """A sentence, without signs for the look of suits."""

    def write(self, value: object) -> object:
        return without_style(str(value))


class ExerciseKindSchema(Shape):
    """A kind of exercises."""

    kind = Text()
    title = PlainText()
    levels = ListOf(Whole())


class ExerciseKindsSchema(Shape):
    """The kinds of exercises of a game, the first to learn first."""

    kinds = ListOf(ObjectOf(ExerciseKindSchema))


class ExercisePositionSchema(Shape):
    """The position that an exercise shows. ``seat`` plays ``played`` or is about to make ``turn``;
    the owners of builds and ``tops`` of piles count from it. ``names`` are those of the seats. A
    ``pile`` is to be counted; ``rows`` are those of a score sheet, and ``before`` the totals before
    it. ``plays`` is the number of cards that have been played."""

    table = Cards()
    played = CardText(allow_none=True)
    hand = Cards()
    builds = Builds()
    tops = Items()
    turn = Text(required=False)
    players = Whole()
    seat = Whole()
    names = ListOf(PlainText())
    house = ListOf(Text())
    pile = Cards(required=False)
    rows = ListOf(MapOf(Whole()), required=False)
    last_capturer = Whole(required=False)
    before = ListOf(Whole(), required=False)
    plays = Whole(required=False)


class ExpectedAnswerSchema(Shape):
    """The expected answer: some of the cards ``of`` (builds and tops of piles among them, none at
    all too), a number, or one of the values ``of``, which ``texts`` say in words."""

    type = Code(AnswerType)
    of = ListOf(Text())
    texts = ListOf(PlainText(), required=False)


class ExerciseSchema(Shape):
    """An exercise; the same seed gives the same one."""

    kind = Text()
    level = Whole()
    seed = SeedField(metadata={"anyOf": [{"type": "integer"}, {"type": "string"}]})
    question = PlainText()
    position = ObjectOf(ExercisePositionSchema)
    answer = ObjectOf(ExpectedAnswerSchema)


class JudgedAnswerSchema(Shape):
    """The judgement of an answer, with every right one, and why."""

    right = Switch()
    answers = ListOf(AnswerField(metadata=ANSWER_SCHEMA))
    why = PlainText()


def kinds_of(rules: Ruleset) -> Values:
    """Return the kinds of exercises of a game in the shape of :class:`ExerciseKindsSchema`."""
    return {
        "kinds": [
            {"kind": kind.name, "title": exercises_title(kind.name), "levels": LEVELS}
            for kind in kinds(rules)
        ]
    }


def exercise_of(exercise: Exercise, seed: int | str) -> Values:
    """Return an exercise in the shape of :class:`ExerciseSchema`, with its seed as it was given."""
    texts = texts_of(exercise.kind)
    names = texts.seat_names(exercise)
    (part,) = exercise.asks
    values = exercise.choices if part == "choice" else ()
    return {
        "kind": exercise.name,
        "level": exercise.level,
        "seed": seed,
        "question": " ".join([*texts.told(exercise, names), texts.question(exercise, names)]),
        "position": _position(exercise, names),
        "answer": {
            "type": _TYPES[part],
            "of": exercise.choices,
            "texts": [texts.value_text(exercise, value, names) for value in values] or missing,
        },
    }


def _position(exercise: Exercise, names: list[str]) -> Values:
    shown = exercise.kind.shown(exercise)
    piles = shown.question.piles if shown.question else ()
    return {
        "table": shown.table.loose,
        "played": shown.played,
        "hand": shown.hand,
        "builds": shown.table.builds,
        "tops": [write_top(Top(pile[0], seat)) for seat, pile in enumerate(piles) if pile],
        "turn": exercise.texts.get("turn", missing),
        "players": exercise.players,
        "seat": exercise.seat,
        "names": names,
        "house": exercise.house,
        "pile": exercise.pile or missing,
        "rows": [_row(row) for row in exercise.rows] or missing,
        "last_capturer": missing if exercise.last_capturer is None else exercise.last_capturer,
        "before": exercise.before or missing,
        "plays": exercise.plays or missing,
    }


def _row(row: RowCounts) -> dict[str, int]:
    counted = row.counted if isinstance(row.counted, Mapping) else {}
    return {**counted, "markers": row.markers}


def judged_of(exercise: Exercise, answer: Answer) -> Values:
    """Return the judgement of an answer in the shape of :class:`JudgedAnswerSchema`."""
    texts, judged = texts_of(exercise.kind), exercise.judge(answer)
    lines = texts.feedback(exercise, answer, judged, texts.seat_names(exercise))
    return {
        "right": judged.right,
        "answers": sorted(map(write_value, exercise.answers), key=_order),
        "why": " ".join(line.text for line in lines),
    }


def _order(value: object) -> tuple[int, str]:
    """Return a key that puts the shortest answers first."""
    return (len(value) if isinstance(value, list) else 0, str(value))
