"""What the README shows is what happens."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.rules.transcript import read_transcript, write_transcript

README = Path(__file__).parents[2] / "README.md"
TEXT = README.read_text("utf-8")
CONSOLE = "\n".join(re.findall(r"```console\n(.*?)```", TEXT, flags=re.DOTALL))
COMMANDS = re.findall(r"^\$ referee (.*)\n((?:(?!\$ ).*\n?)*)", CONSOLE, flags=re.MULTILINE)


def test_the_library_does_as_shown() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert (failed, tried > 5) == (0, True)


@pytest.mark.parametrize(("arguments", "output"), COMMANDS)
def test_the_command_does_as_shown(arguments: str, output: str) -> None:
    assert CliRunner().invoke(main, shlex.split(arguments)).output.strip() == output.strip()


def test_commands_are_shown() -> None:
    assert len(COMMANDS) >= 3


def test_the_game_as_text_is_one(tmp_path: Path) -> None:
    """It has an entry of each kind, and is written as it was read."""
    (text,) = re.findall(r"```text\n(referee game 1\n.*?)```", TEXT, flags=re.DOTALL)
    transcript = read_transcript(text)
    assert [line.split() for line in write_transcript(transcript).splitlines()] == [
        line.split() for line in text.splitlines()
    ]
    file = tmp_path / "game.txt"
    file.write_text(text, "utf-8")
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert (result.exit_code, result.stdout.count("!")) == (1, 2)
