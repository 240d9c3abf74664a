"""Checks of a host: what is wrong with the machine, its settings and its data, in a sentence each.

A host is read once, as plain facts; each check is a function of them.
"""

import locale
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from flask import Flask
from sqlalchemy.engine import make_url

from . import config
from .config import BadSetting, BrokenFile, UnknownSetting, instance_folder
from .languages import gettext
from .offline.pack import FOLDER, DamagedPack, Pack
from .offline.pack_contents import fingerprint
from .photo import available
from .startup import sentence
from .store.sqlite import log_of, network_file_system

OLDEST_PYTHON = (3, 11)
_MEGABYTE = 1_000_000
LEAST_FREE, FEW_FREE = 50 * _MEGABYTE, 500 * _MEGABYTE
"""Bytes on the disk below which a change may fail at any time, and below which backups may."""
LARGE_LOG = 64 * _MEGABYTE
_TOLERATED = timedelta(minutes=1)
"""The time that the clock of a disk may be ahead."""
_HEADER, _READ_VERSION, _WITH_LOG = 100, 19, 2


class PackState(Enum):
    """The state of the app that phones can keep."""

    NONE = "none"
    DAMAGED = "damaged"
    OLD = "old"
    READY = "ready"


class Severity(Enum):
    """The weight of a diagnosis: all is well, worth knowing, or to be put right."""

    GOOD = "good"
    NOTE = "note"
    WRONG = "wrong"


class Diagnosis(NamedTuple):
    """The outcome of a check, in a sentence."""

    severity: Severity
    text: str


@dataclass(frozen=True)
class Host:
    """A machine with this program, its settings and its data.

    ``wrong_setting`` is the sentence about settings that cannot be read; the others are then
    those of a first start. ``file_system`` is the type of a network file system under the data;
    None for a local one. ``newest`` is the last change of a file there. ``has_log`` tells whether
    the database is written by a log (WAL): None where there is no file of SQLite.
    """

    python: tuple[int, int]
    encoding: str
    folder: str
    is_writable: bool
    file_system: str | None
    now: datetime
    newest: datetime | None
    has_log: bool | None
    log_bytes: int
    has_photos: bool
    address: str
    proxies: int
    pack: PackState
    free: int
    wrong_setting: str = ""


def read_host() -> Host:
    """Return what this machine is like. Nothing is changed, but that the first start's folder and
    secret are made."""
    folder = instance_folder()
    app = Flask(__name__, instance_path=str(folder))
    wrong = ""
    try:
        config.load(app, None)
    except (BadSetting, UnknownSetting, BrokenFile, OSError) as error:
        wrong = sentence(app, error)
        app.config.from_object(config.Defaults)
    there = next(path for path in (folder, *folder.parents) if path.exists())
    database = _database_file(app, folder)
    files = [path for path in (folder, *folder.glob("*")) if path.exists()]
    changed = [path.stat().st_mtime for path in files]
    return Host(
        python=sys.version_info[:2],
        encoding=locale.getencoding(),
        folder=str(folder),
        is_writable=_can_write(there),
        file_system=network_file_system(folder / "referee.db"),
        now=datetime.now(UTC),
        newest=datetime.fromtimestamp(max(changed), UTC) if changed else None,
        has_log=_has_log(database),
        log_bytes=_size(log_of(database)) if database else 0,
        has_photos=available(),
        address=str(app.config.get("PUBLIC_ADDRESS") or ""),
        proxies=int(app.config.get("PROXIES") or 0),
        pack=_pack_state(folder / FOLDER),
        free=shutil.disk_usage(there).free,
        wrong_setting=wrong,
    )


def _database_file(app: Flask, folder: Path) -> Path | None:
    """Return the file of a SQLite database, None for another database."""
    url = str(app.config.get("DATABASE_URL") or "")
    if not url:
        return folder / "referee.db"
    parts = make_url(url)
    is_file = parts.get_backend_name() == "sqlite" and parts.database
    return Path(str(parts.database)) if is_file else None


def _has_log(database: Path | None) -> bool | None:
    if database is None or not database.is_file():
        return None
    with database.open("rb") as opened:
        header = opened.read(_HEADER)
    return len(header) == _HEADER and header[_READ_VERSION] == _WITH_LOG


def _size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0


def _can_write(folder: Path) -> bool:
    """Return whether a file can be made in a folder, by making one: modes do not tell of disks that
    are read-only."""
    trial = folder / f".referee-doctor-{datetime.now(UTC):%H%M%S%f}"
    try:
        trial.touch(0o600, exist_ok=False)
        trial.unlink()
    except OSError:
        return False
    return True


def _pack_state(folder: Path) -> PackState:
    try:
        pack = Pack.read(folder)
    except DamagedPack:
        return PackState.DAMAGED
    if pack is None:
        return PackState.NONE
    return PackState.READY if pack.made_for == fingerprint() else PackState.OLD


def check_settings(host: Host) -> Diagnosis:
    if host.wrong_setting:
        return Diagnosis(Severity.WRONG, host.wrong_setting)
    return Diagnosis(Severity.GOOD, gettext("The settings can be read."))


def check_python(host: Host) -> Diagnosis:
    version = ".".join(map(str, host.python))
    if host.python < OLDEST_PYTHON:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        text = gettext(
            "This is Python %(version)s; %(oldest)s or newer is needed.",
            version=version,
            oldest=oldest,
        )
        return Diagnosis(Severity.WRONG, text)
    return Diagnosis(Severity.GOOD, gettext("Python is %(version)s.", version=version))


def check_locale(host: Host) -> Diagnosis:
    name = host.encoding.upper()
    if name.replace("-", "") == "UTF8":
        return Diagnosis(Severity.GOOD, gettext("The locale writes UTF-8."))
    text = gettext(
        "The locale writes %(encoding)s, so commands show names without some of their letters:"
        " set LANG=C.UTF-8.",
        encoding=name,
    )
    return Diagnosis(Severity.NOTE, text)


def check_folder(host: Host) -> Diagnosis:
    if not host.is_writable:
        text = gettext("Nothing can be written into %(folder)s.", folder=host.folder)
        return Diagnosis(Severity.WRONG, text)
    if host.file_system:
        text = gettext(
            "%(folder)s lies on a network file system (%(kind)s), where SQLite may lose what is"
            " written: take a disk of this machine, or PostgreSQL.",
            folder=host.folder,
            kind=host.file_system,
        )
        return Diagnosis(Severity.NOTE if host.has_log is None else Severity.WRONG, text)
    return Diagnosis(
        Severity.GOOD, gettext("The data lie in %(folder)s, on a local disk.", folder=host.folder)
    )


def check_clock(host: Host) -> Diagnosis:
    if host.newest is not None and host.newest > host.now + _TOLERATED:
        text = gettext(
            "The clock says %(now)s, but a file was changed at %(newest)s: set the clock, or"
            " evenings get wrong dates.",
            now=_moment(host.now),
            newest=_moment(host.newest),
        )
        return Diagnosis(Severity.WRONG, text)
    return Diagnosis(Severity.GOOD, gettext("The clock says %(now)s.", now=_moment(host.now)))


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def check_log(host: Host) -> Diagnosis:
    if host.has_log is None:
        return Diagnosis(Severity.GOOD, gettext("There is no file of SQLite to look at."))
    if not host.has_log:
        text = gettext(
            "The database is not written by a log (WAL) yet; the next start turns that on."
        )
        return Diagnosis(Severity.NOTE, text)
    if host.log_bytes > LARGE_LOG:
        text = gettext(
            "The log of the database has %(size)d MB: some program holds it open. Stop that, then"
            " start Referee again.",
            size=host.log_bytes // _MEGABYTE,
        )
        return Diagnosis(Severity.NOTE, text)
    return Diagnosis(Severity.GOOD, gettext("The database is written by a log (WAL)."))


def check_photos(host: Host) -> Diagnosis:
    if host.has_photos:
        return Diagnosis(Severity.GOOD, gettext("Photos can be read."))
    text = gettext(
        "Photos cannot be read: install requirements-photo.txt, where this machine has it."
    )
    return Diagnosis(Severity.NOTE, text)


def check_https(host: Host) -> Diagnosis:
    is_secure = host.address.lower().startswith("https:")
    if is_secure and not host.proxies:
        text = gettext(
            "REFEREE_PUBLIC_ADDRESS is https, but REFEREE_PROXIES is 0: Referee does not believe"
            " the proxy, and forms are refused. Set it to 1."
        )
        return Diagnosis(Severity.WRONG, text)
    if is_secure:
        text = gettext("Phones come by https: %(address)s.", address=host.address)
        return Diagnosis(Severity.GOOD, text)
    text = gettext(
        "Phones come by plain http, or nobody says how: they cannot keep the app, and everybody in"
        " the network can read along. A proxy with https helps, and REFEREE_PUBLIC_ADDRESS."
    )
    return Diagnosis(Severity.NOTE, text)


def check_pack(host: Host) -> Diagnosis:
    match host.pack:
        case PackState.READY:
            return Diagnosis(Severity.GOOD, gettext("Phones can keep the app."))
        case PackState.NONE:
            text = gettext("Phones cannot keep the app: `referee offline` builds it.")
        case PackState.OLD:
            text = gettext(
                "The app that phones keep is of another version: `referee offline` builds it anew."
            )
        case PackState.DAMAGED:
            text = gettext("The app that phones keep is damaged: `referee offline` builds it anew.")
    return Diagnosis(Severity.WRONG if host.pack is PackState.DAMAGED else Severity.NOTE, text)


def check_disk(host: Host) -> Diagnosis:
    size = host.free // _MEGABYTE
    if host.free < LEAST_FREE:
        text = gettext("The disk has %(size)d MB left: what is entered will be lost.", size=size)
        return Diagnosis(Severity.WRONG, text)
    if host.free < FEW_FREE:
        text = gettext("The disk has %(size)d MB left, and backups need some.", size=size)
        return Diagnosis(Severity.NOTE, text)
    return Diagnosis(Severity.GOOD, gettext("The disk has %(size)d MB left.", size=size))


CHECKS: tuple[Callable[[Host], Diagnosis], ...] = (
    *(check_settings, check_python, check_locale, check_folder, check_clock, check_log),
    *(check_photos, check_https, check_pack, check_disk),
)


def examine(host: Host) -> list[Diagnosis]:
    """Return the diagnosis of each check, in order."""
    return [check(host) for check in CHECKS]
