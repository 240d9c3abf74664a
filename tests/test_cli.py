"""The ``referee`` command: judge, replay, photo, and terminals that cannot write every sign."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from referee import judge_command
from referee.api.game_answers import GameStateSchema, state_values
from referee.cli import main
from referee.config import version
from referee.judge_command import answer_to
from referee.languages import FOLDER, LANGUAGES, Speech, speaking, speech
from referee.photo import MOST_BYTES, NotAPicture, PhotoReading, SeenCard
from referee.rules.cards import Card
from referee.rules.games import ruleset
from referee.rules.log.game_text import FORMAT, Transcript, read_transcript, write_transcript
from referee.rules.log.record import Record
from referee.rules.notation import read_card
from referee.rules.question_fields import BadQuestion
from referee.terminal import ERRORS, FAULT
from tests.api_calls import NAMES, Caller, played_out
from tests.followed_games import lines_of
from tests.oracle.krypkasino_simulator import Game, simulate
from tests.playthroughs import GAMES, Setup, end, games
from tests.server_processes import PATIENCE
from tests.strategies import SOAK


def judge(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["judge", *arguments])


def test_which_version_it_is() -> None:
    told = CliRunner().invoke(main, ["--version"])
    assert (told.exit_code, told.output) == (0, f"referee, version {version()}\n")


JUDGED = [
    # arguments, exit code, first line
    (["5S / 5S"], 0, "Double sweep: the 5♠\ufe0e takes the whole table"),
    (["3 5", "--hand", "8 9"], 0, "Forced sweep: play the 8"),
    (["🂥 / 🂥"], 0, "Double sweep: the 5♠\ufe0e takes the whole table"),
    (["S5 / ♠5"], 0, "Double sweep: the 5♠\ufe0e takes the whole table"),
    (["8 / 8", "--captured", "-"], 1, "No: the 8 cannot creep; it must take the 8."),
]


@pytest.mark.parametrize(("arguments", "code", "line"), JUDGED)
def test_judge(arguments: list[str], code: int, line: str) -> None:
    result = judge(*arguments)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (code, line)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["8 / 8 9"], "played: “8 9” is more than one card"),
        (["🂬 / 8"], "table: “🂬” is a knight, and these packs have none. The queen is 🂭."),
        (["8", "--house", "jokers"], "house: There is no house rule “jokers”"),
    ],
)
def test_judge_explains_what_it_cannot_read(arguments: list[str], message: str) -> None:
    result = judge(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


LEFT_OUT = {"alembic", "flask", "marshmallow", "sqlalchemy", "werkzeug"}
ONLY_ITS_OWN = [
    # a question, what it has no use for
    (["5S / 5S"], {"referee.rules.games.casino", "referee.messages.build_verdicts"}),
    (["--game", "casino", "5S / 5H"], {"referee.messages.error_texts"}),
]
MODULES_OF_JUDGE = """
import sys
from referee.cli import main
try:
    main(["judge", *sys.argv[1:]])
except SystemExit as left:
    print(*sys.modules, left.code)
"""


@pytest.mark.parametrize(("arguments", "of_others"), ONLY_ITS_OWN)
def test_a_question_imports_what_it_needs(arguments: list[str], of_others: set[str]) -> None:
    command = [sys.executable, "-c", MODULES_OF_JUDGE, *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    *imported, code = run.stdout.splitlines()[-1].split()
    assert code == "0"
    assert (LEFT_OUT | of_others).isdisjoint(imported)


# The language of who asks
SPOKEN = [
    # the environment, what comes before the command, how it speaks
    ({}, [], "en"),
    ({"LANG": "de"}, [], "de"),
    ({"LANG": "sv_SE.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, [], "de"),
    ({"LANG": "sv_SE.UTF-8", "LC_MESSAGES": "de_DE.UTF-8", "LC_ALL": "C"}, [], "en"),
    ({"LC_ALL": "sv_SE.UTF-8"}, ["--language", "de"], "de"),
]
SAID = {
    "en": ["No: the jack cannot creep; it must take the jack.", "The jack must take one card",
           "  J · up to 2 points · left on the table: 9 · Sweep for a nine"],
    "sv": ["Nej: knekten får inte krypa utan måste ta in knekten.", "Knekten måste ta in ett kort",
           "  Kn · högst 2 poäng · kvar på bordet: 9 · Tabbe på nio"],
    "de": ["Nein – der Bube darf nicht kriechen, sondern muss den Buben schlagen.",
           "Der Bube muss eine Karte schlagen",
           "  B · höchstens 2 Punkte · bleibt auf dem Tisch: 9 · Fegen mit einer Neun"],
}  # fmt: skip


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, str]], None]:
    def put(names: dict[str, str]) -> None:
        for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in names.items():
            monkeypatch.setenv(name, value)

    return put


@pytest.mark.parametrize(("names", "before", "language"), SPOKEN)
def test_the_command_speaks(environment, names, before, language) -> None:
    environment(names)
    with speaking(Speech("sv")):
        result = CliRunner().invoke(main, [*before, "judge", "9 J / J", "--captured", "-"])
        assert speech().language == "sv", "it goes on speaking when it is done"
    assert (result.exit_code, result.stdout.splitlines()) == (1, SAID[language])


FAULTS = [
    # what is asked, Swedish, German
    (["judge", "8 x / 8"], "table: ”x” är inget kort.", "table: „x“ ist keine Karte."),
    (["replay", "{bytes}"], "Fel: {bytes}: det här är ingen", "Fehler: {bytes}: Das ist kein Text"),
    (["restore", "{text}"], "Fel: {text}: ingen säkerhets", "Fehler: {text}: keine Sicherung"),
    (["link", "x"], "Fel: ”x”: det finns ingen", "Fehler: „x“: So eine Gruppe"),
    (["serve", "--host", "192.0.2.1"], "Fel: kan inte lyssna på", "Fehler: kann nicht auf"),
]


@pytest.mark.parametrize(("arguments", "swedish", "german"), FAULTS)
def test_faults(tmp_path: Path, arguments: list[str], swedish: str, german: str) -> None:
    files = {"text": tmp_path / "game.txt", "bytes": tmp_path / "bytes.txt"}
    files["text"].write_text("x", "utf-8")
    files["bytes"].write_bytes(b"\xff\xfe")
    told = [argument.format(**files) for argument in arguments]
    for language, begins in (("sv", swedish), ("de", german)):
        result = CliRunner().invoke(main, ["--language", language, *told])
        assert (result.exit_code in (1, 2), result.stdout) == (True, "")
        assert result.stderr.startswith(begins.format(**files))


# Games that were saved as text
def saved(folder: Path, *log: str, head: str = "rules: 1", players: str = "Ada Bo") -> str:
    """Return a file with a game; the first player deals."""
    names = players.split()
    lines = [FORMAT, "game: krypkasino", head, *(f"player: {name}" for name in names)]
    numbered = [f"{seq} {entry}" for seq, entry in enumerate(log, 1)]
    file = folder / "game.txt"
    file.write_text("\n".join([*lines, f"dealer: {names[0]}", "", *numbered, ""]), "utf-8")
    return str(file)


def replay(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["replay", *arguments])


FIVES = "table 5H 5D KH QH"
REPLAYED = [
    # log, exit code, what is said after the dealer and the table
    (["table 5H KD KH QH", "5H"], 0, ["  1  Bo: 5♥ takes 5♥. Double sweep: Bo +10, Ada −10"]),
    ([FIVES, "2H -", "KD -", "5S"], 1,
     ["  1  Bo: 2♥ creeps", "  2  Ada: K♦ creeps", "  3  Bo: 5♠ takes 5♥ and 5♦",
     "     ! Bo held 5♠ at play 1, and it would have swept: a forced sweep was passed over."]),
]  # fmt: skip


@pytest.mark.parametrize(("log", "code", "lines"), REPLAYED)
def test_replay(tmp_path: Path, log: list[str], code: int, lines: list[str]) -> None:
    result = replay(saved(tmp_path, *log))
    said = result.stdout.replace("\ufe0e", "").splitlines()
    assert (result.exit_code, said[0], said[-1]) == (
        code,
        "Ada deals.",
        "The game was not followed to its end.",
    )
    assert said[1].startswith("  0  Dealt to the table: 5♥")
    assert said[2:-1] == lines


def simulated(careless: float) -> Game:
    return simulate(random.Random(11), 3, 0, careless=careless)


def test_replay_answers_json_as_the_api_does(tmp_path: Path, app: Flask) -> None:
    game = simulated(0.4)
    state = played_out(Caller(app), game, 40).read()
    result = replay("--json", saved(tmp_path, *lines_of(game)[:41], players="Ada Bo Cia"))
    told = json.loads(result.stdout)
    assert told.items() <= state.items()
    of_the_server = {"number", "accepted_imbalance", "corrected", "bg_stats_url"}
    assert set(state) - set(told) == of_the_server
    assert result.exit_code == (1 if told["irregularities"] else 0)


def test_replay_tells_what_plays_cost_as_the_api_does(tmp_path: Path, app: Flask) -> None:
    game = simulate(random.Random(11), 4, 0, careless=0.9)
    file = saved(tmp_path, *lines_of(game), players="Ada Bo Cia Dan")
    result = replay("--analysis", file)
    said = result.stdout.replace("\ufe0e", "").splitlines()
    at = said.index("What plays cost beside the best that their player could know:")
    assert said[at - 1].startswith("Ada 12, Bo 6, Cia 11, Dan 13.")
    assert said[said.index("Cia:", at) + 1].startswith("  38. 5♠ takes 5♥: about ")
    assert said[-1].endswith("cannot be judged: something in that deal was against the rules.")
    told = json.loads(replay("--analysis", "--json", file).stdout)
    played = [{"card": each.card, "captured": [*each.captured]} for each in game.plays]
    body = {"players": 4, "log": [{"table": [*game.dealt]}, *played], "from": 50, "limit": 50}
    answer = Caller(app)("POST", "/krypkasino/analysis", body).json
    assert told | {"plays": told["plays"][50:]} == answer


def test_replay_cannot_say_what_plays_cost_before_the_end(tmp_path: Path) -> None:
    result = replay("--analysis", saved(tmp_path, FIVES, "2H -"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "This game is not over" in result.stderr


UNREADABLE = [
    # log, head, what is said
    ([FIVES, "2X -"], "rules: 1", "Line 9 of the game, “2 2X -”: “2X” is not a card"),
    ([FIVES], "rules: 1\nhouse: jokers", "Line 4 of the game, “jokers”: There is no house"),
]


@pytest.mark.parametrize(("log", "head", "message"), UNREADABLE)
def test_replay_explains_what_it_cannot_read(
    tmp_path: Path, log: list[str], head: str, message: str
) -> None:
    file = saved(tmp_path, *log, head=head)
    for arguments in ([file], ["--json", file]):
        result = replay(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{file}: {message}" in result.stderr


def judge_game(*arguments: str, game: str) -> Result:
    return CliRunner().invoke(main, ["judge", "--game", game, *arguments])


def said(*arguments: str, game: str) -> list[str]:
    return judge_game(*arguments, game=game).stdout.replace("\ufe0e", "").splitlines()


MINE = "4C KD 3S+5H=8@0"

JUDGED_BUILDS = [
    # the game, arguments, exit code, what is said
    ("casino", [MINE, "--turn", "8H x 3S+5H=8"], 0, ["Yes, that is", "On the table then: 4♣ K♦"]),
    ("casino", [MINE, "--hand", "8H QC", "--turn", "QC -"], 1,
     ["No: you were the last to add to the build of 8. Take something, build or add.",
     "The Q♣ takes nothing, and no build can be made with it.",
     "  trail it? No: you were the last to add to the build of 8. Take something"]),
    ("casino", ["JS JC", "--turn", "JD x JS JC"], 1,
     ["No: ", "It depends on the house rules: A picture takes all of its rank",
     "Allowed: Standard Hoyle, 1904 · Foster's Hoyle · American: a picture takes all",
     "Not allowed: Casino as on pagat.com · Wippen"]),
    ("casino", ["8S AS 7D 4C+4D=8@1 10D / 8H"], 0,
     ["The 8♥ may do this:", "  take: 8♠ | A♠+7♦ | 4♦+4♣=8 · 1 point",
     "  build 8: 8♥ | A♠+7♦ · if you still hold an eight"]),
    ("casino", [MINE + " KC", "--hand", "8H KS"], 0, ["You were the last to", "Keep an eight for"]),
    ("casino", ["2S+3H=5@1 / 3D", "--with", "2S+3H=5"], 0, ["Raise a build to 8: 2♠+3♥+3♦ · Yes"]),
    ("swazi-casino", ["3D 6H 4C+5S=9@0", "--players", "3", "--hand", "9C 10D", "--turn", "10D -"],
     0, ["Yes, that is right.", "On the table then: 3♦ 6♥ 10♦ 4♣+5♠=9",
     "An opponent may insist: add 3♦ and 6♥ to your build of 9"]),
    ("south-african-casino", ["9C 3D 5C", "--piles", "4H@1", "--turn", "8S x 3D 5C"], 0,
     ["Yes, that is right.", "On the table then: 9♣",
     "On top of the piles then: yours 3♦ > 5♣ > 8♠, the opponent’s 4♥"]),
    ("swazi-casino", ["5C 6D", "--players", "4", "--proven", "J", "--turn", "5C+6D=11@2 / 2S -"], 0,
     ["Yes, that is right."]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "arguments", "code", "lines"), JUDGED_BUILDS)
def test_what_is_said(game: str, arguments: list[str], code: int, lines: list[str]) -> None:
    found = said(*arguments, game=game)
    assert judge_game(*arguments, game=game).exit_code == code
    assert len(found) >= len(lines), found
    for line, begins in zip(found, lines, strict=False):
        assert line.startswith(begins), found


REFUSED = [
    # game, arguments, what is said
    ("casino", ["8 / 8", "--captured", "8"], "captured: This game knows nothing of it."),
    ("krypkasino", ["8 / 8", "--turn", "8 x 8"], "turn: This game knows nothing of it."),
    ("casino", ["3S+5H=9 / 8"], "table: 3♠ and 5♥ cannot be divided"),
    ("casino", ["3S / 8", "--turn", "8 takes"], "turn: “8 takes” is not a turn."),
]


@pytest.mark.parametrize(("game", "arguments", "message"), REFUSED)
def test_what_cannot_be_asked(game: str, arguments: list[str], message: str) -> None:
    result = judge_game(*arguments, game=game)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.replace("\ufe0e", "").startswith(message)


def test_all_foreign_fields_are_told() -> None:
    with pytest.raises(BadQuestion) as refusal:
        answer_to("casino", {"table": "8", "captured": "8", "dealt": "1"})
    assert [fault.field for fault in refusal.value.faults] == ["captured", "dealt"]


def played(game: str, number: int) -> list[Record]:
    """Games with mistakes, corrections and bluffs in them."""
    return [
        end(setup, entries) for setup, entries, _ in islice(games(f"as text {SOAK}", game), number)
    ]


OF_PAIRS = """referee game 1
game: swazi-casino
rules: 1
player: Ada
player: Bo
player: Cia
player: Dan
dealer: Ada

1 table 2D 5S 9C JD
2 9H x 9C
3 8C 5S+8C=13
"""


def test_a_replay_tells_the_score_of_a_pair_once(tmp_path: Path) -> None:
    """The scores add up, and what is left at the end is in card order, builds too."""
    rest = [card for card in Setup("casino", 2).pack if card not in OF_PAIRS]
    path = tmp_path / "pairs.txt"
    path.write_text(OF_PAIRS + "\n".join(f"{at} {card} - !" for at, card in enumerate(rest, 4)))
    *_, left, scores = replay(str(path)).output.splitlines()
    assert scores == "Ada & Cia 0, Bo & Dan 11. The sum is 11."
    assert left.startswith("Dan captured last and takes the rest: A♠\ufe0e, A♥\ufe0e")
    assert left.index("5♠") < left.index("8♣") < left.index("K♠")


@pytest.mark.parametrize("game", GAMES)
def test_both_ways(game: str, tmp_path: Path) -> None:
    for record in played(game, SOAK):
        sent = Transcript(tuple(NAMES[: record.players]), record, ("",) * record.seq)
        text = write_transcript(sent)
        found = read_transcript(text, ruleset)
        assert write_transcript(found) == text
        again = found.record
        assert len(again.entries) == len(record.entries)
        assert GameStateSchema.json(state_values(again)) == GameStateSchema.json(
            state_values(record)
        )
        assert (again.score, again.rows) == (record.score, record.rows)
        path = tmp_path / "game.txt"
        path.write_text(text, "utf-8")
        for options in ([], ["--json"]):
            result = replay(*options, str(path))
            assert result.exit_code == (1 if record.irregularities else 0), result.output
        answer = json.loads(result.stdout)
        assert answer["builds"] == GameStateSchema.json(state_values(record))["builds"]
        assert (answer["scores"] is None) == (record.score is None)


SURE = ("AS", 0.99, ())
UNSURE = ("8H", 0.5, ("8D", "3H", "6H"))
PHOTOS: dict[bytes, tuple[tuple[str, float, tuple[str, ...]], ...]] = {
    b"sure": (SURE, ("10D", 0.7, ())),
    b"unsure": (SURE, UNSURE),
    b"empty": (),
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Any]:
    """Photos whose cards are known, and what is asked of the reader."""
    asked: list[Any] = []

    def read(data: bytes, content_type: None, knowledge: object) -> PhotoReading:
        asked.append((len(data), content_type, knowledge))
        if data not in PHOTOS:
            raise NotAPicture
        return PhotoReading(tuple(seen(*card) for card in PHOTOS[data]), "en", 10, 10)

    def seen(text: str, sure: float, others: tuple[str, ...]) -> SeenCard:
        alternatives: tuple[tuple[Card, float], ...] = tuple((read_card(o), 0.1) for o in others)
        return SeenCard(read_card(text), sure, alternatives, 1, 2, ((1, 2),))

    monkeypatch.setattr("referee.file_commands.read_photo", read)
    monkeypatch.setattr("referee.file_commands.available", lambda: True)
    monkeypatch.chdir(tmp_path)
    for data in (*PHOTOS, b"text"):
        Path(data.decode()).write_bytes(data)
    return asked


def photo(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["--language", "en", "photo", *arguments])


@pytest.mark.parametrize(
    ("files", "code", "out", "err"),
    [
        (["sure"], 0, "AS 10D\n", ""),
        (["unsure"], 1, "AS 8H\n", "unsure: Is this 8♥︎, 8♦︎ or 3♥︎?\n"),
        (["sure", "empty"], 1, "AS 10D\n\n", "empty: No card was seen."),
        (["text"], 2, "", "Error: text: This is not a picture"),
        ([], 2, "", "FILE"),
    ],
)
@pytest.mark.usefixtures("asked")
def test_photos(files: list[str], code: int, out: str, err: str) -> None:
    result = photo(*files)
    assert (result.exit_code, result.stdout) == (code, out)
    assert err in result.stderr
    assert bool(err) == bool(result.stderr)


def test_knowledge(asked: list[Any]) -> None:
    given = "--game south-african-casino --letters sv --indices 4 --gone AS,2H"
    assert photo("sure", *given.split()).exit_code == 0
    ((size, content_type, knowledge),) = asked
    assert (size, content_type) == (4, None)
    assert (knowledge.letters, knowledge.indices, sum(knowledge.cards.values())) == ("sv", 4, 38)


@pytest.mark.parametrize("gone", ["8", "XX", "AS AS AS"])
@pytest.mark.usefixtures("asked")
def test_cards_that_cannot_be_gone(gone: str) -> None:
    result = photo("sure", "--gone", gone)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "gone: " in result.stderr


def test_a_large_file_is_not_read_to_its_end(asked: list[Any]) -> None:
    with Path("large").open("wb") as file:
        file.truncate(MOST_BYTES * 10)
    photo("large")
    assert asked[0][0] == MOST_BYTES + 1


def test_without_the_runtime(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.file_commands.available", lambda: False)
    result = photo("sure")
    assert (result.exit_code, asked) == (1, [])
    assert "not installed" in result.stderr


ENCODINGS = ("utf-8", "cp1252", "cp437", "latin-1", "ascii")
SPADE = "♠"

# Spelling
SPELLED = [
    # text, encoding, what is written
    ("5♠\ufe0e K♥", "ascii", "5S KH"),
    ("“8” – no: −5 · 2×", "ascii", '"8" - no: -5 - 2x'),
    ("“8” – no: −5 · 2×", "cp1252", "“8” – no: -5 · 2×"),
    ("Åsa übt: groß …", "ascii", "Asa ubt: gross ..."),
    ("Åsa übt: groß …", "latin-1", "Åsa übt: groß ..."),
    ("שרה\udcff", "ascii", "\\u05e9\\u05e8\\u05d4\\udcff"),
]


@pytest.mark.parametrize(("text", "encoding", "expected"), SPELLED)
def test_spelling(text: str, encoding: str, expected: str) -> None:
    assert text.encode(encoding, ERRORS).decode(encoding) == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.po")), ids=lambda file: file.stem)
def test_every_text_can_be_spelled(file: Path, encoding: str) -> None:
    """In all languages, without a number where a character was."""
    text = file.read_text("utf-8").encode(encoding, ERRORS).decode(encoding)
    assert len(text) > 100_000
    assert not re.search(r"\\[xuU]", text)


# The command
GAME = f"{FORMAT}\ngame: krypkasino\nrules: 1\nplayer: Åsa\nplayer: Bo\ndealer: Åsa\n\n"
GAME += "1 table 5H 5D KH QH\n2 2H -\n"
CALLS = [
    # arguments, the exit code
    (["judge", "3H 5S / 3C", "--hand", "3C 8D"], 1),
    (["judge", "8S Ω / 8"], 2),
    (["judge", "--game", "casino", "4C KD 3S+5H=8@0 / 8H", "--hand", "8H QC"], 0),
    (["replay", "game.txt"], 0),
    (["replay", "none.txt"], 2),
]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_encoding(
    tmp_path: Path, language: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(GAME, "utf-8")
    for call, code in CALLS:
        result = CliRunner(charset=encoding).invoke(main, ["--language", language, *call])
        assert result.exit_code == code, (call, result.output)
        assert result.output
        assert "Traceback" not in result.output
        assert ("\\u" in result.output) == ("Ω" in " ".join(call) and encoding in NO_OMEGA), call
        assert (SPADE in result.output) <= (encoding == "utf-8")


NO_OMEGA = ("cp1252", "latin-1", "ascii")


# What is no verdict
def test_a_fault_has_a_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(judge_command, "answer_to", fail)
    result = CliRunner().invoke(main, ["judge", "8 / 8"])
    assert (result.exit_code, "ZeroDivisionError" in result.stderr) == (FAULT, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="not on this machine")
def test_what_cannot_be_written_is_no_verdict() -> None:
    call = [sys.executable, "-m", "referee", "judge", "8 / 8"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            call, stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
        )
    assert done.returncode not in (0, 1, 2)
