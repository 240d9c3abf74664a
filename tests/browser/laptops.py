"""A server that a test may stop, and let go on."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.processes import HOST, free_port, running

from .conftest import ROOT

NO_SERVER = ("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED", "ERR_FAILED")


class Laptop:
    """The process, and where it answers."""

    def __init__(self, process: subprocess.Popen[bytes], address: str) -> None:
        self.process = process
        self.address = address

    def sleep(self) -> None:
        """Connections are accepted, and nobody answers: a bad network."""
        self.process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        """Nobody is there any more."""
        self.process.kill()
        self.process.wait()


@contextmanager
def serving(instance: Path, port: int | None = None) -> Iterator[Laptop]:
    """A laptop that serves what is in a folder."""
    port = port or free_port()
    command = [sys.executable, "-m", "referee", "serve", "--host", HOST, "--port", str(port)]
    with running(command, port, {"REFEREE_INSTANCE": str(instance)}, cwd=ROOT) as process:
        laptop = Laptop(process, f"http://{HOST}:{port}")
        yield laptop
        laptop.wake()


def until(page: Page, expression: str) -> None:
    """Wait until the page finds that it is so."""
    for _ in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(expression)


def kept(page: Page, address: str, text: str = "<html") -> None:
    """Wait until the phone has the page, with a text in it."""
    until(
        page,
        f"caches.match('{address}', {{cacheName: 'pages', ignoreVary: true}})"
        f".then(one => one?.text()).then(found => found?.includes('{text}'))",
    )
