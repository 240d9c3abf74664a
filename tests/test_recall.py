"""Schedules by which exercises come back, with clocks that jump and two phones."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from fsrs import Card as Schedule
from hypothesis import given
from hypothesis import strategies as st

from referee.services.recall import (
    MOST_STATES,
    MOST_TENS,
    MOST_TEXT,
    Recall,
    UnreadableRecall,
    UnreadableState,
    after_answer,
    merged,
    pack,
    read_recall,
    read_state,
    unpack,
    write_recall,
    write_state,
)
from tests.strategies import examples

NOW = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
MINUTE, DAY = 60, 24 * 3600


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def answered(*answers: tuple[float, str]):
    """Return the state after answers at these seconds: wrong, right, or right with a hint."""
    state = None
    for seconds, said in answers:
        state = after_answer(state, later(seconds), right=said != "wrong", hinted=said == "hint")
    return state


@pytest.mark.parametrize(("answers", "again"), [  # seconds and answers, seconds until it comes back
    ([(0, "right")], None),  # what was never wrong does not come back
    ([(0, "hint")], None),
    ([(0, "wrong")], MINUTE),
    ([(0, "wrong"), (60, "wrong")], MINUTE),
    ([(0, "wrong"), (60, "hint")], 5.5 * MINUTE),  # midway between the two steps
    ([(0, "wrong"), (60, "right")], 10 * MINUTE),
    ([(0, "wrong"), (60, "right"), (660, "right")], DAY),
    ([(0, "wrong"), (60, "right"), (660, "right"), (DAY + 660, "right")], 2 * DAY),
    ([(0, "wrong"), (60, "right"), (660, "right"), (DAY + 660, "wrong")], 10 * MINUTE),
    # earlier than it is due: the next step all the same
    ([(0, "wrong"), (1, "right"), (2, "right")], DAY),
    # a clock that goes back by an hour: the time of the answer before counts
    ([(3600, "wrong"), (0, "right")], 10 * MINUTE),
    ([(3600, "wrong"), (3660, "right"), (0, "right")], DAY),
    # a clock that was a year ahead: it comes back after a day of this one
    ([(365 * DAY, "wrong"), (365 * DAY + 60, "right"), (0, "right")], DAY),
])  # fmt: skip
def test_it_comes_back(answers, again) -> None:
    state = answered(*answers)
    if again is None:
        assert state is None
        return
    assert (state.due - state.last_review).total_seconds() == again


@pytest.mark.parametrize(("first", "second", "counts"), [  # seconds of two answers, of the second
    (0, 60, 60),
    (3600, 0, 3600),
    (DAY, 0, DAY),
    (2 * DAY, 0, 0),  # no two right clocks differ so much
    (400 * DAY, 0, 0)])  # fmt: skip
def test_no_answer_is_earlier_than_the_one_before(first, second, counts) -> None:
    state = answered((first, "wrong"), (second, "right"))
    assert state.last_review == later(counts)
    assert state.due == later(counts + 10 * MINUTE)


def test_every_phone_gives_the_same() -> None:
    """Chance has no part in it."""
    told = {
        write_state(answered(*((DAY * n, "right" if n else "wrong") for n in range(9))))
        for _ in range(5)
    }
    assert len(told) == 1


def fields(**changed: object) -> dict[str, object]:
    state: dict[str, object] = json.loads(write_state(answered((0, "wrong"))))
    return {**state, **changed}


LEARNT = {"state": 2, "step": None, "due": "2026-12-01T20:00:00+00:00"}


@pytest.mark.parametrize(("changed", "readable"), [
    ({}, True),
    (LEARNT, True),
    ({"due": "2026-11-29T21:01:00+01:00", "last_review": "2026-11-29T20:00:00Z"}, True),
    ({"card_id": 7, "more": [1]}, True),
    ({"due": "2026-11-29T20:01:00"}, False),  # no zone
    ({"due": "2026-11-29T19:59:00+00:00"}, False),  # due before it was answered
    ({**LEARNT, "due": "2027-11-30T20:00:00+00:00"}, False),  # more than a year
    ({"due": "9999-12-31T23:59:59-23:00", "last_review": "9999-12-31T23:59:59-23:00"}, False),
    ({"due": "today"}, False), ({"due": None}, False), ({"due": 5}, False),
    ({"last_review": None}, False),
    ({"state": 0}, False), ({"state": 4}, False), ({"state": "1"}, False), ({"state": None}, False),
    ({"step": 2}, False), ({"step": -1}, False), ({"step": True}, False), ({"step": None}, False),
    ({"step": 0.0}, False),  # which the library takes as a place in a list
    ({"state": 2}, False), ({"state": 3, "step": 1}, False),
    ({"stability": 0}, False), ({"stability": 1e300}, False), ({"stability": None}, False),
    ({"stability": float("nan")}, False), ({"stability": float("inf")}, False),
    ({"difficulty": 0.5}, False), ({"difficulty": 10.5}, False), ({"difficulty": "5"}, False),
    ({"difficulty": True}, False),
])  # fmt: skip
def test_a_state_is_read_within_its_bounds(changed, readable) -> None:
    text = json.dumps(fields(**changed))
    if readable:
        state = read_state(text)
        assert write_state(read_state(write_state(state))) == write_state(state)
    else:
        with pytest.raises(UnreadableState):
            read_state(text)


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", "1", "{", "[" * 399, "9" * 399, " " * 401]
)
def test_other_texts_are_no_state(text) -> None:
    with pytest.raises(UnreadableState):
        read_state(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=4,
)
ODD = st.dictionaries(st.sampled_from(sorted(fields())), JSON | st.datetimes().map(str))


@examples(50)
@given(ODD, st.booleans())
def test_whatever_is_sent_can_be_answered(changed: dict[str, object], right: bool) -> None:
    """A state that is read leads to one that is read again."""
    try:
        state = read_state(json.dumps(fields(**changed)))
    except UnreadableState:
        return
    after = after_answer(state, NOW, right=right)
    assert after is not None
    assert read_state(write_state(after)) == after


# --- two phones -----------------------------------------------------------------------------------


def kept(states: Mapping[str, Schedule], tens: Mapping[str, str] | None = None) -> Recall:
    return Recall({f"casino can {name}": state for name, state in states.items()}, tens or {})


FIRST, LATER = answered((0, "wrong")), answered((0, "wrong"), (60, "right"))
AHEAD = answered((0, "wrong"), (3600, "wrong"))


@pytest.mark.parametrize(("mine", "other", "both"), [
    ({}, {}, {}),
    ({"300001": FIRST}, {}, {"300001": FIRST}),
    ({}, {"300001": FIRST}, {"300001": FIRST}),
    ({"300001": FIRST}, {"300002": LATER}, {"300001": FIRST, "300002": LATER}),
    # the later answer wins, whichever phone has it
    ({"300001": FIRST}, {"300001": LATER}, {"300001": LATER}),
    ({"300001": LATER}, {"300001": FIRST}, {"300001": LATER}),
    ({"300001": LATER}, {"300001": AHEAD}, {"300001": AHEAD}),
])  # fmt: skip
def test_two_phones_become_one(mine, other, both) -> None:
    assert merged(kept(mine), kept(other)).states == kept(both).states
    assert merged(kept(other), kept(mine)).states == kept(both).states


def test_of_two_answers_at_one_time_every_phone_takes_the_same() -> None:
    wrong = answered((0, "wrong"), (60, "wrong"))
    assert wrong.last_review == LATER.last_review
    one, two = kept({"300001": wrong}), kept({"300001": LATER})
    assert merged(one, two).states == merged(two, one).states == one.states


def test_the_days_of_both_are_there() -> None:
    mine = kept({}, {"casino 2026-11-28": "1" * 10, "casino 2026-11-29": "0" * 10})
    other = kept({}, {"casino 2026-11-27": "1" * 10, "casino 2026-11-29": "1" * 10})
    assert merged(mine, other).tens == {**other.tens, **mine.tens}


def test_what_does_not_fit_comes_last() -> None:
    """Exercises that come back last, and the earliest days."""
    states = {f"{300000 + n}": answered((n, "wrong")) for n in range(MOST_STATES + 5)}
    days = (f"casino {datetime(2024, 1, 1) + timedelta(n):%Y-%m-%d}" for n in range(MOST_TENS + 5))
    tens = dict.fromkeys(days, "1" * 10)
    whole = merged(kept(states, tens), Recall())
    assert list(whole.states) == [f"casino can {300000 + n}" for n in range(MOST_STATES)]
    assert list(whole.tens) == list(tens)[5:]
    assert len(write_recall(whole)) < MOST_TEXT
    assert read_recall(write_recall(whole)) == whole
    assert unpack(pack(whole)) == whole


KEPT = json.loads(write_recall(kept({"300001": FIRST}, {"casino 2026-11-29": "1" * 10})))


@pytest.mark.parametrize("changed", [
    {"states": {"casino can 300001": FIRST and fields(state=9)}},
    {"states": {"<script>": fields()}},
    {"states": {"casino can 300001": None}},
    {"tens": {"casino 2026-11-29": "12"}},
    {"tens": {"casino today": "1" * 10}},
    {"tens": {"casino 2026-11-29": 5}},
])  # fmt: skip
def test_a_damaged_part_is_left_out(changed) -> None:
    read = read_recall(json.dumps({**KEPT, **changed}))
    (name,) = changed
    assert not getattr(read, name)
    assert read.states or read.tens


@pytest.mark.parametrize("text", [
    "", "{", "[]", "{}", "null", "[" * 9999, json.dumps({**KEPT, "version": 2}),
    json.dumps({**KEPT, "format": "referee-group"}), json.dumps({**KEPT, "states": []}),
    json.dumps({**KEPT, "tens": 1}), " " * (MOST_TEXT + 1),
])  # fmt: skip
def test_other_texts_hold_no_exercises(text) -> None:
    with pytest.raises(UnreadableRecall):
        read_recall(text)


BOMB = urlsafe_b64encode(zlib.compress(b" " * 50_000_000, 1)).decode()


@pytest.mark.parametrize("text", ["", "x", "é", "AAAA", pack(Recall())[:-4], BOMB])
def test_other_links_hold_no_exercises(text) -> None:
    """Neither one that was cut off, nor one that would fill the memory."""
    with pytest.raises(UnreadableRecall):
        unpack(text)
