"""``make run`` with Pythons that are old, gone, or others than before. They are small scripts."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[2] / "Makefile"
PYTHON = """#!/bin/sh
case "$1 $2" in
"-c "*) exec {real} -c 'import sys; sys.version_info = {version}; exec(sys.argv.pop(1))' "$2" ;;
"-m venv") mkdir -p .venv/bin; rm -rf .venv/*/*; ln -s "{this}" .venv/bin/python ;;
"-m pip") case "$*" in *photo*) exit {photos} ;; esac; echo "{name} installs" ;;
"-m referee") echo "{name} serves" ;;
esac
"""
NEEDS = "Referee needs Python 3.11 or newer"

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="not on this machine: make")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the Makefile, with some Pythons."""
    (tmp_path / "bin").mkdir()
    shutil.copy(MAKEFILE, tmp_path)
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-photo.txt"):
        (tmp_path / name).touch()
    for number in (10, 11, 12):
        python(tmp_path, f"python3.{number}", number)
    return tmp_path


def python(folder: Path, name: str, number: int, photos: int = 0) -> Path:
    """Return a Python. ``photos`` is the exit code of pip when it installs what reads photos."""
    file = folder / "bin" / name
    facts = {"real": sys.executable, "version": (3, number, 0), "this": file, "photos": photos}
    file.write_text(PYTHON.format(name=f"3.{number}", **facts), "utf-8")
    file.chmod(0o755)
    return file


def make(folder: Path, *arguments: str) -> tuple[int, list[str]]:
    """Return the exit code, and what was written but for the commands."""
    env = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin"}
    done = subprocess.run(
        ["make", *arguments],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, [line for line in done.stdout.splitlines() if " -m " not in line]


@pytest.mark.parametrize("goal", ["run", "check"])
def test_a_python_that_is_too_old(folder: Path, goal: str) -> None:
    code, lines = make(folder, goal, "PYTHON=python3.10")
    assert (code, lines[0]) == (2, f"{NEEDS}; this is 3.10")
    assert not (folder / ".venv").exists()
    assert make(folder, "run", "PYTHON=python3.11") == (0, ["3.11 installs", "3.11 serves"])


def test_a_python_that_is_not_there(folder: Path) -> None:
    code, lines = make(folder, "run", "PYTHON=python3.9")
    assert (code, lines[0]) == (2, f"{NEEDS}; there is no python3.9")


def test_the_usual_python_is_too_old(folder: Path) -> None:
    python(folder, "python3", 10)
    code, lines = make(folder, "run")
    assert (code, lines[0]) == (2, f"{NEEDS}; this is 3.10")


def test_what_fits_is_kept(folder: Path) -> None:
    assert make(folder, "run", "PYTHON=python3.12") == (0, ["3.12 installs", "3.12 serves"])
    assert make(folder, "run", "PYTHON=python3.12") == (0, ["3.12 serves"])
    for number in (10, 11):
        python(folder, "python3", number)  # nobody asked for it
        assert make(folder, "run") == (0, ["3.12 serves"])


def test_another_python_is_taken_if_it_is_asked_for(folder: Path) -> None:
    assert make(folder, "run", "PYTHON=python3.11")[1][-1] == "3.11 serves"
    assert make(folder, "run", "PYTHON=python3.12") == (0, ["3.12 installs", "3.12 serves"])


def test_the_python_of_before_is_gone(folder: Path) -> None:
    assert make(folder, "run", "PYTHON=python3.11")[0] == 0
    python(folder, "python3", 12)
    (folder / "bin" / "python3.11").unlink()
    assert make(folder, "run") == (0, ["3.12 installs", "3.12 serves"])


def test_one_that_an_older_python_left(folder: Path) -> None:
    """Earlier versions of the Makefile made such a folder, before pip refused to go on."""
    subprocess.run([folder / "bin" / "python3.10", "-m", "venv"], cwd=folder, check=True)
    (folder / ".venv" / "run").touch()
    assert make(folder, "run", "PYTHON=python3.11") == (0, ["3.11 installs", "3.11 serves"])


def test_tools_of_developers_are_installed_anew_too(folder: Path) -> None:
    assert make(folder, ".venv/dev", "PYTHON=python3.11") == (0, ["3.11 installs"] * 2)
    assert make(folder, ".venv/dev") == (0, ["make: '.venv/dev' is up to date."])
    assert make(folder, ".venv/dev", "PYTHON=python3.12") == (0, ["3.12 installs"] * 2)


def test_the_app_runs_where_photos_cannot_be_read(folder: Path) -> None:
    python(folder, "python3", 12, photos=1)
    code, lines = make(folder, "run")
    assert (code, lines[0], lines[2]) == (0, "3.12 installs", "3.12 serves")
    assert lines[1].startswith("Photos cannot be read on this machine")
