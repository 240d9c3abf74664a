"""A whole game as plain text, and back."""

import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from referee.rules.cards import RulesError, SuitMissing, TooManyCopies
from referee.rules.games import UnknownGame, UnknownVersion, ruleset
from referee.rules.house_rules import UnknownHouseRule
from referee.rules.log.entries import (
    Insert,
    NoSuchEntry,
    Replace,
    UnreadableEntry,
    read_entry,
    write_entry,
)
from referee.rules.log.game_text import (
    FORMAT,
    PlaysTwice,
    Transcript,
    UnreadableTranscript,
    read_transcript,
    write_transcript,
)
from referee.rules.log.record import NotLatest, OutOfTurn, Record, accept
from referee.rules.notation import UnreadableCard
from referee.rules.ruleset import AppliedEvent, GameOver, IllegalPlay, SeveralOptions, WrongTable
from referee.rules.seating import ImpossiblePlayers, ImpossibleTeams
from tests.api_calls import NAMES
from tests.followed_games import begun, enter, followed, irregular, lines_of, table
from tests.oracle.krypkasino_simulator import Game, simulate
from tests.strategies import SOAK

HEAD = ["game: krypkasino", "rules: 1", "player: Ada", "player: Bo", "dealer: Ada"]
PLAYS = ["1 table 2D 5H 8S 9C", "2 8H x 8S", "3 9H x 9C"]


def text(*log: str, head: list[str] = HEAD) -> str:
    return "\n".join([FORMAT, *head, "", *log, ""])


def slipping(game: Game, chance: random.Random) -> Transcript:
    """Return a game with undo, redo, replace and plays put in between, and a remark here and
    there."""
    record, remarks = begun(game), []
    for line in lines_of(game):
        record = enter(record, line)
        slip = chance.random()
        if slip < 0.1:
            record = enter(record, f"undo {record.seq}", f"undo {record.seq + 1}")
        elif slip < 0.2:
            last = record.events[-1]
            record = enter(record, f"undo {record.seq}", line, f"replace {record.seq + 2} {line}")
            assert record.events[-1].state == last.state
        elif slip < 0.3 and len(record.events) > 2 and latest_last(record.events[-3:]):
            with suppress(RulesError):  # it may have taken what the forgotten one had laid
                record = put_in_between(record)
    remarks = [chance.choice(["", "x", "2026-11-21T19:30:05+00:00"]) for _ in record.entries]
    names = tuple(NAMES[: game.players])
    return Transcript(names, record, tuple(remarks))


def latest_last(steps: Sequence[AppliedEvent]) -> bool:
    return [step.seq for step in steps] == sorted(step.seq for step in steps)


def put_in_between(record: Record) -> Record:
    """Insert a play before the last one, which was forgotten at first."""
    before, first, last = record.events[-3:]
    undone = record
    while undone.events[-1] != before:
        undone = enter(undone, f"undo {undone.timeline.latest}")
    at = undone.seq + 1
    written = write_entry(last.event).removesuffix(" !")
    mended = enter(undone, f"{written} !", f"before {at} {write_entry(first.event)}")
    assert mended.events[-1].state == last.state
    return mended


@pytest.mark.parametrize("players", range(2, 7))
def test_a_game_both_ways(players: int) -> None:
    chance = random.Random(f"{players} {SOAK}")
    for _ in range(SOAK):
        house = {
            rule for rule in ("last_capture_point", "set_aside_spades") if chance.random() < 0.5
        }
        house |= {"two_player_five_six"} if players == 2 else set()
        game = simulate(chance, players, chance.randrange(players), house, 0.4)
        sent = slipping(game, chance)
        assert any(isinstance(entry, Insert) for entry in sent.record.entries)
        written = write_transcript(sent)
        again = read_transcript(written, ruleset)
        assert (again.players, again.record.teams, again.remarks) == (
            sent.players,
            sent.record.teams,
            sent.remarks,
        )
        for part in ("entries", "events", "dealer", "players", "rules"):
            assert getattr(again.record, part) == getattr(sent.record, part)
        assert again.record.score is not None
        assert write_transcript(again) == written


def test_it_is_what_the_readme_shows() -> None:
    transcript = read_transcript(
        text(*PLAYS, head=[*HEAD[:2], "house: last_capture_point", *HEAD[2:]]), ruleset
    )
    remarks = ("2026-11-21T19:30:05+00:00", "", "at last; it is late")
    assert write_transcript(replace(transcript, remarks=remarks)).splitlines() == [
        "referee game 1",
        "game: krypkasino",
        "rules: 1",
        "house: last_capture_point",
        "player: Ada",
        "player: Bo",
        "dealer: Ada",
        "",
        "1 table 2D 5H 8S 9C                      ; 2026-11-21T19:30:05+00:00",
        "2 8H x 8S",
        "3 9H x 9C                                ; at last; it is late",
    ]


READ_TOO = [
    text(*PLAYS).replace("\n", "\r\n"), text(*PLAYS).replace("\n", "\r"), "\ufeff" + text(*PLAYS),
    "\ufeff" + text(*PLAYS).replace("\n", "\r\n"), text(*PLAYS).rstrip(), text("", *PLAYS, "", ""),
    text(PLAYS[0], "", *PLAYS[1:]), text(*(f"  {line}  " for line in PLAYS)),
    text(*(line.replace(" ", ". ", 1) for line in PLAYS)),
    text(*(line.replace(" ", "\t", 1) for line in PLAYS)), text(*(f"{line}; x" for line in PLAYS)),
    text(*(line.lower() for line in PLAYS)), text("1 table 2♦ 5♥ 8♠ 9♣", "2 8♥", "3 9♥"),
    text(*PLAYS, head=[f" {line} " for line in HEAD]),
    text(*PLAYS, head=[line.replace(": ", ":") for line in HEAD]),
    text(*PLAYS, head=[*HEAD[::-1][:1], *HEAD[:-1]]), text(*PLAYS, head=[*HEAD, "house:"]),
]  # fmt: skip


@pytest.mark.parametrize("written", READ_TOO, ids=lambda written: ascii(written[:60]))
def test_reads_what_editors_and_people_make_of_it(written: str) -> None:
    transcript = read_transcript(written, ruleset)
    expected = read_transcript(text(*PLAYS), ruleset)
    assert transcript.players == ("Ada", "Bo")
    assert transcript.record.entries == expected.record.entries
    assert table(transcript.record) == "2D 5H"


REMARKS = [
    # line, remark
    ("2 8H x 8S ; 2026-11-21T19:30:05+00:00", "2026-11-21T19:30:05+00:00"),
    ("2 8H x 8S;well played!", "well played!"), ("2 8H x 8S ;  a ; b  ", "a ; b"),
    ("2 8H x 8S ;", ""), ("2 8H x 8S", ""), ("2 8H x 8S ; 3 9H x 9C", "3 9H x 9C"),
    ("2 8H x 8S ; \N{PILE OF POO} Åsa", "\N{PILE OF POO} Åsa"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "remark"), REMARKS)
def test_remarks(line: str, remark: str) -> None:
    transcript = read_transcript(text(PLAYS[0], line), ruleset)
    assert transcript.remarks == ("", remark)
    assert read_transcript(write_transcript(transcript), ruleset).remarks == ("", remark)


PLAYERS = [
    ["Anna Maria", "Bo"], ["Åsa", "Øyvind"],
    ["\N{FAMILY}", "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}"],
    ["player: Ada", "dealer: Bo"], ["; Ada", "1 table 2D"], ["Ada  Bo", "Ada Bo"], ["undo 2", "-"],
    ["\u202eada", "x" * 60],
]  # fmt: skip


@pytest.mark.parametrize("names", PLAYERS)
def test_names(names: list[str]) -> None:
    head = [*HEAD[:2], *(f"player: {name}" for name in names), f"dealer: {names[1]}"]
    transcript = read_transcript(text(*PLAYS[:1], head=head), ruleset)
    assert (transcript.players, transcript.record.dealer) == (tuple(names), 1)
    assert read_transcript(write_transcript(transcript), ruleset).players == tuple(names)


# What is refused, and where
LINE = len(HEAD) + 3
"""The first line of the log."""

UNREADABLE: list[tuple[str, int, type[RulesError] | None]] = [
    # text, line, what is wrong there
    ("", 1, None), ("\n" + text(*PLAYS), 1, None), ("referee game 2", 1, None),
    ("referee game 10\n" + "\n".join(HEAD), 1, None),
    ("REFEREE GAME 1\n" + "\n".join(HEAD), 1, None), ("game: krypkasino", 1, None),
    (text(*PLAYS, head=[*HEAD[:2], "Ada", *HEAD[3:]]), 4, None),
    (text(*PLAYS, head=[*HEAD[:2], "Player: Ada", *HEAD[3:]]), 4, None),
    (text(*PLAYS, head=[*HEAD, "dealer: Bo"]), 7, None),
    (text(*PLAYS, head=[*HEAD, PLAYS[0]]), 7, None), (text("table 2D 5H 8S 9C"), LINE, None),
    (text("2 table 2D 5H 8S 9C"), LINE, None), (text("0 table 2D 5H 8S 9C"), LINE, None),
    (text("1 table 2D 5H 8S 9X"), LINE, UnreadableCard),
    (text("1 table 2D 5H 8S 9"), LINE, SuitMissing), (text("1 table 2D 5H 8S"), LINE, WrongTable),
    (text("1 table 2D 5H 8S 8S", "2 8S - !"), LINE + 1, TooManyCopies),
    (text(*PLAYS, "3 5C x 5H"), LINE + 3, None), (text(*PLAYS, "5 5C x 5H"), LINE + 3, None),
    (text(*PLAYS, "", "", "4 5C x 5D"), LINE + 5, IllegalPlay),
    (text(*PLAYS, "4 5C -"), LINE + 3, IllegalPlay),
    (text(*PLAYS, "4 5C x"), LINE + 3, UnreadableEntry),
    (text(*PLAYS, "4 @0 JC -"), LINE + 3, OutOfTurn),
    (text(*PLAYS, "4 undo 2"), LINE + 3, NotLatest),
    (text(*PLAYS, "4 undo 4"), LINE + 3, NotLatest),
    (text(*PLAYS, "4 replace 4 8C"), LINE + 3, NoSuchEntry),
    (text("1 table 3H 3D 4S 9C", "2 7C"), LINE + 1, SeveralOptions),
    (text(*PLAYS, "4"), LINE + 3, None), (text(*PLAYS, "; that was all"), LINE + 3, None),
    (text(*PLAYS, "four 5C x 5H"), LINE + 3, None), (text(*PLAYS, "４ 5C x 5H"), LINE + 3, None),
    (text(*PLAYS, "4: 5C x 5H"), LINE + 3, None),
]  # fmt: skip


@pytest.mark.parametrize(("written", "line", "error"), UNREADABLE)
def test_refused(written: str, line: int, error: type[RulesError] | None) -> None:
    with pytest.raises(UnreadableTranscript) as refusal:
        read_transcript(written, ruleset)
    assert refusal.value.line == line
    assert type(refusal.value.error) is (error or type(None))
    lines = written.splitlines() or [""]
    assert refusal.value.text == lines[line - 1]


HEADS: list[tuple[list[str], type[RulesError]]] = [
    (["game: whist", *HEAD[1:]], UnknownGame), ([*HEAD, "house: jokers"], UnknownHouseRule),
    ([*HEAD[:3], "dealer: Ada"], ImpossiblePlayers),
    ([*HEAD, *(f"player: {number}" for number in range(5))], ImpossiblePlayers),
    ([*HEAD, "house: two_player_five_six", "player: Cia"], ImpossiblePlayers),
    ([*HEAD, "teams: 0 1"], ImpossibleTeams),
    ([*HEAD, "player: Cia", "player: Dan", "teams: 0 0 1 1"], ImpossibleTeams),
    ([*HEAD, "teams: 0 x"], UnreadableTranscript), ([*HEAD, "teams: ０ 1"], UnreadableTranscript),
    (HEAD[1:], UnreadableTranscript), (HEAD[:-1], UnreadableTranscript),
    ([*HEAD[:-1], "dealer: Cia"], UnreadableTranscript),
    ([*HEAD[:-1], "dealer: 0"], UnreadableTranscript), ([HEAD[0], *HEAD[2:]], UnreadableTranscript),
    ([HEAD[0], "rules: 2", *HEAD[2:]], UnknownVersion),
    ([HEAD[0], "rules: 1.0", *HEAD[2:]], UnreadableTranscript), ([*HEAD, f"{HEAD[2]}"], PlaysTwice),
    ([*HEAD, "colour: blue"], UnreadableTranscript), ([], UnreadableTranscript),
]  # fmt: skip


@pytest.mark.parametrize(("head", "error"), HEADS)
def test_heads_that_are_refused(head: list[str], error: type[RulesError]) -> None:
    with pytest.raises(UnreadableTranscript) as refusal:
        read_transcript(text(*PLAYS, head=head), ruleset)
    assert type(refusal.value.error or refusal.value) is error


# Each can be read in as a file of several megabytes, and is refused at once.
MANY = 200_000
HUGE = {
    "a long line": text("1 table " + "5H " * MANY),
    "many lines": text(*["1 table 2D 5H 8S 9C"] * MANY),
    "many empty lines": text(*[""] * MANY, "x"),
    "many players": text(head=[*HEAD, *["player: x"] * MANY]),
    "many teams": text(head=[*HEAD, "teams:" + " 1" * MANY]),
    "many house rules": text(head=[*HEAD, "house:" + " x" * MANY]),
    "a long word": text("1 " + "x" * MANY),
    "a long number": text("1" * MANY + " x"),
    "a long remark": text("1 x ;" + " x" * MANY),
}
HOSTILE = {
    "many spaces": text("1 x" + " " * 10_000 + "x"),
    "replacements of replacements": text(*PLAYS, "4 " + "replace 2 " * 2_000 + "8C"),
}


def refuse_at_once(written: str) -> None:
    begin = time.process_time()
    with pytest.raises(RulesError):
        read_transcript(written, ruleset)
    assert time.process_time() - begin < 0.5


@pytest.mark.parametrize("name", HUGE)
def test_huge_input_is_refused_at_once(name: str) -> None:
    refuse_at_once(HUGE[name])


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_refused_at_once(name: str) -> None:
    refuse_at_once(HOSTILE[name])


def test_a_log_has_an_end() -> None:
    """1000 entries; whoever sends more does not follow a game."""
    back_and_forth = [f"{seq} undo {seq - 1}" for seq in range(4, 1001)]
    record = read_transcript(text(*PLAYS, *back_and_forth), ruleset).record
    assert (record.seq, irregular(record)) == (1000, [])
    with pytest.raises(UnreadableTranscript) as refusal:
        read_transcript(text(*PLAYS, *back_and_forth, "1001 undo 1000"), ruleset)
    assert refusal.value.line == LINE + 1000


LOG = ["table 2D 5H 8S 9C", "8H x 8S", "9H x 9C", "5C x 5H", "JD -"]
"""Entries 1 to 5; Bo plays 2 and 4, Ada 3 and 5."""


def test_nothing_stands_before_the_first_entry() -> None:
    record = followed()
    assert (record.state, record.seq) == (None, 0)
    assert (record.timeline.latest, record.timeline.undone) == (None, None)


# Replace
def test_the_log_names_what_was_replaced_by_its_own_number() -> None:
    record = followed(*LOG, "replace 2 8C", "replace 6 8D")
    assert [write_entry(entry) for entry in record.entries[5:]] == [
        "replace 2 8C x 8S",
        "replace 2 8D x 8S",
    ]


@pytest.mark.parametrize("seq", [0, -1])
def test_entries_are_numbered_from_1(seq: int) -> None:
    entry = read_entry("8C -")
    with pytest.raises(NoSuchEntry):
        accept(followed(*LOG), Replace(seq, entry))


# A play that was forgotten
def test_no_more_plays_than_there_are_cards() -> None:
    """No play can have been forgotten when all cards have been played."""
    lines = lines_of(simulate(Random(1), 2, 0))
    record = followed(*lines)
    assert record.over
    with pytest.raises(GameOver):
        enter(record, "before 3 KC - !")
    record = enter(followed(*lines[:-1]), f"before 3 {lines[-1].split()[0]} - !")
    assert (record.over, len(record.events)) == (True, len(lines))


def test_entries_are_found_under_all_their_numbers() -> None:
    record = followed(*LOG, "replace 2 8C", "undo 6", "undo 7", "undo 8", "undo 9")
    assert [record.index(seq) for seq in (1, 2, 6, 8, 10)] == [0, 1, 1, 1, 1]
    for seq in (0, 7, 9, 11):
        with pytest.raises(NoSuchEntry):
            record.index(seq)
