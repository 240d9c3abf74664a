"""Tests that everything is used: names of the package, styles, scripts, templates."""

import re
import subprocess
import sys
from keyword import iskeyword
from pathlib import Path

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
