"""Phones of three engines, each with what the apt packages in ``.ci/run`` bring."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.offline.pack import FOLDER, Pack
from tests.databases import quick_folder
from tests.engines import phones
from tests.packs import small_pack
from tests.server_processes import HOST, free_port, serving

from .phones import Phone


class Engine(NamedTuple):
    """An engine of browsers: ``start(server, data)`` gives a phone whose storage is a folder."""

    start: Callable[[str, Path], AbstractContextManager[Phone]]
    tools: tuple[str, ...]


ENGINES = {
    "webkitgtk": Engine(phones.gtk, ("WebKitWebDriver", "Xvfb")),
    "wpe": Engine(phones.wpe, ("WPEWebDriver", "cog", "weston")),
    "firefox": Engine(phones.firefox, ("firefox-esr",)),
}
"""Today's Safari, Safari 16.0, and Firefox."""


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    port = free_port()
    with quick_folder() as folder, serving(port, {"REFEREE_INSTANCE": str(folder)}):
        yield f"http://{HOST}:{port}"


class Host:
    """A server that can be away."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"http://{HOST}:{self.port}"
        self.running = ExitStack()

    def come_back(self) -> None:
        env = {"REFEREE_INSTANCE": str(self.folder)}
        self.running.enter_context(serving(self.port, env))

    def go_away(self) -> None:
        self.running.close()


@pytest.fixture
def host() -> Iterator[Host]:
    """Yield a server that offers a pack in which nothing judges."""
    yield from hosted(small_pack)


def hosted(put_pack: Callable[[Path], object]) -> Iterator[Host]:
    with quick_folder() as folder:
        put_pack(folder / FOLDER)
        host = Host(folder)
        host.come_back()
        yield host
        host.go_away()


@pytest.fixture
def host_with_pack(pack: Pack) -> Iterator[Host]:
    """Yield a server that has the referee for phones."""
    yield from hosted(lambda folder: shutil.copytree(pack.folder, folder))


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    missing = [tool for tool in ENGINES[name].tools if shutil.which(tool) is None]
    if name == "webkitgtk" and not missing and not phones.has_window():
        missing = ["GTK's WebKit2 4.1 for the system's Python"]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"not on this machine: {', '.join(missing)}")
    return name


@pytest.fixture(scope="module")
def phone(engine: str, server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """Return a phone for all walks that do not mind its earlier state: browsers start slowly."""
    with ENGINES[engine].start(server, tmp_path_factory.mktemp(engine)) as phone:
        yield phone
