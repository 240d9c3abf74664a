"""Settings, folders, and files that only their owner can read.

On Windows modes have no effect and folders cannot be synced; a user's folder is private there.
"""

import contextlib
import os
import secrets
import stat
import subprocess
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import Enum
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of_package
from pathlib import Path
from traceback import extract_tb
from urllib.parse import urlsplit

from flask import Flask
from platformdirs import user_data_path
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

FILE, FOLDER = 0o600, 0o700
OTHERS = 0o077


def make_folder(folder: Path) -> None:
    """Make a private folder. An existing one is left as it is."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def make_file(file: Path, *, exist_ok: bool = True) -> None:
    """Make a file that is private from the beginning, or close an existing one to others.

    Raises :class:`FileExistsError` for an existing file without ``exist_ok``."""
    only_new = 0 if exist_ok else os.O_EXCL
    os.close(os.open(file, os.O_CREAT | os.O_WRONLY | only_new, FILE))
    close_to_others(file)


def close_to_others(file: Path) -> None:
    """Take all permissions of others from a file, if it exists and belongs to this user."""
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & OTHERS:
            file.chmod(mode & ~OTHERS)


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, so that new files survive a loss of power."""
    if sys.platform != "win32":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


if sys.platform != "win32":
    import fcntl

DATABASES = ("sqlite", "postgresql")

PACKAGE = Path(__file__).parent
CHECKOUT = PACKAGE.parent


UNKNOWN_VERSION = "0.1.dev0"
"""The version of a copy of the files without the commit that they are of."""


@cache
def version() -> str:
    """Return the version of this program: that of the installed package, or of a checkout's commit,
    as a build of it has it. It stays what it was when it was first asked for, also where an update
    replaces the files of a program that runs."""
    if not _is_checkout():
        with contextlib.suppress(PackageNotFoundError):
            return version_of_package(PACKAGE.name)
    elif (CHECKOUT / ".git").exists():
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            count, commit = _git("rev-list", "--count", "HEAD"), _git("rev-parse", "HEAD")
            return f"{UNKNOWN_VERSION.rstrip('0')}{count}+g{commit[:9]}"
    return UNKNOWN_VERSION


def _git(*arguments: str) -> str:
    """Return what git says of the checkout. Raises :class:`OSError` where it is not installed, and
    :class:`subprocess.CalledProcessError`."""
    command = ["git", "-C", str(CHECKOUT), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - git with arguments of ours
    return run.stdout.strip()


class Defaults:
    """Settings that hold unless the instance folder or the environment says otherwise."""

    MAX_CONTENT_LENGTH = 64 * 1024
    DATABASE_URL = ""
    """SQLite in the instance folder."""
    SECRET_KEY = ""
    """Made at the first start. Several machines must be given the same. Keys of groups are made
    from it, so nobody must come upon it by guessing."""
    THREADS = 4
    """Number of threads of a worker that serve; at most half of them wait to write."""
    WAIT_FOR_DATABASE = True
    """Wait at the start for a PostgreSQL that is not there yet?"""
    PROXIES = 0
    """Number of reverse proxies in front that tell the browser's address."""
    PUBLIC_ADDRESS = ""
    """The address at which phones find the app, if it is opened as localhost."""
    TEMPLATE_CACHE = ""
    """A folder that keeps compiled templates from one start to the next; without it none does."""
    ACCESS_LOG = False
    """True if every request gets a line in the log."""


def resources(name: str) -> Path:
    """Return the folder of templates or static files: at the top of a checkout, inside an installed
    package."""
    return CHECKOUT / name if _is_checkout() else PACKAGE / f"_{name}"


def instance_folder() -> Path:
    """Return the folder of this installation's data: ``REFEREE_INSTANCE``, else the checkout's
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
    """A type of setting, with the words for what it must be."""

    NUMBER = f"a whole number from 0 to {MOST}"
    THREADS = f"a whole number from 1 to {MOST_THREADS}"
    SWITCH = "true or false"
    TEXT = "a text"
    SECRET = f"a text of {SECRET_LENGTH} characters or more"
    ADDRESS = "an address that begins with http:// or https://"
    DATABASE = "an address of a database"


class BadSetting(Exception):
    """A setting of the wrong type; ``file`` is the file that holds it alone, if there is one."""

    def __init__(
        self, name: str, value: object, kind: SettingType, file: Path | None = None
    ) -> None:
        super().__init__(f"{name} = {value!r} is not {kind.value}")
        self.name, self.value, self.kind, self.file = name, value, kind, file


class UnknownSetting(Exception):
    """A setting that there is not, from the environment or a ``file``; ``meant`` is one that is
    spelled much the same, if there is one."""

    def __init__(self, name: str, meant: str | None, file: Path | None = None) -> None:
        super().__init__(name)
        self.name, self.meant, self.file = name, meant, file


class BrokenFile(Exception):
    """A file of settings that does not run: its line, if that is known, and the error."""

    def __init__(self, file: Path, error: BaseException) -> None:
        super().__init__(f"{file}: {error}")
        frames = extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == str(file)]
        if isinstance(error, SyntaxError):
            lines.append(error.lineno)
        self.file, self.error = file, error
        self.line = lines[-1] if lines else None


def load(app: Flask, settings: Mapping[str, object] | None) -> None:
    """Fill in the settings; each source wins over the one before.

    Raises :class:`BadSetting`, :class:`UnknownSetting`, :class:`BrokenFile`, and :class:`OSError`
    for the instance folder.
    """
    app.config.from_object(Defaults)
    known = {*app.config, "INSTANCE"}
    file = Path(app.instance_path) / "config.py"
    _run_file(app, file)
    for name in app.config.keys() - known:  # a file may have names of its own
        if meant := _meant(name, known):
            raise UnknownSetting(name, meant, file)
    for variable in sorted(os.environ):
        name = variable.removeprefix(PREFIX).partition("__")[0]
        if variable.startswith(PREFIX) and name not in known:
            raise UnknownSetting(variable, _meant(name, known))
    app.config.from_prefixed_env(PREFIX.rstrip("_"))
    app.config.from_mapping(settings or {})
    _check(app.config)
    if cache := app.config["TEMPLATE_CACHE"]:
        make_folder(Path(cache))
    secret = app.config["SECRET_KEY"]
    app.config["SECRET_KEY"] = secret or _secret_key(Path(app.instance_path))


PREFIX = "REFEREE_"
"""The beginning of the names of settings in the environment."""


def _meant(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is spelled much the same, None if none is."""
    ours = [one for one in known if one in vars(Defaults) or one == "INSTANCE"]
    return next(iter(get_close_matches(name.upper(), ours, 1)), None)


def is_text(value: str) -> bool:
    """Return whether a text can be encoded. Bytes from a shell that are no text become lone
    surrogates."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_address(value: str) -> bool:
    """Return whether a text can begin the URLs of links."""
    with contextlib.suppress(ValueError):  # no address between brackets, no number for a port
        parts = urlsplit(value)
        parts.port  # noqa: B018 - it is read here for the first time
        (parts.hostname or "").encode("idna")
        return is_text(value) and parts.scheme in ("http", "https") and bool(parts.hostname)
    return False


def _run_file(app: Flask, file: Path) -> None:
    """Load the settings of a Python file, if it exists. Raises :class:`BrokenFile`."""
    try:
        app.config.from_pyfile(str(file), silent=True)
    except OSError:
        raise
    except (Exception, SystemExit) as error:  # somebody's own program, and it may raise anything
        raise BrokenFile(file, error) from error


def _check(config: dict[str, object]) -> None:
    """Raise :class:`BadSetting` for a setting of the wrong type, and set empty ones to their
    defaults."""
    defaults = {name: value for name, value in vars(Defaults).items() if name.isupper()}
    for name, default in defaults.items():
        value = config[name]
        kind = _SPECIAL.get(name) or _KINDS[type(default)]
        if value is None or value == "":
            config[name] = default
        elif isinstance(default, str):
            config[name] = str(value)  # the environment may make a number of it
        elif kind is SettingType.SWITCH and isinstance(value, str):
            config[name] = _SWITCHED.get(value.strip().lower(), value)
        if not _fits(kind, config[name]):
            raise BadSetting(name, value, kind)


_SWITCHED = dict.fromkeys(("true", "yes", "on"), True) | dict.fromkeys(
    ("false", "no", "off"), False
)
"""Words for a switch, in any case."""
_SPECIAL = {
    "PUBLIC_ADDRESS": SettingType.ADDRESS,
    "DATABASE_URL": SettingType.DATABASE,
    "SECRET_KEY": SettingType.SECRET,
    "THREADS": SettingType.THREADS,
}
_KINDS = {int: SettingType.NUMBER, bool: SettingType.SWITCH, str: SettingType.TEXT}


def _fits(kind: SettingType, value: object) -> bool:
    if kind in (SettingType.NUMBER, SettingType.THREADS):
        least, most = (1, MOST_THREADS) if kind is SettingType.THREADS else (0, MOST)
        return type(value) is int and least <= value <= most
    if kind is SettingType.SWITCH:
        return value in (True, False)  # 1 and 0 too
    return not value or (isinstance(value, str) and _text_fits(kind, value))


def _text_fits(kind: SettingType, value: str) -> bool:
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
    """Return the key that signs cookies, which is made once and stored in the instance folder.

    Where the power failed while an earlier version wrote it, the file may be empty or full of
    zeros. Nothing was ever signed with that, so a key is made as at the first start."""
    make_folder(instance)
    file = instance / "secret_key"
    if not file.exists():
        # Written elsewhere and then linked, so that of several starting workers one wins, none
        # reads half a key, and after a loss of power there is a whole one or none.
        fresh = instance / f".secret_key-{secrets.token_hex(8)}"
        make_file(fresh)
        _write_key(fresh)
        with contextlib.suppress(FileExistsError):
            file.hardlink_to(fresh)
        fresh.unlink()
        sync_folder(instance)
    close_to_others(file)
    key = _read_key(file) or _replace_empty_key(file)
    if not _fits(SettingType.SECRET, key):
        raise BadSetting("SECRET_KEY", key, SettingType.SECRET, file)
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


def _replace_empty_key(file: Path) -> str:
    """Write a key into a file without one, and return the key. One of several starting workers
    writes it, the others wait."""
    with file.open("r+b") as held:
        if sys.platform != "win32":
            fcntl.flock(held, fcntl.LOCK_EX)
        if not _read_key(file):
            _write_key(file)
    return _read_key(file)


def _is_checkout() -> bool:
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()
