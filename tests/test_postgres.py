"""The PostgreSQL server for tests: it answers, and is gone afterwards."""

import os
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.postgres import PG_BIN, postgresql
from tests.processes import answers


@pytest.mark.skipif(
    PG_BIN is None and not os.environ.get("CI"), reason="not on this machine: postgresql"
)
def test_it_answers_and_is_gone_afterwards(tmp_path: Path) -> None:
    with postgresql(tmp_path) as url:
        port = urlsplit(url).port
        assert PG_BIN
        assert port
        ask = [str(PG_BIN / "psql"), "-XAt", "-c", "select 1", url]
        assert subprocess.check_output(ask, text=True) == "1\n"
    assert not answers(port)
    assert list(tmp_path.iterdir()) == []
