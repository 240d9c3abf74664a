"""Several workers start on one empty database: all come up, and the tables exist once."""

import os
import subprocess
import sys
from pathlib import Path

from sqlalchemy import create_engine, inspect, text

from referee.store.models import Base

WORKERS = 3
CHECKOUT = Path(__file__).parents[2]
SERVER = f"""
import os
import sys
from referee import create_app
from referee.store import database
from referee import api, config, error_responses, languages, response_headers, urls, web
for _ in range({WORKERS}):
    if not os.fork():
        os.write(1, (create_app().config["SECRET_KEY"] + "\\n").encode())
        sys.exit()
sys.exit(sum(os.wait()[1] for _ in range({WORKERS})))
"""
"""Program whose workers have everything loaded, and so start within a thousandth of a second. Each
writes a line in one piece, whatever the environment says of buffers."""


def test_workers_start_at_the_same_time(empty_database: str, tmp_path: Path) -> None:
    env = {"REFEREE_INSTANCE": str(tmp_path / "instance"), "REFEREE_DATABASE_URL": empty_database}
    server = subprocess.run(
        [sys.executable, "-c", SERVER],
        capture_output=True,
        text=True,
        cwd=CHECKOUT,
        env=os.environ | env,
        timeout=60,
        check=False,
    )
    assert (server.returncode, "Traceback" in server.stderr) == (0, False), server.stderr
    secrets = server.stdout.split()
    assert (len(secrets), len(set(secrets))) == (WORKERS, 1)
    engine = create_engine(empty_database)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {
            *Base.metadata.tables,
            "alembic_version",
        }
        versions = connection.execute(text("SELECT version_num FROM alembic_version")).all()
    engine.dispose()
    assert len(versions) == 1
