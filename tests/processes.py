"""Servers as processes of their own, for tests and benchmarks."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
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
    """A port of this machine that nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Whether somebody accepts connections on the port."""
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
    """A server that accepts connections on the port, until the block ends.

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
        _await(process, port, log)
        yield process
    finally:
        _stop(process)


def _await(process: subprocess.Popen[bytes], port: int, log: Path | None) -> None:
    end = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < end:
        if answers(port):
            return
        time.sleep(0.05)
    code = process.returncode
    ended = f"does not listen after {START_SECONDS:g} s" if code is None else f"ended with {code}"
    written = log.read_text("utf-8", "replace") if log else "(see stderr)"
    raise RuntimeError(f"{process.args!r} {ended}, port {port}:\n{written}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
