"""Building of the pack of files for phones, and its command."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple
from zipfile import ZipFile, ZipInfo

import brotli
import click

from ..config import PACKAGE, instance_folder
from ..languages import gettext
from ..terminal import CommandRefused
from .pack import (
    ENDINGS,
    FOLDER,
    LICENCES,
    LIST,
    MEGABYTE,
    PARTS,
    SCRIPT,
    ListedFile,
    ListedPart,
    Pack,
    PackOffer,
)
from .pack_contents import contents, fingerprint, licences

HERE = Path(__file__).parent
EPOCH = (1980, 1, 1, 0, 0, 0)
PART = 4 * 1024 * 1024
"""Bytes of a part: what an interrupted download loses at most, and as far as compressing looks back
(halves are 0.15 MB more to send)."""

MEMORY = 48_000_000
"""Bytes of Python's memory, which phones write down once (``storage.js``)."""

QUALITY = 11
"""The best one. With Brotli it takes a minute, and saves each phone three of twelve megabytes."""

_PYTHON, _INFERENCE = "pyodide", "onnxruntime-web/dist"
_MODELS = PACKAGE / "photo" / "models" / "phone"
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
"""Files that only phones fetch that read photos; the models are the server's, in fewer bits."""
SCRIPTS = (
    *("kept_pages.js", "python.js", "storage.js"),
    *("app_in_service_worker.js", "photo_indices.js", "worker.js"),
)
ARCHIVES = ("std.zip", "modules.zip", "site.zip")
PACKED = ("modules.zip",)
"""Files that a phone packs again, since a start from that memory needs none of them."""
TYPES = {".js": SCRIPT, ".mjs": SCRIPT, ".wasm": "application/wasm"}

UNNEEDED = """
    _ast_unparse _pydatetime _pyio _pyrepl argparse asyncio/proactor_events asyncio/tools
    asyncio/windows_* bdb cmd compileall concurrent/futures/process configparser cProfile
    ctypes curses dbm doctest encodings/big5* encodings/cp42* encodings/cp[0-35-9]*
    encodings/euc_* encodings/gb* encodings/hp_roman8 encodings/hz encodings/iso2022*
    encodings/iso8859_1[0-9] encodings/iso8859_[2-9] encodings/johab encodings/koi8*
    encodings/kz1048 encodings/mac_* encodings/palmos encodings/ptcp154 encodings/shift_*
    encodings/tis_620 ensurepip filecmp fileinput ftplib getopt html/parser http/cookiejar
    idlelib imaplib logging/config logging/handlers mailbox modulefinder multiprocessing netrc
    nturl2path optparse pdb pickletools plistlib poplib profile pstats pyclbr pydoc pydoc_data
    rlcompleter shelve smtplib statistics symtable tabnanny tarfile this timeit tkinter tomllib
    trace turtle unittest urllib/robotparser venv wave webbrowser wsgiref xml/dom xml/etree
    xml/sax/expatreader xmlrpc zipapp
""".split()
"""Modules of the standard library that a referee does not need."""


def _tell_nobody(_line: str) -> None:
    """Leave out what a build says on its way."""


class Packing(NamedTuple):
    """Parameters of packing: the quality, 0 to 11, the bytes of a part, the folder of an earlier
    build, whose equal parts are taken over, and the function that is told how far it is."""

    quality: int = QUALITY
    part: int = PART
    earlier: Path | None = None
    tell: Callable[[str], None] = _tell_nobody


class CannotBuild(Exception):
    """A pack that cannot be built; the text says what is missing, or what a tool printed."""


def build(target: Path, quality: int = QUALITY, tell: Callable[[str], None] = _tell_nobody) -> Pack:
    """Build the pack in a folder, in place of an earlier one, and return it. The same files give
    the same version; they are packed with a ``quality`` of 0 to 11. ``tell`` is called with each
    step. Needs npm and node. Raises :class:`CannotBuild`."""
    tell(gettext("1 of 3: fetching the Python for phones from npm"))
    with TemporaryDirectory() as temporary:
        work = Path(temporary)
        _install_packages(work)
        packages = work / "node_modules"
        source = work / "pack"
        source.mkdir()
        tell(gettext("2 of 3: compiling the app"))
        _write_archive(source / "site.zip", contents())
        _run("node", HERE / "compile.mjs", packages / _PYTHON, source, json.dumps(UNNEEDED))
        for name, folder in {**RUNTIME, **FOR_PHOTOS}.items():
            shutil.copy(packages / folder / name, source)
        for name in SCRIPTS:
            shutil.copy(HERE / "scripts" / name, source)
        for name in ("pyodide.mjs", "ort.wasm.bundle.min.mjs"):
            _cut_source_map(source / name)
        _wrap_function(source / "pyodide.asm.mjs")
        finished = work / "finished"
        (finished / PARTS).mkdir(parents=True)
        write_files(source, finished, Packing(quality, earlier=target / PARTS, tell=tell))
        (finished / LICENCES).write_text(_all_licences(packages), "utf-8")
        put_in_place(target, finished)
    pack = Pack.read(target)
    assert pack is not None
    return pack


def _install_packages(work: Path) -> None:
    """Install Python for phones and the runtime of the models with npm, by the lock file beside
    this module."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, work)
    _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=work)


def _run(tool: str, *arguments: str | Path, cwd: Path | None = None) -> None:
    """Run a tool. Raises :class:`CannotBuild`."""
    executable = shutil.which(tool)
    if executable is None:
        raise CannotBuild(gettext("%(tool)s is not installed", tool=tool))
    command = [executable, *arguments]
    run = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 - npm and node with arguments of ours
    if run.returncode:
        raise CannotBuild(f"{tool}: {run.stderr.strip() or run.stdout.strip()}")


def _write_archive(path: Path, files: Mapping[str, bytes]) -> None:
    with ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name, EPOCH), data)


def _cut_source_map(path: Path) -> None:
    """Remove the reference to a source map, which browsers would try to load."""
    text = path.read_text("utf-8")
    path.write_text(text.partition("\n//# sourceMappingURL")[0] + "\n", "utf-8")


def _wrap_function(path: Path) -> None:
    """Put a script's only function into parentheses: browsers compile it then on first sight, and
    otherwise parse a megabyte twice. Raises :class:`CannotBuild` for any other script."""
    text = path.read_text("utf-8")
    match = re.fullmatch(r"(async function (\w+)\(.*\})\s*export default \2;\s*", text, re.DOTALL)
    if match is None:
        raise CannotBuild(f"{path.name}: not one function")
    path.write_text(f"export default ({match[1]});\n", "utf-8")


def write_files(source: Path, finished: Path, packing: Packing) -> None:
    """Write the files of a pack from the folder ``source`` as parts into ``finished``, with a list
    of them."""
    names = (*SCRIPTS, *RUNTIME, *ARCHIVES)
    files, photos = (
        list(_files([source / name for name in some], finished / PARTS, packing))
        for some in (names, FOR_PHOTOS)
    )
    _write_list(finished, files, photos)


def _files(paths: Iterable[Path], parts: Path, packing: Packing) -> Iterator[ListedFile]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path in paths:
            data = path.read_bytes()
            packing.tell(
                gettext(
                    "3 of 3: compressing %(file)s, %(size)s MB",
                    file=path.name,
                    size=f"{len(data) / MEGABYTE:.1f}",
                )
            )
            pieces = _pieces(data, packing.part)
            written = pool.map(lambda piece: _write_part(piece, parts, packing), pieces)
            yield {
                "name": path.name,
                "packed": path.name in PACKED,
                "type": TYPES.get(path.suffix, "application/octet-stream"),
                "sha256": sha256(data).hexdigest(),
                "parts": list(written),
            }


def _pieces(data: bytes, size: int) -> Iterator[bytes]:
    for start in range(0, len(data), size):
        yield data[start : start + size]


def _write_part(piece: bytes, parts: Path, packing: Packing) -> ListedPart:
    name = sha256(piece).hexdigest()
    before = _earlier_part(packing.earlier, name, piece) if packing.earlier else None
    encoded = {
        "br": before or brotli.compress(piece, quality=packing.quality),
        "gzip": gzip.compress(piece, min(packing.quality, 9), mtime=0),
    }
    for coding, packed in encoded.items():
        (parts / f"{name}{ENDINGS[coding]}").write_bytes(packed)
    sent = {coding: len(packed) for coding, packed in encoded.items()}
    return {"sha256": name, "size": len(piece), "sent": sent["br"], "gzip": sent["gzip"]}


def _earlier_part(earlier: Path, name: str, piece: bytes) -> bytes | None:
    """Return a part as an earlier build packed it with Brotli, None if that is missing or
    damaged."""
    try:
        packed = (earlier / f"{name}{ENDINGS['br']}").read_bytes()
        return packed if brotli.decompress(packed) == piece else None
    except (OSError, brotli.error):
        return None


def _write_list(folder: Path, files: list[ListedFile], photos: list[ListedFile]) -> None:
    digest = sha256()
    for file in (*files, *photos):
        digest.update(f"{file['name']} {file['sha256']}\n".encode())
    offer = PackOffer(
        version=digest.hexdigest()[:12],
        sent=_sum("sent", files),
        size=sum(_sum("gzip" if file["packed"] else "size", [file]) for file in files) + MEMORY,
        photos_sent=_sum("sent", photos),
        photos_size=_sum("size", photos),
    )
    listed = {**offer._asdict(), "made_for": fingerprint(), "files": files, "photos": photos}
    (folder / LIST).write_text(json.dumps(listed, indent=1) + "\n", "utf-8")


def _sum(figure: Literal["size", "sent", "gzip"], files: list[ListedFile]) -> int:
    """Return the sum of a figure over the parts of files."""
    return sum(part[figure] for file in files for part in file["parts"])


def _all_licences(packages: Path) -> str:
    texts = []
    for name in ("pyodide", "onnxruntime-web"):
        package = json.loads((packages / name / "package.json").read_bytes())
        title = f"{package['name']} {package['version']}"
        home = package.get("homepage") or package["repository"]["url"]
        texts.append("\n".join([title, "=" * len(title), package["license"], home]))
    return "\n\n\n".join([*texts, licences()])


def put_in_place(target: Path, finished: Path) -> None:
    """Replace a pack by a finished one. A reader at that time finds the earlier or the new pack,
    never a mixture: the list is replaced last."""
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


@click.command()
def offline() -> None:
    """Build the referee for phones without a network, which the app then offers them.

    It needs npm and node, and is built again after each update of the app.
    """
    folder = instance_folder() / FOLDER
    try:
        offer = build(folder, tell=lambda line: click.echo(line, err=True)).offer
    except CannotBuild as error:
        raise CommandRefused(str(error)) from error
    except OSError as error:
        raise CommandRefused(f"{error.filename}: {error.strerror}") from error
    message = gettext(
        "%(folder)s: version %(version)s, %(sent)d MB to send, %(kept)d MB on a phone",
        folder=folder,
        version=offer.version,
        sent=offer.megabytes_sent,
        kept=offer.megabytes_kept,
    )
    click.echo(message, file=sys.stdout)
    click.echo(gettext("Start the app again to offer it."), file=sys.stdout)
