"""Choice of the app's and its libraries' files that a pack contains.

There is no list of them: the pack contains the modules that :mod:`referee.offline.bridge` imports,
the data beside them, and the migrations."""

import pickle
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
        "fsrs/optimizer.py",
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
"""Packages that no page imports: for texts, tests, terminals, servers and other databases."""
_UNSPOKEN = {
    *("all_currencies", "currency_fractions", "likely_subtags", "meta_zones", "territory_aliases"),
    *("territory_currencies", "territory_languages", "territory_zones", "zone_aliases"),
    *("zone_territories", "windows_zone_mapping", "compact_currency_formats"),
    *("compact_decimal_formats", "currency_formats", "currency_names", "currency_names_plural"),
    *("currency_symbols", "currency_unit_patterns", "compound_unit_patterns", "date_fields"),
    *("languages", "scripts", "territories", "time_zones", "unit_display_names", "unit_patterns"),
    *("variants", "zone_formats"),
}
"""Data of Babel that pages do not speak of: names of countries, currencies, units and zones."""
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
    """Return all files by their paths, sorted."""
    modules = _needed_modules()
    all_files = {
        *_own_files(modules),
        *map(_file, MIGRATIONS.glob("*.sql")),
        *_templates(),
        *_locales(),
        *_zones(),
    }
    for library in _libraries(modules):
        all_files.update(_of_library(library))
    return dict(sorted(all_files))


def fingerprint() -> str:
    """Return a text that differs after each change of this app that can change its pack."""
    digest = sha256()
    for folder in (PACKAGE, resources("templates")):
        for path in sorted(folder.rglob("*")):
            if path.suffix in _SOURCES:
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def licences() -> str:
    """Return the licences of the libraries in a pack, each below its name and version."""
    texts = []
    for library in _libraries(_needed_modules()):
        title = f"{library.name} {library.version}"
        texts.append("\n".join([title, "=" * len(title), *_licences_of(library)]))
    return "\n\n\n".join(texts)


def _licences_of(library: Distribution) -> Iterator[str]:
    for file in library.files or ():
        if ".dist-info" in file.parts[0] and file.name.upper().startswith(("LICEN", "COPYING")):
            yield Path(file.locate()).read_text("utf-8").strip()


@cache
def _needed_modules() -> frozenset[str]:
    """Return the modules that a fresh Python imports for the pages."""
    command = [sys.executable, "-c", _SCRIPT]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - this Python, a script of ours
    return frozenset(run.stdout.split())


def _libraries(modules: Iterable[str]) -> list[Distribution]:
    by_module = packages_distributions()
    tops = {module.partition(".")[0] for module in modules} - {PACKAGE.name}
    return [
        distribution(name)
        for name in sorted({by_module[top][0] for top in tops if top in by_module})
    ]


def _own_files(modules: Iterable[str]) -> Iterator[File]:
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


def _file(path: Path) -> File:
    return path.relative_to(PACKAGE.parent).as_posix(), path.read_bytes()


def _templates() -> Iterator[File]:
    folder = resources("templates")
    for path in folder.rglob("*.html"):
        yield f"{TEMPLATES}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _of_library(library: Distribution) -> Iterator[File]:
    """Yield the Python files of a library, without tools for programmers. Nothing else runs on a
    phone."""
    for file in library.files or ():
        is_tool = file.as_posix().startswith(_TOOLS)
        if file.suffix == ".py" and ".." not in file.parts and not is_tool:
            yield file.as_posix(), Path(file.locate()).read_bytes()


def _locales() -> Iterator[File]:
    names = {name for spoken in LANGUAGES for name in _with_parents(locale_of(spoken))}
    for path in ("global.dat", *(f"locale-data/{name}.dat" for name in sorted(names))):
        known = pickle.loads((Path(babel.__file__).parent / path).read_bytes())  # noqa: S301 - the library's own
        spoken = {key: value for key, value in known.items() if key not in _UNSPOKEN}
        yield f"babel/{path}", pickle.dumps(spoken, protocol=4)


def _zones() -> Iterator[File]:
    """Yield the data of time zones, without maps and sources."""
    folder = files("tzdata")
    zones = (folder / "zones").read_text().split()
    for name in ("zones", *(f"zoneinfo/{zone}" for zone in zones)):
        yield f"tzdata/{name}", (folder / name).read_bytes()


def _with_parents(locale: Locale) -> Iterator[str]:
    name, parents = str(locale), get_global("parent_exceptions")
    while name != "root":
        yield name
        name = parents.get(name) or name.rpartition("_")[0] or "root"
    yield name
