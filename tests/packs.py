"""A pack, built once for all workers of a run, as whoever runs the server builds it."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.pocket.offer import FOLDER, Pack


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Pack:
    missing = [tool for tool in ("npm", "node") if shutil.which(tool) is None]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"not on this machine: {', '.join(missing)}")
    folder = tmp_path_factory.getbasetemp()
    if worker_id != "master":
        folder = folder.parent  # the one that all workers share
    with (folder / "pack.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return Pack.read(folder / "with a pack" / FOLDER) or build(folder / "with a pack")


def build(instance: Path) -> Pack:
    """What ``referee offline`` makes in an instance folder."""
    environment = os.environ | {"REFEREE_INSTANCE": str(instance)}
    command = [sys.executable, "-m", "referee", "offline"]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    pack = Pack.read(instance / FOLDER)
    assert pack is not None
    assert f"version {pack.offer.version}, 9 MB to send" in run.stdout
    return pack
