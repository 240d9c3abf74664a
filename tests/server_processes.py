"""Servers as processes of their own, the app's and PostgreSQL, and calls of them."""

import gc
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from referee import cli, create_app
from tests.api_calls import API

HOST = "127.0.0.1"
START_SECONDS = 60.0
STOP_SECONDS = 10.0
RARELY = 50_000
"""Things that are made until garbage is looked for: as often as usual, it was a fourteenth of what
tests cost."""
PATIENCE = 60.0
"""Seconds until something counts as stuck, on however busy a machine."""


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Return whether a server accepts connections on the port."""
    with closing(socket.socket()) as probe:
        return probe.connect_ex((HOST, port)) == 0


@contextmanager
def running(
    command: Sequence[str],
    port: int,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    log: Path | None = None,
) -> Iterator[subprocess.Popen[bytes]]:
    """Yield a server that accepts connections on the port, until the block ends.

    ``env`` is added to the environment. ``log`` gets all that the server writes; without it
    errors go where ours go, the rest nowhere.
    """
    with (log or Path(os.devnull)).open("wb") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT if log else None,
            env=os.environ | dict(env or {}),
            cwd=cwd,
        )
    try:
        await_port(port, process.poll, process.args, log)
        yield process
    finally:
        _stop(process)


def await_port(
    port: int, ended: Callable[[], int | None], who: object, log: Path | None = None
) -> None:
    """Wait until a process listens on the port; RuntimeError if it ends before, or never does."""
    end = time.monotonic() + START_SECONDS
    while (code := ended()) is None and time.monotonic() < end:
        if answers(port):
            return
        time.sleep(0.05)
    told = f"does not listen after {START_SECONDS:g} s" if code is None else f"ended with {code}"
    written = log.read_text("utf-8", "replace") if log else "(see stderr)"
    raise RuntimeError(f"{who!r} {told}, port {port}:\n{written}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


PROCESSES = get_context("forkserver")
IMPORTED = """alembic.command flask_migrate referee.admin_commands
    referee.api.calls referee.web.error_pages
    referee.offline.pack_download referee.web.server_pages referee.web.stateless_pages
    referee.web.setup
    sqlalchemy.dialects.postgresql.psycopg sqlalchemy.dialects.sqlite referee.http_server"""
PROCESSES.set_forkserver_preload([__name__, *IMPORTED.split()])


@contextmanager
def serving(port: int, env: Mapping[str, str], log: Path | None = None) -> Iterator[BaseProcess]:
    """Yield a server that accepts connections on the port, until the block ends; the rest as in
    :func:`forked`."""
    with forked(partial(_serve, port), env, log) as process:
        await_port(port, lambda: process.exitcode, "the server", log)
        yield process


def _serve(port: int) -> None:
    cli.main(["serve", "--host", HOST, "--port", str(port)])


def start_once() -> None:
    """Start the app, and serve nobody."""
    create_app()


@contextmanager
def forked(
    work: Callable[[], None], env: Mapping[str, str], log: Path | None = None
) -> Iterator[BaseProcess]:
    """Yield a process that does this work, and ends with the block.

    ``env`` is added to the environment. ``log`` gets all that it writes; without it errors go
    where ours go, the rest nowhere.
    """
    told = (work, os.environ | dict(env), log)
    process = PROCESSES.Process(target=_run_forked, args=told, daemon=True)
    process.start()
    try:
        yield process
    finally:
        process.terminate()
        process.join(STOP_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()


def _run_forked(work: Callable[[], None], env: Mapping[str, str], log: Path | None) -> None:
    os.environ.clear()
    os.environ.update(env)
    with (log or Path(os.devnull)).open("ab") as output:
        os.dup2(output.fileno(), 1)
        if log:
            os.dup2(output.fileno(), 2)
    gc.set_threshold(RARELY)
    work()


NAME = "referee"
CONNECTIONS = 100

# PostgreSQL refuses to run as root; None is whoever runs the tests.
USER = "postgres" if getattr(os, "geteuid", lambda: None)() == 0 else None


def _find() -> Path | None:
    """Return the folder of PostgreSQL's programs: from PATH, or the newest that Debian keeps
    aside."""
    if (found := shutil.which("initdb")) and shutil.which("pg_ctl"):
        return Path(found).resolve().parent
    kept = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    folders = [initdb.parent for initdb in kept if initdb.with_name("pg_ctl").exists()]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


PG_BIN = _find()


@dataclass(frozen=True)
class Server:
    """A server, with the URL of an empty database."""

    home: Path
    port: int

    @property
    def url(self) -> str:
        return f"postgresql://{NAME}@{HOST}:{self.port}/{NAME}"

    def start(self) -> None:
        options = {
            "listen_addresses": HOST,
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": CONNECTIONS,
            "fsync": "off",
        }
        settings = " ".join(f"-c {option}={value}" for option, value in options.items())
        self._control("-l", str(self.home / "log"), "-o", settings, "start")

    def stop(self, mode: str) -> None:
        """``fast`` ends all connections, ``immediate`` is a crash."""
        self._control("-m", mode, "stop")

    def processes(self) -> list[int]:
        """Return the server's, and those that serve connections."""
        pid = int((self.home / "data" / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *map(int, children)]

    def _control(self, *arguments: str) -> None:
        _run_program(self.home, "pg_ctl", "-D", str(self.home / "data"), "-w", *arguments)


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """Yield the URL of an empty database in a server of its own, below the folder."""
    with server(folder) as started:
        yield started.url


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    """Yield a server of its own, below the folder.

    As root it is below the system's temporary folder: pytest's folders are closed to others.
    """
    with TemporaryDirectory(prefix="postgresql-", dir=None if USER else folder) as name:
        home = Path(name)
        if USER:
            shutil.chown(home, USER, USER)
        data = home / "data"
        access = ["-U", NAME, "--auth=trust"]
        _run_program(
            home, "initdb", "-D", str(data), *access, "-E", "UTF8", "--locale=C", "--no-sync"
        )
        started = Server(home, free_port())
        try:
            started.start()
            _run_program(home, "createdb", "-h", HOST, "-p", str(started.port), "-U", NAME, NAME)
            yield started
        finally:
            if (data / "postmaster.pid").exists():
                started.stop("immediate")


def _run_program(home: Path, program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs; its words and the server's log are in the error."""
    if PG_BIN is None:
        raise RuntimeError("PostgreSQL is not on this machine")
    done = subprocess.run(
        [PG_BIN / program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=home,
        env={name: value for name, value in os.environ.items() if not name.startswith("PG")},
        user=USER,
        group=USER,
        extra_groups=[] if USER else None,
        check=False,
    )
    if done.returncode:
        log = home / "log"
        written = log.read_text("utf-8", "replace") if log.exists() else ""
        raise RuntimeError(f"{program} ended with {done.returncode}:\n{done.stdout}{written}")


WAITS = 90.0
"""Seconds that a phone tries again before it gives up."""


def call(
    port: int, method: str, path: str, body: object = None, key: str = "", **headers: str
) -> Any:
    """Return status, headers and JSON of an answer, and the seconds it took; bytes are sent as they
    are."""
    begin = time.monotonic()
    with closing(HTTPConnection(HOST, port, timeout=WAITS)) as connection:
        sent = {"Authorization": f"Bearer {key}"} if key else {}
        content = body if isinstance(body, bytes | None) else json.dumps(body)
        connection.request(method, path, content, sent | headers)
        answer = connection.getresponse()
        text = answer.read()
        is_json = (answer.headers["Content-Type"] or "").endswith("json")
        found = json.loads(text) if is_json else text
        return answer.status, answer.headers, found, time.monotonic() - begin


def insist(
    port: int, method: str, path: str, body: object = None, key: str = ""
) -> tuple[int, Any]:
    """Send it until somebody answers anything but 503; return status and JSON."""
    end = time.monotonic() + WAITS
    while True:
        try:
            status, _, answer, _ = call(port, method, API + path, body, key)
            if status != 503:
                return status, answer
        except (OSError, HTTPException):
            if time.monotonic() > end:
                raise
        time.sleep(0.02)
