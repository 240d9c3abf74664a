"""Which files of ours and of our libraries go along to the phone.

Nobody keeps a list of them: what :mod:`referee.offline.bridge` imports is needed, and so are the
data beside it and the migrations.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import Distribution, distribution, packages_distributions
from importlib.resources import files
from pathlib import Path

import babel
from babel import Locale
from babel.core import get_global

from ..config import PACKAGE, resources
from ..languages import FOLDER as TRANSLATIONS
from ..languages import LANGUAGES, locale_of
from .schema_migration import MIGRATIONS

TEMPLATES = "templates"
"""The folder of the templates among the files."""

File = tuple[str, bytes]
"""A path as Python finds it, and what is in it."""

_TOOLS = (
    *(f"babel/messages/{name}.py" for name in ("checkers", "extract", "frontend", "jslexer")),
    *("click/_termui_impl.py", "click/_winconsole.py", "click/shell_completion.py"),
    *(
        "click/testing.py",
        "flask/testing.py",
        "jinja2/sandbox.py",
        "segno/cli.py",
        "segno/helpers.py",
    ),
    *("werkzeug/_reloader.py", "werkzeug/debug/", "werkzeug/testapp.py"),
    *(f"werkzeug/middleware/{name}.py" for name in ("http_proxy", "lint", "profiler")),
    *(f"sqlalchemy/dialects/{name}/" for name in ("mssql", "mysql", "oracle", "postgresql")),
    *(f"platformdirs/{name}.py" for name in ("_android", "android", "macos", "testing", "windows")),
    *(
        f"sqlalchemy/ext/{name}"
        for name in ("a", "declarative/", "h", "in", "m", "o", "serializer")
    ),
    *("sqlalchemy/connectors/aioodbc.py", "sqlalchemy/connectors/pyodbc.py", "sqlalchemy/testing/"),
)
"""What no page imports: it makes texts, tests, terminals and servers, or asks other databases."""
_DATA = (".json", ".po")
_SOURCES = (".py", ".js", ".mjs", ".html", ".onnx", ".sql", *_DATA)

# What is there when Python starts is of this machine, not of the app.
_SCRIPT = f"""
import sys
before = set(sys.modules)
sys.path.insert(0, {str(PACKAGE.parent)!r})
sys.modules.update(psycopg=None, greenlet=None)  # of servers alone
import {PACKAGE.name}.offline.bridge
import {PACKAGE.name}.offline.referee_only_app
import sqlalchemy.dialects.sqlite
import tzdata  # phones have no other time zones
print(*(name for name in set(sys.modules) - before if sys.modules[name]))
"""


def contents() -> dict[str, bytes]:
    """All files by their paths, in order."""
    modules = _needed_modules()
    found = {*_ours(modules), *_migrations(), *_templates(), *_locales(), *_zones()}
    for library in _libraries(modules):
        found.update(_of_library(library))
    return dict(sorted(found))


def fingerprint() -> str:
    """Another text after each change of this app that can change its pack."""
    found = sha256()
    for folder in (PACKAGE, resources("templates")):
        for path in sorted(folder.rglob("*")):
            if path.suffix in _SOURCES:
                found.update(path.relative_to(folder).as_posix().encode() + b"\0")
                found.update(path.read_bytes())
    return found.hexdigest()[:12]


def licences() -> str:
    """The licences of the libraries that go along, each below its name and version."""
    told = []
    for library in _libraries(_needed_modules()):
        head = f"{library.name} {library.version}"
        told.append("\n".join([head, "=" * len(head), *_licences_of(library)]))
    return "\n\n\n".join(told)


def _licences_of(library: Distribution) -> Iterator[str]:
    for file in library.files or ():
        if ".dist-info" in file.parts[0] and file.name.upper().startswith(("LICEN", "COPYING")):
            yield Path(file.locate()).read_text("utf-8").strip()


@cache
def _needed_modules() -> frozenset[str]:
    """What a fresh Python imports for the pages."""
    command = [sys.executable, "-c", _SCRIPT]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - this Python, a script of ours
    return frozenset(run.stdout.split())


def _libraries(modules: Iterable[str]) -> list[Distribution]:
    """The installed libraries that these modules are of, by name."""
    known = packages_distributions()
    tops = {module.partition(".")[0] for module in modules} - {PACKAGE.name}
    return [distribution(name) for name in sorted({known[top][0] for top in tops if top in known})]


def _ours(modules: Iterable[str]) -> Iterator[File]:
    """Our modules, and the data beside them."""
    for module in modules:
        top, *inner = module.split(".")
        if top != PACKAGE.name:
            continue
        path = PACKAGE.joinpath(*inner)
        if path.is_dir():
            yield _file(path / "__init__.py")
            yield from (_file(data) for data in path.iterdir() if data.suffix in _DATA)
        else:
            yield _file(path.with_suffix(".py"))
    yield from (_file(data) for data in TRANSLATIONS.iterdir() if data.suffix in _DATA)


def _migrations() -> Iterator[File]:
    return (_file(path) for path in MIGRATIONS.glob("*.sql"))


def _file(path: Path) -> File:
    return path.relative_to(PACKAGE.parent).as_posix(), path.read_bytes()


def _templates() -> Iterator[File]:
    folder = resources("templates")
    for path in folder.rglob("*.html"):
        yield f"{TEMPLATES}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _of_library(library: Distribution) -> Iterator[File]:
    """What is written in Python, nothing else runs on the phone, but for tools of programmers."""
    for file in library.files or ():
        is_tool = file.as_posix().startswith(_TOOLS)
        if file.suffix == ".py" and ".." not in file.parts and not is_tool:
            yield file.as_posix(), Path(file.locate()).read_bytes()


def _locales() -> Iterator[File]:
    """How our languages write dates and numbers; the library knows a thousand others."""
    folder = Path(babel.__file__).parent
    yield "babel/global.dat", (folder / "global.dat").read_bytes()
    for name in sorted({name for spoken in LANGUAGES for name in _with_parents(locale_of(spoken))}):
        yield f"babel/locale-data/{name}.dat", (folder / "locale-data" / f"{name}.dat").read_bytes()


def _zones() -> Iterator[File]:
    """When it is which day where; maps and the sources of it stay behind."""
    folder = files("tzdata")
    zones = (folder / "zones").read_text().split()
    for name in ("zones", *(f"zoneinfo/{zone}" for zone in zones)):
        yield f"tzdata/{name}", (folder / name).read_bytes()


def _with_parents(locale: Locale) -> Iterator[str]:
    """A locale and those that it takes from, as the library looks for them."""
    name, parents = str(locale), get_global("parent_exceptions")
    while name != "root":
        yield name
        name = parents.get(name) or name.rpartition("_")[0] or "root"
    yield name
