"""Tests that everything is used (names of the package, styles, scripts, templates), and that styles
repeat nothing."""

import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import Path
from typing import NamedTuple

CHECKOUT = Path(__file__).parents[2]
PYTHON = ("referee", "training", "bench", "pictures", "tests")
WORD = re.compile(r"[A-Za-z_]\w*")


def texts(folder: str, ending: str) -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in (CHECKOUT / folder).rglob(f"*{ending}")}


MODULES = texts("referee", ".py")
TEMPLATES = texts("templates", ".html")
SCRIPTS = texts("static", ".js") | texts("referee", ".js") | texts("referee", ".mjs")
STYLES = texts("static", ".css")
DRAWN = "\n".join([*MODULES.values(), *TEMPLATES.values(), *SCRIPTS.values()])


def test_no_code_is_unused(tmp_path: Path) -> None:
    """Vulture reads Python alone: templates and scripts use some of it, and tests do."""
    words = set(WORD.findall("\n".join([*TEMPLATES.values(), *SCRIPTS.values()])))
    elsewhere = tmp_path / "elsewhere.py"
    elsewhere.write_text(
        "".join(f"_.{word}\n" for word in sorted(words) if not iskeyword(word)), "utf-8"
    )
    command = [sys.executable, "-m", "vulture", *PYTHON, str(elsewhere)]
    run = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert [line for line in run.stdout.splitlines() if not line.startswith("tests/")] == []


CLASS = re.compile(r"\.([a-zA-Z_][\w-]*)")
COUNTED = re.compile(r"(?<=-)(?:[0-9]|clubs|diamonds|hearts|spades)$")
"""A class may end with a number or a suit, which is filled in."""


def test_what_has_a_look_is_drawn() -> None:
    drawn = set(re.findall(r"[\w-]+", DRAWN))
    rules = re.sub(r"/\*.*?\*/|\{[^{}]*\}", "{}", "\n".join(STYLES.values()), flags=re.DOTALL)
    assert {COUNTED.sub("", name) for name in CLASS.findall(rules)} - drawn == set()


IMPORT = re.compile(r'^@import "[\w-]+\.css";$', re.MULTILINE)
BRACE = re.compile(r"([^{}]*)([{}])")
FEATURE = re.compile(r":has\b|::[\w-]+")
"""Features that a browser at the floor may lack: it drops a whole list of selectors for one."""


class Rule(NamedTuple):
    """A rule of a style: the conditions under which it applies, its selectors and its block."""

    conditions: tuple[str, ...]
    selectors: str
    block: str


def rules(style: str) -> Iterator[Rule]:
    """Yield the rules of a style, with single spaces."""
    opened: list[str] = []
    bare = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    for text, brace in BRACE.findall(" ".join(IMPORT.sub("", bare).split())):
        if brace == "{":
            opened.append(text.strip())
        elif text.strip():
            yield Rule(tuple(opened[:-1]), opened.pop(), text.strip())
        else:
            opened.pop()


SPREAD = {
    "--size: 34px;": 2,
    "color: var(--quiet);": 2,
    "cursor: pointer;": 2,
    "display: block;": 4,
    "display: none;": 7,
    "flex-basis: 100%;": 2,
    "flex: none;": 4,
    "font-size: 0.85rem;": 2,
    "font-size: 1.1rem;": 2,
    "gap: 0.5rem;": 2,
    "gap: 6px;": 2,
    "gap: 8px;": 2,
    "grid-column: 1 / -1;": 2,
    "grid-template-columns: minmax(0, 1fr) auto;": 2,
    "grid-template-columns: repeat(6, minmax(0, 1fr));": 2,
    "margin-bottom: 0.75rem;": 2,
    "margin: 0 0 6px;": 2,
    "margin: 0;": 8,
    "min-height: 0;": 2,
    "opacity: 0.35;": 2,
    "overflow-wrap: anywhere;": 2,
    "width: 100%;": 3,
}
"""Blocks of one declaration that stand in several styles, and in how many; no others may. Where one
was joined its number here becomes smaller, and none becomes larger."""


def test_no_block_of_styles_stands_twice() -> None:
    """Styles on paper and rules that older browsers may drop stand apart."""
    places = defaultdict(list)
    for path, style in STYLES.items():
        for rule in rules(style):
            apart = (
                path.name == "print.css",
                rule.conditions,
                frozenset(FEATURE.findall(rule.selectors)),
            )
            places[rule.block, apart].append(path.name)
    repeated = {key: files for key, files in places.items() if len(files) > 1}
    for (block, _apart), files in repeated.items():
        assert len(set(files)) == len(files), f"twice in one style: {block} {files}"
        assert block.count(";") == 1, f"twice: {block} {files}"
    spread = Counter(block for (block, _apart), files in repeated.items() for _file in files)
    assert spread == SPREAD


EXPORTED = re.compile(r"export (?:async )?(?:function\*?|const|let|class) (\w+)")


def test_what_a_script_gives_others_take() -> None:
    words = {path: set(WORD.findall(script)) for path, script in SCRIPTS.items()}
    for path, script in SCRIPTS.items():
        others = set().union(*(found for other, found in words.items() if other != path))
        assert set(EXPORTED.findall(script)) - others == set(), path


OF_GAMES = {"rules", "tactics", "intro", "home"}
"""Folders in which a game may have a page of its own, called by its key."""


def test_each_template_is_drawn() -> None:
    named = set(re.findall(r"[\w./-]+", DRAWN))
    unused = []
    for path in TEMPLATES:
        within = path.relative_to(CHECKOUT / "templates")
        of_game = path.parent.name in OF_GAMES and not path.name.startswith("_")
        # Rooms say their folder by itself, and what is drawn of it by its name.
        if not of_game and not {str(within), path.stem} & named:
            unused.append(within)
    assert unused == []
