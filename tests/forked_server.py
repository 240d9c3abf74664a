"""``referee serve`` in a process of its own, forked from one that has imported the app: imports are
three quarters of a start. How the command itself starts is seen in
``tests/test_http_server.py``."""

import gc
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from referee import cli, create_app
from tests.server_processes import HOST, RARELY, STOP_SECONDS, await_port

PROCESSES = get_context("forkserver")
IMPORTED = """alembic.command referee.api.calls referee.web.error_pages
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
    process = PROCESSES.Process(target=_run, args=told, daemon=True)
    process.start()
    try:
        yield process
    finally:
        process.terminate()
        process.join(STOP_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()


def _run(work: Callable[[], None], env: Mapping[str, str], log: Path | None) -> None:
    os.environ.clear()
    os.environ.update(env)
    with (log or Path(os.devnull)).open("ab") as output:
        os.dup2(output.fileno(), 1)
        if log:
            os.dup2(output.fileno(), 2)
    gc.set_threshold(RARELY)
    work()
