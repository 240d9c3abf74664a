"""An evening on the Python of the pack itself, killed in between."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder, TestResponse

from referee.offline.pack import Pack
from tests.cabin import response_of
from tests.offline.test_pack import unpack
from tests.phones import HOME, Phone, begin, fill, finish, start

EVENING = Path(__file__).with_name("evening.mjs")
SAME_ORIGIN = ("Sec-Fetch-Site", "same-origin")


class Node(Phone):
    """The pack's Python in Node, as the engine of a phone asks it."""

    def __init__(self, folder: Path) -> None:
        self.base_url = HOME
        self._process = subprocess.Popen(
            [shutil.which("node") or "node", str(EVENING), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def _say(self, line: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def ask(self, path: str, method: str = "GET", **options: Any) -> TestResponse:
        request = EnvironBuilder(path, self.base_url, method=method, **options).get_request()
        body = request.get_data(as_text=True) if method == "POST" else None
        status, headers, text, changed = self._say(
            [method, path, [*request.headers, SAME_ORIGIN], body]
        )
        told = [(name, value) for name, value in headers]
        return response_of((status, told, text.encode(), changed), request)

    def kill(self) -> dict[str, Any]:
        """Only what was kept is there from now on. Tells what the answers took."""
        told: dict[str, Any] = self._say("kill")
        return told

    def end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@pytest.fixture(scope="module")
def node(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    made = Node(unpack(pack, tmp_path_factory.mktemp("cabin") / "pack"))
    yield made
    made.end()


def test_a_sheet(node: Node) -> None:
    page = fill(node, begin(node, "Ada", "Bo"), 20, 22)
    assert node.kill()["size"] < 200_000
    page = finish(node, node.get(page.path))
    node.kill()
    data = json.loads(node.ask(f"/g/{page.group}/export.json").data)
    (game,) = data["sessions"][0]["games"]
    assert [row["card_points"] for row in game["rows"]] == [20, 22]
    assert page.group.startswith("0")


def test_a_followed_play(node: Node) -> None:
    game = node.press(start(node, "Cia", "Dan"), "Begin game 1")
    table = node.press(
        node.get(f"{game.path}/table"), "These lie on the table", dealt="5H 8S 9C KD"
    )
    table = node.press(table, "spades", rank="2")
    node.kill()
    data = json.loads(node.ask(f"/g/{game.group}/export.json").data)
    log = [entry["text"] for entry in data["sessions"][0]["games"][0]["log"]]
    assert log == ["table 5H 8S 9C KD", "2S -"]
    assert "Cia plays" in node.get(table.path).text
