"""Several workers start on one empty database: all come up, and the tables exist once."""

from contextlib import ExitStack
from functools import partial
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path

from sqlalchemy import create_engine, inspect, text

from referee import create_app
from referee.store.models import Base
from tests.forked_server import PROCESSES, forked
from tests.server_processes import PATIENCE

WORKERS = 3


def start(together: Barrier, keys: SimpleQueue[str]) -> None:
    together.wait()
    keys.put(create_app().config["SECRET_KEY"])


def test_workers_start_at_the_same_time(empty_database: str, tmp_path: Path) -> None:
    env = {"REFEREE_INSTANCE": str(tmp_path / "instance"), "REFEREE_DATABASE_URL": empty_database}
    work = partial(start, PROCESSES.Barrier(WORKERS), keys := PROCESSES.SimpleQueue())
    with ExitStack() as stack:
        workers = [stack.enter_context(forked(work, env, tmp_path / "log")) for _ in range(WORKERS)]
        for worker in workers:
            worker.join(PATIENCE)
    written = (tmp_path / "log").read_text("utf-8")
    assert ([one.exitcode for one in workers], "Traceback" in written) == ([0] * 3, False), written
    assert len({keys.get() for _ in workers}) == 1
    engine = create_engine(empty_database)
    with engine.connect() as connection:
        tables = set(inspect(connection).get_table_names())
        assert tables == {*Base.metadata.tables, "alembic_version"}
        versions = connection.execute(text("SELECT version_num FROM alembic_version")).all()
    engine.dispose()
    assert len(versions) == 1
