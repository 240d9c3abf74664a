"""Nothing lies about that nobody uses: no name of the package, no look, no script, no template."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

HOUSE = Path(__file__).parents[2]
WORD = re.compile(r"[A-Za-z_]\w*")


def texts(folder: str, ending: str) -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in (HOUSE / folder).rglob(f"*{ending}")}


MODULES = texts("referee", ".py")
TEMPLATES = texts("templates", ".html")
SCRIPTS = texts("static", ".js") | texts("referee", ".js") | texts("referee", ".mjs")
STYLES = texts("static", ".css")
DRAWN = "\n".join([*MODULES.values(), *TEMPLATES.values(), *SCRIPTS.values()])


def made(module: str) -> Iterator[str]:
    """The functions, classes and constants of a module; what is decorated is found by others."""
    for node in ast.parse(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list:
            yield node.name
        if isinstance(node, ast.Assign):
            yield from (one.id for one in node.targets if isinstance(one, ast.Name))


def test_what_a_module_makes_is_used() -> None:
    used = Counter(WORD.findall("\n".join([DRAWN, *texts("tests", ".py").values()])))
    published = {path: text for path, text in MODULES.items() if "versions" not in path.parts}
    names = [name for text in published.values() for name in made(text) if name != "__all__"]
    assert [name for name in names if used[name] < 2] == []


CLASS = re.compile(r"\.([a-zA-Z_][\w-]*)")
COUNTED = re.compile(r"(?<=-)(?:[0-9]|clubs|diamonds|hearts|spades)$")
"""A class may end with a number or a suit, which is filled in."""


def test_what_has_a_look_is_drawn() -> None:
    drawn = set(re.findall(r"[\w-]+", DRAWN))
    rules = re.sub(r"/\*.*?\*/|\{[^{}]*\}", "{}", "\n".join(STYLES.values()), flags=re.DOTALL)
    assert {COUNTED.sub("", name) for name in CLASS.findall(rules)} - drawn == set()


EXPORTED = re.compile(r"export (?:async )?(?:function\*?|const|let|class) (\w+)")


def test_what_a_script_gives_others_take() -> None:
    words = {path: set(WORD.findall(script)) for path, script in SCRIPTS.items()}
    for path, script in SCRIPTS.items():
        others = set().union(*(found for other, found in words.items() if other != path))
        assert set(EXPORTED.findall(script)) - others == set(), path


OF_GAMES = {"rules", "tactics", "first", "home"}
"""Folders in which a game may have a page of its own, called by its key."""


def test_each_template_is_drawn() -> None:
    named = set(re.findall(r"[\w./-]+", DRAWN))
    unused = []
    for path in TEMPLATES:
        within = path.relative_to(HOUSE / "templates")
        of_game = path.parent.name in OF_GAMES and not path.name.startswith("_")
        # Rooms say their folder by itself, and what is drawn of it by its name.
        if not of_game and not {str(within), path.stem} & named:
            unused.append(within)
    assert unused == []
