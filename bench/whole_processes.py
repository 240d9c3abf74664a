"""Whole processes, the command and a server up to its first page: processor time and memory as
multiples of those of a Python that imports Flask."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from .bounded_figure import Figure

ROUNDS = 9
JUDGE = "from referee.cli import main; main(['judge', *{!r}])"
FIRST_PAGE = (
    "from referee import create_app; "
    "create_app().test_client().get('/krypkasino/referee?table=A+2+6&played=8')"
)
PEER = "import flask"
MEASURED: dict[str, tuple[str, float, float]] = {
    # what: the program, bounds of processor time and of memory
    "referee judge, Krypkasino": (JUDGE.format(["A 2 6 7 8 9 J / 8"]), 2, 1.3),
    "referee judge, Casino": (JUDGE.format(["--game", "casino", "4C KD 3S+5H=8@0 / 8H"]), 2, 1.3),
    "a server at its first page": (FIRST_PAGE, 7.5, 2.4),
}
MEMORY = """
try:
    {}
except SystemExit as left:
    assert not left.code
with open("/proc/self/status") as status:
    print(*(line.split()[1] for line in status if line.startswith("VmHWM")))
"""
"""A program that prints at its end the most memory that it has had. The system's own figure begins
with that of the process that has started it."""


class _Weight(NamedTuple):
    """The seconds of processor and the most memory that a process has taken."""

    seconds: float
    memory: float


def figures() -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        programs = [PEER, *(program for program, _, _ in MEASURED.values())]
        for program in programs:  # compiled, and the database there
            _weigh(program, folder)
        # In turns, so that a busy moment of the machine hits all alike.
        rounds = [[_weigh(program, folder) for program in programs] for _ in range(ROUNDS)]
    for place, (what, (_, most_time, most_memory)) in enumerate(MEASURED.items(), 1):
        seconds = median(each[place].seconds / each[0].seconds for each in rounds)
        memory = median(each[place].memory / each[0].memory for each in rounds)
        yield Figure(f"{what}: times `import flask`", seconds, "x", most=most_time)
        yield Figure(f"{what}: times its memory", memory, "x", most=most_memory)


def _weigh(program: str, folder: str) -> _Weight:
    """Return the weight of a program in Python, whose instance folder this is."""
    before = getrusage(RUSAGE_CHILDREN)
    run = subprocess.run(
        [sys.executable, "-c", MEMORY.format(program)],
        env=_environment(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    after = getrusage(RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return _Weight(seconds, int(run.stdout.split()[-1]))


def _environment(folder: str) -> dict[str, str]:
    """Return the environment of a program that keeps its data and its compiled modules in a folder:
    compiled ones, as an installed package has them, even where none are to be written."""
    environment = os.environ | {"REFEREE_INSTANCE": folder, "LC_ALL": "C.UTF-8"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment | {"PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}
