"""Whatever strangers enter in a followed game with builds, and whatever a saved one was changed to:
it is recorded or refused, in time, and what is recorded can be told and replayed."""

import random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.answers.followed import stands_json
from referee.rules.cards import RulesError
from referee.rules.games import ruleset
from referee.rules.log.entering import accept
from referee.rules.log.entries import read_entry, write_entry
from referee.rules.log.record import Record, append, replay
from referee.rules.log.transcript import Transcript, read_transcript, write_transcript
from tests.calls import NAMES
from tests.playthroughs import GAMES
from tests.strategies import SOAK, examples, times
from tests.test_followed_as_text import played

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
CARDS = st.sampled_from([rank + suit for rank in RANKS for suit in "SHDC"])
SOME = st.lists(CARDS, min_size=1, max_size=4)
TOPS = st.builds("{}^{}".format, CARDS, st.integers(0, 4))
GROUPS = st.lists(st.lists(CARDS | TOPS, min_size=1, max_size=3).map("+".join), max_size=3)
BUILDS = st.builds(
    lambda groups, value, seat: "=".join([*groups, str(value)]) + seat,
    GROUPS.filter(bool),
    st.integers(0, 15),
    st.sampled_from(["", "@0", "@1", "@2", "@3", "@4"]),
)
STEPS = (
    st.builds("{} -".format, CARDS)
    | st.builds(lambda card, some: f"{card} x {' '.join(some)}", CARDS, st.lists(
        CARDS | TOPS | BUILDS, min_size=1, max_size=4))
    | st.builds("{} {}".format, CARDS, BUILDS)
    | BUILDS
)  # fmt: skip
TURNS = st.lists(STEPS, min_size=1, max_size=3).map(" / ".join)
PLAYS = st.builds(
    "{}{}{}".format, st.sampled_from(["", "", "@0 ", "@1 ", "@3 "]), TURNS,
    st.sampled_from(["", " !", " !"]),
)  # fmt: skip
HAPPENINGS = (
    PLAYS
    | SOME.map(lambda some: "table " + " ".join(some))
    | st.builds("top {}".format, TOPS)
    | st.lists(CARDS | BUILDS, max_size=4).map(lambda some: "shows " + " ".join(some))
)
NUMBERS = st.integers(1, 40)
LINES = (
    PLAYS
    | HAPPENINGS
    | st.builds("undo {}".format, NUMBERS)
    | st.builds("back {}".format, NUMBERS)
    | st.builds("replace {} {}".format, NUMBERS, HAPPENINGS)
    | st.builds("before {} {}".format, NUMBERS, PLAYS)
)


def enter_some(record: Record, lines: list[str]) -> Record:
    """The record with those of the lines that are accepted."""
    for line in lines:
        try:
            entry = accept(record, read_entry(line))
        except RulesError:
            continue
        assert read_entry(write_entry(entry)) == entry
        record = append(record, entry)
        stands_json(record)
    return record


@pytest.mark.parametrize("game", GAMES)
def test_whatever_strangers_enter(game: str) -> None:
    half = played(game, 1)[0]

    @given(st.lists(LINES, max_size=12), st.integers(0, half.seq))
    @examples(30)
    def check(lines: list[str], first: int) -> None:
        head = (half.rules, half.players, half.dealer)
        record = enter_some(replay(*head, half.entries[:first], half.teams), lines)
        again = replay(*head, record.entries, record.teams)
        assert (again.steps, again.rows, again.score) == (record.steps, record.rows, record.score)

    check()


@pytest.mark.parametrize("game", GAMES)
def test_changed_texts(game: str) -> None:
    """A word, a line or a sign of a saved game is another one, gone, or there twice."""
    chance = random.Random(f"changed {game} {SOAK}")
    record = played(game, 1)[0]
    text = write_transcript(Transcript(tuple(NAMES[: record.players]), record, ("",) * record.seq))
    for _ in range(times(90)):
        changed = change(chance, text)
        begin = perf_counter()
        try:
            again = read_transcript(changed, ruleset).record
        except RulesError:
            continue
        finally:
            assert perf_counter() - begin < 10
        stands_json(again)
        assert [write_entry(entry) for entry in again.entries]


def change(chance: random.Random, text: str) -> str:
    for _ in range(chance.choice((1, 1, 2, 5))):
        parts = text.split("\n") if chance.random() < 0.5 else text.split(" ")
        glue = "\n" if text.count("\n") + 1 == len(parts) else " "
        at = chance.randrange(len(parts))
        match chance.randrange(4):
            case 0:
                parts[at : at + 1] = []
            case 1:
                parts.insert(at, parts[at])
            case 2:
                parts[at] = chance.choice(parts)
            case _ if parts[at]:
                place = chance.randrange(len(parts[at]))
                sign = chance.choice("SHDCAJQK0123456789+=@^/-x! ;")
                parts[at] = parts[at][:place] + sign + parts[at][place + 1 :]
        text = glue.join(parts)
    return text
