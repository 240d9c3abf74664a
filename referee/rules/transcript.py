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

Entries are numbered from 1 and written in the notation of :mod:`referee.rules.entries`. What
stands after a semicolon is the time of an entry, or a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .cards import RulesError, Unreadable
from .entering import accept
from .entries import read_entry, write_entry
from .games import ruleset
from .record import Record, append, replay

FORMAT = "referee game 1"
_LONGEST = 1000  # entries; a game of 104 cards has room for a great many corrections
_FIELD = re.compile(r"([a-z]+): ?(.*)")
_LINE = re.compile(r"([0-9]{1,6})\.?\s+([^;]*?)\s*(?:;\s*(.*?)\s*)?")


class UnreadableTranscript(Unreadable):
    """Text that is no game; ``line`` counts from 1, ``error`` says what is wrong there."""

    def __init__(self, line: int, text: str, error: RulesError | None = None) -> None:
        super().__init__(f"line {line}: {text!r} {error or ''}")
        self.line, self.text, self.error = line, text, error


@dataclass(frozen=True)
class Transcript:
    """A game with its players and its log, as it is sent around. ``remarks`` has what stands
    after each entry's semicolon: its time, as far as anybody knows it."""

    players: tuple[str, ...]
    teams: tuple[int, ...] | None
    record: Record
    remarks: tuple[str, ...]


def write_transcript(transcript: Transcript) -> str:
    """The game as text."""
    return "\n".join([*_head(transcript), "", *_lines(transcript), ""])


def _head(transcript: Transcript) -> Iterator[str]:
    record = transcript.record
    yield FORMAT
    yield f"game: {record.rules.key}"
    yield f"rules: {record.rules.version}"
    on = [name for name, is_on in record.rules.house.switches().items() if is_on]
    if on:
        yield f"house: {' '.join(on)}"
    for name in transcript.players:
        yield f"player: {name}"
    yield f"dealer: {transcript.players[record.dealer]}"
    if transcript.teams is not None:
        yield f"teams: {' '.join(map(str, transcript.teams))}"


def _lines(transcript: Transcript) -> Iterator[str]:
    for seq, entry in enumerate(transcript.record.entries, 1):
        remark = transcript.remarks[seq - 1]
        line = f"{seq} {write_entry(entry)}"
        yield f"{line:<40} ; {remark}" if remark else line


def read_transcript(text: str) -> Transcript:
    """A game from its text. Every entry is checked as if somebody entered it now.

    Raises :class:`UnreadableTranscript` with the line, and what a ruleset raises: an unknown
    game, an unknown house rule, an impossible number of players or impossible teams.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or lines[0].strip() != FORMAT:
        raise UnreadableTranscript(1, lines[0] if lines else "")
    body = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    fields = _read_head(lines[1:body])
    players = tuple(fields.get("player", ()))
    record = _begin(fields, players)
    remarks: list[str] = []
    for at, line in enumerate(lines[body:], body + 1):
        if not line.strip():
            continue
        record, remark = _read_line(record, at, line)
        remarks.append(remark)
    teams = tuple(_numbers(fields["teams"][0])) if "teams" in fields else None
    if teams is not None:
        record.rules.check_teams(teams, len(players))
    return Transcript(players, teams, record, tuple(remarks))


def _read_head(lines: Sequence[str]) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for at, line in enumerate(lines, 2):
        match = _FIELD.fullmatch(line.strip())
        if match is None or (match[1] in fields and match[1] != "player"):
            raise UnreadableTranscript(at, line)
        fields.setdefault(match[1], []).append(match[2])
    return fields


def _begin(fields: dict[str, list[str]], players: tuple[str, ...]) -> Record:
    try:
        (game,), (dealer,) = fields["game"], fields["dealer"]
        seat = players.index(dealer)
    except (KeyError, ValueError):
        raise UnreadableTranscript(2, "game, player, dealer") from None
    rules = ruleset(game, " ".join(fields.get("house", ())).split())
    rules.deal_plan(len(players))
    if fields.get("rules", [""])[0] != str(rules.version):
        raise UnreadableTranscript(3, "rules")
    return replay(rules, len(players), seat, ())


def _read_line(record: Record, at: int, line: str) -> tuple[Record, str]:
    match = _LINE.fullmatch(line.strip())
    if match is None or int(match[1]) != record.seq + 1 or record.seq >= _LONGEST:
        raise UnreadableTranscript(at, line)
    try:
        return append(record, accept(record, read_entry(match[2]))), match[3] or ""
    except RulesError as error:
        raise UnreadableTranscript(at, line, error) from error


def _numbers(text: str) -> Iterator[int]:
    for word in text.split():
        if not (word.isascii() and word.isdecimal() and len(word) <= 2):
            raise UnreadableTranscript(1, text)
        yield int(word)
