"""Make the pack: Python for phones, our files, and a list of it all."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zipfile import ZipFile, ZipInfo

import brotli

from ..config import PACKAGE
from ..languages import gettext
from .pack import ENDINGS, LICENCES, LIST, PARTS, SCRIPT, Pack, PackOffer
from .pack_contents import contents, fingerprint, licences

HERE = Path(__file__).parent
EPOCH = (1980, 1, 1, 0, 0, 0)
PART = 2 * 1024 * 1024
"""Bytes of a part: what an interrupted download loses at most."""

MEMORY = 50_000_000
"""Bytes of Python's memory, which phones write down once (``python_snapshot.js``)."""

QUALITY = 11
"""Of Brotli: the best one. It takes a minute, and saves each phone three of twelve megabytes."""

_PYTHON, _INFERENCE = "pyodide", "onnxruntime-web/dist"
_MODELS = PACKAGE / "photo" / "models"
RUNTIME = {
    "pyodide.mjs": _PYTHON,
    "pyodide.asm.mjs": _PYTHON,
    "pyodide.asm.wasm": _PYTHON,
    "ort.wasm.bundle.min.mjs": _INFERENCE,
}
"""Files from npm, each with its folder there. Service workers import nothing later, so the script
for photos is among them."""
FOR_PHOTOS: dict[str, str | Path] = {
    "ort-wasm-simd-threaded.wasm": _INFERENCE,
    "detector.onnx": _MODELS,
    "reader.onnx": _MODELS,
}
"""Files that only phones fetch that read photos; the models are the server's."""
SCRIPTS = (
    *("page_cache.js", "start_python.js", "referee_only.js", "saved_database.js"),
    *(
        "unzip.js",
        "app_in_service_worker.js",
        "photo_indices.js",
        "session_copies.js",
        "python_snapshot.js",
        "worker.js",
    ),
)
ARCHIVES = ("std.zip", "modules.zip", "site.zip")
COPIED = ("pyodide.asm.wasm", "std.zip", "site.zip")
"""Files that lie once more beside that memory (``app_in_service_worker.js``)."""
TYPES = {".js": SCRIPT, ".mjs": SCRIPT, ".wasm": "application/wasm"}

UNNEEDED = """
    _ast_unparse _pydatetime _pyio _pyrepl argparse asyncio/proactor_events asyncio/tools
    asyncio/windows_* bdb cProfile cmd compileall concurrent/futures/process configparser ctypes
    curses dbm doctest encodings/cp[1-35-9]* encodings/mac_* ensurepip filecmp fileinput ftplib
    getopt html/parser http/cookiejar idlelib imaplib logging/config logging/handlers mailbox
    modulefinder multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib
    profile pstats pyclbr pydoc pydoc_data rlcompleter shelve smtplib statistics symtable
    tabnanny tarfile this timeit tkinter tomllib trace turtle unittest urllib/robotparser venv
    wave webbrowser wsgiref xml/dom xml/etree xmlrpc zipapp
""".split()
"""What a referee needs nothing of, in the standard library."""


class Packing(NamedTuple):
    """Cutting and packing of files: Brotli's quality, and bytes of a part. What an ``earlier``
    build made of the same part is taken from its folder."""

    quality: int = QUALITY
    part: int = PART
    earlier: Path | None = None


class CannotBuild(Exception):
    """The pack cannot be made; the text says what is missing, or what a tool said."""


def build(target: Path, quality: int = QUALITY) -> Pack:
    """Make the pack in a folder, in place of the one that was there. The same files give the same
    version; Brotli packs them with a ``quality`` of 0 to 11. Needs npm and node. Raises
    :class:`CannotBuild`."""
    with TemporaryDirectory() as temporary:
        work = Path(temporary)
        _fetch_packages(work)
        packages = work / "node_modules"
        made = work / "pack"
        made.mkdir()
        _write_archive(made / "site.zip", contents())
        _run("node", HERE / "compile.mjs", packages / _PYTHON, made, json.dumps(UNNEEDED))
        for name, folder in {**RUNTIME, **FOR_PHOTOS}.items():
            shutil.copy(packages / folder / name, made)
        for name in SCRIPTS:
            shutil.copy(HERE / "scripts" / name, made)
        for name in ("pyodide.mjs", "ort.wasm.bundle.min.mjs"):
            _cut_source_map(made / name)
        _put_in_parentheses(made / "pyodide.asm.mjs")
        finished = work / "finished"
        (finished / PARTS).mkdir(parents=True)
        write_files(made, finished, Packing(quality, earlier=target / PARTS))
        (finished / LICENCES).write_text(_all_licences(packages), "utf-8")
        put_in_place(target, finished)
    pack = Pack.read(target)
    assert pack is not None
    return pack


def _fetch_packages(work: Path) -> None:
    """Fetch Python for phones and what runs the models, as the lock file beside this has them."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, work)
    _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=work)


def _run(tool: str, *arguments: str | Path, cwd: Path | None = None) -> None:
    found = shutil.which(tool)
    if found is None:
        raise CannotBuild(gettext("%(tool)s is not installed", tool=tool))
    command = [found, *arguments]
    run = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 - npm and node with arguments of ours
    if run.returncode:
        raise CannotBuild(f"{tool}: {run.stderr.strip() or run.stdout.strip()}")


def _write_archive(path: Path, files: Mapping[str, bytes]) -> None:
    with ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name, EPOCH), data)


def _cut_source_map(path: Path) -> None:
    """Browsers would look for a map that is not there."""
    text = path.read_text("utf-8")
    path.write_text(text.partition("\n//# sourceMappingURL")[0] + "\n", "utf-8")


def _put_in_parentheses(path: Path) -> None:
    """The one function of a script, a megabyte long: browsers compile what stands in parentheses
    when they first see it, and otherwise read it over once more when it is called. Raises
    :class:`CannotBuild` where the script is another one."""
    text = path.read_text("utf-8")
    found = re.fullmatch(r"(async function (\w+)\(.*\})\s*export default \2;\s*", text, re.DOTALL)
    if found is None:
        raise CannotBuild(f"{path.name}: not one function")
    path.write_text(f"export default ({found[1]});\n", "utf-8")


def write_files(made: Path, finished: Path, packing: Packing) -> None:
    """Write the files of a pack, which were ``made`` in one folder, as parts and a list of them
    into another."""
    names = (*SCRIPTS, *RUNTIME, *ARCHIVES)
    files, photos = (
        list(_files([made / name for name in some], finished / PARTS, packing))
        for some in (names, FOR_PHOTOS)
    )
    _write_list(finished, files, photos)


def _files(paths: Iterable[Path], parts: Path, packing: Packing) -> Iterator[dict[str, Any]]:
    """Cut files into parts; gives what the list says of each."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path in paths:
            data = path.read_bytes()
            pieces = _pieces(data, packing.part)
            written = pool.map(lambda piece: _write_part(piece, parts, packing), pieces)
            yield {
                "name": path.name,
                "type": TYPES.get(path.suffix, "application/octet-stream"),
                "sha256": sha256(data).hexdigest(),
                "parts": list(written),
            }


def _pieces(data: bytes, size: int) -> Iterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


def _write_part(piece: bytes, parts: Path, packing: Packing) -> dict[str, Any]:
    name = sha256(piece).hexdigest()
    before = _made_before(packing.earlier, name, piece) if packing.earlier else None
    made = {
        "br": before or brotli.compress(piece, quality=packing.quality),
        "gzip": gzip.compress(piece, mtime=0),
    }
    for coding, packed in made.items():
        (parts / f"{name}{ENDINGS[coding]}").write_bytes(packed)
    sent = {coding: len(packed) for coding, packed in made.items()}
    return {"sha256": name, "size": len(piece), "sent": sent["br"], "gzip": sent["gzip"]}


def _made_before(earlier: Path, name: str, piece: bytes) -> bytes | None:
    """A part as Brotli, unless there is none, or somebody has been at it."""
    try:
        packed = (earlier / f"{name}{ENDINGS['br']}").read_bytes()
        return packed if brotli.decompress(packed) == piece else None
    except (OSError, brotli.error):
        return None


def _write_list(folder: Path, files: list[dict[str, Any]], photos: list[dict[str, Any]]) -> None:
    copied = [file for file in files if file["name"] in COPIED]
    found = sha256()
    for file in (*files, *photos):
        found.update(f"{file['name']} {file['sha256']}\n".encode())
    offer = PackOffer(
        version=found.hexdigest()[:12],
        sent=_sum("sent", files),
        size=_sum("size", files) + MEMORY + _sum("size", copied),
        photos_sent=_sum("sent", photos),
        photos_size=_sum("size", photos),
    )
    listed = {**offer._asdict(), "made_for": fingerprint(), "files": files, "photos": photos}
    (folder / LIST).write_text(json.dumps(listed, indent=1) + "\n", "utf-8")


def _sum(figure: str, files: list[dict[str, Any]]) -> int:
    """Return the bytes of files: ``size``, or ``sent``."""
    return sum(part[figure] for file in files for part in file["parts"])


def _all_licences(packages: Path) -> str:
    told = []
    for name in ("pyodide", "onnxruntime-web"):
        about = json.loads((packages / name / "package.json").read_bytes())
        head = f"{about['name']} {about['version']}"
        home = about.get("homepage") or about["repository"]["url"]
        told.append("\n".join([head, "=" * len(head), about["license"], home]))
    return "\n\n\n".join([*told, licences()])


def put_in_place(target: Path, finished: Path) -> None:
    """Whoever reads the folder meanwhile finds the old pack or the new one, never half of one: the
    list comes last."""
    (target / PARTS).mkdir(parents=True, exist_ok=True)
    for path in (target / LIST, target / LICENCES, *(target / PARTS).iterdir()):
        if path.is_dir():  # none of ours, and files would go into it
            shutil.rmtree(path)
    old = set((target / PARTS).iterdir())
    for part in (finished / PARTS).iterdir():
        shutil.move(part, target / PARTS / part.name)
        old.discard(target / PARTS / part.name)
    shutil.copy(finished / LICENCES, target)
    shutil.copy(finished / LIST, target / f"{LIST}.new")
    (target / f"{LIST}.new").replace(target / LIST)
    for part in old:
        part.unlink()
