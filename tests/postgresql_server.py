"""A real PostgreSQL server that lives as long as the tests that need it."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server_processes import HOST, free_port

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
        _run(self.home, "pg_ctl", "-D", str(self.home / "data"), "-w", *arguments)


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
        _run(home, "initdb", "-D", str(data), *access, "-E", "UTF8", "--locale=C", "--no-sync")
        started = Server(home, free_port())
        try:
            started.start()
            _run(home, "createdb", "-h", HOST, "-p", str(started.port), "-U", NAME, NAME)
            yield started
        finally:
            if (data / "postmaster.pid").exists():
                started.stop("immediate")


def _run(home: Path, program: str, *arguments: str) -> None:
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
