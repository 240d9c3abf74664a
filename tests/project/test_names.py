"""Names: of places in all their parts, and of modules and classes."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from flask import Flask

from referee.offline.bridge import OwnApp

CHECKOUT = Path(__file__).parents[2]
PACKAGE = CHECKOUT / "referee"
MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent.name != "versions"]
GLOSSARY = (CHECKOUT / "docs" / "glossary.md").read_text("utf-8")
PLACES = [
    [re.findall("`(.*?)`", cell) for cell in row.split("|")[2:-1]]
    for row in GLOSSARY.partition("| place | module |")[2].partition("\n\n")[0].splitlines()[2:]
]
"""Modules, endpoints, template folders and scripts of each place."""

MIRRORED_MODULES = {"captures", "followed_game", "question", "verdict"}
"""Modules of Krypkasino of which games with builds have one too; they may only become fewer."""
NAMED_AFTER_NO_PLACE = {"api", "errors", "photo", "tactics"}
"""Folders of templates: of the document of the API, of refusals, and of parts of places."""


def blueprints(app: Flask) -> Mapping[str, set[str]]:
    """Return the modules of the view functions of each blueprint of pages."""
    modules: dict[str, set[str]] = {}
    for endpoint, view in app.view_functions.items():
        name, dot, _ = endpoint.rpartition(".")
        if dot and view.__module__.startswith("referee.") and "referee.api" not in view.__module__:
            modules.setdefault(name, set()).add(view.__module__)
    return modules


def twice(names: Iterable[str]) -> set[str]:
    return {name for name, count in Counter(names).items() if count > 1}


def test_a_blueprint_is_named_after_its_module_or_folder(app: Flask, tmp_path: Path) -> None:
    phone_app = OwnApp(CHECKOUT, tmp_path / "referee.db")
    phone_app.begin("of this very phone", assets="/assets/0")
    views = [*blueprints(app).items(), *blueprints(phone_app.app).items()]
    assert [
        (name, module)
        for name, modules in views
        for module in modules
        if name not in module.split(".")[-2:]
    ] == []


def test_the_glossary_has_each_place(app: Flask) -> None:
    """Modules, endpoints, folders of templates and scripts are there; endpoints and folders all."""
    modules, endpoints, folders, scripts = (
        {name for row in PLACES for name in row[column]} for column in range(4)
    )
    assert [name for name in modules if not (PACKAGE / name).exists()] == []
    assert [name for name in scripts if not (CHECKOUT / "static/js" / name).exists()] == []
    assert endpoints == {*blueprints(app)}
    templates = {path.name for path in (CHECKOUT / "templates").iterdir() if path.is_dir()}
    assert folders - templates == set()
    assert templates - folders == NAMED_AFTER_NO_PLACE


def test_a_place_has_one_name() -> None:
    stems = [{Path(name).stem for part in place for name in part} for place in PLACES]
    assert [names for names in stems if len(names) != 1] == []


def test_no_two_modules_and_no_two_classes_have_one_name() -> None:
    assert twice(path.stem for path in MODULES if path.stem != "__init__") == MIRRORED_MODULES
    trees = (ast.parse(path.read_text("utf-8")) for path in MODULES)
    classes = [node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    assert twice(classes) == set()
