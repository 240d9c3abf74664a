"""Declared dependencies: all that the package imports, and nothing else."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
PACKAGE = "referee"
NOT_IMPORTED = {"tzdata"}
"""Data that the standard library finds by itself."""


def imports(folder: Path) -> Iterator[str]:
    """Yield the top-level names of all modules that Python files import."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module.partition(".")[0]


def normal(name: str) -> str:
    """Return the name of a distribution as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared() -> set[str]:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = chain(project["dependencies"], *project["optional-dependencies"].values())
    return {normal(re.split(r"[\[<>=; ]", line)[0]) for line in lines}


def test_every_import_is_declared() -> None:
    known = packages_distributions()
    ours = {PACKAGE, "_typeshed", *sys.stdlib_module_names}
    needed = {normal(known[name][0]) for name in {*imports(CHECKOUT / PACKAGE)} - ours}
    assert needed == declared() - NOT_IMPORTED
