"""Servers as processes of their own, for tests and benchmarks."""

import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

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
