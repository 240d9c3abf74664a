"""Recall of exercises: when one that was answered wrongly comes back, by the library fsrs.

A phone keeps all of it and the server nothing: the state of an exercise comes with an answer, and
the next state goes back. Times are those of whoever answers, and clocks jump.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import isfinite

from fsrs import Card as Schedule
from fsrs import Rating, Scheduler, State

MOST_STATES = 200
"""The number of exercises that come back to a phone; of more, the ones that come last are left
out."""
MOST_TENS = 400
"""The number of days of which a phone keeps its ten."""
MOST_TEXT = 192 * 1024
"""Characters of all that a phone keeps."""
_MOST_STATE = 400
_LONGEST = timedelta(days=365)
_SKEW = timedelta(days=1)
"""The difference between two right clocks at most."""
_EARLIEST, _LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
_LEAST_STABILITY, _MOST_STABILITY = 0.001, 100_000.0
_STEPS = {State.Learning: (0, 1), State.Relearning: (0,), State.Review: (None,)}

_SCHEDULER = Scheduler(maximum_interval=_LONGEST.days, enable_fuzzing=False)
"""Without chance, so that two phones agree."""

FORMAT, VERSION = "referee-exercises", 1
_NAME = re.compile(r"[a-z-]{1,40} [a-z_]{1,60} ([0-9]{1,9}|p[A-Za-z0-9_-]{1,599})")
"""The name of an exercise: the game, the type, and the seed or the position of an own game."""
_DAY = re.compile(r"[a-z-]{1,40} [0-9]{4}-[0-9]{2}-[0-9]{2}")
_MARKS = re.compile(r"[01]{10}")


class UnreadableState(Exception):
    """A text that is no state of an exercise."""


class UnreadableRecall(Exception):
    """A text that does not hold what a phone keeps of exercises."""


def read_state(text: str) -> Schedule:
    """Return the state of an exercise from its JSON text. Raises :class:`UnreadableState`."""
    if len(text) > _MOST_STATE:
        raise UnreadableState
    try:
        return _checked(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise UnreadableState from error


def _checked(fields: object) -> Schedule:
    """Return the state in the fields of an object, which the library takes as they are."""
    if not isinstance(fields, dict) or fields.get("state") not in list(State):
        raise UnreadableState
    state, step = State(fields["state"]), fields.get("step")
    due, reviewed = _moment(fields.get("due")), _moment(fields.get("last_review"))
    if isinstance(step, (bool, float)) or step not in _STEPS[state]:
        raise UnreadableState
    if not timedelta(0) <= due - reviewed <= _LONGEST:
        raise UnreadableState
    return Schedule(
        card_id=0,
        state=state,
        step=step,
        stability=_number(fields.get("stability"), _LEAST_STABILITY, _MOST_STABILITY),
        difficulty=_number(fields.get("difficulty"), 1, 10),
        due=due,
        last_review=reviewed,
    )


def _moment(value: object) -> datetime:
    if not isinstance(value, str):
        raise UnreadableState
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        raise UnreadableState
    try:
        moment = moment.astimezone(UTC)
    except OverflowError as error:
        raise UnreadableState from error
    if not _EARLIEST <= moment <= _LATEST:
        raise UnreadableState
    return moment


def _number(value: object, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UnreadableState
    if not isfinite(value) or not least <= value <= most:
        raise UnreadableState
    return float(value)


def write_state(state: Schedule) -> str:
    """Return the JSON text of a state."""
    fields = state.to_dict()
    return json.dumps({name: value for name, value in fields.items() if name != "card_id"})


def after_answer(
    state: Schedule | None, now: datetime, *, right: bool, hinted: bool = False
) -> Schedule | None:
    """Return the state of an exercise after an answer; None for one that was never wrong.

    A right answer with a hint was hard. An answer is never earlier than the one before: the later
    time counts where a clock has gone back.
    """
    if state is None:
        if right:
            return None
        state = Schedule(card_id=0, due=now)
    state = _in_the_present(state, now)
    rating = (Rating.Hard if hinted else Rating.Good) if right else Rating.Again
    at = max(now, state.last_review or now)
    return _SCHEDULER.review_card(state, rating, at)[0]


def text_after(text: str, now: datetime, *, right: bool, hinted: bool = False) -> str:
    """Return the JSON text of the state after an answer, "" for none; of an unreadable one, as of
    "", the exercise begins anew."""
    try:
        state = read_state(text)
    except UnreadableState:
        state = None
    after = after_answer(state, now, right=right, hinted=hinted)
    return "" if after is None else write_state(after)


def _in_the_present(state: Schedule, now: datetime) -> Schedule:
    """Return a state as it is; one from a clock that was far ahead as if it were of now, or it
    would come back after that clock's time alone."""
    reviewed = state.last_review
    if reviewed is None or reviewed - now <= _SKEW:
        return state
    interval = state.due - reviewed
    return Schedule(
        card_id=0,
        state=state.state,
        step=state.step,
        stability=state.stability,
        difficulty=state.difficulty,
        due=now + interval,
        last_review=now,
    )


# --- all that a phone keeps -----------------------------------------------------------------------


@dataclass(frozen=True)
class Recall:
    """The exercises that a phone keeps: the ``states`` by the name of the exercise ("krypkasino
    take 312345"; from somebody's own game with its position in place of the seed), and the marks of
    each finished ten (1 for right) by game and day."""

    states: Mapping[str, Schedule] = field(default_factory=dict)
    tens: Mapping[str, str] = field(default_factory=dict)


def read_recall(text: str) -> Recall:
    """Return what a phone keeps from its JSON text. An unreadable part is left out.

    Raises :class:`UnreadableRecall` for a text of another kind.
    """
    if len(text) > MOST_TEXT:
        raise UnreadableRecall
    try:
        return recall_of(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise UnreadableRecall from error


def recall_of(data: object) -> Recall:
    """Return what a phone keeps from data of JSON. Raises :class:`UnreadableRecall`."""
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, VERSION):
        raise UnreadableRecall
    states, tens = data.get("states"), data.get("tens")
    if not isinstance(states, dict) or not isinstance(tens, dict):
        raise UnreadableRecall
    readable = {name: state for name in states if (state := _readable(name, states[name]))}
    marks = {
        day: each
        for day, each in tens.items()
        if _DAY.fullmatch(day) and isinstance(each, str) and _MARKS.fullmatch(each)
    }
    return _bounded(readable, marks)


def _readable(name: str, fields: object) -> Schedule | None:
    if not _NAME.fullmatch(name):
        return None
    try:
        return _checked(fields)
    except (ValueError, UnreadableState):
        return None


def _bounded(states: Mapping[str, Schedule], tens: Mapping[str, str]) -> Recall:
    """Return what fits on a phone: what comes back first, and the latest days."""
    soonest = sorted(states, key=lambda name: (states[name].due, name))[:MOST_STATES]
    latest = sorted(tens, key=lambda day: (day.rpartition(" ")[2], day))[-MOST_TENS:]
    return Recall({name: states[name] for name in soonest}, {day: tens[day] for day in latest})


def write_recall(recall: Recall) -> str:
    """Return the JSON text of what a phone keeps."""
    states = {name: json.loads(write_state(state)) for name, state in recall.states.items()}
    data = {"format": FORMAT, "version": VERSION, "states": states, "tens": dict(recall.tens)}
    return json.dumps(data, separators=(",", ":"))


def merged(mine: Recall, other: Recall) -> Recall:
    """Return what two phones keep: of an exercise that both know the state after its later answer,
    of a ten that both have done mine."""
    states = dict(mine.states)
    for name, state in other.states.items():
        if name not in states or _later(state, states[name]):
            states[name] = state
    return _bounded(states, {**other.tens, **mine.tens})


def _later(state: Schedule, other: Schedule) -> bool:
    """Return whether a state follows from a later answer than another one. Of two at the same time
    the one that comes back first counts, whichever phone asks."""
    assert state.last_review is not None
    assert other.last_review is not None
    if state.last_review != other.last_review:
        return state.last_review > other.last_review
    return state.due < other.due


def pack(recall: Recall) -> str:
    """Return what a phone keeps as text that fits into a link."""
    packed = zlib.compress(write_recall(recall).encode(), 9)
    return urlsafe_b64encode(packed).decode().rstrip("=")


def unpack(text: str) -> Recall:
    """Return what a phone keeps from the text of a link. Raises :class:`UnreadableRecall`."""
    try:
        packed = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        inflate = zlib.decompressobj()
        written = inflate.decompress(packed, MOST_TEXT).decode()
    except (ValueError, zlib.error) as error:
        raise UnreadableRecall from error
    if not inflate.eof:
        raise UnreadableRecall
    return read_recall(written)
