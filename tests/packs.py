"""A pack, built once for all workers of a run, and the memory of Python that a phone has
written."""

import fcntl
import gzip
import os
import random
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from referee.offline import build_pack as builder
from referee.offline.build_pack import (
    ARCHIVES,
    FOR_PHOTOS,
    HERE,
    RUNTIME,
    SCRIPTS,
    Packing,
    write_files,
)
from referee.offline.pack import FOLDER, LICENCES, PARTS, Pack
from tests.strategies import SOAK

SMALL_FILE = 250_000  # bytes
ANSWERS = "onmessage = ({ data: { id } }) => postMessage({ id, answer: { status: 200 } });"
QUALITY = builder.QUALITY if SOAK > 1 else 5
"""Of Brotli: the best one takes a minute."""


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
    """Make what ``referee offline`` makes in an instance folder."""
    return builder.build(instance / FOLDER, QUALITY)


def unpack(pack: Pack, folder: Path) -> Path:
    """Return the files as a phone puts them together."""
    folder.mkdir()
    for file in pack.listed["files"]:
        parts = (gzip.decompress(pack.part(part["sha256"]) or b"") for part in file["parts"])
        data = b"".join(parts)
        assert sha256(data).hexdigest() == file["sha256"]
        (folder / file["name"]).write_bytes(data)
    return folder


def small_pack(folder: Path, tell: Callable[[str], None] = lambda _line: None) -> Pack:
    """Return a pack with files of the same names, three parts each: the scripts are there, what
    they would start is not, and its worker only says that it is there."""
    (folder / PARTS).mkdir(parents=True)
    (folder / LICENCES).write_text("licences", "utf-8")
    with TemporaryDirectory() as made:
        for name in SCRIPTS:
            shutil.copy(HERE / "scripts" / name, made)
        (Path(made) / "worker.js").write_text(ANSWERS, "utf-8")
        for name in (*RUNTIME, *ARCHIVES, *FOR_PHOTOS):
            (Path(made) / name).write_bytes(random.Random(name).randbytes(SMALL_FILE))
        write_files(Path(made), folder, Packing(1, SMALL_FILE // 3 + 1, tell=tell))
    pack = Pack.read(folder)
    assert pack is not None
    return pack


ASK = """
const askSnapshots = async (what, ...words) => {
  const done = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const asked = indexedDB.open("snapshots", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("written");
  const database = await done(asked);
  try {
    const change = database.transaction("written", "readwrite");
    return await done(change.objectStore("written")[what](...words));
  } finally {
    database.close();
  }
};"""
"""JavaScript: what the store of snapshots answers to one of its methods."""

IS_WRITTEN = f"(async () => {{ {ASK} return (await askSnapshots('count')) > 0; }})()"
"""JavaScript: a promise of whether there is one."""
