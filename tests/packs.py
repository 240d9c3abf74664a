"""A pack, built once for all workers of a run, as whoever runs the server builds it."""

import fcntl
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from referee.pocket.build import ARCHIVES, HERE, RUNTIME, SCRIPTS, _part, _write_list
from referee.pocket.offer import FOLDER, LICENCES, PARTS, Pack

SMALL_FILE = 250_000  # bytes


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


def small_pack(folder: Path) -> Pack:
    """A pack with files of the same names, three parts each: the scripts are there, what they would
    start is not."""
    (folder / PARTS).mkdir(parents=True)
    (folder / LICENCES).write_text("licences", "utf-8")
    with TemporaryDirectory() as made, patch("referee.pocket.build.PART", SMALL_FILE // 3 + 1):
        for name in SCRIPTS:
            shutil.copy(HERE / name, made)
        for name in (*RUNTIME, *ARCHIVES):
            (Path(made) / name).write_bytes(random.Random(name).randbytes(SMALL_FILE))
        names = (*SCRIPTS, *RUNTIME, *ARCHIVES)
        _write_list(folder, [_part(Path(made) / name, folder / PARTS) for name in names])
    pack = Pack.read(folder)
    assert pack is not None
    return pack
