"""The ``referee`` command."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from referee.cli import main
from referee.config import VERSION
from referee.languages import Speech, speaking, speech
from referee.rules.log.game_text import FORMAT
from tests.api_calls import Caller
from tests.followed_game_calls import played_out
from tests.oracle.krypkasino_simulator import Game, simulate
from tests.written_logs import lines_of


def judge(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["judge", *arguments])


def test_which_version_it_is() -> None:
    told = CliRunner().invoke(main, ["--version"])
    assert (told.exit_code, told.output) == (0, f"referee, version {VERSION}\n")


JUDGED = [
    # arguments, exit code, first line
    (["5S / 5S"], 0, "Double sweep: the 5♠\ufe0e takes the whole table"),
    (["3 5", "--hand", "8 9"], 0, "Forced sweep: play the 8"),
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
        (["8", "--house", "jokers"], "house: There is no house rule “jokers”"),
    ],
)
def test_judge_explains_what_it_cannot_read(arguments: list[str], message: str) -> None:
    result = judge(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


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
    assert set(state) - set(told) == {"number", "accepted_imbalance", "corrected"}
    assert result.exit_code == (1 if told["irregularities"] else 0)


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
