"""Clients that generators make of the API's document: each plays an evening. In a soak alone, since
generators come from the network, into a folder of their own."""

import json
import random
import shutil
import subprocess
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.photo import available
from tests.databases import quick_folder
from tests.drawn_photos import photo_of
from tests.oracle.krypkasino_simulator import simulate
from tests.server_processes import HOST, free_port, serving
from tests.strategies import SOAK

HERE = Path(__file__).parent
PLAYERS = ["Ada", "Bo"]
PHOTO = "8H 9C"

pytestmark = [
    pytest.mark.skipif(SOAK == 1, reason="generators are installed in a soak"),
    pytest.mark.skipif(not available(), reason="the extra photo is not installed"),
]


class Evening(NamedTuple):
    """A running server, a folder with its document and what a client is to enter, and what the
    client must have seen in the end."""

    server: str
    folder: Path
    expected: dict[str, Any]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    game = simulate(random.Random(11), 2, 0)
    plays = [{"card": each.card, "captured": [*each.captured]} for each in game.plays]
    written = {"players": PLAYERS, "table": [*game.dealt], "plays": plays}
    (tmp_path / "game.json").write_text(json.dumps(written), "utf-8")
    (tmp_path / "photo.jpg").write_bytes(photo_of(PHOTO))
    expected = {
        "rules": "krypkasino",
        "verdict": ["8S"],
        "scores": [25, 17],
        "followed": ["finished", 1 + len(plays), True],
        "photo": PHOTO.split(),
    }
    port = free_port()
    with quick_folder() as instance, serving(port, {"REFEREE_INSTANCE": str(instance)}):
        yield Evening(f"http://{HOST}:{port}", tmp_path, expected)


def run(*command: str | Path, folder: Path) -> str:
    """Return what a command writes; its errors too where it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def in_python(evening: Evening) -> str:
    """Return what a client in Python saw, once the generator has left nothing out."""
    folder = evening.folder
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    pip = (python, "-m", "pip", "install", "-q", "--disable-pip-version-check")
    run(*pip, "--require-hashes", "-r", HERE / "requirements.txt", folder=folder)
    made = run(
        *(python, "-m", "openapi_python_client", "generate"),
        *("--url", f"{evening.server}/api/v1/openapi.json"),
        *("--output-path", "client", "--meta", "none"),
        folder=folder,
    )
    left_out = [line for line in made.splitlines() if "will not be generated" in line]
    assert left_out == []
    shutil.copy(HERE / "evening.py", folder)
    return run(python, "evening.py", evening.server, folder, folder=folder)


def in_typescript(evening: Evening) -> str:
    """Return what a client in TypeScript saw, once its types have been checked strictly."""
    folder = evening.folder
    for name in ("package.json", "package-lock.json", "tsconfig.json", "evening.ts"):
        shutil.copy(HERE / name, folder)
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=folder)
    tools = folder / "node_modules" / ".bin"
    document = f"{evening.server}/api/v1/openapi.json"
    run(tools / "openapi-typescript", document, "-o", "schema.ts", folder=folder)
    run(tools / "tsc", folder=folder)
    return run("node", "made/evening.js", evening.server, str(folder), folder=folder)


NEEDS_NPM = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not on this machine")


@pytest.mark.parametrize("client", [in_python, pytest.param(in_typescript, marks=NEEDS_NPM)])
def test_a_generated_client_plays_an_evening(
    evening: Evening, client: Callable[[Evening], str]
) -> None:
    seen = json.loads(client(evening))
    in_slice, asked_for = seen.pop("analysed")
    assert in_slice <= 2  # the first slice of a followed game may end within a play
    assert asked_for == 1
    (first, second) = seen.pop("games")
    assert seen == evening.expected
    assert first == evening.expected["scores"]
    assert len(second) == len(PLAYERS)
