"""Exercises from people's own games, each a text that holds its whole position.

An exercise by seed is made anew wherever it is asked. One from a game is written down, without
names, so that a phone can keep it and ask it again without the game and without a network.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import replace

from ..cards import Cards, Impossible, RulesError, difference
from ..games import ruleset
from ..games.casino.followed.disputes import question_texts
from ..games.casino.followed.followed_game import BuildGameEngine
from ..games.casino.followed.state import build_game_state
from ..games.casino.judge.verdict import Verdict
from ..log.record import Record
from ..notation import read_cards, write_cards, write_settled_play
from ..playing.game_analysis import Finding
from ..plays import CardOnly, Play, Played, Table
from ..ruleset import Ruleset
from .best_play_exercises import BEST, own_best_play
from .build_exercises import question_of
from .build_play_exercises import MAY, objection_to, objections_in
from .capture_exercises import FORCED, TAKE, pieces_of
from .exercise import Difficulty, Exercise, ExerciseType, NoSuchSeed, UnknownExerciseType
from .missed_play_exercises import MissedExercise, MissedTask

LONGEST = 600
"""The largest number of characters of a position."""
_TEXT = re.compile(rf"p[A-Za-z0-9_-]{{1,{LONGEST - 1}}}")
"""A position as text; its first character tells it from a seed."""
_MOST_WRITTEN, _MOST_FIELD = 2000, 500
_OF_QUESTION = frozenset(
    ("table", "players", "deal", "stock", "piles", "proven", "hand", "turn", "house")
)
_FIELDS: Mapping[ExerciseType, frozenset[str]] = {
    TAKE: frozenset(("table", "played", "last_of_deal", "house")),
    FORCED: frozenset(("table", "hand", "last_of_deal", "house")),
    MAY: _OF_QUESTION,
    BEST: _OF_QUESTION - {"turn"} | {"gone", "held", "worths"},
}
"""The types of exercises that are asked in people's own positions, and the fields of these."""


def read_own(game: str, name: str, text: str) -> Exercise:
    """Return the exercise of a type in the position that a text holds. Raises
    :class:`~.exercise.UnknownExerciseType`, and :class:`~.exercise.NoSuchSeed` for a text that
    holds no position of the game that can be asked about."""
    rules = ruleset(game)
    kind = next((kind for kind in _FIELDS if kind.name == name and kind.is_in(rules)), None)
    if kind is None:
        raise UnknownExerciseType(name)
    try:
        exercise = _exercise(rules, kind, text, _fields(kind, text))
        if not exercise.answers:
            raise NoSuchSeed(text)
    except (RulesError, ValueError, LookupError, AssertionError) as error:
        raise NoSuchSeed(text) from error
    return exercise


def _fields(kind: ExerciseType, text: str) -> dict[str, str]:
    if not _TEXT.fullmatch(text):
        raise NoSuchSeed(text)
    packed = urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        fields = json.loads(inflate.decompress(packed, _MOST_WRITTEN))
    except (zlib.error, RecursionError) as error:
        raise NoSuchSeed(text) from error
    if not inflate.eof or inflate.unused_data:
        raise NoSuchSeed(text)
    if not isinstance(fields, dict) or not _FIELDS[kind].issuperset(fields):
        raise NoSuchSeed(text)
    if not all(isinstance(each, str) and len(each) <= _MOST_FIELD for each in fields.values()):
        raise NoSuchSeed(text)
    return fields


def write_position(fields: Mapping[str, str]) -> str:
    """Return the text of a position."""
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    written = json.dumps(dict(sorted(fields.items())), separators=(",", ":")).encode()
    packed = deflate.compress(written) + deflate.flush()
    return "p" + urlsafe_b64encode(packed).decode().rstrip("=")


def _exercise(rules: Ruleset, kind: ExerciseType, text: str, texts: Mapping[str, str]) -> Exercise:
    """Return the exercise of a type in a position."""
    if kind is BEST:
        return own_best_play(rules.key, text, texts)
    choices: tuple[str, ...]
    if kind is MAY:
        choices = objections_in(rules)
    else:
        choices = pieces_of(read_cards(texts["table" if kind is TAKE else "hand"]))
    house = tuple(texts.get("house", "").split())
    exercise = Exercise(
        rules.key, kind, text, Difficulty(0, 0, 0), kind.asks, texts, choices, house=house
    )
    if kind is MAY:
        return replace(exercise, players=question_of(exercise).players)
    return exercise


def _own(rules: Ruleset, kind: ExerciseType, fields: Mapping[str, str]) -> Exercise | None:
    """Return the exercise of a type in a position; None where it cannot be asked there."""
    given = {name: value for name, value in fields.items() if value}
    try:
        return read_own(rules.key, kind.name, write_position(given))
    except Impossible:
        return None


def own_missed(exercise: MissedExercise) -> Exercise | None:
    """Return the exercise about a missed play as one that stands alone; None where nothing but the
    game tells what was missed: a card that had to be held for a build, or a hand that is not
    known."""
    record, event = exercise.record, exercise.missed.event
    match exercise.asks:
        case MissedTask.TAKE:
            return _own(record.rules, TAKE, exercise.texts)
        case MissedTask.FORCED:
            return _own(record.rules, FORCED, exercise.texts)
        case MissedTask.HELD:
            return None
    hand = record.hand(exercise.missed.play)
    assert isinstance(event.event, Played)
    assert event.seat is not None
    assert isinstance(event.verdict, Verdict)
    if hand is None or isinstance(event.event.play, CardOnly):
        return None
    fields = _question(record, exercise.missed.play, event.event.play, hand)
    own = _own(record.rules, MAY, fields)
    objection = objection_to(event.verdict)
    is_same = own and objection and {answer.choice for answer in own.answers} == {objection}
    return own if is_same else None


def own_dear(record: Record, finding: Finding) -> Exercise | None:
    """Return the exercise about a play that cost much as one that stands alone: which of it and the
    best one is the better. None where the hand is not known, or where the game has no such
    exercises."""
    index = record.index(finding.seq)
    before, hand = record.events[index].before, record.hand(index)
    if before is None or hand is None or finding.best is None or finding.best == finding.play:
        return None
    lying = Table(before.table, before.builds).cards
    following = (*before.in_hands[finding.seat :], *before.in_hands[: finding.seat])
    plays = [
        _question(record, index, play, hand).get("turn") or write_settled_play(play)
        for play in (finding.best, finding.play)
    ]
    fields = {
        **_question(record, index, (), hand),
        "gone": write_cards(difference(sorted(before.shown), lying)),
        "held": " ".join(map(str, following)),
        "worths": f"{plays[0]}/0;{plays[1]}/{finding.loss:g}",
    }
    return _own(record.rules, BEST, fields)


def _question(record: Record, index: int, play: Play, hand: Cards) -> dict[str, str]:
    """Return the fields of a question about a position of a game, with its house rules."""
    applied = record.events[index]
    assert applied.before is not None
    assert applied.seat is not None
    house = {"house": " ".join(record.rules.house_rules.on_during_play)}
    if isinstance(record.engine, BuildGameEngine):
        state = build_game_state(applied.before)
        return house | question_texts(record.engine, state, applied.seat, play, hand)
    return house | {
        "table": write_cards(sorted(applied.before.table)),
        "hand": write_cards(hand),
    }
