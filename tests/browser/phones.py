"""A laptop that a test may stop, and phones that keep the referee."""

import gzip
import json
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect

from referee.offline.build_pack import PART
from referee.offline.pack import LIST, PARTS, Pack
from referee.offline.schema_migration import MIGRATIONS
from tests.server_processes import HOST
from tests.strategies import SOAK

from .conftest import CHROMIUM, PATIENCE, QUIET, SCREENS, listen, prepare

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


KEEP = "main [data-when=offered] [data-keep]"
STARTING = 90_000  # milliseconds that the first verdict of a phone may take on a busy machine
AS_IT_IS = ["--js-flags=--liftoff-only"] if SOAK == 1 else []
"""For the code of Python. Browsers make it quicker while it runs, which takes longer than all that
these tests run of it; in ``make soak`` they do."""
FETCHING = 240_000  # milliseconds that eight megabytes may take on a busy machine


def ready(page: Page) -> Page:
    until(page, "navigator.serviceWorker.controller !== null")
    kept(page, "/offline")
    return page


class Phone:
    """A phone whose browser can be closed and opened again, with all that it has kept."""

    def __init__(self, playwright: Playwright, folder: Path, *switches: str) -> None:
        self.playwright, self.folder, self._switches = playwright, folder, switches
        self.complaints: list[str] = []
        self.expected = [*NO_SERVER]
        self.context: BrowserContext | None = None

    def start(self, language: str = "en") -> Page:
        self.close()
        self.context = self.playwright.chromium.launch_persistent_context(
            self.folder,
            executable_path=CHROMIUM,
            args=[*QUIET, *AS_IT_IS, *self._switches],
            locale=language,
            **SCREENS["phone"],
        )
        prepare(self.context)
        self.context.set_default_navigation_timeout(STARTING)
        page = self.context.pages[0]
        listen(page, self.complaints, self.expected)
        return page

    def page(self) -> Page:
        """Return the one that is open, of a browser that is started where none is there."""
        return self.context.pages[0] if self.context else self.start()

    def rest(self) -> list[str]:
        """Another test begins: it finds one page, without what was done to that, or none. Tells
        what there was to complain of."""
        if self.context:
            old = self.context.pages
            listen(self.context.new_page(), self.complaints, self.expected)
            for page in old:
                page.close()
        told = [*self.complaints]
        self.complaints.clear()
        self.expected[:] = NO_SERVER
        return told

    def close(self) -> None:
        if self.context:
            self.context.close()
        self.context = None

    def cut_off(self, *, off: bool = True) -> None:
        """Take the network away, or give it back."""
        assert self.context
        self.context.set_offline(off)

    def kill(self) -> None:
        """Kill all processes of the browser at once, as a phone does."""
        kill(self.folder)
        self.forget()

    def forget(self) -> None:
        """Close what is left of a browser that was killed."""
        if self.context:
            with suppress(Error):  # nobody is there to be told
                self.context.close()
        self.context = None


def kill(profile: Path) -> None:
    """Kill the browser with this profile, from any thread."""
    listed = subprocess.run(["ps", "-axww", "-o", "pid=,args="], capture_output=True, check=True)
    for line in listed.stdout.decode(errors="replace").splitlines():
        pid, _, command = line.strip().partition(" ")
        if f"--user-data-dir={profile}" in command.split():
            with suppress(ProcessLookupError):  # it ended with the one before
                os.kill(int(pid), signal.SIGKILL)


def keep(page: Page) -> None:
    """Have the phone keep the referee."""
    page.locator(KEEP).tap()
    state(page, "kept", timeout=FETCHING)


def state(page: Page, name: str, timeout: int = PATIENCE) -> None:
    """Return the state of the offer on the page."""
    expect(page.locator("main .pocket")).to_have_attribute("data-state", name, timeout=timeout)


def changed(pack: Pack, target: Path) -> Pack:
    """Return a copy of the pack in another folder, in which one script differs."""
    return _altered(pack, target, "worker.js", lambda script: script + b"// newer\n")


def with_a_step(pack: Pack, target: Path, text: str) -> Pack:
    """Return a copy of the pack in another folder, with one more migration."""
    return _altered(pack, target, "site.zip", lambda site: _with_file(site, STEP, text + DONE))


STEP = f"{MIGRATIONS.relative_to(MIGRATIONS.parents[2]).as_posix()}/9999.sql"
DONE = "UPDATE alembic_version SET version_num = '9999';\n"


def _with_file(archive: bytes, name: str, text: str) -> bytes:
    made = BytesIO(archive)
    with ZipFile(made, "a") as opened:
        opened.writestr(name, text)
    return made.getvalue()


def _altered(pack: Pack, target: Path, name: str, alter: Callable[[bytes], bytes]) -> Pack:
    shutil.copytree(pack.folder, target)
    listed = json.loads(json.dumps(pack.listed))
    (file,) = (one for one in listed["files"] if one["name"] == name)
    data = alter(b"".join(gzip.decompress(pack.part(p["sha256"]) or b"") for p in file["parts"]))
    pieces = [data[start : start + PART] for start in range(0, len(data), PART)]
    file["sha256"] = sha256(data).hexdigest()
    file["parts"] = [_part(piece, target / PARTS) for piece in pieces]
    listed["version"] = file["sha256"][:12]
    (target / LIST).write_text(json.dumps(listed))
    newer = Pack.read(target)
    assert newer is not None
    return newer


def _part(piece: bytes, folder: Path) -> dict[str, Any]:
    name, packed = sha256(piece).hexdigest(), gzip.compress(piece, 1)
    if not (folder / f"{name}.gz").exists():
        (folder / f"{name}.gz").write_bytes(packed)
    return {"sha256": name, "size": len(piece), "sent": len(packed), "gzip": len(packed)}
