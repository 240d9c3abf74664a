"""The command on terminals and pipes that cannot write every sign."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee import cli
from referee.cli import main
from referee.languages import FOLDER, LANGUAGES
from referee.rules.log.game_text import FORMAT
from referee.startup import ERRORS
from tests.server_processes import PATIENCE

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

    monkeypatch.setattr(cli, "answer_to", fail)
    result = CliRunner().invoke(main, ["judge", "8 / 8"])
    assert (result.exit_code, "ZeroDivisionError" in result.stderr) == (cli.FAULT, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="not on this machine")
def test_what_cannot_be_written_is_no_verdict() -> None:
    call = [sys.executable, "-m", "referee", "judge", "8 / 8"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            call, stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE, check=False
        )
    assert done.returncode not in (0, 1, 2)
