"""Followed games, scene by scene, as text: what is entered, and how it lies then.

``tests/data/scenes`` has a scene a line, under its point of the contract or clause of the rules:

    casino 2 | table 5S 9C JD 2D ; 8H x 9C ! | lies 2D 5S JD ; turn 0

The game, how many play it and its house rules; the entries, in the notation of logs; what is so
after the last one. Seat 0 deals.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.rules.games.casino.followed.disputes import demanded_plays
from referee.rules.games.casino.followed.state import dead_values
from referee.rules.log.accept_entry import NotLatest, accept
from referee.rules.log.entries import Undo, write_entry
from referee.rules.log.record import Record, replay
from referee.rules.notation import write_rank, write_settled_play, write_table
from referee.rules.plays import Played, Table
from referee.rules.ruleset import BuildStatistics
from tests import written_logs
from tests.build_game_scenes import duties, engine, found, now, refused, tops
from tests.written_logs import begin, enter

FILES = Path(__file__).parents[1] / "data" / "scenes"


class Scene(NamedTuple):
    """A line of a file."""

    where: str
    game: str
    entries: list[str]
    claims: list[str]


def scenes() -> list[Scene]:
    found = []
    for path in sorted(FILES.glob("*.txt")):
        heading = ""
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            heading = line.removeprefix("## ") if line.startswith("## ") else heading
            if line and not line.startswith("#"):
                game, entries, claims = (part.strip() for part in line.split("|"))
                lines = entries.split(" ; ") if entries else []
                found.append(Scene(f"{heading}: {number}", game, lines, claims.split(" ; ")))
    return found


def begun(scene: Scene) -> Record:
    game, players, *house = scene.game.split()
    return begin(int(players), 0, house, game)


def lies(record: Record) -> str:
    return write_table(Table(record.state.table, record.state.builds))


def irregular(record: Record) -> str:
    if record.rules.key != "krypkasino":
        return ", ".join(found(record))
    rows = [
        (seq, "-" if at is None else at, *more) for seq, at, *more in written_logs.irregular(record)
    ]
    return ", ".join(" ".join(map(str, row)).strip() for row in rows)


def markers(record: Record) -> str:
    """Return the earning of the last play, if it lies on the pile."""
    step = record.events[-1]
    assert written_logs.markers(record)[step.seat or 0] == record.engine.markers_of(step)
    return str(record.engine.markers_of(step))


def undoable(record: Record) -> str:
    """Return the numbers that an undo may name."""
    numbers = []
    for seq in range(25):
        with suppress(NotLatest):
            accept(record, Undo(seq))
            numbers.append(str(seq))
    return " ".join(numbers)


def standing(record: Record) -> str:
    numbers = [step.seq for step in record.events]
    assert [record.index(seq) for seq in numbers] == list(range(len(numbers)))
    return " ".join(map(str, numbers))


def missed(record: Record) -> str:
    return ", ".join(
        f"{seq} {seat} {card} at {at}" for seq, seat, card, at in written_logs.missed(record)
    )


def insists(record: Record) -> str:
    """Return the turns that opponents want; put in the place of the last one, nothing is open any
    more."""
    number = next((one.seq for one in record.events[::-1] if isinstance(one.event, Played)), 0)
    wanted = demanded_plays(engine(record), record.events)
    for one in wanted:
        for turn in (one.text, write_settled_play(one.play)):
            assert (
                demanded_plays(engine(record), enter(record, f"replace {number} {turn}").events)
                == ()
            )
    return ", ".join(one.text for one in wanted)


def statistics(record: Record) -> BuildStatistics:
    told = record.engine.build_statistics(record.events, record.players)
    assert told is not None
    return told


def taken(record: Record) -> str:
    """Return owner and taker of each build that was taken."""
    rows = enumerate(statistics(record).taken)
    each = [(owner, taker, n) for owner, row in rows for taker, n in enumerate(row)]
    return " ".join(f"{owner}>{taker}" for owner, taker, number in each for _ in range(number))


TOLD: Mapping[str, Callable[[Record], str]] = {
    "lies": lies,
    "last build": lambda record: lies(record).split()[-1],
    "irregular": irregular,
    "kinds": lambda record: " ".join(
        sorted(kind for _, _, kind, _ in written_logs.irregular(record))
    ),
    "duties": duties,
    "dead": lambda record: " ".join(map(str, dead_values(engine(record).rules, now(record)))),
    "marks": lambda record: (
        " ".join(str(pile.markers) for pile in record.state.piles) if record.state else ""
    ),
    "seats": lambda record: " ".join(
        "-" if step.seat is None else str(step.seat) for step in record.events
    ),
    "turn": lambda record: str(record.state and record.state.turn),
    "deal": lambda record: str(record.state and record.state.deal),
    "hands": lambda record: " ".join(map(str, record.state.in_hands if record.state else ())),
    "stock": lambda record: str(now(record).stock),
    "top 0": lambda record: tops(record, 0),
    "top 1": lambda record: tops(record, 1),
    "top 2": lambda record: tops(record, 2),
    "insist": insists,
    "proven": lambda record: " ".join(
        " ".join(map(write_rank, sorted(ranks))) or "-" for ranks in now(record).proven
    ),
    "swept by": lambda record: " ".join(written_logs.sweeping(record)),
    "markers": markers,
    "missed": missed,
    "undo": undoable,
    "stand": standing,
    "said": lambda record: ", ".join(
        f"{step.seq} {write_entry(step.event)}" for step in record.events
    ),
    "built": lambda record: " ".join(map(str, statistics(record).built)),
    "taken": taken,
    "sure": lambda record: "" if record.is_certain else "unsure",
    "unsure": lambda record: "sure" if record.is_certain else "",
}
"""Claims about the state after the last entry."""


@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.where)
def test_a_scene(scene: Scene) -> None:
    before = enter(begun(scene), *scene.entries[:-1])
    last = scene.entries[-1] if scene.entries else ""
    why = refused(before, last) if last else ""
    for claim in scene.claims:
        if claim == "illegal":
            assert why
            assert why == why.lower(), "a reason of the referee"
        elif claim.startswith("refused "):
            assert why == claim.removeprefix("refused ")
        else:
            assert not why
            is_so(claim, before, enter(before, last) if last else before)


def is_so(claim: str, before: Record, record: Record) -> None:
    if claim == "undone as before":
        undone = enter(record, f"undo {record.seq}")
        assert [step.state for step in undone.events] == [step.state for step in before.events]
        assert irregular(undone) == irregular(before)
        assert irregular(enter(undone, f"undo {undone.seq}")) == irregular(record)
    elif claim == "replayed":
        again = replay(record.rules, record.players, record.dealer, record.entries)
        assert (again.events, again.irregularities) == (record.events, record.irregularities)
    elif claim != "right":
        name = max((name for name in TOLD if f"{claim} ".startswith(f"{name} ")), key=len)
        assert TOLD[name](record) == claim.removeprefix(name).strip()
