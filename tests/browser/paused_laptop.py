"""A laptop that a test may stop, and let go on."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from threading import Event, Thread
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.server_processes import HOST

NO_SERVER = (
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_CONTENT_LENGTH_MISMATCH",  # an answer that was cut off
    "ERR_EMPTY_RESPONSE",
    "ERR_FAILED",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_SOCKET_NOT_CONNECTED",
    "An unknown error occurred when fetching the script",  # of a service worker
)
CHUNK = 65_536  # bytes
OFTEN = 200  # milliseconds from one question to the next, at most


class Cut(Enum):
    """Parts of a request to a form that get lost."""

    REQUEST = "request"
    ANSWER = "answer"


class Laptop:
    """An address of its own, behind which a server answers that tests share: to start one takes a
    second or two. For a phone it is gone, or hangs, all the same."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._door = socket.create_server((HOST, 0))
        self._open: list[socket.socket] = []
        self._threads: list[Thread] = []
        self._awake = Event()
        self._awake.set()
        self._away = False
        self._cut: Cut | None = None
        self._unheard: set[socket.socket] = set()
        self.port: int = self._door.getsockname()[1]
        self.address = f"http://{HOST}:{self.port}"
        self._start(self._let_in)

    def sleep(self) -> None:
        """Accept connections without an answer: a bad network."""
        self._awake.clear()

    def wake(self) -> None:
        """Restore a good network."""
        self._cut = None
        self._awake.set()

    def cut_forms(self) -> None:
        """Break off what is sent by forms: a very bad network."""
        self._cut = Cut.REQUEST

    def lose_answers_to_forms(self) -> None:
        """Let forms arrive, and drop their answers."""
        self._cut = Cut.ANSWER

    def leave(self) -> None:
        """Stop answering until ``restart``; the address stays reserved."""
        self._away = True
        _shut(*self._open)

    def come_back(self) -> None:
        self._away = False

    def restart(self, server: str) -> None:
        """Answer from now on by another server."""
        self._server = server
        _shut(*self._open)

    def end(self) -> None:
        """Stop the server for good, and break off requests under way."""
        _shut(self._door, *self._open)
        self.wake()
        for thread in self._threads:
            thread.join()
        for one in (self._door, *self._open):
            one.close()

    def _start(self, work: Callable[..., None], *arguments: socket.socket) -> None:
        thread = Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _let_in(self) -> None:
        with suppress(OSError):  # the server has closed its socket
            while True:
                phone, _ = self._door.accept()
                self._open.append(phone)
                if self._away:
                    _shut(phone)
                    continue
                server = socket.create_connection((HOST, urlsplit(self._server).port))
                self._open.append(server)
                self._start(self._pass_on, phone, server)
                self._start(self._pass_on, server, phone)

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):  # cut off
            while data := source.recv(CHUNK):
                self._awake.wait()
                if self._is_lost(data, source, target):
                    break
                target.sendall(data)
        _shut(source, target)

    def _is_lost(self, data: bytes, source: socket.socket, target: socket.socket) -> bool:
        """Return whether data gets lost: part of a form, or the answer to one."""
        if self._cut and data.startswith(b"POST "):
            if self._cut is Cut.REQUEST:
                target.sendall(data[: len(data) // 2])
                return True
            self._unheard.add(source)
        return target in self._unheard


def _shut(*sockets: socket.socket) -> None:
    for one in sockets:
        with suppress(OSError):  # it is already
            one.shutdown(socket.SHUT_RDWR)


@contextmanager
def before(server: str) -> Iterator[Laptop]:
    """Yield a laptop that answers as the server does."""
    laptop = Laptop(server)
    try:
        yield laptop
    finally:
        laptop.end()


def until(page: Page, expression: str, seconds: int = 10) -> None:
    """Wait until the page finds that it is so, which it is asked less often as time goes by."""
    for number in range(6 * seconds):  # the first ones come sooner
        if page.evaluate(expression):
            return
        page.wait_for_timeout(min(50 + 10 * number, OFTEN))
    raise AssertionError(f"{expression}\n{page.url}\n{page.locator('body').inner_text()}")


def kept(page: Page, address: str, text: str = "<html") -> None:
    """Wait until the phone has the page, with a text in it."""
    until(
        page,
        f"caches.match('{address}', {{cacheName: 'pages', ignoreVary: true}})"
        f".then(one => one?.text()).then(found => found?.includes('{text}'))",
    )
