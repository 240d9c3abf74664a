"""Followed games with builds as golden text: what is entered, and how the game then stands.

``tests/data/playthroughs`` has one file a game and house rule. They were played by a model that was
written from the rules alone and knew all hands; it agreed with the referee on every state, and its
list of bluffs stands in the head. What the house rules of the variants do to mistakes and their
corrections, which no game of the oracle has, is in two that are short.

    game: swazi-casino
    house: crazy
    players: 2
    dealer: 1
    bluffs: 0 no_holder 14

    > table 2D 5S 9C JD
    table: 2D 5S 9C JD
    > 9H x 9C
    refused: not_in_hand

An entry stands behind ``>``, in the notation of logs. Below it is what it changes in the state as
the API has it, or why it is refused. The file's name says how it was entered: ``played`` turn by
turn, ``entered`` with mistakes that are put right, ``rambled`` by somebody who enters anything.

``python -m tests.playthroughs`` writes what the referee says now: the difference is to be read.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from referee.api.game_answers import GameStateSchema, state_values
from referee.rules.games import ruleset
from referee.rules.log.record import Record, replay
from tests.followed_games import body_of, entered

FILES = Path(__file__).parent / "data" / "playthroughs"
GAMES = (
    "casino", "royal-casino", "swazi-casino", "lesotho-casino", "south-african-casino",
    "spade-casino",
)  # fmt: skip
PAIRS = (0, 1, 0, 1)
Body = Mapping[str, Any]
Truth = set[tuple[int, str, int]]
"""Bluffs as (seat, kind, number of the turn that left the build)."""


@dataclass(frozen=True)
class Setup:
    """A game, its house rules and its players."""

    game: str
    players: int
    dealer: int = 0
    house: frozenset[str] = frozenset()
    teams: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        """Make four players of Swazi and Lesotho pairs, in South African by its house rule."""
        pairs = self.game in ("swazi-casino", "lesotho-casino") or "partners" in self.house
        if self.teams is None and self.players == 4 and pairs:
            object.__setattr__(self, "teams", PAIRS)

    @cached_property
    def pack(self) -> tuple[str, ...]:
        """Return all cards; South African Casino has no pictures."""
        ranks = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
        if self.game == "south-african-casino":
            ranks = ranks[:10]
        return tuple(rank + suit for rank in ranks for suit in "CDHS")


class Playthrough(NamedTuple):
    """A game in a file: each entry with what the file says of it, line by line."""

    setup: Setup
    bluffs: Truth
    entries: list[tuple[str, list[str]]]

    @property
    def bodies(self) -> list[Body]:
        """The entries as the API has them."""
        return [body_of(line) for line, _ in self.entries]


def read(path: Path) -> Playthrough:
    """Return the game of a file."""
    head, *parts = path.read_text("utf-8").rstrip("\n").split("\n> ")
    field = dict(line.split(": ", 1) for line in head.splitlines() if line)
    teams = tuple(map(int, field["teams"].split())) if "teams" in field else None
    house = frozenset(field.get("house", "").split())
    setup = Setup(field["game"], int(field["players"]), int(field["dealer"]), house, teams)
    bluffs = [one.split() for one in field.get("bluffs", "").split(", ") if one]
    entries = [(line, told) for line, *told in (part.split("\n") for part in parts)]
    truth = {(int(seat), kind, int(at)) for seat, kind, at in bluffs}
    return Playthrough(setup, truth, entries)


def begun(setup: Setup) -> Record:
    """Return the log before its first entry."""
    rules = ruleset(setup.game, setup.house)
    return replay(rules, setup.players, setup.dealer, (), setup.teams)


def end(setup: Setup, bodies: Iterable[Body]) -> Record:
    """Return the log after these entries, but for those that are refused."""
    record = begun(setup)
    for body in bodies:
        record, _ = entered(record, body)
    return record


def told(one: Playthrough) -> Iterator[tuple[list[str], Record]]:
    """Yield what the referee says of each entry, and the log after it."""
    record, before = begun(one.setup), dict[str, Any]()
    for body in one.bodies:
        record, refused = entered(record, body)
        if refused is not None:
            yield [f"refused: {refused}"], record
            continue
        after = GameStateSchema.json(state_values(record))
        score = record.score
        after["totals"] = score and [one.total for one in score.scores]
        yield _changes(before, after), record
        before = after


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [
        f"{name}: {_written(after[name])}".rstrip()
        for name in after
        if name != "seq" and (name not in before or before[name] != after[name])
    ]


def _written(value: object) -> str:
    """Return a field in words: what is none, false or empty is left out of a thing."""
    if isinstance(value, dict):
        told = {
            name: one
            for name, one in value.items()
            if one not in (None, "", []) and one is not False
        }
        return ", ".join(f"{name} {_written(one)}" for name, one in told.items())
    if isinstance(value, list):
        plain = all(isinstance(one, str | int) for one in value)
        return (" " if plain else " | ").join(map(_written, value))
    return "-" if value is None else str(value)


@cache
def files(how: str = "*", game: str = "*") -> list[Path]:
    """Return the files of a game that were entered so; of all where nothing is said."""
    return sorted(FILES.glob(f"{game}.{how}.*.txt"))


def _some(seed: object, how: str, game: str | None) -> Iterator[Playthrough]:
    paths = files(how, game or "*")
    for path in random.Random(f"{seed}").sample(paths, len(paths)):
        yield read(path)


def games(
    seed: object, game: str | None = None, how: str = "entered"
) -> Iterator[tuple[Setup, list[Body], Truth]]:
    """Yield games that were played: who plays, the entries, and who bluffed."""
    for one in _some(seed, how, game):
        yield one.setup, one.bodies, one.bluffs


def rambles(seed: object, game: str | None = None) -> Iterator[tuple[Setup, list[Body]]]:
    """Yield games that nobody played: who plays, and the entries."""
    for one in _some(seed, "rambled", game):
        yield one.setup, one.bodies


def main() -> None:
    """Write all files anew, with what the referee says now."""
    for path in files():
        head = path.read_text("utf-8").partition("\n> ")[0]
        one = read(path)
        parts = (
            "\n".join([line, *said])
            for (line, _), (said, _) in zip(one.entries, told(one), strict=True)
        )
        path.write_text("\n> ".join([head, *parts]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
