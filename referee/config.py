"""Settings, and where the folders lie: in a checkout, or in an installed package."""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from traceback import extract_tb
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from platformdirs import user_data_path
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from .private_files import close_to_others, make_file, make_folder, sync_folder

if sys.platform != "win32":
    import fcntl

VERSION = "0.1.0"

DATABASES = ("sqlite", "postgresql")

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parent


class Defaults:
    """What holds unless the instance folder or the environment says otherwise."""

    MAX_CONTENT_LENGTH = 64 * 1024
    DATABASE_URL = ""
    """SQLite in the instance folder."""
    SECRET_KEY = ""
    """Made at the first start. Several machines must be given the same. Keys of groups are made
    from it, so nobody must come upon it by guessing."""
    THREADS = 4
    """How many threads of a worker serve. Half of them may wait to write, no more."""
    WAIT_FOR_DATABASE = True
    """Wait at the start for a PostgreSQL that is not there yet?"""
    PROXIES = 0
    """How many reverse proxies stand in front and tell the browser's address."""
    PUBLIC_ADDRESS = ""
    """Where phones find the app, if it is opened as localhost."""
    TEMPLATE_CACHE = ""
    """A folder that keeps compiled templates from one start to the next; without it none does."""
    ACCESS_LOG = False
    """Does every request get a line in the log?"""


def resources(name: str) -> Path:
    """The templates or static files: at the top of a checkout, inside an installed package."""
    return CHECKOUT / name if _is_checkout() else PACKAGE / f"_{name}"


def instance_folder() -> Path:
    """Where this installation keeps what is its own: ``REFEREE_INSTANCE``, else the checkout's
    ``instance/``, else a folder under the user's data directory."""
    if chosen := os.environ.get("REFEREE_INSTANCE"):
        return Path(chosen).resolve()
    if _is_checkout():
        return CHECKOUT / "instance"
    return user_data_path("referee", appauthor=False)


SECRET_LENGTH = 16
MOST = 1_000_000_000
MOST_THREADS = 200


class SettingType(Enum):
    """What a setting can be."""

    NUMBER = f"a whole number from 0 to {MOST}"
    THREADS = f"a whole number from 0 to {MOST_THREADS}"
    SWITCH = "true or false"
    TEXT = "a text"
    SECRET = f"a text of {SECRET_LENGTH} characters or more"
    ADDRESS = "an address that begins with http:// or https://"
    DATABASE = "an address of a database"


class BadSetting(Exception):
    """A setting that is not of its kind; ``file`` is where it stands, if that has it alone."""

    def __init__(
        self, name: str, value: object, kind: SettingType, file: Path | None = None
    ) -> None:
        super().__init__(f"{name} = {value!r} is not {kind.value}")
        self.name, self.value, self.kind, self.file = name, value, kind, file


class BrokenFile(Exception):
    """A file of settings that does not run: the line, if it is known, and why."""

    def __init__(self, file: Path, error: BaseException) -> None:
        super().__init__(f"{file}: {error}")
        frames = extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == str(file)]
        if isinstance(error, SyntaxError):
            lines.append(error.lineno)
        self.file, self.error = file, error
        self.line = lines[-1] if lines else None


def load(app: Flask, settings: Mapping[str, Any] | None) -> None:
    """Fill in the settings, each source winning over the one before.

    Raises :class:`BadSetting`, :class:`BrokenFile`, and :class:`OSError` for the instance folder.
    """
    app.config.from_object(Defaults)
    _run_file(app, Path(app.instance_path) / "config.py")
    app.config.from_prefixed_env("REFEREE")
    app.config.from_mapping(settings or {})
    _check(app.config)
    if cache := app.config["TEMPLATE_CACHE"]:
        make_folder(Path(cache))
    given = app.config["SECRET_KEY"]
    app.config["SECRET_KEY"] = given or _secret_key(Path(app.instance_path))


def is_text(value: str) -> bool:
    """Can this be written? Bytes that are no text come from a shell as halves of characters."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_address(value: str) -> bool:
    """Can links begin with this?"""
    with contextlib.suppress(ValueError):  # no address between brackets, no number for a port
        parts = urlsplit(value)
        parts.port  # noqa: B018 - it is read here for the first time
        (parts.hostname or "").encode("idna")
        return is_text(value) and parts.scheme in ("http", "https") and bool(parts.hostname)
    return False


def _run_file(app: Flask, file: Path) -> None:
    try:
        app.config.from_pyfile(str(file), silent=True)
    except OSError:
        raise
    except (Exception, SystemExit) as error:  # somebody's own program, and it may raise anything
        raise BrokenFile(file, error) from error


def _check(config: dict[str, Any]) -> None:
    """Every setting is of the kind of its default; one that is left empty is the default."""
    defaults = {name: value for name, value in vars(Defaults).items() if name.isupper()}
    for name, default in defaults.items():
        value = config[name]
        kind = _SPECIAL.get(name) or _KINDS[type(default)]
        if value is None or value == "":
            config[name] = default
        elif isinstance(default, str):
            config[name] = str(value)  # the environment may make a number of it
        if not _is(kind, config[name]):
            raise BadSetting(name, value, kind)


_SPECIAL = {
    "PUBLIC_ADDRESS": SettingType.ADDRESS,
    "DATABASE_URL": SettingType.DATABASE,
    "SECRET_KEY": SettingType.SECRET,
    "THREADS": SettingType.THREADS,
}
_KINDS = {int: SettingType.NUMBER, bool: SettingType.SWITCH, str: SettingType.TEXT}


def _is(kind: SettingType, value: Any) -> bool:
    if kind in (SettingType.NUMBER, SettingType.THREADS):
        most = MOST_THREADS if kind is SettingType.THREADS else MOST
        return type(value) is int and 0 <= value <= most
    if kind is SettingType.SWITCH:
        return value in (True, False)  # 1 and 0 too
    return not value or _is_text_of(kind, value)


def _is_text_of(kind: SettingType, value: str) -> bool:
    if kind is SettingType.ADDRESS:
        return is_address(value)
    if kind is SettingType.SECRET:
        return is_text(value) and len(value) >= SECRET_LENGTH
    if kind is SettingType.DATABASE:
        with contextlib.suppress(ArgumentError, ValueError):  # it finds ports that are no numbers
            return is_text(value) and make_url(value).get_backend_name() in DATABASES
        return False
    return is_text(value)


def _secret_key(instance: Path) -> str:
    """The key that cookies are signed with, made once and kept in the instance folder.

    Where the power failed when an earlier version wrote it, the file may be empty or full of
    zeros. Nothing was ever signed with that, so a key is made as at the first start.
    """
    make_folder(instance)
    kept = instance / "secret_key"
    if not kept.exists():
        # Written elsewhere and then linked, so that of several starting workers one wins, none
        # reads half a key, and after a loss of power there is a whole one or none.
        fresh = instance / f".secret_key-{secrets.token_hex(8)}"
        make_file(fresh)
        _write_key(fresh)
        with contextlib.suppress(FileExistsError):
            kept.hardlink_to(fresh)
        fresh.unlink()
        sync_folder(instance)
    close_to_others(kept)
    key = _read_key(kept) or _mend_key(kept)
    if not _is(SettingType.SECRET, key):
        raise BadSetting("SECRET_KEY", key, SettingType.SECRET, kept)
    return key


def _write_key(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.write(secrets.token_urlsafe(32).encode("ascii"))
        opened.flush()
        os.fsync(opened.fileno())


def _read_key(file: Path) -> str:
    try:
        return file.read_text("ascii").strip("\0 \r\n\t")
    except UnicodeDecodeError as error:
        raise BrokenFile(file, error) from error


def _mend_key(file: Path) -> str:
    """Of several starting workers one writes, and the others wait for it."""
    with file.open("r+b") as held:
        if sys.platform != "win32":
            fcntl.flock(held, fcntl.LOCK_EX)
        if not _read_key(file):
            _write_key(file)
    return _read_key(file)


def _is_checkout() -> bool:
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()
