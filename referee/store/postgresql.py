"""What only PostgreSQL needs: its server may be somewhere else, and be away."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain, repeat
from logging import Logger
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between the tries to reach a server; the last one for ever."""
CONNECT_SECONDS = 5


def engine_options(url: str) -> dict[str, Any]:
    """Connections that were lost are noticed before they are used, and a server that does not
    answer holds nobody for long."""
    known = "connect_timeout" in url
    return {
        "pool_pre_ping": True,
        "connect_args": {} if known else {"connect_timeout": CONNECT_SECONDS},
    }


def set_up(connection: Any, lock_seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = '{lock_seconds}s'")
    connection.commit()


def when_it_is_there(engine: Engine, work: Callable[[], None], log: Logger) -> None:
    """Do the work as soon as the server lets us, however long that takes: it may start after us.

    Raises :class:`~sqlalchemy.exc.OperationalError` where waiting mends nothing: the server is
    there and refuses (a password, a database that does not exist), or the address is none.
    """
    refused = False
    with _leaving_on_sigterm():
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            try:
                work()
            except OperationalError as error:
                there = not _is_away(engine)
                if there and refused:
                    raise
                # It may have come back between our try and the question.
                refused = there
                said = " ".join(str(error.orig).split())
                log.warning("waiting for the database, next try in %g s: %s", pause, said)
                engine.dispose()
                time.sleep(pause)
            else:
                return


def _is_away(engine: Engine) -> bool:
    """Is there no server, or one that is starting or stopping?"""
    from psycopg import conninfo, pq  # noqa: PLC0415 - SQLite needs no driver

    arguments, options = engine.dialect.create_connect_args(engine.url)
    options.pop("context", None)  # psycopg's own
    asked = conninfo.make_conninfo(*arguments, **options)
    return pq.PGconn.ping(asked.encode()) in (pq.Ping.REJECT, pq.Ping.NO_RESPONSE)


@contextmanager
def _leaving_on_sigterm() -> Iterator[None]:
    """A worker of gunicorn would only note that it is to end, and go on waiting."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(_signal: int, _frame: object) -> None:
        raise SystemExit(0)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
