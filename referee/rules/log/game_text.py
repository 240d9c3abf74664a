"""A whole game as plain text: a head of ``name: value`` lines, an empty line, and the log.

    referee game 1
    game: krypkasino
    rules: 1
    house: last_capture_point
    player: Anna
    player: Bo
    dealer: Bo

    1 table 5H 9C JD 2S      ; 2026-11-21T19:30:05+00:00
    2 8H -

Entries are numbered from 1 and written in the notation of
:mod:`referee.rules.log.entries`. What stands after a semicolon is the time of an entry, or a
remark.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..cards import Impossible, RulesError, Unreadable
from ..ruleset import Ruleset
from .entries import read_entry, write_entry
from .record import Record, accept, append, replay

_T = TypeVar("_T")

Rulesets = Callable[[str, Iterable[str], int | None], Ruleset]
"""A function that finds a ruleset by its key, house rules and version (None: the newest)."""

FORMAT = "referee game 1"
_FIELD = re.compile(r"([a-z]+): ?(.*)")
_ENTRY = re.compile(r"([0-9]{1,6})\.?\s+(\S.*)")
_LONGEST_HEAD = 50  # lines: no game has so many players, and each other field is there once
_FIELDS = ("game", "rules", "house", "player", "dealer", "teams")


class UnreadableTranscript(Unreadable):
    """Text that is no game; ``line`` counts from 1, ``error`` is the error in that line."""

    def __init__(self, line: int, text: str, error: RulesError | None = None) -> None:
        super().__init__(text)
        self.line, self.error = line, error


class PlaysTwice(Impossible):
    """Two players with the same name, who could not be told apart."""

    def __init__(self, name: str) -> None:
        super().__init__(f"twice: {name!r}")
        self.name = name


@dataclass(frozen=True)
class Transcript:
    """A game with its players and its log, to be sent as text. ``remarks`` holds the text after the
    semicolon of each entry: its time, if known."""

    players: tuple[str, ...]
    record: Record
    remarks: tuple[str, ...]


def write_transcript(transcript: Transcript) -> str:
    """Return a game as text."""
    return "\n".join([*_head(transcript), "", *_lines(transcript), ""])


def _head(transcript: Transcript) -> Iterator[str]:
    record = transcript.record
    yield FORMAT
    yield f"game: {record.rules.key}"
    yield f"rules: {record.rules.version}"
    if on := record.rules.house_rules.on:
        yield f"house: {' '.join(on)}"
    for name in transcript.players:
        yield f"player: {name}"
    yield f"dealer: {transcript.players[record.dealer]}"
    if record.teams is not None:
        yield f"teams: {' '.join(map(str, record.teams))}"


def _lines(transcript: Transcript) -> Iterator[str]:
    for seq, entry in enumerate(transcript.record.entries, 1):
        remark = transcript.remarks[seq - 1]
        line = f"{seq} {write_entry(entry)}"
        yield f"{line:<40} ; {remark}" if remark else line


def read_transcript(
    text: str, ruleset: Rulesets, go_on: Callable[[], None] = lambda: None
) -> Transcript:
    """Return the game that a text describes; ``ruleset`` finds its rules.

    Every entry is checked as a new one is; ``go_on`` is called before each, and may stop the
    reading by an error. Raises :class:`UnreadableTranscript`, which names the line.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != FORMAT:
        raise UnreadableTranscript(1, lines[0] if lines else "")
    body = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    head = _Head(lines[:body], ruleset)
    record = replay(head.rules, len(head.players), head.dealer, (), head.teams)
    remarks: list[str] = []
    for number, line in enumerate(lines[body:], body + 1):
        if line.strip():
            go_on()
            record, remark = _read_line(record, number, line.strip())
            remarks.append(remark)
    return Transcript(head.players, record, tuple(remarks))


class _Head:
    """The lines before the log, read."""

    def __init__(self, lines: Sequence[str], ruleset: Rulesets) -> None:
        self._fields: dict[str, list[tuple[int, str]]] = {name: [] for name in _FIELDS}
        for number, line in enumerate(lines[1:], 2):
            match = _FIELD.fullmatch(line.strip())
            name = match[1] if match else ""
            values = self._fields.get(name)
            repeated = bool(values) and name != "player"
            if match is None or values is None or repeated or number > _LONGEST_HEAD:
                raise UnreadableTranscript(number, line)
            values.append((number, match[2].strip()))
        self._end = len(lines)
        game = self._read("game", lambda game: ruleset(game, (), None).key)
        version = self._read("rules", lambda text: ruleset(game, (), _number(text)).version)
        house_rules = [name for _, text in self._fields["house"] for name in text.split()]
        self.rules = ruleset(game, (), version)
        if house_rules:
            self.rules = self._read("house", lambda _: ruleset(game, house_rules, version))
        self.players = tuple(name for _, name in self._fields["player"])
        self._check_names()
        self._read("player", lambda _: self.rules.seating.deal_plan(len(self.players)))
        self.dealer = self._read("dealer", self.players.index)
        self.teams = self._read("teams", self._read_teams) if self._fields["teams"] else None

    def _read(self, name: str, read: Callable[[str], _T]) -> _T:
        """Return the last line of this name, read by ``read``. Raises
        :class:`UnreadableTranscript`."""
        if not self._fields[name]:
            raise UnreadableTranscript(self._end, name)
        number, text = self._fields[name][-1]
        try:
            return read(text)
        except RulesError as error:
            raise UnreadableTranscript(number, text, error) from error
        except ValueError:
            raise UnreadableTranscript(number, text) from None

    def _check_names(self) -> None:
        """Raise :class:`UnreadableTranscript` if two players have the same name."""
        for number, name in self._fields["player"]:
            if self.players.count(name) > 1:
                raise UnreadableTranscript(number, name, PlaysTwice(name))

    def _read_teams(self, text: str) -> tuple[int, ...]:
        """Return the team of each seat. Raises :class:`ValueError` or the errors of
        :meth:`~referee.rules.seating.Seating.settle`."""
        if not re.fullmatch(r"[0-9]( [0-9])*", text):
            raise ValueError
        teams = tuple(map(int, text.split()))
        self.rules.seating.settle(len(self.players), teams)
        return teams


def _number(text: str) -> int:
    """Return the number from 1 up that a text is. Raises :class:`ValueError`."""
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text):
        raise ValueError
    return int(text)


def _read_line(record: Record, number: int, line: str) -> tuple[Record, str]:
    """Return the record with the entry of a line, and the remark of that line. Raises
    :class:`UnreadableTranscript`."""
    text, _, remark = line.partition(";")
    match = _ENTRY.fullmatch(text.strip())
    if match is None or int(match[1]) != record.seq + 1:
        raise UnreadableTranscript(number, line)
    try:
        return append(record, accept(record, read_entry(match[2]))), remark.strip()
    except RulesError as error:
        raise UnreadableTranscript(number, line, error) from error
