"""Games keep to themselves, rules need nothing, and a module is a topic.

The layers stand in pyproject.toml, for import-linter.
"""

import ast
import re
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

from referee.rules.games import RULESETS, ruleset
from referee.rules.score_items import LAST

PACKAGE = Path(__file__).parents[2] / "referee"
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def reckons(node: ast.AST) -> bool:
    if isinstance(node, ast.ImportFrom):
        return "divide_cards" in {alias.name for alias in node.names}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("Build", "Form", "Take")
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else ()
    return any(isinstance(side, ast.Attribute) and side.attr in ("rank", "value") for side in sides)


def test_pages_reckon_nothing() -> None:
    """No page adds up cards, divides them into groups, or makes a build or a take of them: the
    rules do."""
    found = {
        f"{path.relative_to(PACKAGE)}: {ast.unparse(node)}"
        for path in MODULES
        if path.is_relative_to(PACKAGE / "web")
        for node in ast.walk(tree_of(path))
        if reckons(node)
    }
    assert found == set()


IMPORT_ALL = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
from referee import rules
for module in pkgutil.walk_packages(rules.__path__, "referee.rules."):
    importlib.import_module(module.name)
"""


def test_rules_work_without_anything_installed() -> None:
    command = [sys.executable, "-I", "-S", "-c", IMPORT_ALL, str(PACKAGE.parent)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_no_game_is_named_outside_its_own_module() -> None:
    """Comparing a game's key anywhere else is a special case that belongs into its ruleset."""
    named = {
        f"{path.relative_to(PACKAGE)}: {ast.unparse(node)}"
        for path in MODULES
        if "games" not in path.relative_to(PACKAGE).parts
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Compare | ast.Match)
        and not {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}.isdisjoint(
            RULESETS
        )
    }
    assert named == set()


PLAIN = {"cards", "points", "sweeps"}
"""Words of every game; and one game calls a field or an item so."""
OF_TABLES = {"card_points"}
"""A column of the first tables, and what files of groups call it."""


SUITS = {"spades"}
"""Scripts and pages draw it."""


def names_of_games() -> set[str]:
    """Return the games, their switches, and what their sheets count and score."""
    found = set(RULESETS)
    for key, game in RULESETS.items():
        switches = game.house_rules.names()
        found |= {*switches}
        for version, on in product(game.versions, [(), *((one,) for one in switches)]):
            sheet = ruleset(key, on, version).sheet
            parts = (*sheet.fields, *sheet.apart, *sheet.items, sheet.quick)
            found |= {one.key for one in parts}
    return found - PLAIN - OF_TABLES


def test_what_games_call_things_stands_with_them() -> None:
    """In a game's own package, and in its words; what the others must know is data."""
    names = names_of_games()
    named = {
        f"{path.relative_to(PACKAGE)}: {node.value}"
        for path in MODULES
        if not {"games", "words", "migrations"} & set(path.relative_to(PACKAGE).parts)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert named == {f"rules/score_items.py: {LAST}"}  # who captured last is said in every game


def test_no_page_and_no_script_names_what_is_of_a_game() -> None:
    """The pages of a game's own are excepted: its rules, its advice, its introduction."""
    names = "|".join(sorted(map(re.escape, names_of_games() - SUITS)))
    quoted = re.compile(rf"""(?<=["'])(?:{names})(?=["'])""")
    house = PACKAGE.parent
    files = [*(house / "templates").rglob("*.html"), *(house / "static").rglob("*.js")]
    named = {
        f"{path.relative_to(house)}: {name}"
        for path in files
        if path.parent.name not in ("rules", "tactics") and path.stem not in RULESETS
        for name in quoted.findall(path.read_text("utf-8"))
    }
    assert named == set()


SMALL = {
    "api/calls.py",
    "cache.py",
    "offline/referee_only_app.py",
    "web/database_pages.py",
    "web/photo_view.py",
    "web/stateless_pages.py",
}
"""Modules of less than 60 lines; no other is added, and one that grows or goes is taken out."""


def test_a_module_is_a_topic() -> None:
    """Neither one for two topics, nor one that nobody would ask for. Packages and the records of
    games may be short."""
    texts = {
        str(path.relative_to(PACKAGE)): path.read_text("utf-8")
        for path in MODULES
        if not path.name.startswith("__") and "migrations" not in path.parts
    }
    lengths = {name: text.count("\n") for name, text in texts.items() if "\nKEY = " not in text}
    assert {name for name, length in lengths.items() if length > 650} == set()
    assert {name for name, length in lengths.items() if length < 60} == SMALL
