"""Several workers start on one empty database: all come up, and the tables exist once."""

import os
import subprocess
import sys
from pathlib import Path

from sqlalchemy import create_engine, inspect, text

from referee.store.models import Base

WORKERS = 4
CHECKOUT = Path(__file__).parents[2]
WORKER = """
import sys
from referee import create_app
from referee.store import database
from referee import addresses, api, config, errors, headers, languages, web
print("ready", flush=True)
sys.stdin.readline()
print(create_app().config["SECRET_KEY"])
"""


def test_workers_start_at_the_same_time(empty_database: str, tmp_path: Path) -> None:
    env = {"REFEREE_INSTANCE": str(tmp_path / "instance"), "REFEREE_DATABASE_URL": empty_database}
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=CHECKOUT,
            env=os.environ | env,
        )
        for _ in range(WORKERS)
    ]
    for worker in workers:
        assert worker.stdout
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:
        assert worker.stdin
        worker.stdin.write("go\n")
        worker.stdin.flush()
    said = [worker.communicate(timeout=60) for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * WORKERS, said
    assert not [errors for _, errors in said if "Traceback" in errors]
    assert len({secret for secret, _ in said}) == 1
    engine = create_engine(empty_database)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {
            *Base.metadata.tables,
            "alembic_version",
        }
        versions = connection.execute(text("SELECT version_num FROM alembic_version")).all()
    engine.dispose()
    assert len(versions) == 1
